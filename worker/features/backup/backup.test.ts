import { createHash } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { FEATURES } from "../../features.ts";
import { fill } from "../../testing/fill.ts";
import { plantEverywhere } from "../../testing/planting.ts";
import {
  backgroundDone,
  type Caller,
  organization,
  person,
  prospect,
  raw,
  rows,
  send,
} from "../../testing/world.ts";
import { BACKUP_SECTIONS, type Backup, type BackupState } from "./backup.schema.ts";
import { backupPlan } from "./export.ts";

const PATH = "/api/backup/export";
const { sections, excluded } = backupPlan(FEATURES);
const exported = sections.flatMap(({ tables }) => tables.map(({ name }) => name));

let administrator: Caller;
beforeEach(async () => {
  administrator = await person("administrator", 1, "Ada");
});

const create = async (caller = administrator) => {
  const { text } = await caller.call("GET", PATH);
  return { text, backup: JSON.parse(text) as Backup };
};
const last = async () => (await administrator.ok<BackupState>("GET", "/api/backups/1")).last;
const tableOf = (backup: Backup, name: string) => backup.tables.find((table) => table.name === name);
const valuesOf = (backup: Backup, name: string, column: string) => {
  const table = tableOf(backup, name);
  const at = table?.columns.indexOf(column) ?? -1;
  return table?.rows.map((row) => row[at]);
};
/** The lines of a table's rows in the document. */
const linesOf = (text: string, name: string) => {
  const lines = text.split("\n");
  const first = lines.findIndex((line) => line.includes(`"name":"${name}","columns"`)) + 1;
  const end = lines.findIndex((line, at) => at >= first && line.startsWith('],"count":'));
  return lines.slice(first, end).map((line) => line.replace(/,$/, ""));
};
/** The tables with a row that is equal in two backups. */
const sharedTables = (one: Backup, other: Backup) =>
  other.tables.flatMap(({ name, rows: theirs }) => {
    const known = new Set(theirs.map((row) => JSON.stringify(row)));
    return tableOf(one, name)?.rows.some((row) => known.has(JSON.stringify(row))) ? [name] : [];
  });
const sha256 = (lines: readonly string[]) =>
  createHash("sha256")
    .update(lines.map((line) => `${line}\n`).join(""))
    .digest("hex");

it("each table is in a backup, or excluded by name with a reason", async () => {
  const tables = await rows<{ name: string; sql: string }>(
    "select name, sql from sqlite_master where type = 'table' and name not glob 'sqlite_*' and name not glob '_cf_*'",
  );
  const searches = tables.filter(({ sql }) => /^create virtual table/i.test(sql)).map(({ name }) => name);
  const isOfSearch = (name: string) => searches.some((search) => name.startsWith(`${search}_`));
  const names = tables.map(({ name }) => name).filter((name) => !isOfSearch(name));
  expect([...exported, ...Object.keys(excluded)].sort()).toEqual(names.sort());
  for (const reason of Object.values(excluded)) expect(reason).toMatch(/^[A-Z].{20,}\.$/);
});

describe("a backup", () => {
  it("contains every row of every table, with correct counts and checksums", async () => {
    const vega = await prospect({ display_name: 'Vega "Ørsted"\n', notes: "=1", status: "onboarding" });
    await administrator.ok("PATCH", `/api/prospects/${vega}/notes`, { notes: "Speaks\u2028Danish 🚀" });
    await administrator.ok("POST", "/api/discord-bots", {
      name: "Scout",
      token: `${"a".repeat(24)}.b.${"c".repeat(30)}`,
    });
    await fill(120, [administrator.memberId]);
    const { backup, text } = await create();
    expect(backup.header).toMatchObject({
      format: "command-centre-backup",
      version: 2,
      createdBy: "Ada",
      organization: { id: 1 },
      excluded,
    });
    expect(backup.header.schema).toMatch(/^\d{4}_.+\.sql$/);
    expect(backup.header.sections.map(({ key }) => key)).toEqual(BACKUP_SECTIONS.map(({ key }) => key));
    expect(backup.tables.map(({ name }) => name)).toEqual(exported);
    for (const { name, columns, rows: found, count, sha256: sum } of backup.tables) {
      // The new backup is recorded after it was read.
      const wanted = name === "backups" || name === "audit_log" ? found : await rows(`select * from ${name}`);
      const ofColumns = wanted.map((row) =>
        Array.isArray(row) ? row : columns.map((column) => row[column]),
      );
      const sorted = (list: unknown[]) => list.map((row) => JSON.stringify(row)).sort();
      expect([name, sorted(found)]).toEqual([name, sorted(ofColumns)]);
      expect([name, count, sum]).toEqual([
        name,
        found.length,
        sha256(found.length ? linesOf(text, name) : []),
      ]);
    }
    const { manifest, tables } = backup;
    const lines = tables.map((table) => `${table.name}:${table.count}:${table.sha256}`);
    expect(manifest).toEqual({
      tables: tables.length,
      rows: tables.reduce((sum, { count }) => sum + count, 0),
      changesMeanwhile: 0,
      sha256: sha256(lines),
      document: createHash("sha256")
        .update(text.slice(0, text.lastIndexOf('"manifest":')))
        .update(`${manifest.tables}:${manifest.rows}:0`)
        .digest("hex"),
    });
    expect(tableOf(backup, "prospects")?.columns).not.toContain("position");
    expect(valuesOf(backup, "bots", "token")?.[0]).toMatch(/^v1:tests:/);
    expect(text).not.toContain("c".repeat(30));
  });

  it("contains integers of 64 bits, reals and texts exactly as stored", async () => {
    const notes = 'a "quoted" \\ line\n\u0001\u001f\u007f\u2028 🚀';
    const id = await prospect({ display_name: "Exact", notes });
    await raw.DB.prepare("update prospects set version = 9223372036854775807 where id = ?").bind(id).run();
    // One more row than a page, whose last key JavaScript's numbers cannot represent.
    await raw.DB.prepare(
      `insert into ships (organization_id, id, name, name_full, slug, company_name, scu, roles)
       select 1, 9007199254740993 + key, '', '', '', '', iif(key = 0, 0.1, 0.1 + 0.2), '[]' from json_each(?)`,
    )
      .bind(JSON.stringify(Array(501).fill(0)))
      .run();
    const { text, backup } = await create();
    expect(valuesOf(backup, "prospects", "notes")).toEqual([notes]);
    expect(linesOf(text, "prospects")[0]).toContain(",9223372036854775807,");
    const ships = linesOf(text, "ships").map((line) => /^\[1,(\d+),.*,(0\.\d+),/.exec(line)?.slice(1));
    expect(ships.slice(0, 2)).toEqual([
      ["9007199254740993", "0.1"],
      ["9007199254740994", "0.30000000000000004"],
    ]);
    expect([ships.length, new Set(ships.map((ship) => ship?.[0])).size]).toEqual([501, 501]);
  });

  it("passes at most 32 values to a function of D1, also for a table with more columns", async () => {
    await raw.DB.prepare("alter table contracts add column further text default 'more'").run();
    await raw.DB.prepare("alter table contracts add column last text default 'end'").run();
    try {
      await fill(1, [administrator.memberId]);
      const { text, meter } = await administrator.call("GET", PATH);
      const taken = meter.statements.flatMap((sql) => [...sql.matchAll(/json_array\(([^)]*)\)/g)]);
      expect(Math.max(...taken.map(([, values = ""]) => values.split(",").length))).toBe(32);
      const found = (JSON.parse(text) as Backup).tables.find(({ name }) => name === "contracts");
      expect(found?.columns).toHaveLength(found?.rows[0]?.length ?? 0);
      expect(found?.rows[0]?.slice(-2)).toEqual(["more", "end"]);
    } finally {
      await raw.DB.prepare("alter table contracts drop column last").run();
      await raw.DB.prepare("alter table contracts drop column further").run();
    }
  });

  it("has the beginning and the end of each table on lines of their own", async () => {
    const { text, backup } = await create();
    const lines = text.trimEnd().split("\n");
    expect(lines.filter((line) => line.startsWith('{"section":'))).toHaveLength(backup.tables.length);
    expect(lines.filter((line) => line.startsWith('],"count":'))).toHaveLength(backup.tables.length);
  });

  it("has a file name with the minute", async () => {
    const { headers } = await administrator.call("GET", PATH);
    expect(headers.get("Content-Type")).toBe("application/json; charset=utf-8");
    expect(headers.get("Content-Disposition")).toMatch(/^attachment; filename="crm-backup-20\d{10}\.json"$/);
    expect(headers.get("Cache-Control")).toBe("no-store");
  });

  it("reads tables larger than a page in pages, in the order of their keys", async () => {
    await fill(1_200, [administrator.memberId]);
    const { backup } = await create();
    for (const name of ["users", "audit_log", "guild_members", "member_days"]) {
      const table = tableOf(backup, name);
      expect(table?.count).toBeGreaterThanOrEqual(1_200);
      expect(new Set(table?.rows.map((row) => JSON.stringify(row))).size).toBe(table?.count);
    }
    const ids = valuesOf(backup, "users", "id") as number[];
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
  });

  it("has no rows of another organization", async () => {
    const elsewhere = await organization();
    const foreigner = await person("administrator", elsewhere, "Zora Elsewhere");
    await foreigner.ok("POST", "/api/prospects", { displayName: "Foreign Prospect" });
    await foreigner.ok("POST", "/api/discord-bots", { name: "Foreign Bot" });
    expect(await plantEverywhere({ ...foreigner, organizationId: elsewhere }, "Foreign")).toEqual({});
    const { text, backup: ours } = await create();
    expect(text).not.toMatch(/Elsewhere|Foreign/);
    const { backup } = await create(foreigner);
    // The other organization's backup has a row of each table, so that the comparison covers all tables.
    const empty = backup.tables.filter(({ count }) => count === 0).map(({ name }) => name);
    expect(empty).toEqual([]);
    expect(valuesOf(backup, "organizations", "id")).toEqual([elsewhere]);
    expect(valuesOf(backup, "bots", "name")).toContain("Foreign Bot");
    for (const { name, columns, rows: found } of backup.tables) {
      const at = columns.indexOf("organization_id");
      if (at >= 0) expect([name, ...new Set(found.map((row) => row[at]))].slice(1)).not.toContain(1);
    }
    // Compares also rows without an identifying text.
    expect(sharedTables(ours, backup)).toEqual([]);
    expect((await foreigner.fails("GET", "/api/backups/1")).code).toBe("not_found");
  });
});

describe("the last backup", () => {
  it("is recorded once it was read to its end, with an audit entry", async () => {
    expect(await last()).toBeNull();
    const { text, backup } = await create();
    const { tables, rows: count, sha256: sum } = backup.manifest;
    expect(await last()).toEqual({
      createdAt: backup.header.createdAt,
      createdBy: "Ada",
      source: "download",
      bytes: new TextEncoder().encode(text).length,
      tables,
      rows: count,
      sha256: sum,
    });
    expect(await rows("select action, readers, details from audit_log")).toEqual([
      {
        action: "backup.created",
        readers: "admin.users",
        details: JSON.stringify({ rows: count, bytes: new TextEncoder().encode(text).length, sha256: sum }),
      },
    ]);
    const second = await create();
    expect((await last())?.sha256).toBe(second.backup.manifest.sha256);
  });

  /** Requests a backup with this database; returns what arrived. */
  const ask = (DB: D1Database, method = "GET") =>
    send(PATH, { method, headers: { Cookie: `session=${administrator.token}` } }, { DB });

  it("is not recorded when the client cancels, when it fails, or for a HEAD request", async () => {
    await fill(600, [administrator.memberId]);
    const reader = (await ask(raw.DB)).body?.getReader();
    for (let chunk = 0; chunk < 5; chunk++) await reader?.read();
    await reader?.cancel();

    const failing = await ask(raw.DB);
    await raw.DB.prepare("alter table bots rename to bots_away").run();
    await expect(failing.text()).rejects.toThrow();
    await raw.DB.prepare("alter table bots_away rename to bots").run();

    expect((await ask(raw.DB, "HEAD")).status).toBe(200);
    await backgroundDone();
    expect(await last()).toBeNull();
    expect(await rows("select * from audit_log where action = 'backup.created'")).toEqual([]);
  });

  it("counts the changes that were made during the backup", async () => {
    const reader = (await ask(raw.DB)).body?.getReader();
    let text = new TextDecoder().decode((await reader?.read())?.value);
    await administrator.ok("POST", "/api/prospects", { displayName: "Meanwhile" });
    for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {
      text += new TextDecoder().decode(piece.value);
    }
    const backup = JSON.parse(text) as Backup;
    expect(backup.manifest.changesMeanwhile).toBe(1);
    expect(valuesOf(backup, "prospects", "display_name")).toEqual(["Meanwhile"]);
  });
});

it("needs an administrator", async () => {
  const officer = await person("officer");
  expect((await officer.fails("GET", PATH)).code).toBe("forbidden");
  expect((await officer.fails("GET", "/api/backups/1")).code).toBe("forbidden");
});
