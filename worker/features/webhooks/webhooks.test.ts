import { Webhook as Verifier } from "standardwebhooks";
import { beforeEach, describe, expect, it } from "vitest";
import { FEATURES } from "../../features.ts";
import { insert } from "../../testing/database.ts";
import { backgroundDone, type Caller, person, raw, rows, value } from "../../testing/world.ts";
import { gateway } from "../bots/testing/bots.factory.ts";
import { ageProofs, outcomeOf } from "../second-factor/testing/second-factor.factory.ts";
import { kindsOf } from "./change.ts";
import {
  announced,
  HOOK,
  hookAnswers,
  makeDelivery,
  makeWebhook,
  received,
  SECRET,
} from "./testing/webhooks.factory.ts";
import { type Delivery, MOST_WEBHOOKS, type WebhookList, type WebhookWithSecret } from "./webhooks.schema.ts";

let administrator: Caller;

beforeEach(async () => {
  await gateway("reset");
  administrator = await person("administrator", 1, "Ada");
});

const add = (body: Record<string, unknown> = {}) =>
  administrator.ok<WebhookWithSecret>("POST", "/api/webhooks", {
    name: "Wiki",
    url: HOOK,
    kinds: [],
    ...body,
  });
const list = async (caller = administrator) => (await caller.ok<WebhookList>("GET", "/api/webhooks")).items;
const audited = () =>
  rows<{ action: string; details: string }>(
    "select action, details from audit_log where action like 'webhook.%' order by id",
  );

describe("a webhook", () => {
  it("is added with a secret that is returned once and stored encrypted", async () => {
    const { secret, id, ...added } = await add();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(added).toMatchObject({
      url: HOOK,
      state: "active",
      creator: "Ada",
      secretEnding: secret.slice(-4),
    });
    const [row] = await rows<{ secret: string }>("select * from webhooks");
    expect(row?.secret).toMatch(/^v1:tests:/);
    const answers = JSON.stringify([await list(), await audited(), row]);
    expect(answers).not.toContain(secret);
    expect(await list()).toMatchObject([{ id, name: "Wiki" }]);
    await backgroundDone();
    expect(await received()).toEqual([]);
  });

  it("is added again by a repeated request, with a secret of its own", async () => {
    const send = async () => {
      const headers = { "Idempotency-Key": "same" };
      const body = { name: "Wiki", url: HOOK, kinds: [] };
      return JSON.parse((await administrator.call("POST", "/api/webhooks", { body, headers })).text);
    };
    const [first, second] = [await send(), await send()];
    for (const { id, secret } of [first, second]) {
      await administrator.ok("POST", `/api/webhooks/${id}/test`);
      await backgroundDone();
      const { text, webhook } = (await received()).at(-1) ?? { text: "", webhook: {} };
      expect(new Verifier(secret).verify(text, webhook)).toMatchObject({ type: "webhook.test" });
    }
  });

  it("gets a kind that names non-members only after a recent proof, and any other kind without", async () => {
    const kinds = Object.entries(kindsOf(FEATURES));
    const personal = kinds.flatMap(([kind, { isPersonal }]) => (isPersonal ? [kind] : []));
    const others = kinds.flatMap(([kind, { isPersonal }]) => (isPersonal ? [] : [kind]));
    expect([personal.length, others.length].every((count) => count > 0)).toBe(true);
    const id = await makeWebhook({ kinds: "[]" });
    await ageProofs(administrator, 31);
    const choose = (chosen: string[]) =>
      administrator.call("PATCH", `/api/webhooks/${id}`, { body: { kinds: chosen } });
    expect((await choose(others)).status).toBe(200);
    for (const kind of personal)
      expect([kind, ...outcomeOf(await choose([...others, kind]))]).toEqual([
        ...[kind, 403, "reauthentication_required"],
      ]);
    await raw.DB.prepare("update webhooks set kinds = ?").bind(JSON.stringify(personal)).run();
    // Kinds chosen with a proof stay, and can be removed, without another one.
    for (const chosen of [[...personal, ...others], personal.slice(1), []])
      expect((await choose(chosen)).status).toBe(200);
    expect(await rows("select kinds from webhooks")).toEqual([{ kinds: "[]" }]);
  });

  it("is refused beyond ten, also when several are added at the same time", async () => {
    for (let count = 2; count < MOST_WEBHOOKS; count++) await makeWebhook();
    const body = { name: "Wiki", url: HOOK, kinds: [] };
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => administrator.call("POST", "/api/webhooks", { body })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
    expect(answers.filter(({ text }) => text.includes("webhooks_most"))).toHaveLength(2);
    expect(await list()).toHaveLength(MOST_WEBHOOKS);
  });

  it("has a public https address, except http on the machine of a developer", async () => {
    const at = async (url: string, settings = {}) => {
      const headers = {
        Origin: "https://command.example.org",
        Cookie: `__Host-session=${administrator.token}`,
      };
      const body = { name: "Wiki", url, kinds: [] };
      const isOnline = "APP_URL" in settings;
      return administrator.call("POST", "/api/webhooks", {
        body,
        settings,
        ...(isOnline ? { headers } : {}),
      });
    };
    const online = { APP_URL: "https://command.example.org" };
    const refused = [
      HOOK,
      "http://example.org/",
      "https://127.0.0.1/",
      "https://[::1]/",
      "https://a.internal/",
    ];
    for (const url of [...refused, "https://ada:word@example.org/", "nonsense", "javascript:alert(1)"]) {
      const { status, text } = await at(url, online);
      expect([url, status, text]).toEqual([url, 400, expect.stringContaining('"url"')]);
    }
    expect((await at("https://169.254.169.254/")).status).toBe(400);
    expect((await at("https://example.org/hook", online)).status).toBe(201);
    expect((await at(HOOK)).status).toBe(201);
  });

  it("is changed, and the audit log omits the path of its address, which may be a secret", async () => {
    const id = await makeWebhook();
    await administrator.ok("PATCH", `/api/webhooks/${id}`, {
      ...{ name: "Ops", url: "https://example.org/planted-path", kinds: [], state: "paused", version: 1 },
    });
    const [{ action, details } = { action: "", details: "" }] = await audited();
    expect([action, JSON.parse(details)]).toEqual([
      "webhook.changed",
      expect.objectContaining({
        toName: "Ops",
        toHost: "example.org",
        fromState: "active",
        toState: "paused",
      }),
    ]);
    expect(details).not.toContain("planted-path");
    const { code } = await administrator.fails("PATCH", `/api/webhooks/${id}`, { name: "Late", version: 1 });
    expect(code).toBe("stale_version");
    const unknown = await administrator.fails("PATCH", `/api/webhooks/${id}`, { kinds: ["no.such"] });
    expect(Object.keys(unknown.errors ?? {})).toEqual(["kinds"]);
  });

  it("is deleted with its deliveries", async () => {
    const id = await makeWebhook();
    await makeDelivery(id);
    await administrator.ok("DELETE", `/api/webhooks/${id}`);
    expect([await list(), await value("select count(*) from webhook_deliveries")]).toEqual([[], 0]);
  });

  it("of another organization answers 404", async () => {
    await raw.DB.prepare(
      "insert into organizations (id, name, created_at) values (2, 'Elsewhere', '')",
    ).run();
    const id = await makeWebhook({ organization_id: 2 });
    const key = await makeDelivery(id, { organization_id: 2 });
    const calls = [
      ["PATCH", `/${id}`, { name: "Mine" }],
      ["DELETE", `/${id}`],
      ["POST", `/${id}/secret`],
      ["POST", `/${id}/test`],
      ["GET", `/${id}/figures`],
      ["GET", `/${id}/deliveries`],
    ] as const;
    for (const [method, path, body] of calls)
      expect((await administrator.call(method, `/api/webhooks${path}`, { body })).status).toBe(404);
    expect((await administrator.call("POST", `/api/webhook-deliveries/${key}/replay`)).status).toBe(404);
    expect(await list()).toEqual([]);
    await announced("contract.posted", 7);
    expect(await value("select count(*) from outbox")).toBe(0);
  });
});

describe("an announcement", () => {
  it("is put into the outbox for active webhooks with its kind", async () => {
    const webhookId = await makeWebhook();
    await makeWebhook({ kinds: '["contract.paid"]' });
    await makeWebhook({ state: "paused" });
    await makeWebhook({ state: "off" });
    await announced("contract.posted", 7, { title: "Haul" });
    expect(await rows("select channel, target, kind, details from outbox")).toEqual([
      {
        ...{ channel: "webhook", target: String(webhookId), kind: "contract.posted" },
        details: '{"title":"Haul","id":"7"}',
      },
    ]);
  });
});

describe("the figures of a webhook", () => {
  it("count the deliveries of the last 24 hours, by kind, and the time of answers", async () => {
    const id = await makeWebhook();
    const old = new Date(Date.now() - 25 * 3_600_000).toISOString();
    const tries = (ms: number | null) => JSON.stringify([{ at: old, status: 200, ms, error: null }]);
    for (const ms of [10, 30, 20]) await makeDelivery(id, { tries: tries(ms) });
    await makeDelivery(id, { state: "failed", kind: "event.created" });
    await makeDelivery(id, { created_at: old });
    expect(await administrator.ok("GET", `/api/webhooks/${id}/figures`)).toEqual({
      ...{ sent: 4, arrived: 3, medianMs: 20, kinds: { "contract.posted": 3, "event.created": 1 } },
    });
  });
});

describe("the list of deliveries", () => {
  it("has the newest first, page by page, optionally of one state", async () => {
    const id = await makeWebhook();
    const keys: string[] = [];
    for (let at = 0; at < 5; at++) keys.unshift(await makeDelivery(id, at === 2 ? { state: "failed" } : {}));
    const path = `/api/webhooks/${id}/deliveries`;
    const first = await administrator.call("GET", `${path}?limit=3`);
    const next = /<(.*)>/.exec(first.headers.get("Link") ?? "")?.[1] ?? "";
    const idsOf = (text: string) => (JSON.parse(text) as { id: string }[]).map(({ id }) => id);
    const second = await administrator.call("GET", next);
    expect([...idsOf(first.text), ...idsOf(second.text)]).toEqual(keys);
    expect(idsOf((await administrator.call("GET", `${path}?state=failed`)).text)).toEqual([keys[2]]);
  });

  it("shows the next try of each waiting delivery, also while another webhook has waiting ones", async () => {
    const [id, other] = [await makeWebhook(), await makeWebhook({ name: "Ops screen" })];
    const onItsWay = async (webhook: number, at: string) =>
      insert("outbox", {
        ...{ organization_id: 1, id: await makeDelivery(webhook, { state: "waiting" }), user_id: 0 },
        ...{ channel: "webhook", target: String(webhook), kind: "contract.posted" },
        ...{ next_try_at: at, created_at: at },
      });
    await onItsWay(other, "2026-12-01T12:00:00.000Z");
    await onItsWay(id, "2026-12-02T12:00:00.000Z");
    await makeDelivery(id);
    await onItsWay(id, "2026-12-03T12:00:00.000Z");
    const shown = await administrator.ok<Delivery[]>("GET", `/api/webhooks/${id}/deliveries`);
    const times = ["2026-12-03T12:00:00.000Z", null, "2026-12-02T12:00:00.000Z"];
    expect(shown.map(({ nextTryAt }) => nextTryAt)).toEqual(times);
  });
});

it("never answers, logs or audits a stored secret", async () => {
  const id = await makeWebhook();
  await hookAnswers();
  const texts: string[] = [];
  for (const [method, path] of [
    ["GET", ""],
    ["POST", `/${id}/test`],
    ["POST", `/${id}/secret`],
    ["GET", `/${id}/deliveries`],
  ] as const)
    texts.push((await administrator.call(method, `/api/webhooks${path}`)).text);
  await backgroundDone();
  texts.push(
    JSON.stringify(await rows("select * from audit_log")),
    JSON.stringify(await rows("select * from webhooks")),
  );
  expect(texts.join("\n")).not.toContain(SECRET.slice(6, 30));
});
