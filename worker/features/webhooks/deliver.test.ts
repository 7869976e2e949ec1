import { Webhook as Verifier } from "standardwebhooks";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { JOBS } from "../../jobs.ts";
import { CRONS } from "../../lib/crons.ts";
import { backgroundDone, type Caller, person, raw, rows, value } from "../../testing/world.ts";
import { gateway } from "../bots/testing/bots.factory.ts";
import { deliverDue } from "../notices/deliver.ts";
import {
  announced,
  DELIVERY,
  deliver,
  hookAnswers,
  makeWebhook,
  received,
  SECRET,
  systemContext,
  waiting,
} from "./testing/webhooks.factory.ts";
import type { Delivery, WebhookWithSecret } from "./webhooks.schema.ts";

const NOTHING = { text: "", webhook: {} as Record<string, string> };

let administrator: Caller;
let webhookId: number;

beforeEach(async () => {
  await gateway("reset");
  administrator = await person("administrator", 1, "Ada");
  webhookId = await makeWebhook();
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const post = () => announced("contract.posted", 7, { title: "Haul" });
const deliveries = (query = "") =>
  administrator.ok<Delivery[]>("GET", `/api/webhooks/${webhookId}/deliveries${query}`);
const stateOf = async () =>
  (await rows<{ state: string; reason: string | null }>("select state, reason from webhooks"))[0];
const notices = () => rows<{ kind: string }>("select kind from notices where kind like 'webhook.%'");
const secondsUntil = (at = "") => Math.round((Date.parse(at) - Date.now()) / 1000);

describe("a message to a webhook", () => {
  it("arrives once, is verified by another implementation of Standard Webhooks, and has its details with id and url", async () => {
    await hookAnswers();
    await post();
    const [{ id = "" } = {}] = await waiting();
    expect(await deliver()).toEqual({ sent: 1, failed: 0 });
    const [{ text, webhook } = NOTHING, ...more] = await received();
    expect(more).toEqual([]);
    expect(webhook["webhook-id"]).toBe(id);
    expect(new Verifier(SECRET).verify(text, webhook)).toEqual({
      type: "contract.posted",
      timestamp: expect.stringMatching(/^2\d{3}-\d\d-\d\dT[\d:.]+Z$/),
      data: { title: "Haul", id: "7", url: "http://localhost:8787/contracts?contract=7" },
    });
    expect(() => new Verifier(SECRET).verify(`${text} `, webhook)).toThrow();
    expect(await waiting()).toEqual([]);
    expect(await deliveries()).toMatchObject([
      {
        id,
        kind: "contract.posted",
        state: "done",
        body: text,
        answer: '"thanks"',
        tries: [{ status: 200, error: null }],
      },
    ]);
  });

  it("is signed with both secrets for a day after a replacement, and then with the new one alone", async () => {
    await hookAnswers();
    const { secret } = await administrator.ok<WebhookWithSecret>("POST", `/api/webhooks/${webhookId}/secret`);
    await post();
    await deliver();
    await raw.DB.prepare("update webhooks set old_until = '2026-01-01T00:00:00.000Z'").run();
    await post();
    await deliver();
    const [during, after] = await received();
    const isBy = (by: string, request = during) => {
      try {
        return Boolean(new Verifier(by).verify(request?.text ?? "", request?.webhook ?? {}));
      } catch {
        return false;
      }
    };
    expect([isBy(SECRET), isBy(secret), isBy(SECRET, after), isBy(secret, after)]).toEqual([
      true,
      true,
      false,
      true,
    ]);
  });

  it("is sent again with the same id and body where the server stopped before it recorded the answer", async () => {
    await hookAnswers();
    await post();
    const [{ id = "" } = {}] = await waiting();
    const failing = systemContext();
    const { batch } = failing.db.$client;
    const client = vi.spyOn(failing.db.$client, "batch");
    client.mockImplementation((statements) => {
      if (client.mock.calls.length > 1) throw new Error("stopped");
      return batch.call(failing.db.$client, statements) as never;
    });
    await deliverDue(failing, 1, DELIVERY);
    expect(await waiting()).toHaveLength(1);
    await deliver();
    const [first, second, ...more] = await received();
    expect([first?.webhook["webhook-id"], second?.webhook["webhook-id"], more]).toEqual([id, id, []]);
    expect(second?.text).toBe(first?.text);
    expect(await waiting()).toEqual([]);
  });

  it("is not sent to a webhook that was paused or deleted meanwhile", async () => {
    await post();
    await administrator.ok("PATCH", `/api/webhooks/${webhookId}`, { state: "paused" });
    await backgroundDone();
    await deliver();
    expect([await received(), await waiting()]).toEqual([[], []]);
    expect(await deliveries()).toMatchObject([
      { state: "failed", tries: [{ status: null, error: "paused" }] },
    ]);
    await administrator.ok("PATCH", `/api/webhooks/${webhookId}`, { state: "active" });
    await post();
    await raw.DB.prepare("delete from webhooks").run();
    await deliver();
    expect([await received(), await waiting()]).toEqual([[], []]);
  });

  it("is not sent to a stored address that is not allowed", async () => {
    await post();
    await deliver({ APP_URL: "https://command.example.org" });
    expect([await received(), await waiting()]).toEqual([[], []]);
    expect(await deliveries()).toMatchObject([{ state: "failed", tries: [{ error: "address" }] }]);
  });
});

describe("a receiver of messages", () => {
  const { timeout } = AbortSignal;
  const faults: [what: string, answer: object, seen: object][] = [
    ["closes the connection", { mode: "drop" }, { status: null, error: "unreachable" }],
    ["does not answer in time", { mode: "hang" }, { status: null, error: "timeout" }],
    ["answers 500", { mode: "status", status: 500, body: {} }, { status: 500, error: null }],
    ["answers 404", { mode: "status", status: 404, body: {} }, { status: 404, error: null }],
    [
      "redirects to its own machine",
      { mode: "status", status: 307, headers: { Location: "/elsewhere" } },
      { status: 307, error: "redirect" },
    ],
  ];
  for (const [what, answer, seen] of faults) {
    it(`that ${what} gets one request, and later another with the same id`, async () => {
      await hookAnswers(answer);
      await hookAnswers();
      await post();
      const short = vi.spyOn(AbortSignal, "timeout");
      if (what.includes("in time")) short.mockImplementation(() => timeout.call(AbortSignal, 100));
      expect(await deliver()).toEqual({ sent: 0, failed: 1 });
      short.mockRestore();
      const [{ next_try_at = "" } = {}] = await waiting();
      expect(secondsUntil(next_try_at)).toBeGreaterThan(290);
      expect(await deliveries()).toMatchObject([{ state: "waiting", nextTryAt: next_try_at, tries: [seen] }]);
      expect(await deliver()).toEqual({ sent: 1, failed: 0 });
      const asked = await received();
      expect(new Set(asked.map(({ webhook }) => webhook["webhook-id"])).size).toBe(1);
      expect(asked).toHaveLength(2);
      expect(await gateway<{ path: string }[]>("requests")).toHaveLength(2);
      expect(await deliveries()).toMatchObject([
        { state: "done", nextTryAt: null, tries: [seen, { status: 200 }] },
      ]);
    });
  }

  it("that answers megabytes or garbage has accepted the message, and little of the answer is read and stored", async () => {
    for (const answer of [{ mode: "flood" }, { mode: "garbage" }]) {
      await hookAnswers(answer);
      await post();
      expect(await deliver()).toEqual({ sent: 1, failed: 0 });
    }
    expect(await received()).toHaveLength(2);
    const answers = (await deliveries()).map(({ answer }) => answer);
    expect(answers).toEqual(["<html>Bad gateway</html>", "x".repeat(1_000)]);
    expect(await gateway<number>("flooded")).toBeLessThan(8 * 1024 * 1024);
  });

  it("that answers that it is gone has its webhook switched off at once, and administrators are told once", async () => {
    await hookAnswers({ mode: "status", status: 410, body: {}, times: 9 });
    await post();
    await post();
    await deliver();
    expect(await stateOf()).toEqual({ state: "off", reason: "gone" });
    expect([await waiting(), await notices()]).toEqual([[], [{ kind: "webhook.gone" }]]);
    expect((await received()).length).toBeLessThanOrEqual(2);
    await post();
    expect(await waiting()).toEqual([]);
  });

  it("that demands a wait is left alone, for an hour at most", async () => {
    const waits: number[] = [];
    for (const [status, after] of [
      [429, "120"],
      [503, new Date(Date.now() + 600_000).toUTCString()],
      [503, "7200"],
      [429, "1"],
      [500, "7200"],
      [429, "soon"],
    ] as const) {
      await hookAnswers({ mode: "status", status, headers: { "Retry-After": after } });
      await post();
      await deliver();
      const [{ next_try_at = "" } = {}] = await waiting();
      waits.push(secondsUntil(next_try_at));
      await raw.DB.prepare("delete from outbox").run();
    }
    expect(waits).toEqual([120, expect.closeTo(600, -1), 3_600, 60, 300, 300]);
  });

  it("that fails ten times for one message has its webhook paused, and administrators are told once", async () => {
    await hookAnswers({ mode: "status", status: 500, body: {}, times: 99 });
    await post();
    for (let tries = 1; tries <= 9; tries++) await deliver();
    expect([await stateOf(), await notices()]).toEqual([{ state: "active", reason: null }, []]);
    await deliver();
    expect(await stateOf()).toEqual({ state: "paused", reason: "failing" });
    expect([await waiting(), await notices()]).toEqual([[], [{ kind: "webhook.failing" }]]);
    expect(await received()).toHaveLength(10);
    await deliver();
    expect(await received()).toHaveLength(10);
    expect(await rows("select action, actor_kind from audit_log where action = 'webhook.stopped'")).toEqual([
      { action: "webhook.stopped", actor_kind: "job" },
    ]);
    // It has the same number of tries again once an administrator resumes it.
    await administrator.ok("PATCH", `/api/webhooks/${webhookId}`, { state: "active" });
    const [{ id = "" } = {}] = await deliveries();
    await administrator.ok("POST", `/api/webhook-deliveries/${id}/replay`);
    await backgroundDone();
    expect([await stateOf(), (await waiting()).length]).toEqual([{ state: "active", reason: null }, 1]);
  });
});

it("the newest thousand deliveries of a webhook are kept, for thirty days, with few written rows for each", async () => {
  await raw.DB.prepare(
    `insert into webhook_deliveries (organization_id, id, webhook_id, number, kind, body, state, tries, answer, created_at)
     with recursive n(value) as (select 1 union all select value + 1 from n where value < 1000)
     select 1, 'key' || value, ?, value, 'contract.posted', '{}', iif(value = 500, 'waiting', 'done'), '[]', '', ? from n`,
  )
    .bind(webhookId, new Date().toISOString())
    .run();
  await hookAnswers();
  await post();
  await deliver();
  const count = () => value<number>("select count(*) from webhook_deliveries");
  expect([await count(), await value("select min(number) from webhook_deliveries")]).toEqual([1_000, 2]);
  await raw.DB.prepare("update webhook_deliveries set created_at = ? where number between 2 and 100")
    .bind(new Date(Date.now() - 31 * 24 * 3_600_000).toISOString())
    .run();
  await JOBS[CRONS.daily]?.(systemContext());
  expect(await count()).toBe(901);
  // It is not in the outbox any more.
  expect(await value("select state from webhook_deliveries where number = 500")).toBe("failed");
});
