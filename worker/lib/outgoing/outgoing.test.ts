import { beforeEach, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { control } from "../../testing/discord.ts";
import { raw } from "../../testing/world.ts";
import { callJson, OutgoingError, retryAfterSeconds } from "./outgoing.ts";

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

it("reads the wait of an answer, and uses a default without one", () => {
  const wait = (value?: string) =>
    retryAfterSeconds(new Headers(value === undefined ? {} : { "Retry-After": value }), 9);
  expect([wait("3"), wait("0.5"), wait(), wait("soon"), wait("-1"), wait("0")]).toEqual([3, 0.5, 9, 9, 9, 9]);
});
