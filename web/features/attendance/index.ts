import { part } from "../../ui/part.tsx";

export { attendanceHref } from "./address.ts";
export { useUnconfirmed } from "./unconfirmed.ts";

/** A button that takes the people who were confirmed at an event, with their minutes. */
export const takePeople = part(
  () => import("./take-people.tsx"),
  (language) => [import(`./attendance.${language}.json`)],
);
