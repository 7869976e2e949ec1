import { sql } from "drizzle-orm";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import type { SystemContext } from "../../lib/context.ts";
import { openDb } from "../../lib/db/client.ts";
import { AppError } from "../../lib/errors.ts";
import { stopClock } from "../../testing/clock.ts";
import { runs } from "../../testing/runs.ts";
import { Caller, call, person, raw, settings, value } from "../../testing/world.ts";
import * as factor from "../second-factor/index.ts";
import {
  authenticator,
  cookieOf,
  firstStep,
  noticesOf,
  secondStep,
} from "../second-factor/testing/second-factor.factory.ts";
import { CODES_A_DAY, FIRST_WAIT, FREE_ATTEMPTS } from "./attempts.ts";
import { finishSignIn } from "./sign-in.ts";
import { givePassword } from "./testing/auth.cases.ts";
import { type Device, openDevice, signDevice, whereOf } from "./visitor.ts";

const HOME = "198.51.100.1";
const DAY_MS = 24 * 3_600_000;
/** The start of a day, in which codes are counted. */
const DAY = Date.parse("2026-03-02T00:00:00.000Z");

stopClock();
let owner: Caller;
let codeAt: (time: number) => string;
let username: string;
let passwordHash: string;
beforeEach(async () => {
  owner = await person("officer", 1, "Vega Rook");
  await givePassword(owner);
  username = await value("select username from users where id = ?", owner.userId);
  const now = await authenticator(owner);
  codeAt = (time) => now(Math.floor(time / 30_000) - Math.floor(Date.now() / 30_000));
  passwordHash = await value("select password_hash from users where id = ?", owner.userId);
});

type Outcome = "in" | "wrong" | "refused" | { wait: number };

/** Starts a sign-in of the owner with the right password. */
async function begun(context: SystemContext) {
  const [row] = await factor.selectFactors(context.db, sql`u.id = ${owner.userId}`);
  if (!row) throw new Error("no such user");
  return factor.waitForSecondStep(context, factor.toFactors(row), passwordHash);
}

const contextAt = (time: number): SystemContext => ({
  db: openDb(raw.DB, "first-primary").db,
  env: settings(),
  now: new Date(time),
  language: "en",
});

/** Finishes a sign-in after the right password. @returns its outcome, or the seconds to wait */
async function attempt(
  time: number,
  from: string,
  code: string,
  device: Device | null = null,
): Promise<Outcome> {
  const context = contextAt(time);
  const { token } = await begun(context);
  try {
    await finishSignIn(
      context,
      token,
      { code },
      { ...whereOf(from), userAgent: null, device, replaces: null },
    );
    return "in";
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === "wrong_code") return "wrong";
    if (error.code === "codes_refused") return "refused";
    if (error.code === "too_many_codes") return { wait: error.extra.retryAfterSeconds ?? Number.NaN };
    throw error;
  }
}

/** Tries to finish a sign-in with a wrong code. */
const guess = (time: number, from: string) => attempt(time, from, "000000");
const address = (at: number) => `203.0.${at >> 8}.${at & 255}`;

function knownDevice(time: number) {
  const keys = settings().SECRETS_KEYS;
  const now = new Date(time);
  return openDevice(keys, signDevice(keys, null, owner.userId, now), now);
}

describe("guessing codes of an authenticator app with the right password", () => {
  it("from many networks is refused after the day's codes, but never in a session or on a device of the owner", async () => {
    const burst = await Promise.all(
      Array.from({ length: CODES_A_DAY + 30 }, (_, at) => guess(DAY, address(at))),
    );
    expect(burst.filter((each) => each === "wrong")).toHaveLength(CODES_A_DAY);
    expect(burst.filter((each) => each === "refused")).toHaveLength(30);
    expect(await attempt(DAY, HOME, codeAt(DAY))).toBe("refused");
    expect(await attempt(DAY, HOME, codeAt(DAY), knownDevice(DAY))).toBe("in");
    expect(await attempt(DAY + DAY_MS, HOME, codeAt(DAY + DAY_MS))).toBe("in");
    const body = { code: codeAt(Date.now()) };
    await raw.DB.prepare("update attempts set key = replace(key, ?, ?)")
      .bind(`:${Math.floor(DAY / DAY_MS)}:`, `:${Math.floor(Date.now() / DAY_MS)}:`)
      .run();
    expect((await owner.call("POST", "/api/user/confirm", { body })).status).toBe(204);
  });

  it("from one network delays no other network in a day", async () => {
    let [time, wrong] = [DAY, 0];
    while (time < DAY + DAY_MS) {
      const outcome = await guess(time, address(1));
      if (typeof outcome === "object") time += outcome.wait * 1_000;
      else wrong += 1;
    }
    // 5 at once, then after 5, 10, 20, … 640, 900, 900 seconds.
    expect(wrong).toBe(107);
    const late = DAY + DAY_MS - 60_000;
    expect(await attempt(late, HOME, codeAt(late))).toBe("in");
    expect(await noticesOf(owner)).toEqual([...Array(5).fill("second_factor_guessed")]);
  });

  it("gets few codes checked in any order and at any pace, and the owner on a known device never waits", async () => {
    const step = fc.oneof(
      { weight: 4, arbitrary: fc.record({ guess: fc.nat(6), times: fc.integer({ min: 1, max: 8 }) }) },
      { weight: 2, arbitrary: fc.constant("burst" as const) },
      { weight: 3, arbitrary: fc.constant("owner" as const) },
      { weight: 3, arbitrary: fc.record({ seconds: fc.integer({ min: 1, max: 4_000 }) }) },
    );
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
        let time = DAY + ++run * 2 * DAY_MS;
        let places = 10;
        const guesses = new Map<string, number>();
        const count = async (at: number) => {
          if ((await guess(time, address(at))) !== "wrong") return;
          const day = `${Math.floor(time / DAY_MS)}`;
          for (const key of [day, `${day} ${at} ${Math.floor(time / 3_600_000)}`])
            guesses.set(key, (guesses.get(key) ?? 0) + 1);
        };
        for (const each of steps) {
          if (each === "burst") await Promise.all(Array.from({ length: 50 }, () => count(places++)));
          else if (each === "owner") {
            // Each code is valid once.
            time += 60_000;
            expect(await attempt(time, HOME, codeAt(time), knownDevice(time))).toBe("in");
          } else if ("seconds" in each) time += each.seconds * 1_000;
          else for (let turn = 0; turn < each.times; turn++) await count(each.guess);
        }
        for (const [key, looked] of guesses)
          expect(looked).toBeLessThanOrEqual(key.includes(" ") ? FREE_ATTEMPTS.code + 10 : CODES_A_DAY);
      }),
      runs(2, 6),
    );
  });

  it("in a session or on a known device slows down only these, and notifies the owner", async () => {
    const device = knownDevice(DAY);
    for (let turn = 0; turn < FREE_ATTEMPTS.code; turn++)
      expect(await attempt(DAY, HOME, "000000", device)).toBe("wrong");
    expect(await attempt(DAY, HOME, codeAt(DAY), device)).toEqual({ wait: FIRST_WAIT });
    expect(await noticesOf(owner)).toEqual(["second_factor_guessed"]);
    expect(await attempt(DAY, HOME, codeAt(DAY), knownDevice(DAY))).toBe("in");
    const { waiting } = await firstStep(username);
    const thief = new Caller(cookieOf(await secondStep(waiting, { code: codeAt(Date.now()) }), "session"));
    const confirm = (caller: Caller) =>
      caller.call("POST", "/api/user/confirm", { body: { code: "000000" } });
    for (let turn = 0; turn < FREE_ATTEMPTS.code; turn++) expect((await confirm(thief)).status).toBe(400);
    expect([(await confirm(thief)).status, (await confirm(owner)).status]).toEqual([429, 400]);
    await raw.DB.prepare("update authenticators set last_step = 0").run();
    expect(await attempt(DAY, HOME, codeAt(DAY))).toBe("in");
  });

  it("counts nothing without the password", async () => {
    const { token } = await begun(contextAt(Date.now()));
    const [userId, endsAt, nonce] = token.split(".");
    const forged = [userId, endsAt, nonce, "A".repeat(43), "A".repeat(43)].join(".");
    const answer = await call("POST", "/api/login/second-factor", {
      body: { code: "000000" },
      headers: { Cookie: `waiting=${forged}` },
    });
    expect([answer.status, await value("select count(*) from attempts")]).toEqual([410, 0]);
  });

  it("under the name of a user's own counter does not slow down the password of their session", async () => {
    for (let at = 0; at < 30; at++)
      await call("POST", "/api/login", {
        body: { username: `user:${owner.userId}`, password: "guess" },
        headers: { "CF-Connecting-IP": address(at) },
      });
    const wrong = await owner.call("POST", "/api/user/confirm", { body: { password: "guess" } });
    expect(wrong.status).toBe(400);
  });
});
