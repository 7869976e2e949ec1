/** A piece of a sentence; `strong` for a name. */
export type Piece = { text: string; strong: boolean };

/**
 * Cuts a sentence at the names in it so that they can be set off. Each name counts once, whole words only, in
 * the order given; one that does not occur is passed over.
 */
export function emphasise(sentence: string, names: readonly (string | null)[]): Piece[] {
  const ranges: { from: number; to: number }[] = [];
  for (const name of names) {
    const from = name ? indexOfWord(sentence, name, ranges) : -1;
    if (name && from >= 0) ranges.push({ from, to: from + name.length });
  }
  ranges.sort((a, b) => a.from - b.from);
  const pieces: Piece[] = [];
  let at = 0;
  for (const { from, to } of ranges) {
    pieces.push({ text: sentence.slice(at, from), strong: false });
    pieces.push({ text: sentence.slice(from, to), strong: true });
    at = to;
  }
  pieces.push({ text: sentence.slice(at), strong: false });
  return pieces.filter((piece) => piece.text !== "");
}

const isWordCharacter = (character: string | undefined) =>
  character !== undefined && /[\p{L}\p{N}]/u.test(character);

function indexOfWord(sentence: string, word: string, taken: readonly { from: number; to: number }[]): number {
  for (let from = sentence.indexOf(word); from >= 0; from = sentence.indexOf(word, from + 1)) {
    const to = from + word.length;
    const isWhole = !isWordCharacter(sentence[from - 1]) && !isWordCharacter(sentence[to]);
    const isFree = taken.every((range) => to <= range.from || from >= range.to);
    if (isWhole && isFree) return from;
  }
  return -1;
}
