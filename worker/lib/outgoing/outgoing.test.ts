import { beforeEach, describe, expect, it, vi } from "vitest";
import * as z from "zod/mini";
import { control } from "../../testing/discord.ts";
import { raw } from "../../testing/world.ts";
import { callJson, OutgoingError, retryAfterSeconds } from "./outgoing.ts";
import { probe } from "./probe.ts";

const url = `${raw["DISCORD_API_URL"]}/users/@me`;
const headers = { Authorization: `Bot ${raw["TEST_BOT_TOKEN"]}` };
const schema = z.object({ id: z.string(), username: z.string() });

const faultOf = async (call: Promise<unknown>) => {
  try {
    return await call;
  } catch (error) {
    return error instanceof OutgoingError ? error.fault : error;
  }
};

beforeEach(async () => {
  await control("failures/clear", {});
});

describe("calling another service", () => {
  it("answers what the schema asked for and nothing more", async () => {
    const answer = await callJson({ url, headers, schema });
    expect(answer).toMatchObject({ ok: true, status: 200, body: { username: expect.any(String) } });
    expect(answer.ok && Object.keys(answer.body)).toEqual(["id", "username"]);
  });

  it("returns a refusal with its headers, without its text", async () => {
    await control("fail", { path: "/users/@me", mode: "rate_limit", retryAfter: 7, times: 1 });
    const answer = await callJson({ url, headers, schema });
    expect([answer.ok, answer.status, retryAfterSeconds(answer.headers)]).toEqual([false, 429, 7]);
    expect(answer).not.toHaveProperty("body");
    expect((await callJson({ url, schema })).status).toBe(401);
  });

  it("names the fault: nonsense, unreachable, timeout or too_large", async () => {
    for (const [mode, fault] of [
      ["garbage", "nonsense"],
      ["empty", "nonsense"],
      ["truncate", "unreachable"],
      ["reset", "unreachable"],
    ]) {
      await control("fail", { path: "/users/@me", mode, times: 1 });
      expect([mode, await faultOf(callJson({ url, headers, schema }))]).toEqual([mode, fault]);
    }
    await control("fail", { path: "/users/@me", mode: "hang", times: 1 });
    expect(await faultOf(callJson({ url, headers, schema, timeoutMs: 100 }))).toBe("timeout");
    expect(await faultOf(callJson({ url, headers, schema, maxBytes: 20 }))).toBe("too_large");
    expect(await faultOf(callJson({ url, headers, schema: z.array(schema) }))).toBe("nonsense");
    expect(await faultOf(callJson({ url: "http://127.0.0.1:1/", schema }))).toBe("unreachable");
  });

  it("does not follow a redirect to another address", async () => {
    const authorize = new URL(String(raw["DISCORD_AUTHORIZE_URL"]));
    const query = new URLSearchParams({
      client_id: String(raw["DISCORD_CLIENT_ID"]),
      redirect_uri: "http://localhost:8787/api/auth/discord/callback",
      scope: "identify",
      response_type: "nothing",
    });
    const answer = await callJson({ url: `${authorize}?${query}`, schema });
    expect([answer.ok, answer.status]).toEqual([false, 303]);
  });
});

describe("an answer of another service", () => {
  const answered = (text: string, status = 200) => ({
    url,
    schema,
    send: async () => new Response(text, { status }),
  });
  const good = '{"id":"1","username":"Å"}';

  it("may have as many bytes as are allowed and not one more", async () => {
    const size = new TextEncoder().encode(good).byteLength;
    expect(await callJson({ ...answered(good), maxBytes: size })).toMatchObject({ ok: true });
    expect(await faultOf(callJson({ ...answered(good), maxBytes: size - 1 }))).toBe("too_large");
  });

  it("without a body is null, and otherwise JSON that fits, or the place where it does not is named", async () => {
    expect(await callJson({ ...answered(""), schema: z.null() })).toMatchObject({ body: null });
    const places: [text: string, place: string][] = [
      ["nonsense", "JSON"],
      ["[]", "body"],
      ['{"id":1}', "id"],
    ];
    for (const [text, place] of places)
      await expect(callJson(answered(text))).rejects.toMatchObject({ fault: "nonsense", place });
    const keyed = z.record(z.string(), z.array(z.object({ id: z.string() })));
    for (const [key, place] of [
      ["a_b", "a_b.0.id"],
      ["planted secret", "*.0.id"],
    ] as const) {
      const call = callJson({ ...answered(JSON.stringify({ [key]: [{ id: 1 }] })), schema: keyed });
      await expect(call).rejects.toMatchObject({ place, message: `upstream nonsense at ${place}` });
    }
    await expect(callJson({ ...answered(good), maxBytes: 1 })).rejects.toThrow(/^upstream too_large$/);
  });

  it("gives the reason of a refusal where one is asked for and it fits", async () => {
    const refusal = z.object({ reason: z.string() });
    const reasonOf = async (text: string, more: object) => {
      const answer = await callJson({ ...answered(text, 403), ...more });
      return [answer.ok, answer.status, "refusal" in answer ? answer.refusal : "none"];
    };
    expect(await reasonOf('{"reason":"full"}', { refusal })).toEqual([false, 403, { reason: "full" }]);
    expect(await reasonOf('{"reason":"full"}', {})).toEqual([false, 403, "none"]);
    for (const odd of ['{"reason":1}', "no JSON", `"${"x".repeat(16 * 1024)}"`])
      expect(await reasonOf(odd, { refusal })).toEqual([false, 403, undefined]);
  });

  it("is asked for its status alone by a probe, which tells a slow service from one that is not there", async () => {
    expect(await probe(url, { timeoutMs: 5_000, headers })).toBe(200);
    expect(await probe(url, { timeoutMs: 5_000 })).toBe(401);
    expect(await faultOf(probe("http://127.0.0.1:1/", { timeoutMs: 5_000 }))).toBe("unreachable");
    await control("fail", { path: "/users/@me", mode: "hang", times: 1 });
    expect(await faultOf(probe(url, { timeoutMs: 100, headers }))).toBe("timeout");
  });
});

it("reads the wait of an answer in either form, a day at most, and uses a default without one", () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(1994, 10, 6, 8, 49, 30) });
  const wait = (value?: string) =>
    retryAfterSeconds(new Headers(value === undefined ? {} : { "Retry-After": value }), 9);
  for (const [value, seconds] of [
    ...([
      ["3", 3],
      ["0.5", 0.5],
      ["86401", 86_400],
      ["1".repeat(400), 9],
    ] as const),
    ...([
      [undefined, 9],
      ["soon", 9],
      ["-1", 9],
      ["0", 9],
      ["1.2.3", 9],
      ["Infinity", 9],
    ] as const),
    // The three forms of a date, https://www.rfc-editor.org/rfc/rfc9110#section-5.6.7
    ...([
      ["Sun, 06 Nov 1994 08:49:37 GMT", 7],
      ["Sunday, 06-Nov-94 08:49:37 GMT", 7],
    ] as const),
    ...([
      ["Sun Nov  6 08:49:37 1994", 7],
      ["Sun, 06 Nov 1994 08:49:29 GMT", 9],
    ] as const),
    ["Thu, 06 Nov 2098 08:49:37 GMT", 86_400],
  ] as const)
    expect([value, wait(value)]).toEqual([value, seconds]);
  vi.useRealTimers();
});
