import type { Text } from "../../lib/commands/command.ts";

export const ME_COMMAND_TEXTS = {
  name: { en: "me", da: "mig" },
  description: {
    en: "Show who you are here, and what waits for you",
    da: "Vis, hvem du er her, og hvad der venter på dig",
  },
  since: { en: "since {day}", da: "siden {day}" },
  no_role: { en: "Not a member yet", da: "Endnu ikke medlem" },
  rsi: { en: "RSI handle {handle}, verified", da: "RSI-handle {handle}, verificeret" },
  no_rsi: { en: "RSI handle not verified", da: "RSI-handle ikke verificeret" },
  tasks: { en: "{assigned|open task|open tasks}", da: "{assigned|åben opgave|åbne opgaver}" },
  overdue: { en: "{overdue} overdue", da: "{overdue} over fristen" },
  event: { en: "Next event: {title}, {when}", da: "Næste begivenhed: {title}, {when}" },
  balances: { en: "Balances: {sums}", da: "Saldi: {sums}" },
  notices: {
    en: "{count|unread notification|unread notifications}",
    da: "{count|ulæst notifikation|ulæste notifikationer}",
  },
  account: { en: "My account", da: "Min konto" },
  openTasks: { en: "My Tasks", da: "Mine opgaver" },
  openEvent: { en: "Open the event", da: "Åbn begivenheden" },
} as const satisfies Record<string, Text>;
