import { part } from "../../ui/part.tsx";
import { eventsTexts } from "./texts.ts";

export { nextEventPath } from "./next.ts";

/** A panel with the next event. */
export const nextEvent = part(() => import("./next-panel.tsx"), [eventsTexts]);
