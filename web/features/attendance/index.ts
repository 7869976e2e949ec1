import { part } from "../../ui/part.tsx";
import { attendanceTexts } from "./texts.ts";

export { attendanceHref } from "./address.ts";

/** A button that takes the people who were confirmed at an event, with their minutes. */
export const takePeople = part(() => import("./take-people.tsx"), [attendanceTexts]);
