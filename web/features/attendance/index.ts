import type { Texts } from "../../lib/i18n/i18n.ts";
import { part } from "../../ui/part.tsx";

export { attendanceHref } from "./address.ts";
export { useUnconfirmed } from "./unconfirmed.ts";

const texts: Texts = (language) => [import(`./attendance.${language}.json`)];

/** Says who was at a past event: the reader, and how many are confirmed where they look after it. */
export const attendanceLine = part(() => import("./attendance-line.tsx"), texts);

/** A button that takes the people who were confirmed at an event, with their minutes. */
export const takePeople = part(() => import("./take-people.tsx"), texts);
