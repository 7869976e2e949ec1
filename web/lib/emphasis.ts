/** A piece of a sentence; `strong` for a name. */
export type Piece = { text: string; strong: boolean };

const LETTER = "[\\p{L}\\p{N}]";

/**
 * Cuts a sentence at the names in it so that they can be set off. Each name counts once, whole words only, the longest
 * first, since one may hold another; one that does not occur is passed over.
 */
export function emphasise(sentence: string, names: readonly (string | null)[]): Piece[] {
  const pieces: Piece[] = [{ text: sentence, strong: false }];
  for (const name of names.flatMap((each) => each || []).toSorted((a, b) => b.length - a.length)) {
    const literal = name.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
    const word = new RegExp(`(?<!${LETTER})${literal}(?!${LETTER})`, "u");
    const at = pieces.findIndex(({ text, strong }) => !strong && word.test(text));
    const text = pieces[at]?.text;
    if (text === undefined) continue;
    const from = text.search(word);
    pieces.splice(
      at,
      1,
      { text: text.slice(0, from), strong: false },
      { text: name, strong: true },
      { text: text.slice(from + name.length), strong: false },
    );
  }
  return pieces.filter(({ text }) => text !== "");
}
