import { runInDurableObject } from "cloudflare:test";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { gateway, makeBot } from "../../features/bots/testing/bots.factory.ts";
import type { OrganizationHub } from "../../hub.ts";
import { closePages, hubOf, openPage } from "../../testing/live.ts";
import { metered } from "../../testing/meter.ts";
import { person, raw } from "../../testing/world.ts";

beforeEach(async () => {
  await gateway("reset");
});
afterEach(() => {
  closePages();
  vi.restoreAllMocks();
});

/** Lets the two seconds pass for which a look at the gateway is shared. */
function later(): void {
  const now = Date.now() + 3_000;
  vi.spyOn(Date, "now").mockImplementation(() => now);
}

it("the gateway's pulse changes with its state, and costs no database query", async () => {
  const bot = await makeBot();
  const page = await openPage(await person("officer"));
  const { database, meter } = metered(raw.DB);
  await runInDurableObject(hubOf(), (hub: OrganizationHub) => {
    Object.assign(hub, { env: { ...raw, DB: database } });
  });
  const pulse = async () => {
    later();
    page.say({ type: "check_gateway" });
    return page.next();
  };
  const before = await pulse();
  expect(before).toEqual({ type: "gateway", pulse: expect.stringMatching(/^instance-\w+\.\d+$/) });
  expect(await pulse()).toEqual(before);
  await gateway("state", { botId: bot, status: "running" });
  const after = await pulse();
  expect(after).not.toEqual(before);
  await gateway("script", { path: "GET /health", mode: "drop" });
  expect(await pulse()).toEqual({ type: "gateway", pulse: "unreachable" });
  expect(meter.trips).toBe(0);
});

it("the gateway's pulse is sent only to users who may read bots", async () => {
  const [member, officer] = await Promise.all([person("member"), person("officer")]);
  const [theirs, mine] = [await openPage(member), await openPage(officer)];
  theirs.say({ type: "check_gateway" });
  mine.say({ type: "check_gateway" });
  expect(await mine.next()).toMatchObject({ type: "gateway" });
  expect(theirs.rest()).toEqual([]);
});
