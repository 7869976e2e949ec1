import { part } from "../../ui/part.tsx";
import { noticesTexts } from "./texts.ts";

/** The user's notices, below the bell. */
export const noticesPanel = part(() => import("./notices-panel.tsx"), [noticesTexts]);
/** How the user is told of what. */
export const noticeSettings = part(() => import("./settings-panel.tsx"), [noticesTexts]);
