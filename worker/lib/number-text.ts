import { LANGUAGES, type Language } from "./wire.schema.ts";

/** Made once, because making one takes as long as reading a short list. */
const formats = new Map(LANGUAGES.map((language) => [language as Language, new Intl.NumberFormat(language)]));

/** Returns a number as a language writes it: 1,234.5 or 1.234,5. Another text, which old entries may have, stays. */
export function numberText(value: number | string, language: Language): string {
  const number = Number(value);
  return Number.isNaN(number) ? String(value) : (formats.get(language)?.format(number) ?? "");
}
