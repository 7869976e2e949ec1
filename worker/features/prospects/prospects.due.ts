import { type SQL, sql } from "drizzle-orm";

/**
 * Deadlines in the full-text index. The minute of a deadline, as nine octal digits, is written there as nine
 * words: its first digit, its first two, and so on. So any stretch of time is a handful of words, and a
 * search among those that are due reads nobody who is not.
 */

/** Octal digits of a minute since 1970: enough until the year 2225. */
const DIGITS = 9;
/** Both halves of a value become one ideograph each, so that a word is three characters: one trigram. */
const HALF = 14;
const BASE = 0x4e00;

const shiftOf = (level: number) => 3 * (DIGITS - 1 - level);

/** The SQL of a column's words; null where it is null. */
export function dueFacets(column: string): SQL {
  const minute = `max(0, unixepoch(${column}) / 60)`;
  const words = Array.from({ length: DIGITS }, (_, level) => {
    const value = `(${minute} >> ${shiftOf(level)})`;
    return `char(${48 + level}, ${BASE} + (${value} >> ${HALF}), ${BASE} + (${value} & ${(1 << HALF) - 1}))`;
  });
  return sql.raw(`case when ${column} is not null then ${words.join(" || ")} end`);
}

const wordOf = (level: number, value: number) =>
  String.fromCharCode(48 + level, BASE + (value >> HALF), BASE + (value & ((1 << HALF) - 1)));

/**
 * The words of which everybody due from the minute `from` to the minute `to` has exactly one, both included;
 * minutes since 1970. At most 7 for each digit and end.
 */
export function dueWords(from: number, to: number): string[] {
  const words: string[] = [];
  const end = Math.min(to, 8 ** DIGITS - 1) + 1;
  for (let at = Math.max(0, from); at < end; ) {
    // The largest block of minutes that begins here and ends in time.
    let level = DIGITS - 1;
    while (level > 0 && at % 8 ** (DIGITS - level) === 0 && at + 8 ** (DIGITS - level) <= end) level--;
    words.push(wordOf(level, Math.floor(at / 8 ** (DIGITS - 1 - level))));
    at += 8 ** (DIGITS - 1 - level);
  }
  return words;
}
