import { part } from "../../ui/part.tsx";
import { nextTexts } from "./texts.ts";

export { nextEventPath } from "./next.ts";

/** A panel with the next event. */
export const nextEvent = part(() => import("./next-panel.tsx"), [nextTexts]);
