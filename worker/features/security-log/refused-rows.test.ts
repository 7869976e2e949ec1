import { expect, it } from "vitest";
import { type Answer, backgroundDone, call, value } from "../../testing/world.ts";
import {
  authenticator,
  firstStep,
  memberWithPassword,
  outcomeOf,
  secondStep,
} from "../second-factor/testing/second-factor.factory.ts";

/** All rows that a request wrote, including those after its answer. */
async function rowsOf(request: () => Promise<Answer>): Promise<[string, number]> {
  const answer = await request();
  await backgroundDone();
  return [outcomeOf(answer)[1], answer.meter.rowsWritten];
}

const logged = () => value<number>("select coalesce(sum(count), 0) from security_log");

it("a refused sign-in writes 3 rows at most in all, its entry in the security log included, and a notice 2 more", async () => {
  const { username } = await memberWithPassword();
  const seen: [string, number][] = [];
  for (const name of [username, username, username, username, username, username, "nobody", "nobody"])
    seen.push(
      await rowsOf(() => call("POST", "/api/login", { body: { username: name, password: "wrong-one" } })),
    );
  // The user is notified at the fifth.
  expect(seen.flatMap(([, rows], at) => (rows > 3 ? [[at + 1, rows]] : []))).toEqual([[5, 5]]);
  expect(new Set(seen.map(([code]) => code))).toEqual(new Set(["wrong_credentials", "too_many_attempts"]));
  expect(await logged()).toBe(seen.length);
});

it("a refused second step writes 2 rows at most in all, its entry in the security log included, and a notice 2 more", async () => {
  const { mona, username } = await memberWithPassword();
  await authenticator(mona);
  const { waiting } = await firstStep(username);
  await backgroundDone();
  const seen: [string, number][] = [];
  for (let tries = 1; tries <= 6; tries += 1)
    seen.push(await rowsOf(() => secondStep(waiting, { code: "000000" })));
  seen.push(await rowsOf(() => secondStep(waiting, { recoveryCode: "A".repeat(16) })));
  expect(seen.flatMap(([, rows], at) => (rows > 2 ? [[at + 1, rows]] : []))).toEqual([[5, 4]]);
  expect(await logged()).toBe(seen.length);
});
