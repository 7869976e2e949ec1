import {
  and,
  eq,
  getTableColumns,
  gte,
  inArray,
  lt,
  notInArray,
  or,
  type SQL,
  Subquery,
  sql,
} from "drizzle-orm";
import type { Actor } from "../../lib/actor.ts";
import { auditLog, type Readers } from "../../lib/audit.table.ts";
import type { Audit } from "../../lib/audit.ts";
import { compareNames } from "../../lib/compare-names.ts";
import type { MemberContext } from "../../lib/context.ts";
import { CSV_START, sheetRow } from "../../lib/csv.ts";
import { readBatch } from "../../lib/db/client.ts";
import { hoursFrom } from "../../lib/db/columns.ts";
import { page } from "../../lib/page.ts";
import type { Language } from "../../lib/wire.schema.ts";
import {
  type Activity,
  AUDIT_AREAS,
  type AuditActionOption,
  type AuditEntry,
  type AuditFilters,
  type AuditQuery,
  BY_NOBODY,
  SIGN_INS,
} from "./audit.schema.ts";
import { type AuditRow, actionText, tellEntry } from "./tell.ts";

/** Entries that one answer reads (see `window`). */
export const LOOKED_THROUGH = 1_500;

const ORDER = { by: auditLog.id, direction: "desc", positionOf: ({ id }: AuditRow) => id } as const;

/** Entries with the same readers. With `own` the actor may read only entries that they caused. */
type Readable = { readers: Readers; own: boolean };

/** The entries that the actor may read, apart from private ones. @param audits the audit actions of all features */
function readableBy({ permissions }: Actor, audits: readonly Audit[]): Readable[] {
  const ownUnless: Audit["ownUnless"] = Object.assign({}, ...audits.map((audit) => audit.ownUnless));
  const kinds = new Set(audits.flatMap(({ texts }) => Object.values(texts).map(({ readers }) => readers)));
  return [...kinds]
    .filter((readers) => readers === "everyone" || permissions.has(readers))
    .map((readers) => {
      const ofOthers = ownUnless[readers];
      return { readers, own: ofOthers !== undefined && !permissions.has(ofOthers) };
    });
}

/**
 * SQL condition: a reader with `audit.read` may read the entry. They read entries of records that they may read, and entries
 * for administrators; administrators also read private ones, such as signing in and out.
 */
function isReadable(actor: Actor, audits: readonly Audit[]): SQL {
  const kinds = readableBy(actor, audits);
  const all = new Set<Readers>(["admin.users", ...kinds.flatMap(({ readers, own }) => (own ? [] : readers))]);
  if (actor.permissions.has("admin.users")) all.add("private");
  const ownOnly = kinds.flatMap(({ readers, own }) =>
    own && actor.userId !== null
      ? and(eq(auditLog.readers, readers), eq(auditLog.actorUserId, actor.userId))
      : [],
  );
  return or(inArray(auditLog.readers, [...all]), ...ownOnly) as SQL;
}

/** Hours by which an entry can be older than entries before it: a job's entry has the time at which the job began. */
const DISORDER = 1;

/** SQL: the id of the first entry some hours after an instant, by binary search: apart from DISORDER, ids rise with time. */
const firstSince = (instant: string, hours: number): SQL => {
  const since = hoursFrom(new Date(instant), hours);
  return sql`(
  with recursive walk(at, step) as (
    select 0, 1 << 40
    union all
    select at + step * coalesce((
      select created_at < ${since} from ${auditLog} where id >= at + step order by id limit 1
    ), 0), step / 2 from walk where step >= 1
  ) select max(at) + 1 from walk)`;
};

/**
 * One page of the entries of the audit log that the reader may read, newest first. A page with fewer entries than its
 * limit can have a next one (see LOOKED_THROUGH).
 * @param audits the audit actions of all features
 * @throws AppError invalid_input for a wrong cursor
 */
export async function searchAudit(context: MemberContext, query: AuditQuery, audits: readonly Audit[]) {
  const { db, actor, language } = context;
  const { q, by, area, action, record, session, signIns, from, to } = query;
  const hidesSignIns = signIns === "hidden" && action === undefined && session === undefined;
  const paging = page(query, ORDER, language);
  const newest = to ? firstSince(to, DISORDER) : sql`(select coalesce(max(id), 0) + 1 from ${auditLog})`;
  const before = paging.start === undefined ? newest : sql`min(${paging.start}, ${newest})`;
  const oldest = from ? firstSince(from, -DISORDER) : sql`0`;
  // Ids have few gaps, so a range of them has about as many rows, and its end is known without reading them.
  const first = sql`${before} - ${LOOKED_THROUGH}`;
  const range = and(lt(auditLog.id, before), gte(auditLog.id, sql`max(${first}, ${oldest})`)) as SQL;
  const end = sql`(select iif(first > oldest, first, null) from (select ${first} as first, ${oldest} as oldest))`;
  const window = paging.window(db, auditLog, range, LOOKED_THROUGH, end);
  const { of = [], and: others = [] } = area === undefined ? {} : AUDIT_AREAS[area];
  const kinds = record === undefined ? [...of, ...others] : of;
  const firstWord = sql`substr(${auditLog.action}, 1, instr(${auditLog.action}, '.') - 1)`;
  const wanted = and(
    eq(auditLog.organizationId, actor.organizationId),
    isReadable(actor, audits),
    by === undefined ? undefined : sql`${auditLog.actorUserId} is ${by === BY_NOBODY ? null : by}`,
    area === undefined ? undefined : inArray(firstWord, [...kinds]),
    action === undefined ? undefined : eq(auditLog.action, action),
    record === undefined ? undefined : eq(auditLog.entityId, record),
    session === undefined ? undefined : eq(auditLog.sessionId, session),
    hidesSignIns ? notInArray(auditLog.action, [...SIGN_INS]) : undefined,
    from === undefined ? undefined : gte(auditLog.createdAt, from),
    to === undefined ? undefined : lt(auditLog.createdAt, to),
  );
  const select = db.select().from(window.rows).where(wanted).orderBy(paging.order);
  const [rows, [last]] = await readBatch(db, [
    // A text is searched in the reader's sentences, which are not in the database.
    q ? select : select.limit(paging.limit),
    window.end,
  ]);
  const entries = rows.map((row) => ({ ...row, entry: present(row, audits, context) }));
  const found = q ? entries.filter(({ entry }) => isAbout(entry, q, language)) : entries;
  return paging.toPage(found, ({ entry }) => entry, last?.lookedTo);
}

function present(row: AuditRow, audits: readonly Audit[], context: MemberContext): AuditEntry {
  const { opens, name, ...words } = tellEntry(row, audits, context);
  return {
    id: row.id,
    at: row.createdAt,
    restoredAt: row.restoredAt,
    actor: { kind: row.actorKind, name: row.actorName, userId: row.actorUserId, token: row.tokenName },
    session: row.sessionId,
    action: row.action,
    ...words,
    record: { id: row.entityId, name, opens },
  };
}

function isAbout({ sentence, changes, actor, record }: AuditEntry, text: string, language: Language) {
  const wanted = text.toLocaleLowerCase(language);
  const shown = [
    sentence,
    actor.name,
    actor.token,
    record.name,
    ...changes.flatMap(({ from, to }) => [from, to]),
  ];
  const isShown = shown.some((each) => each?.toLocaleLowerCase(language).includes(wanted));
  return isShown || String(record.id) === text;
}

/** All actions of entries, ordered by their text. */
export function listAuditActions(audits: readonly Audit[], language: Language): AuditActionOption[] {
  const options = audits.flatMap((audit) =>
    Object.keys(audit.texts).map((action) => ({ action, text: actionText(audit, action, language) })),
  );
  const compare = compareNames(language);
  return options.sort((a, b) => compare(a.text, b.text));
}

const EXPORTED_AT_ONCE = 1_000;

const HEADINGS: Record<Language, string[]> = {
  en: [
    "Time (UTC)",
    "Person",
    "Kind",
    "What happened",
    "Changes",
    "Record",
    "Record no.",
    "Action",
    "Restored (UTC)",
  ],
  da: [
    "Tid (UTC)",
    "Person",
    "Art",
    "Hvad der skete",
    "Ændringer",
    "Post",
    "Post nr.",
    "Handling",
    "Gendannet (UTC)",
  ],
};

const KINDS: Record<AuditEntry["actor"]["kind"], Record<Language, string>> = {
  user: { en: "Person", da: "Person" },
  token: { en: "Program with a person's token", da: "Program med en persons token" },
  interaction: { en: "Command in Discord", da: "Kommando i Discord" },
  bot: { en: "Bot", da: "Bot" },
  job: { en: "Server", da: "Server" },
};

type Change = AuditEntry["changes"][number];

/** The text in the file for a changed field that the sentence omits: "Deadline: from … to …". */
const CHANGED: Record<Language, (change: { [Name in keyof Change]: string }) => string> = {
  en: ({ field, from, to }) =>
    from && to ? `${field}: from ${from} to ${to}` : to ? `${field}: ${to}` : `${field}: no longer ${from}`,
  da: ({ field, from, to }) =>
    from && to
      ? `${field}: fra ${from} til ${to}`
      : to
        ? `${field}: ${to}`
        : `${field}: ikke længere ${from}`,
};

/** The text of an instant in a cell; other texts unchanged. */
const timeText = (value: string | null): string =>
  (value ?? "").replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):[\d:.]+Z$/, "$1 $2");

function rowOf(entry: AuditEntry, audits: readonly Audit[], language: Language): string {
  const { at, restoredAt, actor, action, sentence, changes, record } = entry;
  const fieldTexts = changes.flatMap(({ field, from, to }) =>
    field === null ? [] : CHANGED[language]({ field, from: timeText(from), to: timeText(to) }),
  );
  const audit = audits.find(({ texts }) => action in texts);
  const what = audit ? actionText(audit, action, language) : action;
  const kind = KINDS[actor.kind][language] + (actor.token === null ? "" : ` (${actor.token})`);
  const cells = [
    new Date(at),
    actor.name,
    kind,
    sentence,
    fieldTexts.join("; "),
    record.name,
    record.id,
    what,
  ];
  return sheetRow([...cells, restoredAt && new Date(restoredAt)], language);
}

/** The entries that the reader may read as a CSV file, newest first, streamed. */
export function exportAudit(context: MemberContext, filters: AuditFilters, audits: readonly Audit[]) {
  const encoder = new TextEncoder();
  let cursor: string | null | undefined;
  return new ReadableStream<Uint8Array>(
    {
      start: (stream) =>
        stream.enqueue(encoder.encode(CSV_START + sheetRow(HEADINGS[context.language], context.language))),
      async pull(stream) {
        const query = { ...filters, limit: EXPORTED_AT_ONCE, cursor: cursor ?? undefined };
        const { items, next } = await searchAudit(context, query, audits);
        stream.enqueue(encoder.encode(items.map((item) => rowOf(item, audits, context.language)).join("")));
        cursor = next;
        if (next === null) stream.close();
      },
    },
    { highWaterMark: 0 },
  );
}

export const ACTIVITY_LIMIT = 20;

/** The suffix of an activity that a restore inserted. */
const FROM_BACKUP: Record<Language, string> = { en: "(from a backup)", da: "(fra en backup)" };

/** Most statements in one `union all` of D1. */
const MOST_UNITED = 5;

/** SQL: the newest of the rows of statements, grouped where D1 cannot unite them at once. */
function newestOf(parts: readonly SQL[]): SQL {
  if (parts.length <= MOST_UNITED)
    return sql`(${sql.join([...parts], sql` union all `)} order by id desc limit ${ACTIVITY_LIMIT})`;
  const groups = Map.groupBy(parts, (part) => Math.floor(parts.indexOf(part) / MOST_UNITED));
  return newestOf([...groups.values()].map((group) => sql`select * from ${newestOf(group)}`));
}

/** The newest entries that the reader may read. @param audits the audit actions of all features */
export async function listActivity(context: MemberContext, audits: readonly Audit[]): Promise<Activity[]> {
  const { db, actor } = context;
  // Literal conditions, so that SQLite uses the partial indexes.
  const parts = readableBy(actor, audits).map(
    ({ readers, own }) => sql`select * from ${auditLog}
    where organization_id = ${actor.organizationId} and readers = ${sql.raw(`'${readers}'`)}
      and readers <> 'private' ${own ? sql`and actor_user_id = ${actor.userId}` : sql``}`,
  );
  // An index has each part in this order: the merge reads few more rows than it returns.
  const columns = getTableColumns(auditLog);
  const newest = new Subquery(sql`select * from ${newestOf(parts)}`, columns, "audit_log");
  const rows = await db.select(columns).from(newest);
  return rows.map((row) => {
    const { sentence, changes, opens } = tellEntry(row, audits, context);
    return {
      ...row,
      type: row.action,
      description: row.restoredAt === null ? sentence : `${sentence} ${FROM_BACKUP[context.language]}`,
      actor: { name: row.actorName, kind: row.actorKind },
      subject: { name: row.entityName, opens },
      from: changes[0]?.from ?? null,
      to: changes[0]?.to ?? null,
    };
  });
}
