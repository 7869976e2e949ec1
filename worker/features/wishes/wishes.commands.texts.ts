import type { Text } from "../../lib/commands/command.ts";

export const WISH_COMMAND_TEXTS = {
  name: { en: "wish", da: "ønske" },
  description: {
    en: "Wish for something, or vote for what others wish for",
    da: "Ønsk noget, eller stem på det, andre ønsker",
  },
  titleOption: { en: "title", da: "titel" },
  titleHint: {
    en: "What you wish for, in a few words. Without it: what others wish for",
    da: "Hvad du ønsker, med få ord. Uden: hvad andre ønsker",
  },
  ofMessage: { en: "Make a wish of it", da: "Gør det til et ønske" },
  ofMessageHint: { en: "Turn this message into a wish", da: "Lav beskeden om til et ønske" },
  trending: { en: "Trending wishes", da: "Ønsker på vej op" },
  none: { en: "Nobody has a wish yet.", da: "Ingen har et ønske endnu." },
  similar: { en: "Similar wishes", da: "Lignende ønsker" },
  similarHint: {
    en: "A vote there counts for more than a new one.",
    da: "En stemme dér vejer tungere end et nyt ønske.",
  },
  noneSimilar: { en: "No open wish is like yours.", da: "Intet åbent ønske ligner dit." },
  votes: { en: "{count|vote|votes}", da: "{count|stemme|stemmer}" },
  thisWeek: { en: "+{count} this week", da: "+{count} i denne uge" },
  voted: { en: "Voted", da: "Stemt" },
  vote: { en: "Vote", da: "Stem" },
  works: { en: "It works", da: "Det virker" },
  fails: { en: "It does not work", da: "Det virker ikke" },
  judge: {
    en: "Does it work? Say so if you voted for it.",
    da: "Virker det? Sig til, hvis du stemte på det.",
  },
  withdraw: { en: "Take it back", da: "Træk den tilbage" },
  submitMine: { en: "Submit mine", da: "Send mit" },
  newWish: { en: "New wish", da: "Nyt ønske" },
  open: { en: "Open", da: "Åbn" },
  openAll: { en: "Open the wishes", da: "Åbn ønskerne" },
  fieldTitle: { en: "Title", da: "Titel" },
  fieldDescription: { en: "Description", da: "Beskrivelse" },
  descriptionHint: {
    en: "Who needs it, and what do they do today?",
    da: "Hvem har brug for det, og hvad gør de i dag?",
  },
  submitted: { en: "Wish submitted", da: "Ønsket er sendt" },
} as const satisfies Record<string, Text>;
