import { flag, id, oneOf } from "../../lib/address.ts";

export const MANAGER_TABS = ["files", "logs", "settings"] as const;
export type ManagerTab = (typeof MANAGER_TABS)[number];

/** Without a tab the files of the bot are open. */
export const botsShape = { bot: id, tab: oneOf(MANAGER_TABS), file: id, new: flag };
export const NO_BOT = { bot: null, tab: null, file: null };
