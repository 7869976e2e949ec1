import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import type { SystemContext } from "../../lib/context.ts";
import { openDb, readBatch, type Statement } from "../../lib/db/client.ts";
import { AppError } from "../../lib/errors.ts";
import { stopClock } from "../../testing/clock.ts";
import { runs } from "../../testing/runs.ts";
import {
  type Answer,
  backgroundDone,
  type Caller,
  call,
  person,
  raw,
  rows,
  settings,
  value,
} from "../../testing/world.ts";
import {
  ACCOUNT_PRESSURE,
  type Attempt,
  admit,
  countAttempt,
  FIRST_WAIT,
  FREE_ATTEMPTS,
  MOST_WAIT,
  NETWORK_PRESSURE,
} from "./attempts.ts";
import { signIn } from "./sign-in.ts";
import { givePassword, inThrees, PASSWORD } from "./testing/auth.cases.ts";
import { type Device, openDevice, signDevice, whereOf } from "./visitor.ts";

const HOME = "198.51.100.1";
/** The start of an hour, in which attempts are counted. */
const HOUR = Date.parse("2026-03-01T12:00:00.000Z");

stopClock();
let owner: Caller;
let username: string;
beforeEach(async () => {
  owner = await person("officer", 1, "Vega Rook");
  await givePassword(owner);
  username = await value("select username from users where id = ?", owner.userId);
});

const contextAt = (time: number): SystemContext => ({
  db: openDb(raw.DB, "first-primary").db,
  env: settings(),
  now: new Date(time),
  language: "en",
});

type Outcome = "in" | "wrong" | { wait: number };

/**
 * Counts many attempts at the start of an hour in few trips, which must all have to wait.
 * @returns the seconds that each waits
 */
async function waitsOf(tried: readonly Attempt[]): Promise<number[]> {
  const context = contextAt(HOUR);
  const waits: number[] = [];
  for (let start = 0; start < tried.length; start += 50) {
    const statements = tried.slice(start, start + 50).flatMap((each) => countAttempt(context, each));
    const results: unknown[] = await readBatch(context.db, statements as unknown as [Statement]);
    for (let at = 0; at < results.length; at += 2) {
      const [counted, waiting] = results.slice(at, at + 2) as [never, never];
      try {
        admit(counted, waiting, context.now);
        waits.push(0);
      } catch (error) {
        waits.push((error as AppError).extra.retryAfterSeconds ?? Number.NaN);
      }
    }
  }
  return waits;
}

/** Tries to sign in at a time. @returns its outcome, or the seconds to wait */
async function attempt(
  time: number,
  from: string,
  password: string,
  { name = username, device = null }: { name?: string; device?: Device | null } = {},
): Promise<Outcome> {
  const visitor = { ...whereOf(from), userAgent: null, replaces: null, device };
  try {
    await signIn(contextAt(time), { username: name, password }, visitor);
    return "in";
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === "wrong_credentials") return "wrong";
    return { wait: error.extra.retryAfterSeconds ?? Number.NaN };
  }
}

const deviceOf = (userId: number, time = HOUR) => {
  const keys = settings().SECRETS_KEYS;
  const now = new Date(time);
  return openDevice(keys, signDevice(keys, null, userId, now), now);
};

const address = (at: number) => `203.0.${at >> 8}.${at & 255}`;

const over = (from: string, password: string, cookie?: string): Promise<Answer> =>
  call("POST", "/api/login", {
    body: { username, password },
    headers: { "CF-Connecting-IP": from, ...(cookie ? { Cookie: cookie } : {}) },
  });
const deviceCookie = (answer: Answer) =>
  /device=[^;]+/.exec(answer.headers.getSetCookie().join("\n"))?.[0] ?? "";

describe("guessing passwords from many addresses or for many accounts", () => {
  it("lets the owner of an account that 1,000 addresses attack sign in after one wait, on a known device at once", async () => {
    let looked = 0;
    for (let at = 0; at < ACCOUNT_PRESSURE + 5; at++)
      if ((await attempt(HOUR, address(at), "guess")) === "wrong") looked += 1;
    expect(looked).toBe(ACCOUNT_PRESSURE);
    const others = Array.from({ length: 1_000 - looked - 5 }, (_, at): Attempt => {
      return { kind: "password", at: { name: username }, from: address(looked + 5 + at) };
    });
    expect(new Set(await waitsOf(others))).toEqual(new Set([FIRST_WAIT]));
    expect(await attempt(HOUR, HOME, PASSWORD, { device: deviceOf(owner.userId) })).toBe("in");
    expect(await attempt(HOUR, HOME, PASSWORD)).toEqual({ wait: FIRST_WAIT });
    const after = HOUR + FIRST_WAIT * 1_000;
    for (let at = 500; at < 505; at++) expect(await attempt(after, address(at), "guess")).toBe("wrong");
    expect(await attempt(after, HOME, PASSWORD)).toBe("in");
    // From here on each guess from this address waits twice as long as the one before.
    expect(await attempt(after, address(500), PASSWORD)).toEqual({ wait: FIRST_WAIT });
  });

  it("slows down one address that tries 1,000 accounts, but no user there on a known device", async () => {
    await raw.DB.prepare(
      `insert into users (organization_id, username, display_name, sign_in_name, password_hash, created_at, updated_at)
       with recursive n(v) as (select 1 union all select v + 1 from n where v < 1000)
       select 1, 'pilot' || v, 'Pilot', 'pilot' || v, password_hash, '', '' from n, users where users.id = ?`,
    )
      .bind(owner.userId)
      .run();
    const guess = (time: number, at: number) => attempt(time, HOME, "guess", { name: `pilot${at}` });
    for (let at = 1; at <= NETWORK_PRESSURE; at++) expect(await guess(HOUR, at)).toBe("wrong");
    const others = Array.from({ length: 1_000 - NETWORK_PRESSURE }, (_, at): Attempt => {
      return { kind: "password", at: { name: `pilot${NETWORK_PRESSURE + 1 + at}` }, from: HOME };
    });
    const waits = await waitsOf(others);
    expect([waits.length, waits[0], waits[1], Math.max(...waits)]).toEqual([
      1_000 - NETWORK_PRESSURE,
      FIRST_WAIT,
      2 * FIRST_WAIT,
      MOST_WAIT,
    ]);
    const minute = HOUR + 60_000;
    let looked = 0;
    for (let at = NETWORK_PRESSURE + 1; at < NETWORK_PRESSURE + 20; at++)
      if ((await guess(minute, at)) === "wrong") looked += 1;
    expect(looked).toBe(60 / FIRST_WAIT);
    expect(await attempt(HOUR, HOME, PASSWORD, { device: deviceOf(owner.userId) })).toBe("in");
    expect(await attempt(HOUR, HOME, PASSWORD)).toEqual({ wait: MOST_WAIT });
    expect(await attempt(HOUR + MOST_WAIT * 1_000, HOME, PASSWORD)).toBe("in");
    expect(await attempt(HOUR, "198.51.100.2", PASSWORD)).toBe("in");
  });

  it("gets few guesses in any order and at any pace, and never locks the owner out", async () => {
    const step = fc.oneof(
      { weight: 4, arbitrary: fc.record({ guess: fc.nat(6), times: fc.integer({ min: 1, max: 5 }) }) },
      { weight: 2, arbitrary: fc.constant("burst" as const) },
      { weight: 2, arbitrary: fc.constantFrom("known" as const, "new place" as const) },
      { weight: 3, arbitrary: fc.record({ seconds: fc.integer({ min: 1, max: 900 }) }) },
    );
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
        // Each run has a separate day, and each attacker a separate network.
        let time = HOUR + ++run * 24 * 3_600_000;
        let places = 0;
        const guesses = new Map<string, number>();
        const guess = async (at: number) => {
          const outcome = await attempt(time, address(at), "guess");
          const pair = `${at} ${Math.floor(time / 3_600_000)}`;
          if (outcome === "wrong") guesses.set(pair, (guesses.get(pair) ?? 0) + 1);
        };
        for (const each of steps) {
          if (each === "burst") for (let at = 10; at < 10 + ACCOUNT_PRESSURE + 2; at++) await guess(at);
          else if (each === "known") {
            expect(await attempt(time, HOME, PASSWORD, { device: deviceOf(owner.userId, time) })).toBe("in");
          } else if (each === "new place") {
            const place = `192.0.${places++}.1`;
            const first = await attempt(time, place, PASSWORD);
            if (typeof first === "object") {
              expect(first.wait).toBeLessThanOrEqual(FIRST_WAIT);
              time += first.wait * 1_000;
              expect(await attempt(time, place, PASSWORD)).toBe("in");
            } else expect(first).toBe("in");
          } else if ("seconds" in each) time += each.seconds * 1_000;
          else for (let turn = 0; turn < each.times; turn++) await guess(each.guess);
        }
        // 5 at once, then after 5, 10, 20, … 640, 900, 900 seconds.
        expect(Math.max(0, ...guesses.values())).toBeLessThanOrEqual(FREE_ATTEMPTS.password + 10);
      }),
      runs(2, 6),
    );
  });
});

describe("wrong passwords", () => {
  it("make each attempt after five wait twice as long as the one before, in parallel too, and the answer says how long", async () => {
    const answers = await inThrees(8, () => over("192.0.2.1", "guess"));
    const codes = answers.map(({ text }) => JSON.parse(text).code as string).sort();
    expect(codes).toEqual([...Array(3).fill("too_many_attempts"), ...Array(5).fill("wrong_credentials")]);
    const refused = await over("192.0.2.1", PASSWORD);
    expect(JSON.parse(refused.text)).toMatchObject({
      status: 429,
      detail: "Too many attempts. Wait 5 s and try again.",
    });
    expect([refused.headers.get("Retry-After"), refused.meter.rowsWritten]).toEqual(["5", 0]);
    let time = HOUR;
    for (let turn = 0; turn < FREE_ATTEMPTS.password; turn++)
      expect(await attempt(time, HOME, "guess")).toBe("wrong");
    for (const wait of [5, 10, 20, 40, 80, 160, 320, 640, 900]) {
      expect(await attempt(time + wait * 1_000 - 1, HOME, PASSWORD)).toEqual({ wait: 1 });
      time += wait * 1_000;
      expect(await attempt(time, HOME, "guess")).toBe("wrong");
    }
    expect(await attempt(HOUR + 3_600_000, HOME, PASSWORD)).toBe("in");
  });

  it("are reset after the right password, are counted by IPv6 network, and are stored without names", async () => {
    for (let turn = 1; turn < FREE_ATTEMPTS.password; turn++) await attempt(HOUR, "2001:db8:0:7::1", "guess");
    expect(await attempt(HOUR, "2001:db8:0:7:ffff::2", PASSWORD)).toBe("in");
    for (let turn = 0; turn < FREE_ATTEMPTS.password; turn++)
      expect(await attempt(HOUR, "2001:db8:0:7:1:2:3:4", "guess")).toBe("wrong");
    expect(await attempt(HOUR, "2001:db8:0:7::1", PASSWORD)).toEqual({ wait: 5 });
    expect(await attempt(HOUR, "2001:db8:0:8::1", PASSWORD)).toBe("in");
    const stored = JSON.stringify(await rows("select * from attempts"));
    expect(stored).toContain("password:");
    expect(stored).not.toMatch(new RegExp(`${username}|2001:db8`));
  });

  it("notify the owner once an hour with their number and place, and each writes 3 rows at most", async () => {
    const notices = () =>
      rows("select user_id, kind, json_extract(details, '$.count') as count from notices");
    for (let at = 1; at < FREE_ATTEMPTS.password; at++)
      expect((await over(`192.0.2.${at}`, "guess")).meter.rowsWritten).toBeLessThanOrEqual(3);
    await backgroundDone();
    expect(await notices()).toEqual([]);
    for (let at = 0; at < 6; at++) await over(`203.0.113.${at}`, "guess");
    await backgroundDone();
    expect(await notices()).toEqual([{ user_id: owner.userId, kind: "auth.attempts", count: 10 }]);
    const [notice] = await owner.ok<{ text: string; opens: string }[]>("GET", "/api/user/notices");
    expect(notice?.text).toContain("10 wrong passwords were tried");
    expect(notice?.text).toContain("203.0.113.0/24");
  });
});

describe("a device on which its user signed in before", () => {
  it("is recognized by a signed cookie, sends no notice, and costs 4 rows to sign in on", async () => {
    const first = await over(HOME, PASSWORD);
    const cookie = deviceCookie(first);
    expect(first.headers.getSetCookie().join("\n")).toMatch(
      /device=[\w-]+\.[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax/,
    );
    expect(await value("select count(*) from notices")).toBe(0);
    const again = await over(HOME, PASSWORD, cookie);
    // The first notice of an organization also writes the row of its topic.
    await over("203.0.113.8", PASSWORD);
    const elsewhere = await over("203.0.113.9", PASSWORD);
    expect([again.meter.rowsWritten, elsewhere.meter.rowsWritten]).toEqual([4, 6]);
    const [notice] = await owner.ok<{ text: string }[]>("GET", "/api/user/notices");
    expect(notice?.text).toMatch(/new device: .+203\.0\.113\.0\/24\. If that was not you/);
    expect(await value("select count(*) from notices")).toBe(2);
  });

  it("is not recognized with an altered cookie, one of another deployment or user, or after a change of the password", async () => {
    const now = new Date(HOUR);
    const keys = settings().SECRETS_KEYS;
    const cookie = signDevice(keys, null, owner.userId, now);
    const [text = "", signature = ""] = cookie.split(".");
    const forged = Buffer.from(
      JSON.stringify({ id: "A".repeat(22), users: [{ userId: owner.userId, at: now.toISOString() }] }),
    ).toString("base64url");
    const other = `other:${Buffer.alloc(32, 99).toString("base64")}`;
    for (const wrong of [undefined, "", text, `${text}.`, `${forged}.${signature}`, `.${signature}`])
      expect([wrong, openDevice(keys, wrong, now)]).toEqual([wrong, null]);
    expect(openDevice(other, cookie, now)).toBeNull();
    expect(openDevice(`${other},${keys}`, cookie, now)).not.toBeNull();
    const late = new Date(HOUR + 401 * 24 * 3_600_000);
    expect(openDevice(keys, cookie, late)?.users).toEqual([]);

    for (let turn = 0; turn < FREE_ATTEMPTS.password; turn++) await attempt(HOUR, HOME, "guess");
    const waits = { wait: FIRST_WAIT };
    const stranger = await person("member");
    expect(await attempt(HOUR, HOME, PASSWORD, { device: deviceOf(stranger.userId) })).toEqual(waits);
    const shared = openDevice(keys, signDevice(keys, deviceOf(stranger.userId), owner.userId, now), now);
    expect(shared?.users.map(({ userId }) => userId)).toEqual([owner.userId, stranger.userId]);
    expect(await attempt(HOUR, HOME, PASSWORD, { device: shared })).toBe("in");
    await raw.DB.prepare("update users set devices_since = ? where id = ?")
      .bind(new Date(HOUR + 1).toISOString(), owner.userId)
      .run();
    expect(await attempt(HOUR, HOME, PASSWORD, { device: shared })).toEqual(waits);
  });

  it("waits only for its own wrong passwords, which send no notice", async () => {
    const device = deviceOf(owner.userId);
    for (let turn = 0; turn < FREE_ATTEMPTS.password; turn++)
      expect(await attempt(HOUR, HOME, "guess", { device })).toBe("wrong");
    expect(await attempt(HOUR, HOME, PASSWORD, { device })).toEqual({ wait: FIRST_WAIT });
    expect(await attempt(HOUR, HOME, PASSWORD)).toBe("in");
    expect(await value("select count(*) from attempts where key like 'wrong:%'")).toBe(0);
  });
});
