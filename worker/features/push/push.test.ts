import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openDb } from "../../lib/db/client.ts";
import { readEnv } from "../../lib/env.ts";
import { write } from "../../lib/guard.ts";
import { backgroundDone, type Caller, person, raw, rows, value } from "../../testing/world.ts";
import { memberNotices } from "../members/members.texts.ts";
import { deliverDue, deliveryOf } from "../notices/deliver.ts";
import { session } from "../sessions/testing/sessions.factory.ts";
import { pushFeature } from "./index.ts";
import { MOST_DEVICES, type PushDevice, type PushState } from "./push.schema.ts";
import { newBrowser, pushServices, taken, turnOn } from "./testing/push.factory.ts";
import { senderOf } from "./testing/receiver.ts";

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

const DELIVERY = deliveryOf([pushFeature, { notices: memberNotices }]);
const context = () => {
  const { db } = openDb(raw.DB, "first-primary");
  return { db, env: readEnv(raw), now: new Date(), language: "en" as const };
};
const deliver = () => deliverDue(context(), 1, DELIVERY);
const makeDue = () => raw.DB.prepare("update outbox set next_try_at = '2026-01-01'").run();
const waiting = () => rows<{ attempts: number; unknown: number }>("select attempts, unknown from outbox");
const devices = async (of = member) => (await of.ok<PushState>("GET", "/api/push")).devices;
const count = () => value<number>("select count(*) from push_subscriptions");

/** Writes a notice to the member, and leaves it in the outbox. */
async function notice(to = member) {
  const told = { by: "Otto", role: "Officer" };
  await write(context().db, memberNotices.write(context(), to.userId, "member.role", told));
}

describe("a notice by push", () => {
  it("reaches each device encrypted and signed, as a message that Safari shows by itself", async () => {
    const asked = pushServices();
    const phone = await turnOn(member);
    const desk = await turnOn(await session(member));
    await raw.DB.prepare("update users set language = 'da' where id = ?").bind(member.userId).run();
    await notice();
    expect(await deliver()).toMatchObject({ sent: 1, failed: 0 });
    expect(asked.map(({ url }) => url).sort()).toEqual(
      [phone, desk].map(({ subscription }) => subscription.endpoint).sort(),
    );
    for (const { url, headers, body, redirect } of asked) {
      const device = [phone, desk].find(({ subscription }) => subscription.endpoint === url);
      const { web_push, notification } = JSON.parse(device?.read(body) ?? "");
      const topic = headers.get("Topic") ?? "";
      expect({ web_push, notification }).toEqual({
        web_push: 8030,
        notification: {
          ...{ title: "Command Centre", lang: "da", tag: topic, body: expect.stringContaining("Officer") },
          navigate: "http://localhost:8787/account",
        },
      });
      expect(topic).toMatch(/^[\w-]{32}$/);
      expect(headers.get("TTL")).toBe("259200");
      expect(headers.get("Content-Encoding")).toBe("aes128gcm");
      expect(redirect).toBe("manual");
      const { key, aud, exp, sub } = senderOf(headers.get("Authorization") ?? "");
      expect({ key, aud, sub }).toEqual({
        key: raw["PUSH_PUBLIC_KEY"],
        aud: "https://push.command.example",
        sub: "mailto:no-reply@command.example",
      });
      expect(exp * 1000 - Date.now()).toBeLessThanOrEqual(24 * 3_600_000);
      expect(exp * 1000 - Date.now()).toBeGreaterThan(0);
    }
    const other = asked[0]?.url === phone.subscription.endpoint ? desk : phone;
    expect(() => other.read(asked[0]?.body ?? new Uint8Array())).toThrow();
    expect(await waiting()).toEqual([]);
  });

  it("is put into the outbox only for users with a device", async () => {
    await notice();
    expect(await waiting()).toEqual([]);
    await turnOn(member);
    await notice(officer);
    expect(await waiting()).toEqual([]);
    await notice();
    expect(await waiting()).toHaveLength(1);
  });

  it("goes again only to the device that did not take it, under the same topic", async () => {
    let isDown = true;
    const [phone, desk] = [await turnOn(member), await turnOn(await session(member))];
    const isDesk = (url: string) => url === desk.subscription.endpoint;
    const asked = pushServices(({ url }) =>
      isDown && isDesk(url) ? new Response("down", { status: 503 }) : taken(),
    );
    await notice();
    await deliver();
    expect(await waiting()).toEqual([{ attempts: 1, unknown: 0 }]);
    // Another one in between does not make the phone forget what it got.
    await notice();
    await deliver();
    isDown = false;
    await makeDue();
    await deliver();
    expect(await waiting()).toEqual([]);
    const topicsOf = (isOne: (url: string) => boolean) =>
      asked.filter(({ url }) => isOne(url)).map(({ headers }) => headers.get("Topic"));
    const phones = topicsOf((url) => url === phone.subscription.endpoint);
    expect(phones).toHaveLength(2);
    expect(new Set(topicsOf(isDesk))).toEqual(new Set(phones));
    expect(new Set(phones).size).toBe(2);
  });

  it("forgets devices that are gone, and is given up with the last of them", async () => {
    const phone = await turnOn(member);
    await turnOn(await session(member));
    pushServices(({ url }) =>
      url === phone.subscription.endpoint ? new Response(null, { status: 410 }) : taken(),
    );
    await notice();
    expect(await deliver()).toMatchObject({ sent: 1, failed: 0 });
    expect(await count()).toBe(1);
    pushServices(() => new Response(null, { status: 404 }));
    await notice();
    expect(await deliver()).toMatchObject({ sent: 0, failed: 1 });
    expect([await count(), await waiting()]).toEqual([0, []]);
  });

  it("waits for a service that asks for it without using up an attempt, an hour at most", async () => {
    await turnOn(member);
    const answers = [
      [429, { "Retry-After": "7" }, 7],
      [429, {}, 60],
      [503, { "Retry-After": "999999" }, 3600],
    ] as const;
    await notice();
    for (const [status, headers, waits] of answers) {
      pushServices(() => new Response(null, { status, headers }));
      await makeDue();
      expect(await deliver()).toMatchObject({ sent: 0, failed: 0, waits });
      expect(await waiting()).toEqual([{ attempts: 0, unknown: 0 }]);
    }
  });

  it("is tried again after a fault, and not after a refusal; no redirect is followed", async () => {
    await turnOn(member);
    const ends = [
      [() => new Response("x".repeat(100_000), { status: 500 }), [{ attempts: 1, unknown: 0 }]],
      [
        () =>
          new Response(null, { status: 307, headers: { Location: "https://push.command.example/other" } }),
        [{ attempts: 1, unknown: 0 }],
      ],
      [() => Promise.reject(new TypeError("the connection was lost")), [{ attempts: 1, unknown: 1 }]],
      [() => new Response(null, { status: 413 }), []],
    ] as const;
    for (const [answer, left] of ends) {
      const asked = pushServices(answer);
      await raw.DB.prepare("delete from outbox").run();
      await notice();
      expect(await deliver()).toMatchObject({ sent: 0, failed: 1 });
      expect([asked.length, await waiting()]).toEqual([1, left]);
    }
    expect(await count()).toBe(1);
  });

  it("is sent to no private address, even where one was stored", async () => {
    await turnOn(member);
    const network = vi.fn(() => Promise.reject(new TypeError("asked")));
    vi.stubGlobal("fetch", network);
    await raw.DB.prepare("update push_subscriptions set endpoint = 'https://127.0.0.1/'").run();
    await notice();
    await deliver();
    expect(network).not.toHaveBeenCalled();
    expect(await count()).toBe(0);
  });

  it("writes nothing for a message that arrived, but once a day", async () => {
    await turnOn(member);
    pushServices();
    const noted = () => value<string>("select last_ok_at from push_subscriptions");
    await notice();
    await deliver();
    const first = await noted();
    expect(first).not.toBeNull();
    await notice();
    await deliver();
    expect(await noted()).toBe(first);
  });
});

describe("a device", () => {
  it("is listed by its browser, and is the current one in its own session alone", async () => {
    await raw.DB.prepare("update sessions set user_agent = 'Firefox' where user_id = ?")
      .bind(member.userId)
      .run();
    const { id } = await turnOn(member);
    const device: PushDevice = { id, userAgent: "Firefox", isCurrent: true, createdAt: expect.any(String) };
    expect(await member.ok("GET", "/api/push")).toEqual({
      publicKey: raw["PUSH_PUBLIC_KEY"],
      devices: [device],
    });
    expect(await devices(await session(member))).toEqual([{ ...device, isCurrent: false }]);
    expect(await devices(officer)).toEqual([]);
    const stored = await rows<Record<string, unknown>>("select * from push_subscriptions");
    const { text } = await member.call("GET", "/api/push");
    for (const key of ["endpoint", "p256dh", "auth"]) expect(text).not.toContain(stored[0]?.[key]);
  });

  it("takes the place of the one before in its session", async () => {
    await turnOn(member);
    const { subscription } = await turnOn(member);
    expect(await rows("select endpoint from push_subscriptions")).toEqual([
      { endpoint: subscription.endpoint },
    ]);
  });

  it("is https at a name of the internet, with keys that a browser makes", async () => {
    const { keys } = newBrowser().subscription;
    const add = (endpoint: string, more = keys) =>
      member.fails("POST", "/api/push/subscriptions", { endpoint, keys: more });
    for (const endpoint of [
      ...["https://127.0.0.1/send", "https://localhost/send", "http://push.command.example/send"],
      ...["https://user@push.command.example/send", "https://push.command.example:22/send", "https://[::1]/"],
    ])
      expect([endpoint, Object.keys((await add(endpoint)).errors ?? {})]).toEqual([endpoint, ["endpoint"]]);
    const offCurve = { ...keys, p256dh: `B${"A".repeat(86)}` };
    expect(await add("https://push.command.example/send", offCurve)).toMatchObject({ code: "invalid_input" });
    expect(await count()).toBe(0);
  });

  it("cannot be taken from another user, nor removed by them", async () => {
    const { id, subscription } = await turnOn(member);
    expect(await officer.fails("POST", "/api/push/subscriptions", subscription)).toMatchObject({
      code: "push_taken",
    });
    expect((await officer.fails("DELETE", `/api/push/subscriptions/${id}`)).status).toBe(404);
    expect((await devices()).map((device) => device.id)).toEqual([id]);
    await member.ok("DELETE", `/api/push/subscriptions/${id}`);
    expect((await member.fails("DELETE", `/api/push/subscriptions/${id}`)).status).toBe(404);
    await officer.ok("POST", "/api/push/subscriptions", subscription);
  });

  it("ends with its session, with the membership made inactive, and with the account", async () => {
    const [other, leaver] = [await session(member), await person("member")];
    await turnOn(other);
    await other.ok("POST", "/api/logout");
    expect(await count()).toBe(0);
    await turnOn(member);
    await officer.ok("PUT", `/api/members/${member.memberId}/status`, { status: "inactive" });
    expect(await count()).toBe(0);
    await turnOn(leaver);
    await (await person("administrator")).ok("DELETE", `/api/users/${leaver.userId}`);
    expect(await count()).toBe(0);
    await backgroundDone();
  });

  it("gets nothing once its session has run out, or has become another user's", async () => {
    const asked = pushServices();
    const old = await session(member);
    await turnOn(old);
    const set = (change: string) =>
      raw.DB.prepare(
        `update sessions set ${change} where id = (select session_id from push_subscriptions)`,
      ).run();
    await set("expires_at = '2026-01-01'");
    await notice();
    await deliver();
    await set(`expires_at = '2999-01-01', id = 77, user_id = ${officer.userId}`);
    await notice();
    await deliver();
    expect(asked).toEqual([]);
    expect([await devices(), await devices(officer)]).toEqual([[], []]);
    // The next user of the browser may have its address.
    const [{ endpoint } = { endpoint: "" }] = await rows<{ endpoint: string }>(
      "select endpoint from push_subscriptions",
    );
    await officer.ok("POST", "/api/push/subscriptions", { ...newBrowser().subscription, endpoint });
    expect(await devices(officer)).toHaveLength(1);
  });

  it(`is one of ${MOST_DEVICES} at most`, async () => {
    for (let turn = 0; turn < MOST_DEVICES; turn++) await turnOn(await session(member));
    const more = newBrowser().subscription;
    expect(await member.fails("POST", "/api/push/subscriptions", more)).toMatchObject({
      code: "push_too_many",
    });
  });

  it("is sent a test, and how many took it is answered", async () => {
    expect(await member.fails("POST", "/api/push/test")).toMatchObject({ code: "push_without_device" });
    const phone = await turnOn(member);
    const other = await session(member);
    await turnOn(other);
    await turnOn(officer);
    const asked = pushServices(({ url }) =>
      url === phone.subscription.endpoint ? taken() : new Response(null, { status: 500 }),
    );
    expect(await member.ok("POST", "/api/push/test")).toEqual({ sent: 1, failed: 1 });
    expect(asked).toHaveLength(2);
    const body = asked.find(({ url }) => url === phone.subscription.endpoint)?.body ?? new Uint8Array();
    expect(JSON.parse(phone.read(body)).notification.navigate).toBe("http://localhost:8787/account#push");
  });
});

it("is off where the deployment has no keys", async () => {
  const settings = { PUSH_PUBLIC_KEY: "", PUSH_PRIVATE_KEY: "" };
  const answer = await member.call("GET", "/api/push", { settings });
  expect(JSON.parse(answer.text)).toEqual({ publicKey: null, devices: [] });
  const body = newBrowser().subscription;
  for (const [path, given] of [
    ["/api/push/subscriptions", { body }],
    ["/api/push/test", {}],
  ] as const) {
    const { text } = await member.call("POST", path, { ...given, settings });
    expect(JSON.parse(text)).toMatchObject({ code: "push_not_configured" });
  }
});
