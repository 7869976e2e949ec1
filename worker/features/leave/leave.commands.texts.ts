import type { Text } from "../../lib/commands/command.ts";

export const LEAVE_COMMAND_TEXTS = {
  name: { en: "away", da: "fravær" },
  description: {
    en: "Say when you are away, or show what you have said",
    da: "Meld fravær, eller vis det, du har meldt",
  },
  from: { en: "from", da: "fra" },
  fromHint: {
    en: "First day, as 2026-12-03 or 3.12. Without it: today",
    da: "Første dag, som 2026-12-03 eller 3.12. Uden: i dag",
  },
  until: { en: "until", da: "til" },
  untilHint: { en: "Last day. Without it: the first", da: "Sidste dag. Uden: den første" },
  covers: {
    en: "You have signed up for events on these days. Others can take your place if you withdraw:",
    da: "Du er tilmeldt begivenheder på de dage. Andre kan få din plads, hvis du melder fra:",
  },
  note: { en: "note", da: "note" },
  noteHint: {
    en: "Read by you and those who manage members.",
    da: "Læses af dig og dem, der redigerer medlemmer.",
  },
  title: { en: "Away", da: "Fravær" },
  none: { en: "No time away planned", da: "Intet fravær planlagt" },
  days: { en: "{from} to {to}", da: "{from} til {to}" },
  back: { en: "I am back", da: "Jeg er tilbage" },
  remove: { en: "Remove", da: "Fjern" },
  add: { en: "Say when you are away", da: "Meld fravær" },
  open: { en: "Open", da: "Åbn" },
  firstDay: { en: "First day", da: "Første dag" },
  lastDay: { en: "Last day", da: "Sidste dag" },
  noteField: { en: "Note (optional)", da: "Note (valgfri)" },
  dayHint: { en: "As 2026-12-03 or 3.12", da: "Som 2026-12-03 eller 3.12" },
} as const satisfies Record<string, Text>;
