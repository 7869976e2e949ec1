import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { JOBS } from "../../jobs.ts";
import { CRONS } from "../../lib/crons.ts";
import { openDb } from "../../lib/db/client.ts";
import { readEnv } from "../../lib/env.ts";
import { backgroundDone, type Caller, person, raw, rows, value } from "../../testing/world.ts";
import { gateway } from "../bots/testing/bots.factory.ts";
import { memberNotices } from "../members/members.texts.ts";
import { deliverDue, deliveryOf } from "./deliver.ts";
import { noticesFeature } from "./index.ts";
import { giveAddress, MAIL, mailAnswers, mailsAsked, switchMail } from "./testing/notices.factory.ts";

let officer: Caller;
let member: Caller;
let ticks = 0;

beforeEach(async () => {
  await gateway("reset");
  officer = await person("officer", 1, "Otto");
  member = await person("member", 1, "Mona");
  await giveAddress(member, "mona@example.org");
  await switchMail(true);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const env = () => readEnv({ ...raw, ...MAIL });
const contextAt = (now = new Date(), settings = env()) => ({
  db: openDb(raw.DB, "first-primary").db,
  env: settings,
  now,
  language: "en" as const,
});
const DELIVERY = deliveryOf([noticesFeature, { notices: memberNotices }]);
const deliver = async (delivery = DELIVERY) => {
  const { sent, failed } = await deliverDue(contextAt(), 1, delivery);
  return { sent, failed };
};

async function deactivate() {
  await officer.call("PUT", `/api/members/${member.memberId}/status`, {
    body: { status: "inactive" },
    settings: MAIL,
  });
  await backgroundDone();
}

/** Runs the hourly job, by default for a new tick. */
const hourly = (now = new Date(Date.UTC(2026, 10, 22, ++ticks))) => JOBS[CRONS.hourly]?.(contextAt(now));
const makeDue = () => raw.DB.prepare("update outbox set next_try_at = '2026-01-01'").run();
const waiting = () => rows<{ attempts: number; next_try_at: string }>("select * from outbox");
const keysAsked = async () => (await mailsAsked()).map(({ key }) => key);

/** Adds due notices to the outbox, as many changes would. */
const fillOutbox = (count: number) =>
  raw.DB.prepare(
    `insert into outbox (organization_id, id, channel, user_id, kind, next_try_at, created_at)
     with recursive n(value) as (select 1 union all select value + 1 from n where value < ?)
     select 1, 'key' || value, 'mail', ?, 'member.activated', '2026-01-01', strftime('%Y-%m-%dT%H:%M:%fZ', 'now') from n`,
  )
    .bind(count, member.userId)
    .run();

const jobRuns = () =>
  rows<{ outcome: string; error: string | null; counts: string }>(
    "select outcome, error, counts from job_runs where name = 'notices' order by id",
  );

describe("a notice that a channel refused", () => {
  const { timeout } = AbortSignal;
  const faults: [what: string, answer: object][] = [
    ["answers 500", { mode: "status", status: 500, body: {} }],
    ["closes the connection", { mode: "drop" }],
    ["does not answer in time", { mode: "hang" }],
  ];
  for (const [what, answer] of faults) {
    it(`is delivered once by the hourly job, with the same key, where the service first ${what}`, async () => {
      await mailAnswers(answer);
      const short = vi.spyOn(AbortSignal, "timeout");
      if (what === "does not answer in time") short.mockImplementation(() => timeout.call(AbortSignal, 50));
      await deactivate();
      short.mockRestore();
      await mailAnswers();
      const [row] = await waiting();
      expect([row?.attempts, Date.parse(row?.next_try_at ?? "") > Date.now()]).toEqual([1, true]);
      // Not due yet.
      await hourly();
      expect(await mailsAsked()).toHaveLength(1);
      await makeDue();
      const tick = new Date();
      await Promise.all([hourly(tick), hourly(tick)]);
      await hourly(tick);
      await hourly();
      const [first, second, ...more] = await mailsAsked();
      expect(more).toEqual([]);
      expect(first?.key).toMatch(/^[0-9a-f]{32}$/);
      expect([second?.key, second?.body]).toEqual([first?.key, first?.body]);
      expect(await waiting()).toEqual([]);
    });
  }

  it("is not sent again where the service accepted it and answered garbage", async () => {
    await mailAnswers({ mode: "garbage" });
    await deactivate();
    await hourly();
    expect(await mailsAsked()).toHaveLength(1);
    expect(await waiting()).toEqual([]);
  });

  it("waits longer after each attempt, twelve hours at most", async () => {
    await fillOutbox(1);
    await mailAnswers({ mode: "status", status: 503, body: {}, times: 100 });
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 6; attempt++) {
      await makeDue();
      await deliver();
      const [row] = await waiting();
      waits.push(Math.round((Date.parse(row?.next_try_at ?? "") - Date.now()) / 60_000));
    }
    expect(waits).toEqual([5, 20, 80, 320, 720, 720]);
  });

  it("is given up after three days, for any failure", async () => {
    await fillOutbox(2);
    const at = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
    await raw.DB.batch([
      raw.DB.prepare("update outbox set created_at = ? where id = 'key1'").bind(at(73)),
      raw.DB.prepare("update outbox set created_at = ? where id = 'key2'").bind(at(71)),
    ]);
    await JOBS[CRONS.daily]?.(contextAt());
    expect(await rows("select id from outbox")).toEqual([{ id: "key2" }]);
  });

  it("is not sent to a receiver without address, account or notifications by e-mail", async () => {
    const arrange = [
      () => giveAddress(member, null),
      () => switchMail(false),
      () => raw.DB.prepare("update outbox set user_id = 99999").run(),
    ];
    for (const change of arrange) {
      await fillOutbox(1);
      await change();
      expect(await deliver()).toEqual({ sent: 1, failed: 0 });
      await giveAddress(member, "mona@example.org");
    }
    expect([await mailsAsked(), await waiting()]).toEqual([[], []]);
  });

  it("is deleted with its receiver's account", async () => {
    await fillOutbox(1);
    await (await person("administrator")).ok("DELETE", `/api/users/${member.userId}`);
    expect(await waiting()).toEqual([]);
  });

  it("is kept while its kind is unknown, as after a rollback", async () => {
    await fillOutbox(1);
    expect(await deliver({ ...DELIVERY, texts: {} })).toEqual({ sent: 0, failed: 1 });
    expect(await waiting()).toHaveLength(1);
  });
});

describe("deliveries at the same time", () => {
  it("deliver each notice once", async () => {
    await mailAnswers();
    await fillOutbox(50);
    await Promise.all([deliver(), deliver(), hourly(), hourly()]);
    const keys = await keysAsked();
    expect([keys.length, new Set(keys).size]).toEqual([50, 50]);
    expect(await waiting()).toEqual([]);
  });

  it("skip a notice that another delivery has leased, until the lease ends", async () => {
    await fillOutbox(1);
    const answer = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const send = vi.fn<() => Promise<void>>().mockImplementation(() => {
      begun.resolve();
      return answer.promise;
    });
    const delivery = { ...DELIVERY, channels: { mail: send } };
    const slow = deliver(delivery);
    await begun.promise;
    expect(await deliver(delivery)).toEqual({ sent: 0, failed: 0 });
    send.mockResolvedValue();
    send.mockRejectedValueOnce(new Error("down"));
    await makeDue();
    await deliver(delivery);
    const [leased] = await waiting();
    // The first one ends late: its result no longer counts.
    answer.reject(new Error("interrupted"));
    await slow;
    expect(await waiting()).toEqual([leased]);
    expect(leased?.attempts).toBe(2);
  });
});

describe("the hourly job", () => {
  it("delivers everything that is due, and counts it", async () => {
    await mailAnswers();
    await fillOutbox(45);
    await hourly();
    expect(await jobRuns()).toEqual([{ outcome: "done", error: null, counts: '{"sent":45,"failed":0}' }]);
  });

  it("stops while the service is down, loses nothing, and delivers the rest later", async () => {
    await mailAnswers({ mode: "status", status: 503, body: {}, times: 1 });
    await fillOutbox(45);
    await hourly();
    // The others to the same receiver are not tried after one has failed.
    expect(await mailsAsked()).toHaveLength(1);
    await mailAnswers();
    await makeDue();
    await hourly();
    const sent = (await keysAsked()).slice(1);
    expect([sent.length, new Set(sent).size]).toEqual([45, 45]);
    expect((await jobRuns()).map(({ outcome, error }) => [outcome, error])).toEqual([
      ["failed", "notices_not_delivered"],
      ["done", null],
    ]);
  });
});

it("writes neither notices nor outbox when a batch is refused", async () => {
  await mailAnswers();
  const administrator = await person("administrator", 1, "Ada");
  await giveAddress(await person("administrator", 1, "Alan"), "alan@example.org");
  const body = { name: "Keeper", isCrmBot: true };
  const made = await administrator.call("POST", "/api/discord-bots", { body, settings: MAIL });
  const { id } = JSON.parse(made.text) as { id: number };
  await backgroundDone();
  const notices = () => value<number>("select count(*) from notices");
  expect([await notices(), (await mailsAsked()).length]).toEqual([1, 1]);
  const path = `/api/discord-bots/${id}/token`;
  const stale = { token: "another-token-that-is-long-enough", version: 7 };
  expect((await administrator.call("PATCH", path, { body: stale, settings: MAIL })).status).toBe(409);
  expect((await administrator.call("POST", "/api/discord-bots", { body, settings: MAIL })).status).toBe(409);
  await backgroundDone();
  expect([await notices(), (await mailsAsked()).length, await waiting()]).toEqual([1, 1, []]);
});
