import { part } from "../../ui/part.tsx";
import { eventsTexts } from "./texts.ts";

/** A panel with the next event. */
export const nextEvent = part(() => import("./next-panel.tsx"), [eventsTexts]);
