/** A piece of a sentence; `strong` for a name. */
type Piece = { text: string; strong: boolean };

const LETTER = "[\\p{L}\\p{N}]";

/** Cuts a sentence at the names in it. Each is found once, as whole words, the longest first, since one may contain another. */
export function emphasise(sentence: string, names: readonly (string | null)[]): Piece[] {
  const pieces: Piece[] = [{ text: sentence, strong: false }];
  for (const name of names.flatMap((each) => each || []).toSorted((a, b) => b.length - a.length)) {
    const literal = name.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
    const word = new RegExp(`(?<!${LETTER})${literal}(?!${LETTER})`, "u");
    const at = pieces.findIndex(({ text, strong }) => !strong && word.test(text));
    const text = pieces[at]?.text;
    if (text === undefined) continue;
    const from = text.search(word);
    const [before, after] = [text.slice(0, from), text.slice(from + name.length)];
    const cut = [before, name, after].map((piece, index) => ({ text: piece, strong: index === 1 }));
    pieces.splice(at, 1, ...cut);
  }
  return pieces.filter(({ text }) => text !== "");
}
