import type { Language } from "../../../worker/lib/wire.schema.ts";

/** Where this browser keeps the chosen language. */
export const STORAGE_KEY = "language";

/** A language we have, or null for anything else. */
export function readLanguage(value: unknown): Language | null {
  return value === "en" || value === "da" ? value : null;
}

/** The first of a browser's languages that we have, English without one. */
export function preferredLanguage(languages: readonly string[]): Language {
  for (const tag of languages) {
    const language = readLanguage(tag.toLowerCase().split("-")[0]);
    if (language) return language;
  }
  return "en";
}
