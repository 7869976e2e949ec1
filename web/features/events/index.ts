import { part } from "../../ui/part.tsx";

export { nextEventPath } from "./next.ts";

/** A panel with the next event. */
export const nextEvent = part(
  () => import("./next-panel.tsx"),
  (language) => [import(`./next.${language}.json`)],
);

/** The next event, whole, with the reader's slot and answer. */
export const tonight = part(
  () => import("./tonight-panel.tsx"),
  (language) => [import(`./events.${language}.json`), import(`./next.${language}.json`)],
);
