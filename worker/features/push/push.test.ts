import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Caller, person, raw, value } from "../../testing/world.ts";
import { session } from "../sessions/testing/sessions.factory.ts";
import {
  countDevices,
  deliver,
  notice,
  PUSH,
  pushServices,
  taken,
  turnOn,
  waiting,
} from "./testing/push.factory.ts";
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

const makeDue = () => raw.DB.prepare("update outbox set next_try_at = '2026-01-01'").run();

describe("a notice by push", () => {
  it("reaches each device encrypted and signed, in the format that Safari shows by itself", async () => {
    const asked = pushServices();
    const phone = await turnOn(member);
    const desk = await turnOn(await session(member));
    await raw.DB.prepare("update users set language = 'da' where id = ?").bind(member.userId).run();
    await notice(member);
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
          ...{ title: "Din rolle ændres", lang: "da", tag: topic, body: expect.stringContaining("Officer") },
          navigate: "http://localhost:8787/account",
        },
      });
      expect(topic).toMatch(/^[\w-]{32}$/);
      expect(headers.get("TTL")).toBe("259200");
      expect(headers.get("Content-Encoding")).toBe("aes128gcm");
      expect(redirect).toBe("manual");
      const { key, aud, exp, sub } = senderOf(headers.get("Authorization") ?? "");
      expect({ key, aud, sub }).toEqual({
        key: PUSH.PUSH_PUBLIC_KEY,
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
    await notice(member);
    expect(await waiting()).toEqual([]);
    await turnOn(member);
    await notice(officer);
    expect(await waiting()).toEqual([]);
    await notice(member);
    expect(await waiting()).toHaveLength(1);
  });

  it("is sent again only to the device that did not accept it, under the same topic", async () => {
    let isDown = true;
    const [phone, desk] = [await turnOn(member), await turnOn(await session(member))];
    const isDesk = (url: string) => url === desk.subscription.endpoint;
    const asked = pushServices(({ url }) =>
      isDown && isDesk(url) ? new Response("down", { status: 503 }) : taken(),
    );
    await notice(member);
    await deliver();
    expect(await waiting()).toEqual([{ attempts: 1, unknown: 0 }]);
    // A message in between does not make the phone forget what it got.
    await notice(member);
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

  it("deletes devices that are gone, and is given up with the last of them", async () => {
    const phone = await turnOn(member);
    await turnOn(await session(member));
    pushServices(({ url }) =>
      url === phone.subscription.endpoint ? new Response(null, { status: 410 }) : taken(),
    );
    await notice(member);
    expect(await deliver()).toMatchObject({ sent: 1, failed: 0 });
    expect(await countDevices()).toBe(1);
    pushServices(() => new Response(null, { status: 404 }));
    await notice(member);
    expect(await deliver()).toMatchObject({ sent: 0, failed: 1 });
    expect([await countDevices(), await waiting()]).toEqual([0, []]);
  });

  it("waits for a service that demands it without using up an attempt, an hour at most", async () => {
    await turnOn(member);
    const answers = [
      [429, { "Retry-After": "7" }, 7],
      [429, {}, 60],
      [503, { "Retry-After": "999999" }, 3600],
    ] as const;
    await notice(member);
    for (const [status, headers, waits] of answers) {
      pushServices(() => new Response(null, { status, headers }));
      await makeDue();
      expect(await deliver()).toMatchObject({ sent: 0, failed: 0, waits });
      expect(await waiting()).toEqual([{ attempts: 0, unknown: 0 }]);
    }
  });

  it("is retried after a fault, and not after a refusal; no redirect is followed", async () => {
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
      await notice(member);
      expect(await deliver()).toMatchObject({ sent: 0, failed: 1 });
      expect([asked.length, await waiting()]).toEqual([1, left]);
    }
    expect(await countDevices()).toBe(1);
  });

  it("is sent to no private address, even where one was stored", async () => {
    await turnOn(member);
    const network = vi.fn(() => Promise.reject(new TypeError("asked")));
    vi.stubGlobal("fetch", network);
    await raw.DB.prepare("update push_subscriptions set endpoint = 'https://127.0.0.1/'").run();
    await notice(member);
    await deliver();
    expect(network).not.toHaveBeenCalled();
    expect(await countDevices()).toBe(0);
  });

  it("writes nothing for a delivered message, except once a day", async () => {
    await turnOn(member);
    pushServices();
    const noted = () => value<string>("select last_ok_at from push_subscriptions");
    await notice(member);
    await deliver();
    const first = await noted();
    expect(first).not.toBeNull();
    await notice(member);
    await deliver();
    expect(await noted()).toBe(first);
  });
});
