import { beforeEach, describe, expect, it } from "vitest";
import { metered } from "../../../testing/meter.ts";
import {
  type Caller,
  nobody,
  organization,
  person,
  prospect,
  raw,
  rows,
  send,
} from "../../../testing/world.ts";
import type { Activity, AuditEntry } from "../../audit/audit.schema.ts";
import { fromGateway, makeBot, makeRun, report, state } from "../../bots/testing/bots.factory.ts";
import type { Backup } from "../backup.schema.ts";
import { applied } from "../testing/applied.ts";
import { sealed } from "../testing/sealed.ts";
import type { Restore } from "./restore.schema.ts";

const PATH = "/api/backup/restores";

let administrator: Caller;
beforeEach(async () => {
  administrator = await person("administrator", 1, "Ada");
  await raw.DB.prepare("update users set discord_id = '1' where id = ?").bind(administrator.userId).run();
});

const exported = async () =>
  JSON.parse((await administrator.call("GET", "/api/backup/export")).text) as Backup;

/** Sends a document unchanged; `stored`: how often rows of it were written. */
async function sent(body: string | ReadableStream, headers = {}) {
  const { database, meter } = metered(raw.DB);
  const { token } = administrator;
  const own = {
    ...{ Origin: String(raw["APP_URL"]), Cookie: `session=${token}`, "Content-Type": "application/json" },
    ...headers,
  };
  const response = await send(PATH, { method: "POST", body, headers: own }, { DB: database });
  const { code } = (await response.json()) as { code?: string };
  const stored = meter.statements.filter((statement) => statement.startsWith('insert into "restore_rows"'));
  return { status: response.status, code, stored: stored.length };
}

/** Uploads the organization's document with a change. */
async function uploaded(change: (table: (name: string) => Backup["tables"][number]) => void) {
  const backup = await exported();
  change((name) => backup.tables.find((table) => table.name === name) as Backup["tables"][number]);
  return administrator.call("POST", PATH, { body: sealed(backup) });
}

/** Sets a value in the first row of a table. */
const set = (table: Backup["tables"][number], column: string, value: string | number) => {
  const [row] = table.rows;
  if (row) row[table.columns.indexOf(column)] = value;
};

describe("a document with correct checksums that was written by hand", () => {
  it("is refused where a row is another organization's", async () => {
    const other = await organization();
    await prospect({ display_name: "Vega" });
    const answer = await uploaded((table) => set(table("prospects"), "organization_id", other));
    expect([answer.status, JSON.parse(answer.text).code]).toEqual([422, "restore_row"]);
    expect(await rows("select * from restore_rows")).toEqual([]);
  });

  it("is refused where a row has the id of a row of another organization", async () => {
    const other = await organization();
    const foreign = await prospect({ display_name: "Foreign", organization_id: other });
    await prospect({ display_name: "Vega" });
    const answer = await uploaded((table) => set(table("prospects"), "id", foreign));
    expect([answer.status, JSON.parse(answer.text).code]).toEqual([422, "restore_key_taken"]);
    expect(await rows("select display_name from prospects where id = ?", foreign)).toEqual([
      { display_name: "Foreign" },
    ]);
  });

  it("inserts nothing below a record of another organization", async () => {
    const other = await organization();
    const foreign = await prospect({ display_name: "Foreign", organization_id: other });
    const own = await prospect({ display_name: "Vega" });
    await administrator.ok("PATCH", `/api/prospects/${own}/notes`, { notes: "Before" });
    const answer = await uploaded((table) => set(table("prospect_history"), "prospect_id", foreign));
    const { id, sections } = JSON.parse(answer.text) as Restore;
    expect(sections.reduce((sum, { goes }) => sum + goes, 0)).toBe(1);
    const done = await applied(administrator, id);
    expect([done.state, done.problem]).toEqual(["done", null]);
    expect(await rows("select * from prospect_history where prospect_id = ?", foreign)).toEqual([]);
  });

  it("inserts nothing below a record that it lacks, and clears optional references to one", async () => {
    const mona = await person("member", 1, "Mona");
    const [rook, vega] = [await prospect({ display_name: "Rook" }), await prospect({ display_name: "Vega" })];
    await raw.DB.prepare("update prospects set assigned_to = ? where id = ?").bind(mona.memberId, vega).run();
    await administrator.ok("PATCH", `/api/prospects/${rook}/notes`, { notes: "Before" });
    const answer = await uploaded((table) => {
      // As if both were added during the backup, after their tables were read; they still exist here.
      table("prospects").rows.shift();
      table("members").rows.pop();
      set(table("prospect_history"), "id", 4711);
    });
    const { id, sections } = JSON.parse(answer.text) as Restore;
    expect(sections.find(({ key }) => key === "prospects")).toMatchObject({
      comes: 0,
      changes: 1,
      goes: 2,
      skipped: 1,
    });
    const done = await applied(administrator, id);
    expect([done.state, done.problem]).toEqual(["done", null]);
    expect(await rows("select display_name, assigned_to from prospects")).toEqual([
      { display_name: "Vega", assigned_to: null },
    ]);
    expect(await rows("select id from prospect_history")).toEqual([]);
  });

  it("is refused with row and column where an inserted row names a missing one, and changes nothing", async () => {
    const vega = await prospect({ display_name: "Vega" });
    await administrator.ok("PATCH", `/api/prospects/${vega}/notes`, { notes: "Before" });
    const answer = await uploaded((table) => set(table("prospect_history"), "id", 4711));
    const { id } = JSON.parse(answer.text) as Restore;
    await raw.DB.prepare("delete from restore_rows where table_name = 'prospects'").run();
    const done = await applied(administrator, id);
    expect([done.state, done.problem]).toEqual([
      "failed",
      expect.stringContaining(`Row 4711 of prospect_history names ${vega} in prospect_id`),
    ]);
    expect(await rows("select display_name from prospects")).toEqual([{ display_name: "Vega" }]);
    expect(await rows("select * from pauses")).toEqual([]);
  });

  it("is refused before any of its rows is stored where these lack a required value", async () => {
    const backup = await exported();
    const rows = Array.from({ length: 1_000 }, (_, at) => [at + 1, 1]);
    Object.assign(backup.tables[0] ?? {}, { columns: ["id", "organization_id"], rows });
    expect(await sent(sealed(backup))).toEqual({ status: 422, code: "restore_tables", stored: 0 });
  });

  it("is refused before any of its rows is stored where it unpacks to far more than was sent", async () => {
    const backup = await exported();
    const { columns, rows } = backup.tables[0] as Backup["tables"][number];
    const long = rows[0]?.with(columns.indexOf("email"), "x".repeat(100_000)) ?? [];
    rows.push(...Array.from({ length: 50 }, (_, at) => long.with(0, 1_000 + at)));
    const packed = new Blob([sealed(backup)]).stream().pipeThrough(new CompressionStream("gzip"));
    const answer = await sent(packed, { "Content-Encoding": "gzip" });
    expect(answer).toEqual({ status: 422, code: "restore_packed", stored: 0 });
  });

  it("is refused by the database where a row breaks its rules, and changes nothing", async () => {
    await prospect({ display_name: "Vega" });
    const answer = await uploaded((table) => {
      const { columns, rows: found } = table("prospects");
      const [row] = found;
      // A second user with the same Discord account.
      const at = columns.indexOf("discord_id");
      if (!row) return;
      row[at] = "42";
      found.push([987_654, ...row.slice(1)]);
    });
    const { id } = JSON.parse(answer.text) as Restore;
    const done = await applied(administrator, id);
    expect([done.state, done.problem]).toEqual(["failed", expect.stringContaining("did not take the rows")]);
    expect(await rows("select display_name, discord_id from prospects")).toEqual([
      { display_name: "Vega", discord_id: null },
    ]);
    expect(await rows("select * from pauses")).toEqual([]);
  });
});

it("marks restored entries of the audit log wherever they are shown, and a document cannot prevent it", async () => {
  await administrator.ok("PATCH", "/api/user/language", { language: "en" });
  const genuine = await prospect({ display_name: "Vega" });
  await administrator.ok("PATCH", `/api/prospects/${genuine}/notes`, { notes: "Before" });
  const forged = { entity_name: "Forged", action: "prospect.created", readers: "everyone" };
  const answer = await uploaded((table) => {
    const { columns, rows: found } = table("audit_log");
    columns.push("restored_at");
    for (const row of found) row.push(null);
    const [like = []] = found;
    const values: (string | number | null)[] = columns.map(
      (name, place) => forged[name as keyof typeof forged] ?? like[place] ?? null,
    );
    // One with an id of its own, and one in the place of an existing entry.
    const ids = [99, Number(like[columns.indexOf("id")])];
    found.splice(0, 1, ...ids.map((id) => values.with(columns.indexOf("id"), id)));
  });
  const { id } = JSON.parse(answer.text) as Restore;
  await applied(administrator, id);
  const entries = await administrator.ok<AuditEntry[]>("GET", "/api/audit/1");
  const marked = entries.filter(({ restoredAt }) => restoredAt !== null);
  expect(marked.map(({ record }) => record.name)).toEqual(["Forged", "Forged"]);
  expect(entries.filter(({ record }) => record.name === "Forged")).toEqual(marked);
  expect(entries.map(({ action }) => action)).toContain("user.language");
  const { text } = await administrator.call("GET", "/api/audit/1/export");
  const lines = text.split("\r\n").filter((line) => line.includes("Forged"));
  expect(lines.map((line) => /,\d{4}-\d\d-\d\d[ T][\d:]+$/.test(line))).toEqual([true, true]);
  const activities = await administrator.ok<Activity[]>("GET", "/api/activities/1");
  const report = activities.filter(({ subject }) => subject.name === "Forged");
  expect(report.map(({ description }) => description.endsWith("(from a backup)"))).toEqual([true, true]);
  expect(activities.filter(({ description }) => description.includes("backup)"))).toEqual(report);
});

it("shows a role without admin.restore that a restore exists, but not its rows, and refuses its uploads", async () => {
  const officer = await person("officer");
  await raw.DB.prepare(
    "update roles set permissions = json_insert(permissions, '$[#]', 'admin.system') where key = 'officer'",
  ).run();
  const { id } = JSON.parse((await uploaded(() => {})).text) as Restore;
  expect((await officer.call("GET", `${PATH}/${id}`)).status).toBe(200);
  for (const [method, path, body] of [
    ["GET", `${PATH}/${id}/rows`],
    ["POST", PATH, {}],
    ["POST", `${PATH}/${id}/apply`, { confirm: "Command Centre" }],
    ["DELETE", `${PATH}/${id}`],
  ] as const)
    expect([method, path, (await officer.call(method, path, body ? { body } : {})).status]).toEqual([
      method,
      path,
      403,
    ]);
});

describe("a running restore refuses to save for", () => {
  beforeEach(() =>
    raw.DB.prepare(
      `insert into pauses (organization_id, since, "by", is_locked) values (1, '2026-01-01T00:00:00.000Z', 'Ada', 1)`,
    ).run(),
  );

  it("a visitor who registers", async () => {
    const body = { username: "newcomer", password: "a-long-enough-password", displayName: "Newcomer" };
    const { status, text } = await nobody.call("POST", "/api/register", { body });
    expect([status, JSON.parse(text).code]).toEqual([503, "restoring"]);
    expect(await rows("select * from users where username = 'newcomer'")).toEqual([]);
  });

  it("the bot gateway, which repeats its report later", async () => {
    const botId = await makeBot();
    const answer = await fromGateway("reports", report({ states: [state(botId, await makeRun(botId))] }));
    expect(answer.status).toBe(503);
    expect(await rows("select * from gateway_reports")).toEqual([]);
  });
});
