import { part } from "../../ui/part.tsx";

/** The administration's tab of settings. */
export const settingsTab = part(() => import("./settings-tab.tsx"), ["settings"]);
