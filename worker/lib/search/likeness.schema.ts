/** Most characters of a text that is searched for. */
export const TEXT_LENGTH = 64;

/** A text without case and accents; Danish letters as they are typed without them. */
export function folded(text: string): string {
  const lower = text.toLowerCase();
  // Most names have nothing else to fold.
  if (/^\p{ASCII}*$/u.test(lower)) return lower;
  return lower.replaceAll("æ", "ae").replaceAll("ø", "o").normalize("NFKD").replace(/\p{M}/gu, "");
}

/** The folded words of a text; one of signs alone is its own word. */
export function wordsOf(text: string): string[] {
  const plain = folded(text);
  return plain.match(/[\p{L}\p{N}]+/gu) ?? (plain.trim() ? [plain.trim()] : []);
}

/** The typos that a word may have. */
const typosIn = (word: string) => Math.floor(word.length / 4);

/**
 * The fewest letters that are wrong, missing, too many or swapped between a word and the beginning of another.
 * https://en.wikipedia.org/wiki/Damerau-Levenshtein_distance#Optimal_string_alignment_distance
 */
function typosBetween(word: string, other: string): number {
  let [before, last] = [[] as number[], Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= word.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const isSame = word[i - 1] === other[j - 1];
      const isSwapped = i > 1 && j > 1 && word[i - 1] === other[j - 2] && word[i - 2] === other[j - 1];
      row[j] = Math.min(
        (last[j] as number) + 1,
        (row[j - 1] as number) + 1,
        (last[j - 1] as number) + Number(!isSame),
        isSwapped ? (before[j - 2] as number) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [before, last] = [last, row];
  }
  return Math.min(...last);
}

/** How much a typed word is like one of a name; 0 where it is not. */
function likenessOfWord(word: string, other: string): number {
  if (word === other) return 8;
  if (other.startsWith(word)) return 6;
  if (other.includes(word)) return 4;
  const most = typosIn(word);
  if (most === 0 || Math.abs(other.length - word.length) > most + other.length / 2) return 0;
  const typos = typosBetween(word, other);
  return typos <= most ? 3 - typos / (most + 1) : 0;
}

/**
 * How much a name is like typed words: all of it most, then the beginning of it, of its words, parts of them, and words
 * with one typo in four letters. Null where it lacks a word.
 */
export function likeness(typed: readonly string[], name: string): number | null {
  const words = wordsOf(name);
  const [all, text] = [words.join(" "), typed.join(" ")];
  if (all === text) return 30;
  const each = typed.map((word) =>
    words.reduce((most, other) => Math.max(most, likenessOfWord(word, other)), 0),
  );
  if (each.some((value) => value === 0)) return all.includes(text) ? 4 : null;
  return each.reduce((sum, value) => sum + value, 0) / each.length + (all.startsWith(text) ? 10 : 0);
}

/** The parts of at least three letters into which a word is cut, so that a typo leaves some of them intact. */
function cut(word: string, into: number): string[] {
  const letters = [...word];
  const size = Math.max(3, Math.floor(letters.length / into));
  const starts = Array.from({ length: Math.floor(letters.length / size) }, (_, at) => at * size);
  return [...new Set([...starts, letters.length - size].map((at) => letters.slice(at, at + size).join("")))];
}

/** Most letters of a word whose neighbours are swapped to find it. */
const SWAPPED_IN = 12;

/** The word with two neighbours swapped, in every place. */
function swapsOf(word: string): string[] {
  const letters = [...word];
  if (letters.length > SWAPPED_IN) return [];
  return letters.slice(1).map((letter, at) =>
    letters
      .with(at, letter)
      .with(at + 1, letters[at] as string)
      .join(""),
  );
}

/** Texts of which a word has one that was typed with one typo; none for a word too short for one. */
export const piecesOf = (word: string): string[] =>
  typosIn(word) === 0 ? [] : [...cut(word, 2), ...swapsOf(word)];

/** The same for as many typos as a long word may have; smaller, so that more words have them. */
export const smallPiecesOf = (word: string): string[] =>
  typosIn(word) < 2 ? [] : cut(word, typosIn(word) + 1);

const MOST_SPELLINGS = 16;
const SPELLINGS = [
  ["ae", "æ"],
  ["oe", "ø"],
  ["aa", "å"],
  ["o", "ø"],
  ["a", "å"],
  ["e", "é"],
  ["u", "ü"],
  ["o", "ö"],
  ["a", "ä"],
  ["e", "ë"],
] as const;

/** Letters that are found without their accents in every name. */
export const ACCENTED = SPELLINGS.map(([, letter]) => letter).join("");

/** A folded text in some of the ways in which it may be written with Danish letters and accents, first as it is. */
export function spellingsOf(text: string): string[] {
  const all = new Set([text]);
  for (const [plain, letter] of SPELLINGS)
    for (const each of [...all]) if (all.size < MOST_SPELLINGS) all.add(each.replaceAll(plain, letter));
  return [...all];
}
