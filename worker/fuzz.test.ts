import { expect, it } from "vitest";
import { sendRequests } from "./testing/fuzz/run.ts";
import { FUZZ } from "./testing/runs.ts";

/** Requests to one organization; the next ones go to a new one. */
const ROUND = 300;
const { seed, runs } = FUZZ;

const rounds = Array.from({ length: Math.ceil(runs / ROUND) }, (_, at) => at);

it.each(rounds)("no generated request of any caller breaks a promise, round %i", async (round) => {
  const count = Math.min(ROUND, runs - round * ROUND);
  const { faults, statuses, refusedAlways } = await sendRequests(seed + round, count);
  console.info(
    `seed ${seed + round}: ${JSON.stringify(statuses)}, always refused: ${refusedAlways.join(", ")}`,
  );
  expect(faults).toEqual([]);
  // Checks that enough of them succeed.
  const answered = Object.entries(statuses).reduce(
    (sum, [status, n]) => sum + (Number(status) < 400 ? n : 0),
    0,
  );
  expect(answered).toBeGreaterThan(count / 10);
});
