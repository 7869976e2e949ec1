import { beforeEach, describe, expect, it } from "vitest";
import { JOBS } from "../../../jobs.ts";
import { CRONS } from "../../../lib/crons.ts";
import { openDb } from "../../../lib/db/client.ts";
import { plantEverywhere } from "../../../testing/planting.ts";
import { type Caller, person, prospect, raw, rows, settings } from "../../../testing/world.ts";
import type { Backup } from "../backup.schema.ts";
import { applied } from "../testing/applied.ts";
import type { Restore, RestoreRow, Restoring } from "./restore.schema.ts";

const PATH = "/api/backup/restores";

let administrator: Caller;
beforeEach(async () => {
  administrator = await person("administrator", 1, "Ada");
  // Backups contain no sessions: the administrator needs another way to sign in.
  await raw.DB.prepare("update users set discord_id = '1' where id = ?").bind(administrator.userId).run();
});

const exported = async (caller = administrator) => (await caller.call("GET", "/api/backup/export")).text;
const upload = (text: string, caller = administrator) => caller.call("POST", PATH, { body: text });
async function rehearsed(text: string, caller = administrator): Promise<Restore> {
  const answer = await upload(text, caller);
  expect([answer.status, answer.status === 201 ? "" : answer.text]).toEqual([201, ""]);
  return JSON.parse(answer.text) as Restore;
}
const apply = (id: number, confirm = "Command Centre", caller = administrator) =>
  applied(caller, id, confirm);
const state = () => administrator.ok<Restoring>("GET", "/api/restores/1");
const prospects = () => rows("select display_name as name, notes from prospects order by id");
/** The tables of a document as text, without entries after it. */
const tablesOf = (text: string, newest: number) =>
  (JSON.parse(text) as Backup).tables.map(({ name, columns, rows: found }) => {
    const id = columns.indexOf("id");
    const kept = ["audit_log", "backups"].includes(name)
      ? found.filter((row) => Number(row[id]) <= newest)
      : found;
    return [name, kept];
  });

describe("a restore", () => {
  it("shows added, changed and deleted rows, applies them, and can be undone", async () => {
    const vega = await prospect({ display_name: "Vega", notes: "Before" });
    const rook = await prospect({ display_name: "Rook" });
    const text = await exported();
    await administrator.ok("PATCH", `/api/prospects/${vega}/notes`, { notes: "After" });
    await raw.DB.prepare("delete from prospects where id = ?").bind(rook).run();
    await prospect({ display_name: "Later" });
    const after = await prospects();
    const { id, sections, state: first, staysSignedIn } = await rehearsed(text);
    expect([first, staysSignedIn]).toEqual(["rehearsed", true]);
    expect(sections.find(({ key }) => key === "prospects")).toMatchObject({ comes: 1, changes: 1, goes: 2 });
    expect(await prospects()).toEqual(after);
    const listed = await administrator.ok<RestoreRow[]>("GET", `${PATH}/${id}/rows`);
    const shown = listed.map(({ change, table, name }) => [change, table, name]);
    expect(shown).toEqual([
      ["goes", "prospect_history", null],
      ["goes", "prospects", "Later"],
      ["changes", "prospects", "Vega"],
      ["comes", "prospects", "Rook"],
    ]);
    const fields = listed[2]?.fields.find(({ column }) => column === "notes");
    expect(fields).toEqual({ column: "notes", before: "After", after: "Before" });
    await prospect({ display_name: "After the rehearsal" });
    const before = await prospects();
    const done = await apply(id);
    expect([done.state, done.problem]).toEqual(["done", null]);
    expect(done.sections.find(({ key }) => key === "prospects")).toMatchObject({
      comes: 1,
      changes: 1,
      goes: 3,
    });
    expect(await prospects()).toEqual([
      { name: "Vega", notes: "Before" },
      { name: "Rook", notes: null },
    ]);
    const { pause } = await state();
    expect(pause).toMatchObject({ isLocked: false, by: "Ada" });
    const keptId = done.before?.id ?? 0;
    const kept = await administrator.ok<Restore>("POST", `${PATH}/${keptId}/rehearse`);
    const differences = { comes: 3, changes: 1, goes: 1 };
    expect(kept.sections.find(({ key }) => key === "prospects")).toMatchObject(differences);
    expect((await state()).restore).toMatchObject({ id: keptId, state: "rehearsed" });
    const losses = await administrator.ok<RestoreRow[]>("GET", `${PATH}/${keptId}/rows?change=goes`);
    expect(losses.map(({ name }) => name)).toEqual(["Rook"]);
    // It can be discarded, and its rows are kept.
    expect((await administrator.call("DELETE", `${PATH}/${keptId}`)).status).toBe(204);
    expect((await state()).restore).toMatchObject({ id, before: { id: keptId } });
    const back = await apply(keptId);
    expect([back.state, back.problem]).toEqual(["done", null]);
    expect(back.sections.find(({ key }) => key === "prospects")).toMatchObject(differences);
    expect(await prospects()).toEqual(before);
  });

  it("counts and lists records that users know, without the search index and other technical rows", async () => {
    const text = await exported();
    await administrator.ok("POST", "/api/wishes", { title: "A mining evening", description: "On Daymar" });
    await raw.DB.prepare(
      "insert into member_days (organization_id, day, active) values (1, '2026-01-01', 1)",
    ).run();
    const { id, sections } = await rehearsed(text);
    const goes = sections.flatMap(({ key, goes: rows }) => (rows ? [[key, rows]] : []));
    expect(goes).toEqual([["members", 2]]);
    const listed = await administrator.ok<RestoreRow[]>("GET", `${PATH}/${id}/rows`);
    expect(listed.map(({ change, table }) => [change, table])).toEqual([
      ["goes", "wish_votes"],
      ["goes", "wishes"],
    ]);
    await apply(id);
    expect(
      await rows("select * from wish_trigrams union all select 1, day, active from member_days"),
    ).toEqual([]);
  });

  it("restores every row of every table into an organization that lost them all", async () => {
    const ada = { organizationId: 1, userId: administrator.userId, memberId: administrator.memberId };
    expect(await plantEverywhere(ada, "Planted")).toEqual({});
    await raw.DB.prepare("delete from restores").run();
    await raw.DB.prepare("delete from pauses").run();
    const text = await exported();
    const newest =
      Math.max(...(await rows<{ id: number }>("select max(id) as id from audit_log")).map(({ id }) => id)) -
      1;
    const kept = ["organizations", "roles", "users", "members", "audit_log", "backups"];
    const names = (JSON.parse(text) as Backup).tables
      .map(({ name }) => name)
      .filter((name) => !kept.includes(name));
    await raw.DB.batch([
      raw.DB.prepare("pragma defer_foreign_keys = on"),
      ...names.map((name) => raw.DB.prepare(`delete from ${name}`)),
    ]);
    const { id } = await rehearsed(text);
    const { state: done, problem } = await apply(id);
    expect([done, problem]).toEqual(["done", null]);
    expect(tablesOf(await exported(), newest)).toEqual(tablesOf(text, newest));
  });

  it("replaces users by others with the same ids, ends their sessions, and keeps the log of both", async () => {
    await prospect({ display_name: "Vega" });
    const text = await exported();
    const [ids] = await rows<{ id: number }>("select max(id) as id from users");
    await raw.DB.batch([
      raw.DB.prepare(
        "update users set created_at = '2020-01-01T00:00:00.000Z', username = 'other' where id = ?",
      ).bind(ids?.id),
    ]);
    const { id, staysSignedIn } = await rehearsed(text);
    expect(staysSignedIn).toBe(false);
    expect((await apply(id)).state).toBe("done");
    expect((await administrator.call("GET", "/api/user")).status).toBe(401);
    const actions = (await rows<{ action: string }>("select action from audit_log order by id")).map(
      ({ action }) => action,
    );
    expect(actions).toEqual(
      expect.arrayContaining(["backup.created", "backup.restoring", "backup.restored"]),
    );
  });

  it("adds new columns to rows that were stored before an upgrade", async () => {
    const vega = await prospect({ display_name: "Vega", notes: "Before" });
    const text = await exported();
    const { id } = await rehearsed(text);
    await raw.DB.batch([
      raw.DB.prepare("alter table prospects add column rank text not null default 'cadet'"),
      raw.DB.prepare("alter table prospects add column patron integer"),
      raw.DB.prepare("insert into d1_migrations (name) values ('9999_rank.sql')"),
    ]);
    try {
      await raw.DB.prepare("update prospects set notes = 'After', rank = 'pilot', patron = 7 where id = ?")
        .bind(vega)
        .run();
      const ranks = () => rows("select notes, rank, patron from prospects");
      const done = await apply(id);
      expect([done.state, done.problem]).toEqual(["done", null]);
      expect(await ranks()).toEqual([{ notes: "Before", rank: "cadet", patron: null }]);
      // The kept data has both columns already.
      const back = await apply(done.before?.id ?? 0);
      expect([back.state, back.problem]).toEqual(["done", null]);
      expect(await ranks()).toEqual([{ notes: "After", rank: "pilot", patron: 7 }]);
    } finally {
      await raw.DB.batch([
        raw.DB.prepare("alter table prospects drop column patron"),
        raw.DB.prepare("alter table prospects drop column rank"),
        raw.DB.prepare("delete from d1_migrations where name = '9999_rank.sql'"),
      ]);
    }
  });

  it("is refused where nobody could administer afterwards, and locks nothing", async () => {
    await raw.DB.prepare("update users set discord_id = null").run();
    const text = await exported();
    await prospect({ display_name: "Later" });
    const { state: failed, problem } = await apply((await rehearsed(text)).id);
    expect([failed, problem]).toEqual([
      "failed",
      expect.stringContaining("Nobody could sign in as an administrator"),
    ]);
    expect([(await state()).pause, (await prospects()).length]).toEqual([null, 1]);
  });

  it("requires the name of the organization in the document", async () => {
    const { id } = await rehearsed(await exported());
    const refused = await administrator.fails("POST", `${PATH}/${id}/apply`, { confirm: "Other" });
    expect(refused.code).toBe("restore_confirm");
    expect(await state()).toMatchObject({ restore: { state: "rehearsed" }, pause: null });
  });
});

describe("while a restore runs", () => {
  const lock = () =>
    raw.DB.prepare(
      `insert into pauses (organization_id, since, "by", is_locked) values (1, '2026-01-01T00:00:00.000Z', 'Ada', 1)`,
    ).run();

  it("everybody can read, and nobody can save", async () => {
    const officer = await person("officer");
    await lock();
    const refused = await officer.call("POST", "/api/prospects", { body: { displayName: "New" } });
    expect([refused.status, refused.headers.get("Retry-After"), JSON.parse(refused.text).code]).toEqual([
      503,
      "30",
      "restoring",
    ]);
    expect(await officer.ok("GET", "/api/user")).toMatchObject({ pause: { isLocked: true } });
    expect(await prospects()).toEqual([]);
  });

  it("it can be stopped, and all data is as before", async () => {
    const text = await exported();
    await prospect({ display_name: "Later" });
    const { id } = await rehearsed(text);
    await raw.DB.prepare(
      "update restores set state = 'running', started_at = '2026-01-01T00:00:00.000Z', before_id = 99 where id = ?",
    )
      .bind(id)
      .run();
    await lock();
    expect((await administrator.call("DELETE", `${PATH}/${id}`)).status).toBe(204);
    expect(await state()).toMatchObject({ restore: { state: "rehearsed" }, pause: null });
    expect((await prospects()).length).toBe(1);
  });
});

describe("until automation is resumed after a restore", () => {
  it("jobs are held, and continue afterwards", async () => {
    await raw.DB.prepare(
      `insert into pauses (organization_id, since, "by", is_locked) values (1, '2026-01-01T00:00:00.000Z', 'Ada', 0)`,
    ).run();
    const hourly = (at: string) =>
      JOBS[CRONS.hourly]?.({
        ...{ db: openDb(raw.DB, "first-primary").db, env: settings(), language: "en" },
        now: new Date(at),
      });
    const deadlines = () => rows("select outcome, error from job_runs where name = 'deadlines' order by id");
    await hourly("2026-11-26T10:00:00.000Z");
    expect(await deadlines()).toEqual([{ outcome: "held", error: "paused" }]);
    expect((await administrator.call("POST", "/api/pauses/1/resume")).status).toBe(204);
    await hourly("2026-11-26T11:00:00.000Z");
    expect((await deadlines()).at(-1)).toEqual({ outcome: "done", error: null });
    expect((await state()).pause).toBeNull();
  });
});
