import { expect, it } from "vitest";
import { sendRequests } from "./testing/fuzz/run.ts";
import { raw } from "./testing/world.ts";

/** Requests to one organization; the next ones go to a new one. */
const ROUND = 300;
/** As `npm run fuzz -- --seed … --runs …` asks for it. */
const { seed, runs } = JSON.parse(String(raw["TEST_FUZZ"])) as { seed: number; runs: number };

const rounds = Array.from({ length: Math.ceil(runs / ROUND) }, (_, at) => at);

it.each(rounds)("no request of any shape by anybody breaks a promise, round %i", async (round) => {
  const count = Math.min(ROUND, runs - round * ROUND);
  const { faults, statuses, refusedAlways } = await sendRequests(seed + round, count);
  console.info(
    `seed ${seed + round}: ${JSON.stringify(statuses)}, always refused: ${refusedAlways.join(", ")}`,
  );
  expect(faults).toEqual([]);
  // Enough of them get as far as to be answered.
  const answered = Object.entries(statuses).reduce(
    (sum, [status, n]) => sum + (Number(status) < 400 ? n : 0),
    0,
  );
  expect(answered).toBeGreaterThan(count / 10);
});
