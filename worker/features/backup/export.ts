import { createHash } from "node:crypto";
import { desc, eq, sql } from "drizzle-orm";
import { auditLog } from "../../lib/audit.table.ts";
import type { MemberContext } from "../../lib/context.ts";
import { readBatch } from "../../lib/db/client.ts";
import type { Feature } from "../../lib/feature.ts";
import { write } from "../../lib/guard.ts";
import { announce } from "../../lib/live/announce.ts";
import type { BackupRule } from "../../lib/table-rules.ts";
import { organizations } from "../settings/index.ts";
import {
  BACKUP_SECTIONS,
  BACKUP_VERSION,
  type BackupHeader,
  type BackupManifest,
  type BackupSection,
  type BackupTable,
  type LastBackup,
} from "./backup.schema.ts";
import { backups } from "./backup.table.ts";
import { backupAudit } from "./backup.texts.ts";

type BackedUpTable = BackupRule & { name: string };

/** The sections of a backup with their tables, and why other tables are left out. */
export type BackupPlan = ReturnType<typeof backupPlan>;

/** The plan for the tables of all features, in the order of the features. */
export function backupPlan(features: readonly Pick<Feature, "tables">[]) {
  const tables = features.flatMap(({ tables = {} }) => Object.entries(tables));
  const rules: BackedUpTable[] = [];
  const excluded: Record<string, string> = {};
  for (const [name, { backup }] of tables) {
    if ("leftOut" in backup) excluded[name] = backup.leftOut;
    else rules.push({ name, ...backup });
  }
  const ofSection = (key: BackupSection) => rules.filter(({ section }) => section === key);
  return { sections: BACKUP_SECTIONS.map(({ key }) => ({ key, tables: ofSection(key) })), excluded };
}

const PAGE = 500;

type Cell = string | number | null;
/** A stored column; `key` is its place in the primary key, 0 for none. */
type Column = { table: string; name: string; key: number };

const quoted = (names: readonly string[]) => sql.raw(names.map((name) => `"${name}"`).join(", "));

/** The rows of a table, a page at a time in the order of its primary key. */
async function* readPages(
  { db, actor }: MemberContext,
  { name, isOf, page = PAGE }: BackedUpTable,
  columns: readonly Column[],
): AsyncGenerator<Cell[][]> {
  const names = columns.map((column) => column.name);
  const keys = columns.filter(({ key }) => key > 0).toSorted((a, b) => a.key - b.key);
  const key = quoted(keys.map((column) => column.name));
  const places = keys.map((column) => names.indexOf(column.name));
  let isAfter = sql``;
  for (let last: Cell[] | undefined = []; last; ) {
    const rows = await db.all<Record<string, Cell>>(sql`select ${quoted(names)} from ${quoted([name])}
      where ${isOf(actor.organizationId)} ${isAfter} order by ${key} limit ${page}`);
    const cells = rows.map((row) => Object.values(row));
    yield cells;
    last = cells.length === page ? cells.at(-1) : undefined;
    const after = places.map((place) => sql`${last?.[place] ?? null}`);
    isAfter = sql`and (${key}) > (${sql.join(after, sql`, `)})`;
  }
}

type Totals = Pick<BackupManifest, "tables" | "rows" | "sha256">;

/** The text of a backup, in pieces of at most a page of rows; ends with its totals. */
async function* backupText(
  context: MemberContext,
  { sections, excluded }: BackupPlan,
): AsyncGenerator<string, Totals> {
  const { db, actor, now } = context;
  const { organizationId } = actor;
  const tables = sections.flatMap((section) => section.tables);
  const [columns, [organization], [schema], [newest]] = await readBatch(db, [
    db.all<Column>(sql`select tables.value as "table", info.name, info.pk as "key"
      from json_each(${JSON.stringify(tables.map(({ name }) => name))}) tables
      cross join pragma_table_info(tables.value) info order by tables.key, info.cid`),
    db.select().from(organizations).where(sql`id = ${organizationId}`),
    db.all<{ name: string }>(sql`select max(name) as name from d1_migrations`),
    db.all<{ id: number }>(sql`select coalesce(max(id), 0) as id from ${auditLog}`),
  ]);
  const header: BackupHeader = {
    format: "command-centre-backup",
    version: BACKUP_VERSION,
    createdAt: now.toISOString(),
    createdBy: actor.name,
    organization: { id: organizationId, name: organization?.name ?? "" },
    schema: schema?.name ?? "",
    sections: sections.map(({ key, tables }) => ({ key, tables: tables.map(({ name }) => name) })),
    excluded,
  };
  yield `{"header":${JSON.stringify(header)},\n"tables":[\n`;
  const all = createHash("sha256");
  let total = 0;
  for (const [at, table] of tables.entries()) {
    const { section, name } = table;
    const own = columns.filter((column) => column.table === name);
    const names = own.map((column) => column.name);
    const begin: Pick<BackupTable, "section" | "name" | "columns"> = { section, name, columns: names };
    yield `${JSON.stringify(begin).slice(0, -1)},"rows":[\n`;
    const hash = createHash("sha256");
    let count = 0;
    for await (const rows of readPages(context, table, own)) {
      const lines = rows.map((row) => JSON.stringify(row));
      // A page at a time, because each call costs as much as a row.
      if (lines.length) hash.update(`${lines.join("\n")}\n`);
      if (lines.length) yield `${count ? ",\n" : ""}${lines.join(",\n")}`;
      count += lines.length;
    }
    const sha256 = hash.digest("hex");
    all.update(`${name}:${count}:${sha256}\n`);
    total += count;
    const isLast = at === tables.length - 1;
    yield `\n],"count":${count},"sha256":"${sha256}"}${isLast ? "" : ","}\n`;
  }
  const [later] = await db.all<{ count: number }>(sql`select count(*) as count from ${auditLog}
    where id > ${newest?.id ?? 0} and organization_id = ${organizationId}`);
  const totals: Totals = { tables: tables.length, rows: total, sha256: all.digest("hex") };
  const manifest: BackupManifest = { ...totals, changesMeanwhile: later?.count ?? 0 };
  yield `],\n"manifest":${JSON.stringify(manifest)}}\n`;
  return totals;
}

async function remember(context: MemberContext, bytes: number, totals: Totals): Promise<void> {
  const { db, env, actor, now } = context;
  const { organizationId, name: createdBy, userId: createdById } = actor;
  const values = { organizationId, createdAt: now.toISOString(), createdBy, createdById, bytes, ...totals };
  const { rows, sha256 } = totals;
  await write(db, [
    db.insert(backups).values(values),
    backupAudit.write(context, { action: "backup.created", details: { rows, bytes, sha256 } }),
  ]);
  await announce(env, organizationId);
}

/** All data of the organization as one JSON document (see `Backup`), read while it is sent and recorded when it is complete. */
export function exportBackup(user: MemberContext, plan: BackupPlan): ReadableStream<Uint8Array> {
  // Not from a replica, which may be behind.
  const context = { ...user, db: user.openPrimary?.() ?? user.db };
  const text = backupText(context, plan);
  const encoder = new TextEncoder();
  let bytes = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(stream) {
        const piece = await text.next();
        if (piece.done) {
          await remember(context, bytes, piece.value);
          return stream.close();
        }
        const chunk = encoder.encode(piece.value);
        bytes += chunk.length;
        stream.enqueue(chunk);
      },
      cancel: async () => void (await text.return(undefined as never)),
    },
    { highWaterMark: 0 },
  );
}

export async function getLastBackup({ db, actor }: MemberContext): Promise<LastBackup | null> {
  const [last] = await db
    .select()
    .from(backups)
    .where(eq(backups.organizationId, actor.organizationId))
    .orderBy(desc(backups.id))
    .limit(1);
  return last ?? null;
}
