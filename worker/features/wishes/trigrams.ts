import { TITLE_LENGTH } from "./wishes.schema.ts";

/** Most trigrams of a title. */
export const MOST_TRIGRAMS = TITLE_LENGTH;

/** The trigrams of a text's words, in lower case and without accents, each once and in their order. */
export function trigramsOf(text: string): string[] {
  const plain = text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? [];
  return [
    ...new Set(
      words.flatMap((word) => {
        const letters = [...word];
        return letters.slice(2).map((_, at) => letters.slice(at, at + 3).join(""));
      }),
    ),
  ];
}
