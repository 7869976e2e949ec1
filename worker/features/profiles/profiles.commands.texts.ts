import type { Text } from "../../lib/commands/command.ts";

export const PERSON_COMMAND_TEXTS = {
  name: { en: "Open in Command Centre", da: "Åbn i Command Centre" },
  description: { en: "See this person's profile", da: "Se personens profil" },
  nobody: {
    en: "The command centre has nobody behind this account whom you can see.",
    da: "Command Centre har ingen bag denne konto, som du kan se.",
  },
  role: { en: "{role}, since {day}", da: "{role}, siden {day}" },
  inactive: { en: "Inactive", da: "Inaktiv" },
  seen: { en: "Last seen {when}", da: "Sidst set {when}" },
  away: { en: "Away until {day}", da: "Væk til {day}" },
  openMembers: { en: "Open the members", da: "Åbn medlemmerne" },
  openMember: { en: "Open the member", da: "Åbn medlemmet" },
  openProspect: { en: "Open the prospect", da: "Åbn kandidaten" },
} as const satisfies Record<string, Text>;
