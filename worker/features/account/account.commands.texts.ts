import type { Text } from "../../lib/commands/command.ts";

export const ME_COMMAND_TEXTS = {
  name: { en: "me", da: "mig" },
  description: { en: "Show your profile and shortcuts", da: "Vis din profil og dine genveje" },
  since: { en: "since {day}", da: "siden {day}" },
  no_role: { en: "Not a member yet", da: "Ikke medlem endnu" },
  rsi: { en: "RSI handle {handle}, verified", da: "RSI-handle {handle}, verificeret" },
  no_rsi: { en: "RSI handle not verified", da: "RSI-handle ikke verificeret" },
  notices: {
    en: "{count|notification needs|notifications need} you",
    da: "{count|notifikation|notifikationer} venter på dig",
  },
  tasks: { en: "My tasks", da: "Mine opgaver" },
  account: { en: "My account", da: "Min konto" },
  events: { en: "My events", da: "Mine begivenheder" },
} as const satisfies Record<string, Text>;
