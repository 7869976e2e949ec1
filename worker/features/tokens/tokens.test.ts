import { beforeEach, describe, expect, it } from "vitest";
import { openDb } from "../../lib/db/client.ts";
import { write } from "../../lib/guard.ts";
import { SYSTEM_PERMISSIONS } from "../../lib/permissions.schema.ts";
import { stopClock } from "../../testing/clock.ts";
import { everythingStored } from "../../testing/inspect.ts";
import { type Caller, hoursFromNow, person, raw, rows, settings, value } from "../../testing/world.ts";
import type { Notice } from "../notices/notices.schema.ts";
import { customPermission } from "../roles/testing/roles.factory.ts";
import { ageProofs } from "../second-factor/testing/second-factor.factory.ts";
import { addToken } from "./testing/tokens.factory.ts";
import { MOST_TOKEN_DAYS, MOST_TOKENS, type NewToken, type OwnTokens } from "./tokens.schema.ts";
import { lookAfterTokens } from "./tokens.ts";

const PATH = "/api/tokens";
const INPUT = { name: "Fleet sheet", permissions: ["members.read", "events.read"], expiresInDays: 90 };
stopClock();
let owner: Caller;
beforeEach(async () => {
  owner = await person("officer", 1, "Olga");
});
const make = (input: object = {}, by = owner) => by.ok<NewToken>("POST", PATH, { ...INPUT, ...input });
const listed = async (by = owner) => (await by.ok<OwnTokens>("GET", PATH)).tokens;
const notices = async (by = owner) =>
  (await by.ok<Notice[]>("GET", "/api/user/notices")).map(({ text }) => text);
const entries = () =>
  rows(
    "select action, readers, actor_user_id as actor, entity_name as name, details from audit_log order by id",
  );

describe("a new token", () => {
  it("is shown once; afterwards it is listed by its last letters", async () => {
    const { token, ...made } = await make({ permissions: ["events.read", "members.read", "events.read"] });
    expect(made).toEqual({
      ...{ id: expect.any(Number), name: "Fleet sheet", ending: token.slice(-4), lastUsedAt: null },
      permissions: [
        { id: "events.read", lost: null },
        { id: "members.read", lost: null },
      ],
      ...{ createdAt: hoursFromNow(0), expiresAt: hoursFromNow(90 * 24) },
    });
    const { text } = await owner.call("GET", PATH);
    expect(text).not.toContain(token);
    expect(await listed()).toEqual([made]);
    expect(await listed(await person("administrator"))).toEqual([]);
  });

  it("is in no table, and not even its hash is in a backup or a file of a user's own data, which has what its owner knows", async () => {
    const administrator = await person("administrator");
    const { token, ...made } = await make({}, administrator);
    const hash = await value<string>("select token_hash from tokens");
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(await everythingStored()).not.toContain(token);
    const backup = await administrator.call("GET", "/api/backup/export");
    const own = await administrator.call("GET", "/api/user/data");
    for (const { status, text } of [backup, own]) expect([status, text.includes(hash)]).toEqual([200, false]);
    const { tables } = JSON.parse(own.text) as { tables: Record<string, unknown> };
    expect(tables["tokens"]).toEqual([
      {
        ...{ name: "Fleet sheet", permissions: '["members.read","events.read"]', last_used_at: null },
        ...{ created_at: made.createdAt, expires_at: made.expiresAt },
      },
    ]);
  });

  it("notifies its owner and is in the audit log, when it is made and when it is revoked", async () => {
    const { id } = await make({ permissions: [] });
    const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" }).format(
      new Date(hoursFromNow(90 * 24)),
    );
    expect(await notices()).toEqual([
      `The token Fleet sheet was made: a program can act for you until ${day}. If that was not you, revoke it and change your password now.`,
    ]);
    await owner.ok("DELETE", `${PATH}/${id}`);
    expect(await listed()).toEqual([]);
    const entry = { readers: "private", actor: owner.userId, name: "Fleet sheet" };
    expect(await entries()).toEqual([
      { ...entry, action: "token.made", details: '{"permissions":null}' },
      { ...entry, action: "token.revoked", details: null },
    ]);
  });

  it("has only permissions that its owner has", async () => {
    const { errors } = await owner.fails("POST", PATH, {
      ...INPUT,
      permissions: ["events.read", "admin.users"],
    });
    expect(errors).toEqual({ permissions: ["A token can be given only permissions that you have"] });
  });

  it("lasts 1 to 366 days", async () => {
    for (const expiresInDays of [0, MOST_TOKEN_DAYS + 1, 1.5])
      expect((await owner.fails("POST", PATH, { ...INPUT, expiresInDays })).errors).toHaveProperty(
        "expiresInDays",
      );
    await make({ expiresInDays: 1 });
    const { expiresAt } = await make({ expiresInDays: MOST_TOKEN_DAYS });
    expect(expiresAt).toBe(hoursFromNow(MOST_TOKEN_DAYS * 24));
  });

  it("is refused beyond 20 for each user", async () => {
    await addToken(await person("member"));
    for (let count = 1; count < MOST_TOKENS; count += 1) await addToken(owner);
    await make();
    const { status, code, detail } = await owner.fails("POST", PATH, INPUT);
    expect([status, code, detail]).toEqual([
      409,
      "tokens_most",
      "You have 20 tokens, the most there can be. Revoke one first.",
    ]);
    expect(await value("select count(*) from tokens where user_id = ?", owner.userId)).toBe(MOST_TOKENS);
  });

  it("requires a proof that is still recent when it is written", async () => {
    await ageProofs(owner, 31);
    expect((await owner.fails("POST", PATH, INPUT)).code).toBe("reauthentication_required");
    expect(await value("select count(*) from tokens")).toBe(0);
  });

  it("is revoked only by its owner", async () => {
    const { id } = await make();
    const administrator = await person("administrator");
    expect((await administrator.fails("DELETE", `${PATH}/${id}`)).code).toBe("not_found");
    expect(await listed()).toHaveLength(1);
  });

  it("is removed without an audit entry once it has ended, since nobody loses anything", async () => {
    const { id } = await addToken(owner, { expires_at: hoursFromNow(-1) });
    await owner.ok("DELETE", `${PATH}/${id}`);
    expect([await listed(), await entries()]).toEqual([[], []]);
  });
});

describe("the list of tokens", () => {
  it("has the permissions for a new token: the caller's, including the organization's own", async () => {
    const custom = await customPermission();
    const administrator = await person("administrator");
    const idsOf = async (by: Caller) => (await by.ok<OwnTokens>("GET", PATH)).permissions.map(({ id }) => id);
    expect(await idsOf(administrator)).toEqual([...SYSTEM_PERMISSIONS, custom]);
    const officers = await idsOf(owner);
    expect(officers).toContain("members.read");
    expect(officers).not.toContain("admin.users");
    const { permissions } = await owner.ok<OwnTokens>("GET", PATH);
    expect(permissions[0]).toEqual({ id: "dashboard.view", name: "View dashboard", category: "Dashboard" });
  });

  it("shows which permissions a token has lost, and why", async () => {
    const lostOf = async () => (await listed(owner))[0]?.permissions.map(({ lost }) => lost);
    const permissions = JSON.stringify(["events.read", "members.write", "custom.gone"]);
    await addToken(owner, { permissions });
    expect(await lostOf()).toEqual([null, null, "deleted"]);
    await raw.DB.prepare("update roles set permissions = '[\"events.read\"]' where key = 'officer'").run();
    expect(await lostOf()).toEqual([null, "role", "deleted"]);
    await raw.DB.prepare("update roles set requires_second_factor = 1 where key = 'officer'").run();
    expect(await lostOf()).toEqual(["held_back", "held_back", "deleted"]);
  });
});

describe("the daily upkeep of tokens", () => {
  const upkeep = () => {
    const { db } = openDb(raw.DB, undefined);
    return write(db, lookAfterTokens({ db, env: settings(), now: new Date(), language: "en" }));
  };

  it("notifies an owner three days before a token ends, once, in both languages", async () => {
    for (const [name, hours] of [
      ["Soon", 71],
      ["Later", 73],
      ["Ended", -1],
    ] as const)
      await addToken(owner, { name, expires_at: hoursFromNow(hours) });
    await addToken(owner, { name: "Short", expires_at: hoursFromNow(20), is_told: 1 });
    await upkeep();
    await upkeep();
    const dayIn = (locale: string) =>
      new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(
        new Date(hoursFromNow(71)),
      );
    expect(await notices()).toEqual([
      `The token Soon ends on ${dayIn("en-GB")}. A program that still needs it takes a new one.`,
    ]);
    await owner.ok("PATCH", "/api/user/language", { language: "da" });
    expect(await notices()).toEqual([
      `Tokenet Soon udløber ${dayIn("da-DK")}. Et program, der stadig har brug for det, skal have et nyt.`,
    ]);
  });

  it("sends no notice of a token that was made to end sooner", async () => {
    await make({ expiresInDays: 3 });
    await upkeep();
    expect(await notices()).toHaveLength(1);
  });

  it("deletes tokens 30 days after their end", async () => {
    for (const days of [29, 31])
      await addToken(owner, { name: `${days}`, expires_at: hoursFromNow(-24 * days) });
    await upkeep();
    expect(await rows("select name from tokens")).toEqual([{ name: "29" }]);
  });
});
