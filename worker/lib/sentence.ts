/** `{name}`, or `{count|one prospect's word|the word for several}`. */
const BLANK = /\{(\w+)(?:\|([^{}|]*)\|([^{}|]*))?\}/g;

/**
 * Fills in the names in braces of a sentence: `{name}` by its value, `{count|ship|ships}` by its number and the word that
 * goes with it in English and Danish: the first for 1, the second for any other number.
 */
export const fillIn = (sentence: string, valueFor: (name: string) => string | number): string =>
  sentence.replace(BLANK, (_, name: string, one?: string, many?: string) => {
    const value = valueFor(name);
    if (one === undefined) return String(value);
    return `${value} ${String(value) === "1" ? one : many}`;
  });
