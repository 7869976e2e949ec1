import { Buffer } from "node:buffer";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { control } from "../../testing/discord.ts";
import { rowCounts } from "../../testing/inspect.ts";
import { type Answer, Caller, call, nobody, raw, rows, value } from "../../testing/world.ts";
import type { CurrentUser } from "../account/account.schema.ts";

type Joined = { user: { id: string; username: string } };
let discordId: string;
let serial = 0;

/** Adds a user whom a sync found in the Discord server; returns their id. */
async function synced(
  values: { present?: number; email?: string; memberStatus?: string } = {},
): Promise<number> {
  const at = new Date().toISOString();
  await raw.DB.batch([
    raw.DB.prepare(
      "insert into guild_members (organization_id, discord_id, username, display_name, roles, present, updated_at) values (1, ?, 'vega', 'Vega', '[]', ?, ?)",
    ).bind(discordId, values.present ?? 1, at),
    raw.DB.prepare(
      "insert into users (organization_id, username, display_name, email, discord_id, created_at, updated_at) values (1, 'vega', 'Vega', ?, ?, ?, ?)",
    ).bind(values.email ?? null, discordId, at, at),
  ]);
  const userId = await value<number>("select id from users where discord_id = ?", discordId);
  await raw.DB.prepare(
    "insert into members (organization_id, user_id, role_id, role_source, status, joined_at, updated_at) select 1, ?, id, 'discord', ?, ?, ? from roles where organization_id = 1 and key = 'member'",
  )
    .bind(userId, values.memberStatus ?? "active", at, at)
    .run();
  return userId;
}

const join = async (values: { email?: string | null; verified?: boolean } = {}) => {
  const email = values.email === undefined ? `vega${serial}@example.org` : values.email;
  const { user } = await control<Joined>("join", {
    username: `vega.rook.${++serial}`,
    email,
    verified: values.verified ?? true,
  });
  discordId = user.id;
};

afterEach(() => void vi.restoreAllMocks());
beforeEach(async () => {
  await control("failures/clear", {});
  await join();
});

/** Requests the address at which Discord asks for consent. */
async function begin() {
  const answer = await nobody.call("GET", "/api/auth/discord");
  const url = new URL(answer.headers.get("Location") ?? "");
  const cookie = /grant=[^;]+/.exec(answer.headers.getSetCookie().join())?.[0] ?? "";
  return { answer, url, cookie, state: url.searchParams.get("state") ?? "" };
}

/** Consents at Discord as the test's person; returns the redirect to us. */
async function consent(url: URL): Promise<string> {
  const { code } = await control<{ code: string }>("code", {
    userId: discordId,
    redirectUri: url.searchParams.get("redirect_uri"),
    scopes: url.searchParams.get("scope")?.split(" "),
    challenge: url.searchParams.get("code_challenge"),
  });
  return `/api/auth/discord/callback?code=${code}&state=${url.searchParams.get("state")}`;
}

const comeBack = (path: string, cookie: string): Promise<Answer> =>
  call("GET", path, { headers: { Cookie: cookie } });

async function signIn(): Promise<Answer> {
  const { url, cookie } = await begin();
  return comeBack(await consent(url), cookie);
}

const whereTo = (answer: Answer) => answer.headers.get("Location");
const sessionOf = (answer: Answer) =>
  /(?:^|,)session=([\w-]+)/.exec(answer.headers.getSetCookie().join())?.[1] ?? null;
const failed = (error: string) => `/auth?error=${error}`;

describe("GET /api/auth/discord", () => {
  it("sends the browser to Discord with state, an S256 challenge and the two scopes", async () => {
    const { answer, url, cookie, state } = await begin();
    expect(answer.status).toBe(302);
    expect(`${url.origin}${url.pathname}`).toBe(raw["DISCORD_AUTHORIZE_URL"]);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: "code",
      client_id: raw["DISCORD_CLIENT_ID"],
      redirect_uri: "http://localhost:8787/api/auth/discord/callback",
      scope: "identify email",
      state: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: "S256",
    });
    expect(answer.headers.getSetCookie().join()).toMatch(
      /^grant=[\w.-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    const sealed = Buffer.from(cookie.slice("grant=".length).split(".")[0] ?? "", "base64url").toString();
    const { verifier } = (JSON.parse(sealed) as { grant: { verifier: string } }).grant;
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier)));
    expect(
      btoa(String.fromCharCode(...digest))
        .replaceAll("+", "-")
        .replaceAll("/", "_")
        .replace("=", ""),
    ).toBe(url.searchParams.get("code_challenge"));
    expect((await begin()).state).not.toBe(state);
  });

  it("keeps the grant in a __Host- cookie over https", async () => {
    const answer = await call("GET", "/api/auth/discord", {
      settings: { APP_URL: "https://command.example.org" },
    });
    expect(answer.headers.getSetCookie().join()).toMatch(
      /^__Host-grant=[\w.-]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect(new URL(whereTo(answer) ?? "").searchParams.get("redirect_uri")).toBe(
      "https://command.example.org/api/auth/discord/callback",
    );
  });
});

describe("GET /api/auth/discord/callback", () => {
  it("signs in a user whom a sync found, after Discord's own consent page", async () => {
    const userId = await synced();
    const { url, cookie } = await begin();
    const page = await fetch(url, {
      method: "POST",
      body: new URLSearchParams([...url.searchParams, ["user_id", discordId], ["decision", "authorize"]]),
      redirect: "manual",
    });
    const back = new URL(page.headers.get("Location") ?? "");
    const answer = await comeBack(back.pathname + back.search, cookie);
    expect([answer.status, whereTo(answer)]).toEqual([302, "/"]);
    expect(answer.headers.getSetCookie().join()).toContain("grant=; Max-Age=0");
    const user = await new Caller(sessionOf(answer)).ok<CurrentUser>("GET", "/api/user");
    expect(user).toMatchObject({ id: userId, roleKey: "member", signInMethods: ["discord"] });
    // Requested by the next page, which reads from it with what it may ask.
    const reader = [userId, user.organizationId, ...user.permissions].join("~");
    expect(answer.headers.getSetCookie()).toContain(`reader=${reader}; Max-Age=60; Path=/; SameSite=Lax`);
    expect(await rows("select user_id, method from sessions")).toEqual([
      { user_id: userId, method: "discord" },
    ]);
    expect(await rows("select action, actor_user_id, details from audit_log")).toEqual([
      { action: "user.signed_in", actor_user_id: userId, details: '{"method":"discord"}' },
    ]);
  });

  it("stores a verified e-mail address for a user without one", async () => {
    await synced();
    await signIn();
    expect(await value("select email from users")).toMatch(/^vega\d+@example\.org$/);
  });

  for (const [why, joining, stored] of [
    ["unverified", { verified: false }, undefined],
    ["missing", { email: null }, undefined],
    ["not ours to replace", {}, "own@example.org"],
  ] as const) {
    it(`does not store an e-mail address that is ${why}`, async () => {
      await join(joining);
      await synced(stored ? { email: stored } : {});
      expect(whereTo(await signIn())).toBe("/");
      expect(await value("select email from users")).toBe(stored ?? null);
    });
  }
});

describe("a failed sign-in with Discord stores nothing and ends with", () => {
  /** Runs a sign-in that must end with an error of the sign-in page. */
  async function ends(error: string, attempt: () => Promise<Answer>): Promise<void> {
    const before = await rowCounts();
    const answer = await attempt();
    expect([answer.status, whereTo(answer)]).toEqual([302, failed(error)]);
    expect(sessionOf(answer)).toBeNull();
    expect(answer.headers.getSetCookie().join()).toContain("grant=; Max-Age=0");
    expect(await rowCounts()).toEqual(before);
  }

  it("not_synced for a person whom no sync found, or who has left", async () => {
    await ends("not_synced", signIn);
    await synced({ present: 0 });
    await ends("not_synced", signIn);
    expect(await value("select email from users")).toBeNull();
  });

  it("discord_auth_failed for an answer that is refused, forged, without its cookie, or used twice", async () => {
    await synced();
    const { url, cookie, state } = await begin();
    const denied = await fetch(url, {
      method: "POST",
      body: new URLSearchParams([...url.searchParams, ["decision", "cancel"]]),
      redirect: "manual",
    });
    const refused = new URL(denied.headers.get("Location") ?? "");
    expect(refused.searchParams.get("error")).toBe("access_denied");
    await ends("discord_auth_failed&cancelled", () => comeBack(refused.pathname + refused.search, cookie));

    const path = await consent(url);
    const other = await begin();
    await ends("discord_auth_failed", () => comeBack(path, other.cookie));
    await ends("discord_auth_failed", () => comeBack(path, ""));
    await ends("discord_auth_failed", () => comeBack(path, "grant="));
    await ends("discord_auth_failed", () => comeBack(path, `grant=${state}`));
    await ends("discord_auth_failed", () => comeBack(path, `grant=${state}.${"v".repeat(43)}`));
    await ends("discord_auth_failed", () => comeBack(`/api/auth/discord/callback?state=${state}`, cookie));
    await ends("discord_auth_failed", () =>
      comeBack(`${path}&code=${"x".repeat(600)}`.replace("?code", "?was"), cookie),
    );
  });

  it("discord_auth_failed for a used code", async () => {
    await synced();
    const { url, cookie } = await begin();
    const path = await consent(url);
    expect(whereTo(await comeBack(path, cookie))).toBe("/");
    await ends("discord_auth_failed", () => comeBack(path, cookie));
  });

  it("discord_auth_failed for an inactive member", async () => {
    await synced({ memberStatus: "inactive" });
    await ends("discord_auth_failed", signIn);
  });

  /** The lines of the log about Discord. */
  const log = () => {
    const lines: string[] = [];
    vi.spyOn(console, "error").mockImplementation((line: string) => {
      lines.push(JSON.parse(line).error);
    });
    return lines;
  };

  for (const path of ["/oauth2/token", "/users/@me"]) {
    it(`auth_error for every fault at ${path} other than the user's grant, which the log names`, async () => {
      await synced();
      const lines = log();
      const noWord = { error: "Not a word: planted", code: "planted" };
      for (const [failure, said] of [
        [{ mode: "status" }, `DiscordFault: ${path}: 500 0`],
        [{ mode: "status", status: 401 }, `DiscordFault: ${path}: 401 0`],
        [{ mode: "status", status: 400, body: noWord }, `DiscordFault: ${path}: 400 no code`],
        [{ mode: "status", status: 200, body: {} }, /upstream nonsense at (access_token|id)$/],
        [{ mode: "rate_limit" }, `DiscordFault: ${path}: 429`],
        [{ mode: "garbage" }, "OutgoingError: upstream nonsense at JSON"],
        [{ mode: "truncate" }, "OutgoingError: upstream unreachable"],
        [{ mode: "empty" }, "OutgoingError: upstream nonsense at body"],
        [{ mode: "reset" }, "OutgoingError: upstream unreachable"],
      ] as const) {
        await control("fail", { path, ...failure, times: 1 });
        await ends("auth_error", signIn);
        expect(lines.at(-1)).toMatch(said);
      }
      expect(lines).toHaveLength(9);
      expect(whereTo(await signIn())).toBe("/");
    });
  }

  it("auth_error for a wrong client secret of ours, and for an error of Discord", async () => {
    await synced();
    const lines = log();
    const { url, cookie, state } = await begin();
    const path = await consent(url);
    const settings = { DISCORD_CLIENT_SECRET: "a-secret-that-was-replaced" };
    await ends("auth_error", () => call("GET", path, { headers: { Cookie: cookie }, settings }));
    const back = (error: string, of = state) =>
      comeBack(`/api/auth/discord/callback?error=${error}&state=${of}`, cookie);
    await ends("auth_error", () => back("temporarily_unavailable"));
    await ends("discord_auth_failed", () => back("temporarily_unavailable", "forged"));
    await ends("discord_auth_failed", () => back("access_denied", "forged"));
    expect(lines).toEqual([
      "DiscordFault: /oauth2/token: 401 invalid_client",
      "DiscordFault: /oauth2/authorize: 302 temporarily_unavailable",
    ]);
  });

  it("session_error where the session cannot be stored", async () => {
    await synced();
    await raw.DB.prepare(
      "create trigger full before insert on sessions begin select raise(abort, 'database is full'); end",
    ).run();
    await ends("session_error", signIn);
    expect(await value("select email from users")).toBeNull();
  });
});

it("redirects from the callback to our own pages alone, whatever its address contains", async () => {
  await synced();
  const { url, cookie } = await begin();
  const answer = await comeBack(
    `${await consent(url)}&redirect=https://evil.example&next=//evil.example`,
    cookie,
  );
  expect(whereTo(answer)).toBe("/");
});
