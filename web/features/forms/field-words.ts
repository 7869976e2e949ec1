import type { Language } from "../../../worker/lib/wire.schema.ts";
import { formatNumber } from "../../lib/format.ts";

/** The texts of a form's fields, in the language of the form, which a preview shows in either. */
const WORDS = {
  en: {
    several: "as many as you want",
    other: "Danish only",
    clear: "Clear",
    yes: "Yes",
    no: "No",
    search: "Ship",
    none: "I have no ship yet",
    found: (shown: string, all: string) => `${shown} of ${all} ships`,
    all: (all: string) => `${all} ships`,
    unfound: "No ship has that name. Type less of it.",
    more: "Type more of its name to see the others.",
    unread: "The list of ships does not answer. Type the name.",
    retry: "Try the list again",
    count: (length: string, most: string) => `${length} of ${most}`,
    verified: "Verified",
    use: (handle: string) => `Use ${handle}, which is verified`,
    crew: (crew: string) => `crew ${crew}`,
    shown: (label: string) => `Asked now: ${label}`,
    full: "That is as many as fit here.",
  },
  da: {
    several: "så mange du vil",
    other: "Kun på engelsk",
    clear: "Ryd",
    yes: "Ja",
    no: "Nej",
    search: "Skib",
    none: "Jeg har ikke noget skib endnu",
    found: (shown: string, all: string) => `${shown} af ${all} skibe`,
    all: (all: string) => `${all} skibe`,
    unfound: "Intet skib hedder det. Skriv mindre af navnet.",
    more: "Skriv mere af navnet for at se de andre.",
    unread: "Listen over skibe svarer ikke. Skriv navnet.",
    retry: "Prøv listen igen",
    count: (length: string, most: string) => `${length} af ${most}`,
    verified: "Bekræftet",
    use: (handle: string) => `Brug ${handle}, som er bekræftet`,
    crew: (crew: string) => `besætning ${crew}`,
    shown: (label: string) => `Spørges nu: ${label}`,
    full: "Flere er der ikke plads til.",
  },
};

export const fieldWords = (language: Language) => ({
  ...WORDS[language],
  number: (value: number) => formatNumber(value, language),
});
export type FieldWords = ReturnType<typeof fieldWords>;
