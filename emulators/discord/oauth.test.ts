import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { type TestContext, test } from "node:test";
import { type DiscordEmulator, defaults } from "./index.ts";
import { call, field, start } from "./testing.ts";

const redirectUri = "http://localhost:5173/api/auth/discord/callback";

interface Flow {
  emulator: DiscordEmulator;
  verifier: string;
  parameters: Record<string, string>;
  userId: string;
}

async function flow(t: TestContext, scope = "identify email"): Promise<Flow> {
  const emulator = await start(t);
  const verifier = randomBytes(32).toString("base64url");
  const parameters = {
    response_type: "code",
    client_id: emulator.clientId,
    redirect_uri: redirectUri,
    scope,
    state: "s t&te",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  };
  const officer = emulator.guild.membersWith("Officer")[0];
  assert.ok(officer);
  return { emulator, verifier, parameters, userId: officer.user.id };
}

async function decide(
  emulator: DiscordEmulator,
  parameters: Record<string, string>,
  decision: Record<string, string>,
): Promise<URL> {
  const response = await fetch(emulator.authorizeUrl, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ ...parameters, ...decision }),
  });
  assert.equal(response.status, 303);
  return new URL(response.headers.get("location") ?? "");
}

async function exchange(
  emulator: DiscordEmulator,
  form: Record<string, string>,
  path = "/api/oauth2/token",
): Promise<{ status: number; body: unknown }> {
  const basic = Buffer.from(`${emulator.clientId}:${emulator.clientSecret}`).toString("base64");
  const response = await fetch(emulator.url + path, {
    method: "POST",
    headers: { authorization: `Basic ${basic}` },
    body: new URLSearchParams(form),
  });
  return { status: response.status, body: await response.json() };
}

async function code({ emulator, parameters, userId }: Flow): Promise<string> {
  const back = await decide(emulator, parameters, { user_id: userId, decision: "authorize" });
  return back.searchParams.get("code") ?? "";
}

function grant(code: string, verifier: string): Record<string, string> {
  return { grant_type: "authorization_code", code, redirect_uri: redirectUri, code_verifier: verifier };
}

test("signs a member in with PKCE, and tells a client who they are", async (t) => {
  const started = await flow(t);
  const { emulator, verifier, parameters, userId } = started;
  const back = await decide(emulator, parameters, { user_id: userId, decision: "authorize" });
  assert.equal(back.origin + back.pathname, redirectUri);
  assert.equal(back.searchParams.get("state"), "s t&te");
  const { status, body } = await exchange(emulator, grant(back.searchParams.get("code") ?? "", verifier));
  assert.equal(status, 200);
  assert.equal(field(body, "scope"), "identify email");
  assert.equal(field(body, "expires_in"), 604_800);
  const bearer = `Bearer ${String(field(body, "access_token"))}`;
  const self = await call(emulator, "GET", "/users/@me", undefined, bearer);
  assert.equal(field(self.body, "id"), userId);
  assert.match(String(field(self.body, "email")), /@pilots\.example$/);
  const guilds = await call(emulator, "GET", "/users/@me/guilds", undefined, bearer);
  assert.equal(guilds.status, 401);
});

test("omits the email without the email scope, and includes the membership with the member scope", async (t) => {
  const started = await flow(t, "identify guilds.members.read");
  const { emulator, verifier, userId } = started;
  const { body } = await exchange(emulator, grant(await code(started), verifier), "/api/v10/oauth2/token");
  const bearer = `Bearer ${String(field(body, "access_token"))}`;
  const self = await call(emulator, "GET", "/users/@me", undefined, bearer);
  assert.equal(field(self.body, "email"), undefined);
  const path = `/users/@me/guilds/${emulator.guildId}/member`;
  const member = await call(emulator, "GET", path, undefined, bearer);
  assert.deepEqual(field(member.body, "roles"), emulator.guild.member(userId)?.roles);
  emulator.guild.leave(userId);
  assert.equal(field((await call(emulator, "GET", path, undefined, bearer)).body, "code"), 10004);
});

test("accepts a code once", async (t) => {
  const started = await flow(t);
  const used = await code(started);
  assert.equal((await exchange(started.emulator, grant(used, started.verifier))).status, 200);
  const again = await exchange(started.emulator, grant(used, started.verifier));
  assert.deepEqual(again, {
    status: 400,
    body: { error: "invalid_grant", error_description: 'Invalid "code" in request.' },
  });
});

test("refuses an expired code", async (t) => {
  const emulator = await start(t, { codeLifetime: 0 });
  const userId = emulator.guild.membersWith("Crew")[0]?.user.id ?? "";
  const expired = emulator.issueCode({ userId, redirectUri });
  const { body } = await exchange(emulator, {
    grant_type: "authorization_code",
    code: expired,
    redirect_uri: redirectUri,
  });
  assert.equal(field(body, "error"), "invalid_grant");
});

test("refuses a wrong verifier, redirect, secret, body or grant type", async (t) => {
  const started = await flow(t);
  const { emulator, verifier } = started;
  const refused = async (form: Record<string, string>): Promise<unknown> => {
    const complete = { ...grant(await code(started), verifier), ...form };
    return field((await exchange(emulator, complete)).body, "error");
  };
  assert.equal(await refused({ code_verifier: randomBytes(32).toString("base64url") }), "invalid_grant");
  assert.equal(await refused({ code_verifier: "short" }), "invalid_request");
  assert.equal(await refused({ redirect_uri: "http://localhost:5173/elsewhere" }), "invalid_grant");
  assert.equal(await refused({ grant_type: "password" }), "unsupported_grant_type");
  const { code_verifier: _, ...missing } = grant(await code(started), verifier);
  assert.equal(field((await exchange(emulator, missing)).body, "error"), "invalid_request");
  const json = await fetch(`${emulator.url}/api/oauth2/token`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(grant(await code(started), verifier)),
  });
  assert.ok(json.status >= 400 && json.status < 500);
  const wrongSecret = await fetch(`${emulator.url}/api/oauth2/token`, {
    method: "POST",
    body: new URLSearchParams({
      ...grant(await code(started), verifier),
      client_id: emulator.clientId,
      client_secret: "guess",
    }),
  });
  assert.equal(wrongSecret.status, 401);
  assert.deepEqual(await wrongSecret.json(), { error: "invalid_client" });
});

test("exchanges a refresh token for a new pair, and revokes both", async (t) => {
  const started = await flow(t);
  const { emulator, verifier } = started;
  const first = (await exchange(emulator, grant(await code(started), verifier))).body;
  const form = { grant_type: "refresh_token", refresh_token: String(field(first, "refresh_token")) };
  const second = (await exchange(emulator, form)).body;
  assert.equal(field((await exchange(emulator, form)).body, "error"), "invalid_grant");
  const access = String(field(second, "access_token"));
  const self = () => call(emulator, "GET", "/users/@me", undefined, `Bearer ${access}`);
  assert.equal((await self()).status, 200);
  const revoked = await exchange(emulator, { token: access }, "/api/oauth2/token/revoke");
  assert.equal(revoked.status, 200);
  assert.equal((await self()).status, 401);
  const refresh = { grant_type: "refresh_token", refresh_token: String(field(second, "refresh_token")) };
  assert.equal(field((await exchange(emulator, refresh)).body, "error"), "invalid_grant");
});

test("returns a cancelled or malformed request with its error and state", async (t) => {
  const { emulator, parameters } = await flow(t);
  const cancelled = await decide(emulator, parameters, { decision: "cancel" });
  assert.equal(cancelled.searchParams.get("error"), "access_denied");
  assert.equal(cancelled.searchParams.get("state"), "s t&te");
  for (const [change, error] of [
    [{ scope: "identify everything" }, "invalid_scope"],
    [{ response_type: "token" }, "unsupported_response_type"],
    [{ code_challenge_method: "plain" }, "invalid_request"],
  ] as const) {
    const back = await decide(emulator, { ...parameters, ...change }, { decision: "authorize" });
    assert.equal(back.searchParams.get("error"), error);
    assert.equal(back.searchParams.get("state"), "s t&te");
  }
});

test("shows an unknown client or redirect on the page and never redirects to it", async (t) => {
  const { parameters } = await flow(t);
  const emulator = await start(t, { redirectUris: [redirectUri] });
  for (const change of [
    { client_id: "1" },
    { redirect_uri: `${redirectUri}/` },
    { redirect_uri: "http://localhost:1/other" },
    { redirect_uri: "https://evil.example/" },
  ]) {
    const query = new URLSearchParams({ ...parameters, ...change });
    const response = await fetch(`${emulator.authorizeUrl}?${query}`, { redirect: "manual" });
    assert.equal(response.status, 400);
    assert.match(response.headers.get("content-type") ?? "", /text\/html/);
  }
});

test("serves the consent page only at the address that redirects name, which cannot be guessed", async (t) => {
  const { emulator, parameters, userId } = await flow(t);
  const query = new URLSearchParams(parameters);
  const body = new URLSearchParams({ ...parameters, user_id: userId, decision: "authorize" });
  const key = "0".repeat(32);
  for (const path of ["", "/api", "/api/v10", "/", "//", `/${key}`, "/undefined"]) {
    const address = `${emulator.url}${path}/oauth2/authorize`;
    assert.equal((await fetch(`${address}?${query}`, { redirect: "manual" })).status, 404, path);
    assert.equal((await fetch(address, { method: "POST", body, redirect: "manual" })).status, 404, path);
  }
  const page = await (await fetch(`${emulator.authorizeUrl}?${query}`)).text();
  const forms = [...page.matchAll(/<form method="(?:get|post)" action="([^"]+)"/g)].map(
    ([, action]) => action,
  );
  assert.deepEqual(forms, Array(2).fill(new URL(emulator.authorizeUrl).pathname));
});

test("finds members by name or role, offers an outsider, and escapes what the page shows", async (t) => {
  const { emulator, parameters, userId } = await flow(t);
  emulator.guild.join({ username: "bobby", globalName: '<img src=x onerror="1">' });
  const page = async (q: string): Promise<string> =>
    (await fetch(`${emulator.authorizeUrl}?${new URLSearchParams({ ...parameters, q })}`)).text();
  const officers = await page("officer");
  assert.ok(officers.includes(`value="${userId}"`));
  assert.equal(officers.match(/type="radio"/g)?.length, 4);
  assert.ok(officers.includes(`value="${defaults.outsiderId}"`));
  assert.ok(!(await page("bobby")).includes("<img"));
  assert.ok(!(await page('"><script>')).includes("<script>"));
});

test("invites a removed bot back with its permissions", async (t) => {
  const { emulator, userId } = await flow(t);
  emulator.guild.leave(emulator.clientId);
  const response = await fetch(emulator.authorizeUrl, {
    method: "POST",
    body: new URLSearchParams({
      client_id: emulator.clientId,
      scope: "bot",
      permissions: "268435456",
      user_id: userId,
      decision: "authorize",
    }),
  });
  assert.equal(response.status, 200);
  assert.equal(emulator.guild.role(defaults.botRoleId).permissions, "268435456");
  assert.equal((await call(emulator, "GET", `/guilds/${emulator.guildId}`)).status, 200);
});
