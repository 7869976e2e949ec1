import type { Text } from "../../lib/commands/command.ts";

export const EVENT_COMMAND_TEXTS = {
  name: { en: "events", da: "begivenheder" },
  description: { en: "Show what comes next, and answer it", da: "Vis det næste, og svar på det" },
  title: { en: "What comes next", da: "Det næste" },
  none: { en: "No event is planned.", da: "Ingen begivenhed er planlagt." },
  open: { en: "Open", da: "Åbn" },
  openAll: { en: "Open the calendar", da: "Åbn kalenderen" },
  by: { en: "{type}, led by {name}", da: "{type}, ledet af {name}" },
  places: { en: "{taken} of {most} places taken", da: "{taken} af {most} pladser taget" },
  going: { en: "{count|member goes|members go}", da: "{count|medlem|medlemmer} deltager" },
  waiting: { en: "{count} wait", da: "{count} venter" },
  own_seated: { en: "You go.", da: "Du deltager." },
  own_queued: {
    en: "You are number {number} on the waiting list.",
    da: "Du er nummer {number} på ventelisten.",
  },
  own_maybe: { en: "You may come.", da: "Du kommer måske." },
  own_declined: { en: "You cannot come.", da: "Du kan ikke komme." },
  join: { en: "Join", da: "Deltag" },
  maybe: { en: "Maybe", da: "Måske" },
  decline: { en: "Cannot come", da: "Kan ikke" },
  leave: { en: "Withdraw", da: "Meld fra" },
  slot: { en: "Choose a place", da: "Vælg en plads" },
  cancelled: { en: "Cancelled: {reason}", da: "Aflyst: {reason}" },
  zone: { en: "Times are shown in your own zone.", da: "Tider vises i din egen tidszone." },
} as const satisfies Record<string, Text>;
