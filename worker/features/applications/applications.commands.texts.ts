import type { Text } from "../../lib/commands/command.ts";

export const APPLY_COMMAND_TEXTS = {
  name: { en: "contract-apply", da: "kontrakt-ansøg" },
  description: { en: "Apply for a contract", da: "Søg en kontrakt" },
  contract: { en: "contract", da: "kontrakt" },
  which: { en: "The contract; type a part of its title", da: "Kontrakten; skriv en del af dens titel" },
  first: {
    en: "You write your first application in the command centre, and it is filled in for you here from then on.",
    da: "Din første ansøgning skriver du i Command Centre, og derefter er den udfyldt for dig her.",
  },
  write: { en: "Write it there", da: "Skriv den dér" },
  title: { en: "Apply for {title}", da: "Søg {title}" },
  experience: { en: "Experience", da: "Erfaring" },
  experience_hint: {
    en: "What you have done that fits this work",
    da: "Hvad du har gjort, som passer til opgaven",
  },
  shipType: { en: "Ship", da: "Skib" },
  shipType_hint: {
    en: "You have {count} to choose from, more than Discord lists: write the name",
    da: "Du kan vælge mellem {count}, flere end Discord kan vise: skriv navnet",
  },
  availability: { en: "Availability", da: "Hvornår du kan" },
  additionalNotes: { en: "Additional notes", da: "Yderligere bemærkninger" },
  terms: { en: "Everything I wrote is true", da: "Alt, hvad jeg har skrevet, er sandt" },
  terms_hint: {
    en: "Your names, time zone, handle, references and background check go along as last time.",
    da: "Dine navne, tidszone, handle, referencer og baggrundstjek sendes med som sidst.",
  },
} as const satisfies Record<string, Text>;
