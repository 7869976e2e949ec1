import { expect, it } from "vitest";
import { FEATURES } from "../../../features.ts";
import { insert } from "../../../testing/database.ts";
import { layoutOf, plantEverywhere } from "../../../testing/planting.ts";
import { organization, person, raw, rows } from "../../../testing/world.ts";
import type { Backup } from "../backup.schema.ts";
import { backupPlan } from "../export.ts";
import { applied } from "../testing/applied.ts";
import type { Restore } from "./restore.schema.ts";

const PATH = "/api/backup/restores";

/** Conditions that turn rows of partly backed-up tables into excluded ones. */
const LEFT_OUT: Record<string, string> = { security_reviews: "verdict = null" };

it("tests each table that is not backed up completely", () => {
  const plan = backupPlan(FEATURES).sections.flatMap(({ tables }) => tables);
  const some = plan.filter(({ isBackedUp }) => isBackedUp).map(({ name }) => name);
  expect(some).toEqual(Object.keys(LEFT_OUT));
});

/** The tables with ids in a backup in which SQLite reuses ids of deleted rows, for any organization. */
async function numberedAnew({ tables }: Backup) {
  const counted = await rows<{ name: string }>(
    "select name from sqlite_master where type = 'table' and sql like '%autoincrement%'",
  );
  // A restore deletes nothing from the log and the list of backups.
  const others = ["organizations", "audit_log", "backups", ...counted.map(({ name }) => name)];
  const found: { name: string; ids: unknown[] }[] = [];
  for (const table of tables.filter(({ name }) => !others.includes(name))) {
    const { columns, references } = await layoutOf(table.name);
    const isNumbered = columns.every(({ name, pk }) => (name === "id") === pk > 0);
    if (!isNumbered || references.some(({ from }) => from === "id")) continue;
    const at = table.columns.indexOf("id");
    found.push({ name: table.name, ids: table.rows.map((row) => row[at]) });
  }
  return found;
}

/** The rows of a table of a backup without their ids. */
function unnumbered({ tables }: Backup, name: string) {
  const table = tables.find((each) => each.name === name);
  return table?.rows.map((row) => row.toSpliced(table.columns.indexOf("id"), 1));
}

it("restores rows whose ids others have by now: another organization's rows, and rows that backups exclude", async () => {
  const ada = await person("administrator", 1, "Ada");
  await raw.DB.prepare("update users set discord_id = '1' where id = ?").bind(ada.userId).run();
  const zora = await person("administrator", await organization(), "Zora");
  const elsewhere = (await rows<{ id: number }>("select max(id) as id from organizations"))[0]?.id ?? 0;
  expect(await plantEverywhere({ ...ada, organizationId: 1 }, "Planted")).toEqual({});
  expect(await plantEverywhere({ ...zora, organizationId: elsewhere }, "Foreign")).toEqual({});
  await raw.DB.batch(["restores", "pauses"].map((name) => raw.DB.prepare(`delete from ${name}`)));
  const { text } = await ada.call("GET", "/api/backup/export");
  const before = JSON.parse(text) as Backup;
  const numbered = await numberedAnew(before);
  expect(numbered.map(({ name }) => name)).toContain("prospect_history");
  const taking: [string, unknown][] = [];
  for (const { name, ids } of numbered) {
    const theirs = `id in (${ids.join(", ")})`;
    if (LEFT_OUT[name]) await raw.DB.prepare(`update ${name} set ${LEFT_OUT[name]} where ${theirs}`).run();
    else {
      const [foreign] = await rows<{ id: number }>(`select * from ${name} where not ${theirs}`);
      await raw.DB.prepare(`delete from ${name} where ${theirs} or id = ${foreign?.id}`).run();
      await insert(name, { ...foreign, id: ids[0] });
      taking.push([name, { ...foreign, id: ids[0] }]);
    }
  }
  const rehearsed = await ada.ok<Restore>("POST", PATH, text);
  const { state, problem } = await applied(ada, rehearsed.id);
  expect([state, problem]).toEqual(["done", null]);
  const after = JSON.parse((await ada.call("GET", "/api/backup/export")).text) as Backup;
  for (const { name } of numbered)
    expect([name, unnumbered(after, name)]).toEqual([name, unnumbered(before, name)]);
  for (const [name, foreign] of taking)
    expect([name, await rows(`select * from ${name}`)]).toEqual([name, expect.arrayContaining([foreign])]);
});
