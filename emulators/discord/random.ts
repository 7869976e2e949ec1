/** A deterministic source of numbers (mulberry32): the same seed gives the same guild on every machine. */
export interface Random {
  /** Returns a number from 0 up to, not including, 1. */
  next(): number;
  /** Returns a whole number from 0 up to, not including, `limit`. */
  below(limit: number): number;
  /** Returns one of the values; the list must not be empty. */
  pick<Value>(values: readonly Value[]): Value;
  chance(probability: number): boolean;
  /** Shuffles in place. */
  shuffle(values: unknown[]): void;
  /** Returns lower-case hexadecimal digits. */
  hex(length: number): string;
}

/** Makes the source of a seed; any number is a seed. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    next,
    below,
    pick(values) {
      const value = values[below(values.length)];
      if (value === undefined) throw new Error("nothing to pick from");
      return value;
    },
    chance: (probability) => next() < probability,
    shuffle(values) {
      for (let index = values.length - 1; index > 0; index -= 1) {
        const other = below(index + 1);
        [values[index], values[other]] = [values[other], values[index]];
      }
    },
    hex: (length) => Array.from({ length }, () => below(16).toString(16)).join(""),
  };
}
