import { part } from "../../ui/part.tsx";

export { nextEventPath } from "./next.ts";

/** A panel with the next event. */
export const nextEvent = part(
  () => import("./next-panel.tsx"),
  (language) => [import(`./next.${language}.json`)],
);
