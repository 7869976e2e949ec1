import { part } from "../../ui/part.tsx";

/** The tab of the administration in which Discord's roles and ours are kept in step. */
export const discordTab = part(() => import("./discord-tab.tsx"), ["discord"]);
