import { Buffer } from "node:buffer";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { control, resetDiscord } from "../../testing/discord.ts";
import { type Answer, Caller, interrupted, person, prospect, raw, rows, value } from "../../testing/world.ts";
import type { CurrentUser } from "../account/account.schema.ts";
import { crmBot } from "../discord/testing/discord.factory.ts";
import { ageProofs, noticesOf } from "../second-factor/testing/second-factor.factory.ts";
import { givePassword, PASSWORD } from "./testing/auth.cases.ts";

let mona: Caller;
let discordId: string;
beforeEach(async () => {
  await resetDiscord();
  mona = await person("member", 1, "Mona");
  await givePassword(mona);
  discordId = await join();
});

const run = (sql: string, ...values: unknown[]) =>
  raw.DB.prepare(sql)
    .bind(...values)
    .run();
const join = async () =>
  (await control<{ user: { id: string } }>("join", { username: "mona", email: "mona@example.org" })).user.id;
const codeOf = ({ status, text }: Answer) => [status, text && JSON.parse(text).code];
const idOf = (caller = mona) =>
  value<string | null>("select discord_id from users where id = ?", caller.userId);

const begin = (caller = mona, password = PASSWORD) =>
  caller.call("POST", "/api/user/discord", { body: { password } });

/** Consents at Discord; returns the address of the redirect, with the cookie. */
async function consent({ text, headers }: Answer, person = discordId) {
  const asked = new URL((JSON.parse(text) as { url: string }).url).searchParams;
  const { code } = await control<{ code: string }>("code", {
    userId: person,
    redirectUri: asked.get("redirect_uri"),
    scopes: asked.get("scope")?.split(" "),
    challenge: asked.get("code_challenge"),
  });
  const cookie = /grant=[^;]+/.exec(headers.getSetCookie().join())?.[0] ?? "";
  return { path: `/api/auth/discord/callback?code=${code}&state=${asked.get("state")}`, cookie };
}

async function comeBack(way: { path: string; cookie: string }, token = mona.token, database = raw.DB) {
  const caller = token === mona.token ? mona : new Caller(token);
  const { status, headers } = await caller.call("GET", way.path, {
    headers: { Cookie: way.cookie },
    database,
  });
  return [status, headers.get("Location")];
}
const link = async (caller = mona, person = discordId) =>
  comeBack(await consent(await begin(caller), person), caller.token);
const unlink = (caller = mona) => caller.call("DELETE", "/api/user/discord");
const to = (outcome: string) => [302, `/account/security?discord=${outcome}`];

describe("linking a Discord account", () => {
  it("requires the password and Discord's consent, and the next sync finds the same user and prospect", async () => {
    const own = await prospect({ user_id: mona.userId, status: "active", display_name: "Mona" });
    expect(await link()).toEqual(to("linked"));
    expect(await mona.ok<CurrentUser>("GET", "/api/user")).toMatchObject({
      discordId,
      email: "mona@example.org",
      signInMethods: ["password", "discord"],
    });
    expect(await rows("select action, details from audit_log")).toEqual([
      { action: "user.confirmed", details: '{"method":"password"}' },
      { action: "user.discord_linked", details: null },
    ]);
    await crmBot();
    const administrator = await person("administrator");
    await administrator.ok("POST", "/api/discord/sync-members/1");
    expect(await value("select count(*) from users where discord_id = ?", discordId)).toBe(1);
    expect(await rows("select id, user_id from prospects where discord_id = ?", discordId)).toEqual([
      { id: own, user_id: mona.userId },
    ]);
  });

  it("is refused without the password, or for a user with a linked account", async () => {
    expect(codeOf(await begin(mona, "not-the-password"))).toEqual([400, "wrong_password"]);
    await run("update users set discord_id = '200000000000000009' where id = ?", mona.userId);
    expect(codeOf(await begin())).toEqual([409, "discord_present"]);
    const other = await person("member");
    expect(codeOf(await begin(other))).toEqual([409, "password_missing"]);
  });

  it("refuses the account of another user or of a prospect, and changes nothing", async () => {
    const other = await person("member");
    await run("update users set discord_id = ? where id = ?", discordId, other.userId);
    expect(await link()).toEqual(to("taken"));
    await run("update users set discord_id = null where id = ?", other.userId);
    await prospect({ discord_id: discordId });
    await prospect({ user_id: mona.userId });
    expect(await link()).toEqual(to("taken"));
    expect([
      await idOf(),
      await value("select count(*) from audit_log where action <> 'user.confirmed'"),
    ]).toEqual([null, 0]);
  });

  it("succeeds once, in the session that began it, and with Discord's own answer", async () => {
    const way = await consent(await begin());
    expect(await comeBack(way, null)).toEqual(to("ended"));
    const other = await person("member");
    expect(await comeBack(way, other.token)).toEqual(to("ended"));
    expect(await comeBack({ ...way, path: `${way.path}x` })).toEqual(to("failed"));
    const [, linked] = [await idOf(), await comeBack(way)];
    expect(linked).toEqual(to("linked"));
    expect(await comeBack(way)).toEqual(to("failed"));
    expect(await idOf(other)).toBeNull();
  });

  it("notifies the user; unlinking does, too", async () => {
    await link();
    expect(await noticesOf(mona)).toEqual(["auth.discord_linked"]);
    await unlink();
    expect(await noticesOf(mona)).toEqual(["auth.discord_linked", "auth.discord_unlinked"]);
  });

  it("is refused for a session that ends while Discord answers", async () => {
    const way = await consent(await begin());
    const administrator = await person("administrator");
    const database = interrupted(2, () =>
      administrator.ok("DELETE", `/api/members/${mona.memberId}/sessions`),
    );
    expect(await comeBack(way, mona.token, database)).toEqual(to("ended"));
    expect(await idOf()).toBeNull();
  });

  it("links one account when two are linked at once", async () => {
    const asked = await begin();
    const [first, second] = [await consent(asked), await consent(asked, await join())];
    const answers = await Promise.all([comeBack(first), comeBack(second)]);
    expect(answers.map(([, where]) => where).sort()).toEqual([to("failed")[1], to("linked")[1]]);
  });
});

it("a user confirms their identity by the consent of their own Discord account, in the session that asked", async () => {
  await run("update users set discord_id = ?, password_hash = null where id = ?", discordId, mona.userId);
  await ageProofs(mona, 31);
  const ask = async (person = discordId) => {
    const asked = await mona.call("GET", "/api/user/confirm/discord");
    return consent({ ...asked, text: JSON.stringify({ url: asked.headers.get("Location") }) }, person);
  };
  const confirmation = () => mona.ok("GET", "/api/user/confirm");
  const ended = (outcome: string) => [302, `/account/security?confirm=${outcome}`];
  expect(await confirmation()).toEqual({ methods: ["discord"], isRecent: false });
  expect(await comeBack(await ask(await join()))).toEqual(ended("other"));
  expect(await comeBack(await ask(), (await person("member")).token)).toEqual(ended("ended"));
  expect(codeOf(await unlink())).toEqual([403, "reauthentication_required"]);
  expect(await comeBack(await ask())).toEqual(ended("confirmed"));
  expect(await confirmation()).toMatchObject({ isRecent: true });
  expect(codeOf(await unlink())).toEqual([409, "last_way_in"]);
});

it("a confirmation without the password links no account, however its cookie is altered", async () => {
  await ageProofs(mona, 31);
  const asked = await mona.call("GET", "/api/user/confirm/discord");
  const { path, cookie } = await consent({
    ...asked,
    text: JSON.stringify({ url: asked.headers.get("Location") }),
  });
  const [text = "", ...rest] = cookie.slice("grant=".length).split(".");
  const inside = Buffer.from(text, "base64url").toString().replace("confirm", "link");
  const altered = [
    cookie.replace("confirm", "link"),
    `grant=${[Buffer.from(inside).toString("base64url"), ...rest].join(".")}`,
  ];
  for (const each of altered) {
    const [, where] = await comeBack({ path, cookie: each });
    expect(where).not.toBe("/account/security?discord=linked");
    expect(await idOf()).toBeNull();
  }
});

describe("unlinking the Discord account", () => {
  beforeEach(() => run("update users set discord_id = ?, avatar = 'a' where id = ?", discordId, mona.userId));

  it("removes the account from the user and the prospect, and ends the other sessions", async () => {
    await prospect({ user_id: mona.userId, discord_id: discordId, discord_status: "left" });
    const answer = await unlink();
    expect([answer.status, answer.meter.trips]).toEqual([204, 3]);
    expect(await idOf()).toBeNull();
    expect(await rows("select discord_id, discord_status from prospects")).toEqual([
      { discord_id: null, discord_status: null },
    ]);
    expect((await mona.ok<CurrentUser>("GET", "/api/user")).signInMethods).toEqual(["password"]);
    expect(codeOf(await unlink())).toEqual([409, "discord_missing"]);
    expect(await link()).toEqual(to("linked"));
  });

  it("is refused to a user without a password", async () => {
    await run("update users set password_hash = null where id = ?", mona.userId);
    const refused = await unlink();
    expect(codeOf(refused)).toEqual([409, "last_way_in"]);
    expect(refused.meter.rowsWritten).toBe(0);
    expect(await idOf()).toBe(discordId);
  });

  it("is refused to a user who is in the Discord server, and the next sync adds no second user", async () => {
    await crmBot();
    const administrator = await person("administrator");
    const sync = () => administrator.ok<{ added: number }>("POST", "/api/discord/sync-members/1");
    await sync();
    expect(codeOf(await unlink())).toEqual([409, "discord_synced"]);
    expect(await sync()).toMatchObject({ added: 0 });
    await run("update guild_members set present = 0 where discord_id = ?", discordId);
    expect((await unlink()).status).toBe(204);
    expect(await value("select count(*) from guild_members where discord_id = ?", discordId)).toBe(0);
  });
});

it("finishing a link requires a recent proof, and the one that began it", async () => {
  const old = await consent(await begin());
  await ageProofs(mona, 31);
  expect(await comeBack(old)).toEqual(to("ended"));
  const way = await consent(await begin());
  // The proof expires while Discord answers.
  const database = interrupted(2, () => ageProofs(mona, 31));
  expect(await comeBack(way, mona.token, database)).toEqual(to("ended"));
  expect(await idOf()).toBeNull();
});

it("a grant is valid for ten minutes, and confirms once", async () => {
  await run("update users set discord_id = ? where id = ?", discordId, mona.userId);
  const asked = await mona.call("GET", "/api/user/confirm/discord");
  const again = { ...asked, text: JSON.stringify({ url: asked.headers.get("Location") }) };
  const before = mona.token;
  const { path, cookie } = await consent(again);
  const answer = await mona.call("GET", path, { headers: { Cookie: cookie } });
  expect(answer.headers.get("Location")).toBe("/account/security?confirm=confirmed");
  expect((await new Caller(before).call("GET", "/api/user")).status).toBe(401);
  expect((await mona.call("GET", "/api/user")).status).toBe(200);
  expect(await comeBack({ path: (await consent(again)).path, cookie })).toEqual([
    302,
    "/account/security?confirm=ended",
  ]);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 601_000 });
  try {
    expect(await comeBack({ path, cookie })).toEqual([302, "/auth?error=discord_auth_failed"]);
  } finally {
    vi.useRealTimers();
  }
});
