import { createHash } from "node:crypto";
import { desc, eq, sql } from "drizzle-orm";
import { auditLog } from "../../lib/audit.table.ts";
import type { Context, MemberContext } from "../../lib/context.ts";
import { nextTick } from "../../lib/crons.ts";
import { type Db, readBatch } from "../../lib/db/client.ts";
import type { Env } from "../../lib/env.ts";
import type { Feature } from "../../lib/feature.ts";
import { write } from "../../lib/guard.ts";
import { announce } from "../../lib/live/announce.ts";
import type { PermissionText } from "../../lib/permissions.ts";
import { type BackupRule, inBackups } from "../../lib/table-rules.ts";
import { organizations } from "../settings/index.ts";
import {
  BACKUP_SECTIONS,
  BACKUP_VERSION,
  type BackupHeader,
  type BackupManifest,
  type BackupSection,
  type BackupState,
  type BackupTable,
  KEPT_BACKUPS,
} from "./backup.schema.ts";
import { backups } from "./backup.table.ts";
import { backupAudit } from "./backup.texts.ts";
import { lineHash, PART } from "./line-hash.ts";
import { rowText } from "./row-text.ts";

type BackedUpTable = BackupRule & { name: string };

/** The sections of a backup with their tables, why other tables are excluded, and which system roles hold which permission. */
export type BackupPlan = ReturnType<typeof backupPlan>;

/** The plan for the tables of all features, in the order of the features. */
export function backupPlan(features: readonly Pick<Feature, "tables" | "permissions">[]) {
  const tables = features.flatMap(({ tables = {} }) => Object.entries(tables));
  const rules: BackedUpTable[] = [];
  const excluded: Record<string, string> = {};
  for (const [name, { backup }] of tables) {
    if ("leftOut" in backup) excluded[name] = backup.leftOut;
    else rules.push({ name, ...backup });
  }
  const ofSection = (key: BackupSection) => rules.filter(({ section }) => section === key);
  const texts = features.flatMap(({ permissions = {} }): [string, PermissionText][] =>
    Object.entries(permissions),
  );
  const heldBy: Record<string, readonly string[]> = Object.fromEntries(
    texts.map(([permission, text]) => [permission, text.heldBy]),
  );
  return { sections: BACKUP_SECTIONS.map(({ key }) => ({ key, tables: ofSection(key) })), excluded, heldBy };
}

/** First part of the names of backup files. */
export const BACKUP_PREFIX = "crm-backup-";

/** The file name of a backup, by the minute in UTC. */
export const backupName = (now: Date): string =>
  `${BACKUP_PREFIX}${now.toISOString().replace(/\D/g, "").slice(0, 12)}.json`;

const PAGE = 500;

/** A stored column; `key` is its position in the primary key, 0 for none. */
type Column = { table: string; name: string; key: number };

const quoted = (names: readonly string[]) => sql.raw(names.map((name) => `"${name}"`).join(", "));

/**
 * The rows of a table as JSON arrays, a page at a time in the order of its primary key. SQLite formats them and compares the
 * last key, because numbers of JavaScript do not hold integers of 64 bits.
 */
async function* readPages(
  { db, actor }: Context,
  table: BackedUpTable,
  columns: readonly Column[],
): AsyncGenerator<string[]> {
  const { name, page = PAGE } = table;
  const names = columns.map((column) => column.name);
  const keys = columns.filter(({ key }) => key > 0).toSorted((a, b) => a.key - b.key);
  const key = quoted(keys.map((column) => column.name));
  const [keyLine, line] = [keys.map((column) => column.name), names].map((each) => rowText(each, "l"));
  let isAfter = sql``;
  for (let last: string | undefined = ""; last !== undefined; ) {
    const rows: { key: string; line: string }[] = await db.all(sql`select ${keyLine} as "key", ${line} as line
      from ${quoted([name])} l where ${inBackups(table, actor.organizationId)} ${isAfter} order by ${key} limit ${page}`);
    yield rows.map((row) => row.line);
    last = rows.length === page ? rows.at(-1)?.key : undefined;
    const after = keys.map((_, at) => sql`${last} ->> ${sql.raw(String(at))}`);
    isAfter = sql`and (${key}) > (${sql.join(after, sql`, `)})`;
  }
}

/** The lines of a page in parts, which are sent as they are made. */
function* inParts(lines: readonly string[]): Generator<string[]> {
  let [part, size]: [string[], number] = [[], 0];
  for (const line of lines) {
    part.push(line);
    size += line.length;
    if (size <= PART) continue;
    yield part;
    [part, size] = [[], 0];
  }
  if (part.length > 0) yield part;
}

type Totals = Pick<BackupManifest, "tables" | "rows" | "sha256">;

/** Starts a backup: its header, and its text in pieces of at most a page of rows, which return the totals at the end. */
export async function beginBackup(context: Context, { sections, excluded, heldBy }: BackupPlan) {
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
    permissions: Object.keys(heldBy),
    sections: sections.map(({ key, tables }) => ({ key, tables: tables.map(({ name }) => name) })),
    excluded,
  };
  return { header, text: backupText(context, header, tables, columns, newest?.id ?? 0) };
}

async function* backupText(
  context: Context,
  header: BackupHeader,
  tables: readonly BackedUpTable[],
  columns: readonly Column[],
  newestEntry: number,
): AsyncGenerator<string, Totals> {
  const { db, actor } = context;
  const whole = createHash("sha256");
  const hashed = (text: string) => {
    whole.update(text);
    return text;
  };
  yield hashed(`{"header":${JSON.stringify(header)},\n"tables":[\n`);
  const all = createHash("sha256");
  let total = 0;
  for (const [at, table] of tables.entries()) {
    const { section, name, broughtAt } = table;
    const own = columns.filter((column) => column.table === name && column.name !== broughtAt);
    const names = own.map((column) => column.name);
    const begin: Pick<BackupTable, "section" | "name" | "columns"> = { section, name, columns: names };
    yield hashed(`${JSON.stringify(begin).slice(0, -1)},"rows":[\n`);
    const hash = lineHash();
    let count = 0;
    for await (const lines of readPages(context, table, own)) {
      for (const part of inParts(lines)) {
        for (const line of part) hash.add(line);
        yield hashed(`${count ? ",\n" : ""}${part.join(",\n")}`);
        count += part.length;
      }
    }
    const sha256 = hash.digest();
    all.update(`${name}:${count}:${sha256}\n`);
    total += count;
    const isLast = at === tables.length - 1;
    yield hashed(`\n],"count":${count},"sha256":"${sha256}"}${isLast ? "" : ","}\n`);
  }
  const [later] = await db.all<{ count: number }>(sql`select count(*) as count from ${auditLog}
    where id > ${newestEntry} and organization_id = ${actor.organizationId}`);
  const totals: Totals = { tables: tables.length, rows: total, sha256: all.digest("hex") };
  const changesMeanwhile = later?.count ?? 0;
  yield hashed("],\n");
  const document = whole.update(`${totals.tables}:${total}:${changesMeanwhile}`).digest("hex");
  const manifest: BackupManifest = { ...totals, changesMeanwhile, document };
  yield `"manifest":${JSON.stringify(manifest)}}\n`;
  return totals;
}

/** Records a complete backup. @param key its key in the bucket, null for a download */
export async function remember(
  context: Context,
  made: Totals & { bytes: number; key: string | null },
): Promise<void> {
  const { db, env, actor, now } = context;
  const { organizationId, name: createdBy } = actor;
  const createdById = actor.userId ?? 0;
  const source = made.key === null ? "download" : "schedule";
  const values = {
    organizationId,
    createdAt: now.toISOString(),
    createdBy,
    createdById,
    source,
    ...made,
  } as const;
  const { rows, bytes, sha256 } = made;
  await write(db, [
    db.insert(backups).values(values),
    backupAudit.write(context, { action: "backup.created", details: { rows, bytes, sha256 } }),
  ]);
  await announce(env, organizationId);
}

/** Streams all data of the organization as one JSON document (see `Backup`), and records it once it is complete. */
export function exportBackup(user: MemberContext, plan: BackupPlan): ReadableStream<Uint8Array> {
  // Reads the primary, since a replica may be behind.
  const context = { ...user, db: user.openPrimary?.() ?? user.db };
  const encoder = new TextEncoder();
  let text: AsyncGenerator<string, Totals> | undefined;
  let bytes = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(stream) {
        text ??= (await beginBackup(context, plan)).text;
        const piece = await text.next();
        if (piece.done) {
          await remember(context, { bytes, key: null, ...piece.value });
          return stream.close();
        }
        const chunk = encoder.encode(piece.value);
        bytes += chunk.length;
        stream.enqueue(chunk);
      },
      cancel: async () => void (await text?.return(undefined as never)),
    },
    { highWaterMark: 0 },
  );
}

/** The statement that reads an organization's newest complete backup. */
export const selectLastBackup = (db: Db, organizationId: number) =>
  db
    .select()
    .from(backups)
    .where(eq(backups.organizationId, organizationId))
    .orderBy(desc(backups.id))
    .limit(1);

/** Whether the deployment binds a bucket, where the schedule stores backups. */
export const hasBucket = ({ BACKUPS }: Env): boolean => BACKUPS !== undefined;

/** The newest complete backup, and the state of the schedule. */
export async function getLastBackup({ db, env, actor, now }: MemberContext): Promise<BackupState> {
  const [last = null] = await selectLastBackup(db, actor.organizationId);
  const bucket = hasBucket(env);
  return { last, bucket, next: bucket ? nextTick("daily", now).toISOString() : null, kept: KEPT_BACKUPS };
}
