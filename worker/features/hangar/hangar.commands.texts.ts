import type { Text } from "../../lib/commands/command.ts";

export const HANGAR_COMMAND_TEXTS = {
  name: { en: "hangar", da: "hangar" },
  description: { en: "Show the ships of your hangar", da: "Vis skibene i din hangar" },
  title: { en: "My Hangar", da: "Min hangar" },
  counted: { en: "{count|ship|ships} of {types|type|types}", da: "{count|skib|skibe} af {types|type|typer}" },
  empty: { en: "Your hangar is empty.", da: "Din hangar er tom." },
  more: { en: "{count|more type|more types} in your hangar", da: "{count|type|typer} mere i din hangar" },
  notListed: { en: "No longer listed", da: "Ikke længere på listen" },
  open: { en: "Open my hangar", da: "Åbn min hangar" },
} as const satisfies Record<string, Text>;
