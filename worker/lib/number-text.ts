import { LANGUAGES, type Language } from "./wire.schema.ts";

/** Made once, because making one takes as long as reading a short list. */
const formats = new Map(LANGUAGES.map((language) => [language as Language, new Intl.NumberFormat(language)]));

/** A number as it is written in a language: 1,234.5 or 1.234,5. */
export const numberText = (value: number, language: Language): string =>
  formats.get(language)?.format(value) ?? "";
