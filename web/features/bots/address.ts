export const MANAGER_TABS = ["files", "logs", "settings"] as const;
export type ManagerTab = (typeof MANAGER_TABS)[number];

/** Everything about the bots page that its address says. */
export type BotsAddress = {
  /** The bot whose files, log and settings are open. */
  bot: number | null;
  tab: ManagerTab;
  /** The file in the editor. */
  file: number | null;
  /** The dialog for a new bot is open. */
  adding: boolean;
};

const idOf = (text: string | null): number | null =>
  text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;

/** Reads the address; whatever makes no sense in it counts as not said. */
export function readAddress(params: URLSearchParams): BotsAddress {
  return {
    bot: idOf(params.get("bot")),
    tab: MANAGER_TABS.find((tab) => tab === params.get("tab")) ?? "files",
    file: idOf(params.get("file")),
    adding: params.get("new") === "1",
  };
}

/** The address with some of it changed. Without a bot there is neither tab nor file in it. */
export function writeAddress(params: URLSearchParams, changes: Partial<BotsAddress>): string {
  const { bot, tab, file, adding } = { ...readAddress(params), ...changes };
  const next = new URLSearchParams();
  if (bot !== null) {
    next.set("bot", String(bot));
    next.set("tab", tab);
    if (file !== null) next.set("file", String(file));
  }
  if (adding) next.set("new", "1");
  const text = next.toString();
  return text ? `/discord-bots?${text}` : "/discord-bots";
}
