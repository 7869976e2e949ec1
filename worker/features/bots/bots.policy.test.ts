import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { Context } from "../../lib/context.ts";
import { openDb } from "../../lib/db/client.ts";
import { write } from "../../lib/guard.ts";
import { actorWith } from "../../testing/actors.ts";
import { NOW, personWith } from "../../testing/little-app.ts";
import { organization, raw } from "../../testing/world.ts";
import {
  assertChangeable,
  assertChangesToken,
  botAbilities,
  changesToken,
  guardRunnable,
  isMarkedAs,
} from "./bots.policy.ts";
import { makeBot } from "./testing/bots.factory.ts";

const actor = (kind: "session" | "job", ...permissions: string[]) =>
  ({ kind, permissions: new Set(permissions) }) as never;
const officer = actor("session", "bots.write");
const administrator = actor("session", "bots.write", "admin.system");
const system = actor("session", "admin.system");
const job = actor("job", "bots.write");

/** The names of granted abilities. */
const given = (abilities: object) =>
  Object.entries(abilities).flatMap(([name, isGiven]) => (isGiven ? [name] : []));

describe("the abilities of an actor", () => {
  it("on the CRM bot are an administrator's or a job's, except for the sync of members", () => {
    const may = (one: never) => given(botAbilities(one, true));
    expect(may(officer)).toEqual(["syncMembers"]);
    expect(may(administrator)).toEqual(["update", "run", "secrets", "syncMembers", "delete"]);
    expect(may(job)).toEqual(["update", "run", "syncMembers", "delete"]);
    expect(may(system)).toEqual([]);
  });

  it("on another bot require bots.write, and admin.system for its secrets and for making it the CRM bot", () => {
    const may = (one: never) => given(botAbilities(one, false));
    expect(may(officer)).toEqual(["update", "run", "delete"]);
    expect(may(administrator)).toEqual(["update", "run", "secrets", "delete", "makeCrm"]);
    expect(may(system)).toEqual(["makeCrm"]);
  });

  it("on a token are to give a bot other than the CRM bot its first one, and to replace any as an administrator", () => {
    const tokens = [null, "abcd"].flatMap((tokenEnding) =>
      [false, true].map((isCrmBot) => ({ tokenEnding, isCrmBot })),
    );
    const may = (one: never) => tokens.map((token) => changesToken(one, token));
    expect(may(officer)).toEqual([true, false, false, false]);
    expect(may(administrator)).toEqual([true, true, true, true]);
    expect(may(system)).toEqual([false, false, false, false]);
  });
});

describe("the CRM bot", () => {
  const codeOf = (work: () => unknown) =>
    new Promise((resolve) => resolve(work())).then(
      () => null,
      (error: { code?: string }) => error.code,
    );
  const openedDb = () => openDb(raw.DB, undefined).db;
  const contextOf = (actor: Context["actor"]) => ({ now: NOW, actor }) as Context;
  const ADMIN = ["admin.system"] as const;
  const contexts = {
    job: contextOf({ ...actorWith(), kind: "job", sessionId: null }),
    recent: contextOf(personWith(ADMIN, { provenAt: NOW.toISOString() })),
    late: contextOf(personWith(ADMIN)),
    other: contextOf(personWith(["bots.write", "admin.permissions"], { provenAt: NOW.toISOString() })),
  };
  const each = async (check: (context: Context) => unknown) =>
    Promise.all(Object.values(contexts).map((context) => codeOf(() => check(context))));
  const REFUSALS = [null, null, "reauthentication_required", "crm_bot_protected"];

  it("is changed by jobs and by administrators with a recent proof, every other bot without", async () => {
    expect(await each((context) => assertChangeable(context, { isCrmBot: true }))).toEqual(REFUSALS);
    expect(await each((context) => assertChangeable(context, { isCrmBot: false }))).toEqual(
      Array(4).fill(null),
    );
    const token = { tokenEnding: "abcd", isCrmBot: false };
    expect(await codeOf(() => assertChangesToken(administrator, token))).toBeNull();
    await expect(async () => assertChangesToken(officer, token)).rejects.toMatchObject({
      code: "forbidden",
      parameters: { permission: "admin.system" },
    });
  });

  it("is run by the same actors, by its mark in the database at the time of the batch", async () => {
    const [crm, plain] = [await makeBot({ isCrm: true }), await makeBot()];
    const foreign = await makeBot({ isCrm: true, organizationId: await organization() });
    const run = (id: number) => each((context) => write(openedDb(), [guardRunnable(context, id)]));
    expect(await run(crm)).toEqual(REFUSALS);
    for (const id of [plain, foreign, 999]) expect([id, await run(id)]).toEqual([id, Array(4).fill(null)]);
    const marked = async (id: number, isCrm: boolean) =>
      (await openedDb().all<{ is: number }>(sql`select ${isMarkedAs(id, isCrm)} as "is"`))[0]?.is;
    expect([await marked(crm, true), await marked(plain, false)]).toEqual([1, 1]);
    expect([await marked(crm, false), await marked(plain, true), await marked(999, true)]).toEqual([
      0,
      0,
      null,
    ]);
  });
});
