import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FEATURES } from "../../features.ts";
import { openDb } from "../../lib/db/client.ts";
import { control } from "../../testing/discord.ts";
import { textOf } from "../../testing/discord-user.ts";
import { FUZZ } from "../../testing/runs.ts";
import { type Caller, freshDatabase, person, raw, rows, settings, value } from "../../testing/world.ts";
import { contract } from "../contracts/testing/contracts.factory.ts";
import { deliverAll, deliverDue, deliveryOf } from "../notices/deliver.ts";
import {
  asSaid,
  CHANNELS,
  choose,
  crashing,
  deliver,
  posted,
  postedTo,
  readyDiscord,
} from "./testing/announcements.factory.ts";

let member: Caller;
beforeEach(async () => {
  await readyDiscord();
  member = await person("member", 1, "Kira");
  await choose("contract.posted", "contracts");
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => vi.restoreAllMocks());

/** Adds announcements of a kind about a contract to the outbox. */
const queue = (kind: string, channel: keyof typeof CHANNELS, contractId: number, count = 1) =>
  raw.DB.prepare(
    `insert into outbox (organization_id, id, channel, user_id, target, kind, details, next_try_at, created_at)
     with recursive n(value) as (select 1 union all select value + 1 from n where value < ?)
     select 1, ? || value, 'discord', 0, ?, ?, json_object('id', ?, 'title', 'Haul ' || value, 'name', 'Kira'),
       '2026-01-01T00:00:00.000Z', strftime('%Y-%m-%dT%H:%M:%fZ', 'now') from n`,
  )
    .bind(count, kind, CHANNELS[channel], kind, `${contractId}`)
    .run();

/** A contract whose announcement is waiting. */
async function wait(): Promise<number> {
  const id = await contract({ title: "Haul", status: "posted" });
  await queue("contract.posted", "contracts", id);
  return id;
}

const dueIn = (database: D1Database) =>
  deliverDue(
    { db: openDb(database, undefined).db, env: settings(), now: new Date(), language: "en" },
    1,
    deliveryOf(FEATURES),
  );

describe("an announcement whose delivery is interrupted", () => {
  it("is posted once in the end, for an interruption at any call to the database", async () => {
    let steps = 0;
    for (let at = 1; ; at++) {
      for (const isAfter of [false, true]) {
        await freshDatabase();
        await readyDiscord();
        await choose("contract.posted", "contracts");
        await wait();
        const { database, calls } = crashing(at, isAfter);
        await dueIn(database).catch((error) => {
          if (calls() < at) throw error;
        });
        steps = calls();
        // Discord no longer knows the nonce by then.
        await control("clock/advance", { ms: 10 * 60_000 });
        await deliver(FEATURES);
        await deliver(FEATURES);
        const there = await posted("contracts");
        expect([at, isAfter, there.length, await rows("select id from outbox")]).toEqual([
          at,
          isAfter,
          1,
          [],
        ]);
        expect(await value("select message_id from posted_messages")).toBe(there[0]?.id);
      }
      if (steps < at) break;
    }
    expect(steps).toBeGreaterThan(3);
  });

  for (const [what, fault] of [
    ["Discord answers 500 and has posted it", { mode: "status", status: 500, carriedOut: true }],
    ["the connection is cut after it was posted", { mode: "lost" }],
    ["the connection is cut before", { mode: "reset" }],
    ["Discord answers garbage", { mode: "garbage", carriedOut: true }],
  ] as const)
    it(`is posted once: ${what}`, async () => {
      await control("messages/say", {
        channel: "contracts",
        userId: "1100000000000000099",
        content: "Hello",
      });
      await wait();
      await control("fail", { path: "/messages", method: "POST", times: 1, ...fault });
      await deliver(FEATURES);
      await control("clock/advance", { ms: 10 * 60_000 });
      await deliver(FEATURES);
      const [, only, ...others] = await posted("contracts");
      expect([others, await rows("select id from outbox")]).toEqual([[], []]);
      expect(only && textOf(asSaid(only))).toMatch(/^### \[Haul\](?!.*twice)/s);
    });

  it("is marked where the bot cannot see whether it is posted already", async () => {
    await wait();
    const everybody = "1100000000000000002";
    await control("channels/permit", { channel: "contracts", role: everybody, deny: String(1 << 16) });
    await control("channels/permit", {
      channel: "contracts",
      userId: "1100000000000000001",
      deny: String(1 << 16),
    });
    await control("fail", { path: "/messages", method: "POST", times: 1, mode: "lost" });
    await deliver(FEATURES);
    await control("clock/advance", { ms: 10 * 60_000 });
    await deliver(FEATURES);
    const texts = (await posted("contracts")).map((each) => textOf(asSaid(each)));
    expect(texts).toHaveLength(2);
    expect(texts.map((each) => each.includes("may be shown twice"))).toEqual([false, true]);
  });
});

describe("changes of a record", () => {
  it("are one edit with the last state when they come while Discord waits", async () => {
    const id = await wait();
    await deliver(FEATURES);
    await control("requests/clear", {});
    const rename = (title: string) =>
      raw.DB.prepare("update contracts set title = ? where id = ?").bind(title, id).run();
    for (const title of ["One", "Two", "Three"]) await rename(title);
    expect(await value("select count(*) from outbox")).toBe(1);
    await deliver(FEATURES);
    const requests = await control<{ method: string }[]>("requests?path=/messages");
    expect(requests.map(({ method }) => method)).toEqual(["PATCH"]);
    const [message] = await posted("contracts");
    expect(message && textOf(asSaid(message))).toContain("Three");
    await raw.DB.exec("update contracts set transfers = 1, updated_at = 'x'");
    expect(await rows("select id from outbox")).toEqual([]);
  });

  it("are not lost when they come during an edit of the card", async () => {
    const id = await wait();
    await deliver(FEATURES);
    await raw.DB.prepare("update contracts set title = 'Before' where id = ?").bind(id).run();
    let isChanged = false;
    const { fetch: send } = globalThis;
    vi.spyOn(globalThis, "fetch").mockImplementation(async (...given) => {
      if (!isChanged && given[1]?.method === "PATCH") {
        isChanged = true;
        await raw.DB.prepare("update contracts set title = 'Meanwhile' where id = ?").bind(id).run();
      }
      return send(...given);
    });
    await deliver(FEATURES);
    expect(isChanged).toBe(true);
    const [message] = await posted("contracts");
    expect(message && textOf(asSaid(message))).toContain("Meanwhile");
    await deliver(FEATURES);
    expect(await rows("select id from outbox")).toEqual([]);
  });

  it("write nothing without a posted card", async () => {
    const id = await contract({ title: "Quiet", status: "posted" });
    const { meta } = await raw.DB.prepare("update contracts set applications = 1 where id = ?")
      .bind(id)
      .run();
    expect([meta.rows_written, await rows("select id from outbox")]).toEqual([3, []]);
  });
});

/** Announcements of each of two channels; five hundred in `npm run fuzz`. */
const MANY = FUZZ.isFull ? 500 : 75;

describe("many announcements", () => {
  it("are sent at Discord's pace, none lost and none twice", async () => {
    await choose("contract.accepted", "operations");
    await choose("contract.paid", "contracts");
    await control("limit/reset", {});
    const id = await contract({ title: "Haul", status: "posted" });
    await queue("contract.accepted", "operations", id, MANY);
    await queue("contract.paid", "contracts", id, MANY);
    const db = openDb(raw.DB, "first-primary").db;
    const context = { db, env: settings(), now: new Date(), language: "en" } as const;
    const pause = async (seconds: number) => {
      await control("clock/advance", { ms: seconds * 1_000 });
      await raw.DB.exec("update outbox set next_try_at = '2026-01-01T00:00:00.000Z'");
    };
    for (let run = 0; run < 5 && (await value("select count(*) from outbox")); run++)
      await deliverAll(context, 1, deliveryOf(FEATURES), pause);
    expect(await rows("select id from outbox")).toEqual([]);
    const nonces = await control<Record<string, number>>("messages/nonces");
    expect([Object.keys(nonces).length, Object.values(nonces).every((count) => count === 1)]).toEqual([
      2 * MANY,
      true,
    ]);
  });
});

describe("a direct message", () => {
  const userId = "1200000000000000007";
  const notice = (id: string, kind = "contract.pinged") =>
    raw.DB.prepare(
      `insert into outbox (organization_id, id, channel, user_id, kind, details, next_try_at, created_at)
       values (1, ?, 'direct', ?, ?, ?, '2026-01-01T00:00:00.000Z', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))`,
    )
      .bind(id, member.userId, kind, JSON.stringify({ by: "@everyone", title: "**Convoy**", eventId: 7 }))
      .run();
  const chooseDirect = () =>
    raw.DB.prepare(
      "insert into notice_settings (user_id, kind, channel, pace) values (?, 'event.changed', 'direct', 'now')",
    )
      .bind(member.userId)
      .run();

  async function inServer() {
    const members = await control<{ user: { id: string; bot?: boolean } }[]>("members");
    const found = members.find(({ user }) => !user.bot)?.user.id ?? userId;
    await raw.DB.prepare("update users set discord_id = ? where id = ?").bind(found, member.userId).run();
    return found;
  }

  it("has the sentence and opens its page, once, also when its delivery was interrupted", async () => {
    const found = await inServer();
    await notice("key1", "event.changed");
    await control("fail", { path: "/messages", method: "POST", times: 1, mode: "lost" });
    await deliver(FEATURES);
    await control("clock/advance", { ms: 10 * 60_000 });
    await deliver(FEATURES);
    const [only, ...others] = await postedTo(found);
    expect(others).toEqual([]);
    expect(only && textOf(asSaid(only))).toContain("\\@everyone changed \\*\\*Convoy\\*\\*.");
    expect(JSON.stringify(only)).toContain("tab=events&event=7");
    expect(await control("messages/pings")).toEqual([]);
  });

  it("is sent only to users who chose it, and by an organization with a bot", async () => {
    const { write } = await import("../../lib/guard.ts");
    const { eventNotices } = await import("../events/events.texts.ts");
    const { db } = openDb(raw.DB, "first-primary");
    await inServer();
    const tell = () =>
      write(db, eventNotices.write({ db, env: settings(), now: new Date() }, member.userId, "event.changed"));
    await tell();
    expect(await rows("select id from outbox where channel = 'direct'")).toEqual([]);
    await chooseDirect();
    await tell();
    expect(await rows("select id from outbox where channel = 'direct'")).toHaveLength(1);
    await raw.DB.exec("update bots set token = null");
    await tell();
    expect(await rows("select id from outbox where channel = 'direct'")).toHaveLength(1);
  });

  it("is switched off for a user who has closed them, and one notice tells how to turn them on", async () => {
    const found = await inServer();
    await chooseDirect();
    await control("direct-messages/close", { userId: found });
    await notice("key1", "event.changed");
    await notice("key2", "event.changed");
    await deliver(FEATURES);
    await deliver(FEATURES);
    expect(await rows("select * from notice_settings")).toEqual([]);
    expect(await rows("select kind, told from notices")).toEqual([
      { kind: "direct.closed", told: JSON.stringify([member.userId]) },
    ]);
    expect(await rows("select id from outbox")).toEqual([]);
  });
});
