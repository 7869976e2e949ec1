import { Webhook as Verifier } from "standardwebhooks";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { backgroundDone, type Caller, person, raw, rows } from "../../testing/world.ts";
import { gateway } from "../bots/testing/bots.factory.ts";
import {
  announced,
  deliver,
  hookAnswers,
  makeDelivery,
  makeWebhook,
  received,
  SECRET,
  waiting,
} from "./testing/webhooks.factory.ts";
import type { Delivery } from "./webhooks.schema.ts";

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
const notices = () => rows<{ kind: string }>("select kind from notices where kind like 'webhook.%'");

describe("a message that is sent again", () => {
  it("keeps its id and body, and records who requested it", async () => {
    await hookAnswers();
    await post();
    await deliver();
    const [{ id = "" } = {}] = await deliveries();
    await administrator.ok("POST", `/api/webhook-deliveries/${id}/replay`);
    await backgroundDone();
    const [first, second, ...more] = await received();
    expect(more).toEqual([]);
    expect([second?.webhook["webhook-id"], second?.text]).toEqual([id, first?.text]);
    expect(new Verifier(SECRET).verify(second?.text ?? "", second?.webhook ?? {})).toBeTruthy();
    expect(await deliveries()).toMatchObject([
      { id, state: "done", tries: [{ status: 200 }, { status: null, by: "Ada" }, { status: 200 }] },
    ]);
    expect(await waiting()).toEqual([]);
  });

  it("is sent at once where it waits for its next try", async () => {
    await hookAnswers({ mode: "status", status: 500, body: {} });
    await hookAnswers();
    await post();
    await deliver();
    const [{ id = "" } = {}] = await deliveries("?state=waiting");
    await administrator.ok("POST", `/api/webhook-deliveries/${id}/replay`);
    await backgroundDone();
    expect(await deliveries()).toMatchObject([
      { id, state: "done", tries: [{ status: 500 }, { status: 200 }] },
    ]);
  });

  it("waits until its webhook is resumed", async () => {
    const key = await makeDelivery(webhookId, { state: "failed" });
    await raw.DB.prepare("update webhooks set state = 'paused'").run();
    const { code } = await administrator.fails("POST", `/api/webhook-deliveries/${key}/replay`);
    expect([code, await waiting()]).toEqual(["webhook_stopped", []]);
  });
});

it("a test is sent once, to a paused webhook as well, and pauses none", async () => {
  await raw.DB.prepare("update webhooks set state = 'paused'").run();
  await hookAnswers({ mode: "status", status: 500, body: {} });
  await administrator.ok("POST", `/api/webhooks/${webhookId}/test`);
  await backgroundDone();
  const [{ text } = { text: "" }, ...more] = await received();
  expect([JSON.parse(text).type, more, await waiting(), await notices()]).toEqual([
    "webhook.test",
    [],
    [],
    [],
  ]);
  expect(await deliveries()).toMatchObject([{ kind: "webhook.test", state: "failed" }]);
});
