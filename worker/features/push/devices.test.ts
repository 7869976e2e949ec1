import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Problem } from "../../lib/errors.ts";
import { backgroundDone, type Caller, person, raw, rows } from "../../testing/world.ts";
import { session } from "../sessions/testing/sessions.factory.ts";
import { MOST_DEVICES, type PushDevice, type PushState } from "./push.schema.ts";
import {
  add,
  ask,
  countDevices,
  deliver,
  newBrowser,
  notice,
  PUSH,
  pushServices,
  taken,
  turnOn,
} from "./testing/push.factory.ts";

let officer: Caller;
let member: Caller;
beforeEach(async () => {
  officer = await person("officer", 1, "Otto");
  member = await person("member", 1, "Mona");
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const devices = async (caller = member) => (await ask<PushState>(caller, "GET", "/api/push")).body.devices;

describe("a device", () => {
  it("is listed by its browser, and is marked as current only in its own session", async () => {
    await raw.DB.prepare("update sessions set user_agent = 'Firefox' where user_id = ?")
      .bind(member.userId)
      .run();
    const { id } = await turnOn(member);
    const device: PushDevice = { id, userAgent: "Firefox", isCurrent: true, createdAt: expect.any(String) };
    expect((await ask(member, "GET", "/api/push")).body).toEqual({
      publicKey: PUSH.PUSH_PUBLIC_KEY,
      devices: [device],
    });
    expect(await devices(await session(member))).toEqual([{ ...device, isCurrent: false }]);
    expect(await devices(officer)).toEqual([]);
    const stored = await rows<Record<string, unknown>>("select * from push_subscriptions");
    const { text } = await member.call("GET", "/api/push");
    for (const key of ["endpoint", "p256dh", "auth"]) expect(text).not.toContain(stored[0]?.[key]);
  });

  it("replaces the former one of its session", async () => {
    await turnOn(member);
    const { subscription } = await turnOn(member);
    expect(await rows("select endpoint from push_subscriptions")).toEqual([
      { endpoint: subscription.endpoint },
    ]);
  });

  it("requires https at a public name, with keys in a browser's format", async () => {
    const { keys } = newBrowser().subscription;
    const fail = async (endpoint: string, more = keys) => (await add(member, { endpoint, keys: more })).body;
    for (const endpoint of [
      ...["https://127.0.0.1/send", "https://localhost/send", "http://push.command.example/send"],
      ...["https://user@push.command.example/send", "https://push.command.example:22/send", "https://[::1]/"],
    ])
      expect([endpoint, Object.keys((await fail(endpoint)).errors ?? {})]).toEqual([endpoint, ["endpoint"]]);
    const offCurve = { ...keys, p256dh: `B${"A".repeat(86)}` };
    expect(await fail("https://push.command.example/send", offCurve)).toMatchObject({
      code: "invalid_input",
    });
    expect(await countDevices()).toBe(0);
  });

  it("cannot be taken from another user, nor removed by them", async () => {
    const { id, subscription } = await turnOn(member);
    expect((await add(officer, subscription)).body.code).toBe("push_taken");
    expect((await officer.fails("DELETE", `/api/push/subscriptions/${id}`)).status).toBe(404);
    expect((await devices()).map((device) => device.id)).toEqual([id]);
    await member.ok("DELETE", `/api/push/subscriptions/${id}`);
    expect((await member.fails("DELETE", `/api/push/subscriptions/${id}`)).status).toBe(404);
    expect((await add(officer, subscription)).status).toBe(201);
  });

  it("ends with its session, with the membership made inactive, and with the account", async () => {
    const [other, leaver] = [await session(member), await person("member")];
    await turnOn(other);
    await other.ok("POST", "/api/logout");
    expect(await countDevices()).toBe(0);
    await turnOn(member);
    await officer.ok("PUT", `/api/members/${member.memberId}/status`, { status: "inactive" });
    expect(await countDevices()).toBe(0);
    await turnOn(leaver);
    await (await person("administrator")).ok("DELETE", `/api/users/${leaver.userId}`);
    expect(await countDevices()).toBe(0);
    await backgroundDone();
  });

  it("gets nothing once its session has expired, or has become another user's", async () => {
    const asked = pushServices();
    const old = await session(member);
    await turnOn(old);
    const set = (change: string) =>
      raw.DB.prepare(
        `update sessions set ${change} where id = (select session_id from push_subscriptions)`,
      ).run();
    await set("expires_at = '2026-01-01'");
    await notice(member);
    await deliver();
    await set(`expires_at = '2999-01-01', id = 77, user_id = ${officer.userId}`);
    await notice(member);
    await deliver();
    expect(asked).toEqual([]);
    expect([await devices(), await devices(officer)]).toEqual([[], []]);
    // The next user of the browser may have its address.
    const [{ endpoint } = { endpoint: "" }] = await rows<{ endpoint: string }>(
      "select endpoint from push_subscriptions",
    );
    await add(officer, { ...newBrowser().subscription, endpoint });
    expect(await devices(officer)).toHaveLength(1);
  });

  it(`is refused beyond ${MOST_DEVICES}`, async () => {
    for (let turn = 0; turn < MOST_DEVICES; turn++) await turnOn(await session(member));
    const more = newBrowser().subscription;
    expect((await add(member, more)).body.code).toBe("push_too_many");
  });

  it("gets a test, which answers how many accepted it", async () => {
    const test = async () => (await ask<Problem>(member, "POST", "/api/push/test")).body;
    expect(await test()).toMatchObject({ code: "push_without_device" });
    const phone = await turnOn(member);
    const other = await session(member);
    await turnOn(other);
    await turnOn(officer);
    const asked = pushServices(({ url }) =>
      url === phone.subscription.endpoint ? taken() : new Response(null, { status: 500 }),
    );
    expect(await test()).toEqual({ sent: 1, failed: 1 });
    expect(asked).toHaveLength(2);
    const body = asked.find(({ url }) => url === phone.subscription.endpoint)?.body ?? new Uint8Array();
    expect(JSON.parse(phone.read(body)).notification.navigate).toBe(
      "http://localhost:8787/account/notifications",
    );
  });
});

it("is refused where the deployment has no keys", async () => {
  expect(await member.ok("GET", "/api/push")).toEqual({ publicKey: null, devices: [] });
  const { subscription } = newBrowser();
  expect((await member.fails("POST", "/api/push/subscriptions", subscription)).code).toBe(
    "push_not_configured",
  );
  expect((await member.fails("POST", "/api/push/test")).code).toBe("push_not_configured");
});

it("costs five rows to turn on, and none to read", async () => {
  const { meter } = await ask(member, "POST", "/api/push/subscriptions", newBrowser().subscription);
  // One is the count of the day's written rows, one marks that messages are waiting.
  expect(meter.rowsWritten).toBe(5);
  expect(meter.trips).toBeLessThanOrEqual(3);
  const read = await ask(member, "GET", "/api/push");
  expect([read.meter.rowsWritten, read.meter.trips]).toEqual([0, 1]);
});
