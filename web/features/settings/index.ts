import { part } from "../../ui/part.tsx";
import { settingsTexts } from "./texts.ts";

/** The administration's tab of settings. */
export const settingsTab = part(() => import("./settings-tab.tsx"), [settingsTexts]);
