import { raw } from "./database.ts";

/** What `npm run fuzz -- --seed N --runs N` asks for; the tests have the same seed in each run, and few runs. */
export const FUZZ = JSON.parse(String(raw["TEST_FUZZ"])) as { seed: number; runs: number; isFull: boolean };

/**
 * How often a property that asks the database is tried: `few` times in `npm test`, always with the same cases, and `all`
 * times in `npm run fuzz`, with the seed that it prints.
 */
export const runs = (few: number, all: number) => ({ seed: FUZZ.seed, numRuns: FUZZ.isFull ? all : few });
