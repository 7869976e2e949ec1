import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openDb } from "../../lib/db/client.ts";
import { readEnv } from "../../lib/env.ts";
import type { Feature } from "../../lib/feature.ts";
import { write } from "../../lib/guard.ts";
import { NotDelivered, type Outgoing } from "../../lib/outgoing/channels.ts";
import { type Caller, person, raw, rows, value } from "../../testing/world.ts";
import { deleteUndelivered, deliverAll, deliverDue } from "./deliver.ts";
import { giveAddress, MAIL, switchMail } from "./testing/notices.factory.ts";

const title = { en: "A beacon", da: "Et fyr" };
const TEXTS = {
  "beacon.lit": { title, opens: { page: "/a" }, en: "{name} is lit.", da: "{name} er tændt." },
  "beacon.lost": { title, to: "prospects.read", opens: { page: "/a" }, en: "{name}.", da: "{name}!" },
  "beacon.stolen": { title, isSafety: true, opens: { page: "/a" }, en: "{name}.", da: "{name}!" },
} as const;

let one: Caller;
let two: Caller;
/** Messages that the fake service accepted. */
let sent: Outgoing[] = [];
const taken = (message: Outgoing) => void sent.push(message);
const words = () => sent.map(({ items: told }) => told.map(({ details }) => details["name"]).join(" "));

beforeEach(async () => {
  sent = [];
  one = await person("member");
  two = await person("member");
  for (const each of [one, two]) await giveAddress(each, `${each.userId}@example.org`);
  await switchMail(true);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const at = (time: string) => vi.setSystemTime(new Date(time));
const contextOf = (db = openDb(raw.DB, "first-primary").db) => ({
  ...{ db, env: readEnv({ ...raw, ...MAIL }), now: new Date(), language: "en" as const },
});
const delivery = (mail: (message: Outgoing) => unknown = taken, features: readonly Feature[] = []) => ({
  texts: TEXTS,
  features,
  channels: { mail: async (_: unknown, message: Outgoing) => void (await mail(message)) },
});
const upkeep = () => write(contextOf().db, [deleteUndelivered(contextOf())]);
const deliver = (mail?: (message: Outgoing) => unknown) => deliverDue(contextOf(), 1, delivery(mail));

/** Puts a message into the outbox, as a change does. */
const queue = (name: string, { kind = "beacon.lit", pace = "now", to = one } = {}) =>
  raw.DB.prepare(
    `insert into outbox (organization_id, id, channel, user_id, kind, details, pace, next_try_at, created_at)
     values (1, ?1, 'mail', ?2, ?3, json_object('name', ?1), ?4, ?5, ?5)`,
  )
    .bind(name, to.userId, kind, pace, new Date().toISOString())
    .run();
const waiting = () => value<number>("select count(*) from outbox");
const hours = (quietFrom: number | null, quietTo: number | null, timeZone = "Europe/Copenhagen") =>
  raw.DB.prepare("insert into notice_hours (user_id, time_zone, quiet_from, quiet_to) values (?, ?, ?, ?)")
    .bind(one.userId, timeZone, quietFrom, quietTo)
    .run();
const nextTry = async () =>
  (await rows<{ next_try_at: string }>("select next_try_at from outbox"))[0]?.next_try_at;

describe("a summary", () => {
  it("is one message of all since the last one, at 8:00 of the receiver's zone", async () => {
    await hours(null, null);
    for (const [name, time] of [
      ["a", "2026-11-26T08:00:00Z"],
      ["b", "2026-11-26T20:00:00Z"],
      ["c", "2026-11-27T06:30:00Z"],
    ] as const) {
      at(time);
      await queue(name, { pace: "daily" });
      await deliver();
    }
    await queue("other", { to: two });
    at("2026-11-27T06:59:00Z");
    await deliver();
    expect(words()).toEqual(["other"]);
    at("2026-11-27T07:00:00Z");
    await deliver();
    expect(words()).toEqual(["other", "a b c"]);
    expect(await waiting()).toBe(0);
  });

  it("of a day begins with what needs its receiver then, by what they may do; no other message does", async () => {
    const asks = (kind: string, to: "events.read" | "admin.system") => ({
      ...{ kind, to, opens: "/", opensMany: "/", many: title, one: { en: `${kind} asks.`, da: "" } },
      select: () => sql`select '{}' as details, null as since, null as due_at where ${kind} <> 'done'`,
    });
    const needs = [asks("beacon", "events.read"), asks("done", "events.read"), asks("tower", "admin.system")];
    at("2026-11-26T09:00:00Z");
    await queue("now");
    await queue("daily", { pace: "daily" });
    await deliverDue(contextOf(), 1, delivery(taken, [{ needs }]));
    at("2026-11-27T08:00:00Z");
    await deliverDue(contextOf(), 1, delivery(taken, [{ needs }]));
    expect(words()).toEqual(["now", "daily"]);
    expect(sent.map((message) => message.needs)).toEqual([[], ["beacon asks."]]);
  });

  it("of a week is due on Monday", async () => {
    await hours(null, null);
    at("2026-11-26T08:00:00Z");
    await queue("a", { pace: "weekly" });
    await deliver();
    expect(await nextTry()).toBe("2026-11-30T07:00:00.000Z");
  });

  it("contains events of a week before, which no upkeep deletes", async () => {
    await hours(null, null);
    at("2026-11-23T08:00:00Z");
    for (const pace of ["daily", "weekly"]) await queue(pace, { pace });
    at("2026-11-24T06:59:00Z");
    await upkeep();
    at("2026-11-24T07:00:00Z");
    await deliver();
    at("2026-11-30T03:30:00Z");
    await upkeep();
    at("2026-11-30T07:00:00Z");
    await deliver();
    expect(words()).toEqual(["daily", "weekly"]);
  });

  it("omits notices that its receiver may no longer read", async () => {
    await hours(null, null);
    const officer = await person("officer");
    await giveAddress(officer, "officer@example.org");
    await raw.DB.prepare("update notice_hours set user_id = ?").bind(officer.userId).run();
    at("2026-11-26T08:00:00Z");
    await queue("secret", { kind: "beacon.lost", pace: "daily", to: officer });
    await queue("open", { pace: "daily", to: officer });
    await raw.DB.prepare(
      "update members set role_id = (select role_id from members where user_id = ?) where user_id = ?",
    )
      .bind(one.userId, officer.userId)
      .run();
    at("2026-11-27T07:00:00Z");
    await deliver();
    expect([words(), await waiting()]).toEqual([["open"], 0]);
  });
});

describe("quiet hours", () => {
  it("postpone a message until they end, and no other user's", async () => {
    await hours(22 * 60, 7 * 60);
    at("2026-11-26T22:30:00Z");
    await queue("mine");
    await queue("theirs", { to: two });
    await deliver();
    expect([words(), await nextTry()]).toEqual([["theirs"], "2026-11-27T06:00:00.000Z"]);
    at("2026-11-27T06:00:00Z");
    await deliver();
    expect(words()).toEqual(["theirs", "mine"]);
  });

  it("do not delay messages about the safety of the account", async () => {
    await hours(22 * 60, 7 * 60);
    at("2026-11-26T22:30:00Z");
    await queue("stolen", { kind: "beacon.stolen" });
    await deliver();
    expect(words()).toEqual(["stolen"]);
  });
});

it("a kind that its receiver switched off after it was queued is not sent, unless it is about safety", async () => {
  for (const kind of ["beacon.lit", "beacon.stolen"])
    await raw.DB.prepare(
      "insert into notice_settings (user_id, kind, channel, pace) values (?, ?, 'mail', 'off')",
    )
      .bind(one.userId, kind)
      .run();
  await queue("mine");
  await queue("theirs", { to: two });
  await queue("stolen", { kind: "beacon.stolen" });
  expect(await deliver()).toMatchObject({ sent: 2, failed: 0 });
  expect([words().sort(), await waiting()]).toEqual([["stolen", "theirs"], 0]);
});

describe("a crash during delivery", () => {
  /** A client of the database whose statement of a number fails, before or after it was executed. */
  function crashing(number: number, when: "before" | "after") {
    const { db } = openDb(raw.DB, "first-primary");
    let count = 0;
    const wrap =
      (name: "run" | "all") =>
      (...args: never[]) => {
        count += 1;
        const begin = () => (db[name] as (...args: never[]) => Promise<unknown>)(...args);
        if (count !== number) return begin();
        const crash = new Error("crashed");
        return when === "before"
          ? Promise.reject(crash)
          : Promise.resolve(begin()).then(() => Promise.reject(crash));
      };
    const client = new Proxy(db, {
      get: (target, name) => (name === "run" || name === "all" ? wrap(name) : Reflect.get(target, name)),
    });
    return { client, made: () => count };
  }

  /** Delivers the rest, after all leases and waits have ended. */
  async function recover() {
    for (let tries = 0; tries < 5 && (await waiting()) > 0; tries++) {
      vi.setSystemTime(Date.now() + 13 * 3_600_000);
      await deliver();
    }
  }

  it.each(["before", "after"] as const)(
    "%s any statement of the database sends each message once, or again if it may have been sent",
    async (when) => {
      let repeated = 0;
      for (let number = 1; ; number++) {
        sent = [];
        await queue("a");
        await queue("b", { to: two });
        const { client, made } = crashing(number, when);
        await deliverDue(contextOf(client), 1, delivery()).catch(() => undefined);
        const before = new Set(sent.map(({ key }) => key));
        await recover();
        expect([number, await waiting(), [...new Set(sent.map(({ key }) => key))].sort()]).toEqual([
          number,
          0,
          ["a", "b"],
        ]);
        const again = sent.filter(
          (message, place) => sent.findIndex(({ key }) => key === message.key) < place,
        );
        repeated += again.length;
        for (const { key, mayBeOut } of again)
          expect([number, before.has(key), mayBeOut]).toEqual([number, true, true]);
        expect(sent.length).toBeLessThanOrEqual(4);
        if (made() < number) break;
      }
      // Lost writes hid some deliveries.
      expect(repeated > 0).toBe(when === "before");
    },
  );

  it.each([
    ["before it took the message", false, 1],
    ["after it took the message", true, 2],
  ] as const)("of the service %s is not known: the next attempt says so", async (_, takes, times) => {
    await queue("a");
    await deliver((message) => {
      if (takes) taken(message);
      throw new Error("crashed");
    });
    await recover();
    expect(sent.map(({ mayBeOut }) => mayBeOut)).toEqual(takes ? [false, true] : [true]);
    expect(sent).toHaveLength(times);
  });

  it("is distinguished from a refusal, after which the next attempt is like the first", async () => {
    await queue("a");
    await deliver(() => Promise.reject(new NotDelivered("refused")));
    await recover();
    expect(sent.map(({ key, mayBeOut }) => [key, mayBeOut])).toEqual([["a", false]]);
  });
});

it("1,000 messages to two receivers through a service that takes 5 in 5 seconds arrive once each", async () => {
  at("2026-11-26T12:00:00Z");
  await raw.DB.prepare(
    `insert into outbox (organization_id, id, channel, user_id, kind, details, next_try_at, created_at)
     with recursive n(value) as (select 1 union all select value + 1 from n where value < 1000)
     select 1, 'key' || value, 'mail', iif(value % 2, ?1, ?2), 'beacon.lit', json_object('name', value), ?3,
       strftime('%Y-%m-%dT%H:%M:%fZ', ?3, '+' || (value / 1000.0) || ' seconds') from n`,
  )
    .bind(one.userId, two.userId, new Date().toISOString())
    .run();
  let window = { from: 0, count: 0 };
  const service = (message: Outgoing) => {
    if (Date.now() >= window.from + 5_000) window = { from: Date.now(), count: 0 };
    if (window.count === 5)
      throw new NotDelivered("slow down", { retryAfter: (window.from + 5_000 - Date.now()) / 1000 });
    window.count += 1;
    taken(message);
  };
  const pause = async (seconds: number) => void vi.setSystemTime(Date.now() + seconds * 1000);
  const outcomes = new Set<string>();
  for (let run = 0; run < 10 && (await waiting()) > 0; run++) {
    outcomes.add((await deliverAll(contextOf(), 1, delivery(service), pause)).outcome);
    vi.setSystemTime(Date.now() + 5 * 60_000);
  }
  expect([sent.length, new Set(sent.map(({ key }) => key)).size, await waiting()]).toEqual([1000, 1000, 0]);
  expect(sent.some(({ mayBeOut }) => mayBeOut)).toBe(false);
  expect([...outcomes]).toEqual(["done"]);
});
