import type { Text } from "../../lib/commands/command.ts";

export const HELP_COMMAND_TEXTS = {
  name: { en: "help", da: "hjælp" },
  description: { en: "Show what you can do here", da: "Vis, hvad du kan gøre her" },
  title: { en: "What you can do here", da: "Hvad du kan gøre her" },
  user: { en: "Apps → {name}, in the menu of a member", da: "Apps → {name}, i menuen for et medlem" },
  message: { en: "Apps → {name}, in the menu of a message", da: "Apps → {name}, i menuen for en besked" },
  personal: {
    en: "In the organization's server there are more.",
    da: "På organisationens server er der flere.",
  },
  open: { en: "Open Command Centre", da: "Åbn Command Centre" },
} as const satisfies Record<string, Text>;
