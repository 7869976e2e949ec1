import type { Text } from "../../lib/commands/command.ts";

export const EVENT_COMMAND_TEXTS = {
  name: { en: "events", da: "begivenheder" },
  description: {
    en: "Show upcoming events, and answer them",
    da: "Vis kommende begivenheder, og svar på dem",
  },
  title: { en: "Upcoming events", da: "Kommende begivenheder" },
  none: { en: "No event is planned.", da: "Ingen begivenhed er planlagt." },
  open: { en: "Open", da: "Åbn" },
  openAll: { en: "Open the calendar", da: "Åbn kalenderen" },
  by: { en: "{type}, led by {name}", da: "{type}, ledet af {name}" },
  places: { en: "{taken} of {most} places taken", da: "{taken} af {most} pladser taget" },
  going: { en: "{count|member goes|members go}", da: "{count|medlem|medlemmer} deltager" },
  waiting: { en: "{count} wait", da: "{count} venter" },
  goes_on: { en: "Going on now", da: "I gang nu" },
  own_going: { en: "You're going.", da: "Du deltager." },
  own_was_going: { en: "You had a place.", da: "Du havde en plads." },
  own_over: { en: "It is over.", da: "Den er slut." },
  own_waits: {
    en: "You keep your slot, and are number {number} on the waiting list of {slot}.",
    da: "Du beholder din rolle og er nummer {number} på ventelisten til {slot}.",
  },
  own_waits_any: {
    en: "You keep your slot, and are number {number} on the waiting list for any role.",
    da: "Du beholder din rolle og er nummer {number} på ventelisten til en vilkårlig rolle.",
  },
  own_waiting: {
    en: "You are number {number} on the waiting list.",
    da: "Du er nummer {number} på ventelisten.",
  },
  own_maybe: { en: "You might come.", da: "Du kommer måske." },
  own_declined: { en: "You cannot come.", da: "Du kan ikke komme." },
  gave_up: {
    en: "You gave up your place. You can take it back while it is free.",
    da: "Du har givet din plads fri. Du kan tage den tilbage, så længe den er ledig.",
  },
  take_back: { en: "Take it back", da: "Tag den tilbage" },
  join: { en: "Join", da: "Deltag" },
  maybe: { en: "Maybe", da: "Måske" },
  decline: { en: "Cannot come", da: "Kan ikke" },
  leave: { en: "Withdraw", da: "Meld fra" },
  slot: { en: "Choose a slot", da: "Vælg en rolle" },
  cancelled: { en: "Cancelled: {reason}", da: "Aflyst: {reason}" },
  zone: { en: "Times are shown in your own zone.", da: "Tider vises i din egen tidszone." },
} as const satisfies Record<string, Text>;
