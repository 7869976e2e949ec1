import { flag, id, oneOf } from "../../lib/address.ts";

export const MANAGER_TABS = ["files", "logs", "settings"] as const;
export type ManagerTab = (typeof MANAGER_TABS)[number];

/** Everything that the address says of the bots page. */
export const botsShape = {
  /** The bot whose files, log and settings are open. */
  bot: id,
  /** Null for the files. */
  tab: oneOf(MANAGER_TABS),
  /** The file in the editor. */
  file: id,
  /** The dialog for a new bot is open. */
  new: flag,
};

/** What closes the bot that is open. */
export const NO_BOT = { bot: null, tab: null, file: null };
