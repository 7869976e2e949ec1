import { and, eq, gte, inArray, lt, or, type SQL, sql } from "drizzle-orm";
import type { Actor } from "../../lib/actor.ts";
import { type Audience, auditLog } from "../../lib/audit.table.ts";
import type { Audit } from "../../lib/audit.ts";
import type { UserContext } from "../../lib/context.ts";
import { readBatch } from "../../lib/db/client.ts";
import { hoursFrom } from "../../lib/db/columns.ts";
import { decodeCursor, encodeCursor, type Page, page } from "../../lib/page.ts";
import type { Language } from "../../lib/wire.schema.ts";
import { type AuditActionOption, type AuditEntry, type AuditQuery, BY_NOBODY } from "./activity.schema.ts";
import { type AuditRow, actionText, tellEntry } from "./tell.ts";

/**
 * Entries that one answer looks at, newest first. An index for each filter would cost a written row with every change
 * of anything, so a search reads on: an answer with few or no entries still names the next page.
 */
export const LOOKED_AT = 1_500;

const ORDER = { by: auditLog.id, direction: "desc", of: ({ id }: AuditRow) => id } as const;

/**
 * The entries that a reader with `audit.read` may know of. Those about prospects follow the reader's prospects, as in
 * the recent activity; private ones (signing in and out, one's own language) take `admin.users`.
 */
function readableBy({ permissions, userId }: Actor): SQL {
  const seesAll = permissions.has("prospects.read") && permissions.has("prospects.read_all");
  const audiences: Audience[] = ["everyone", "admin"];
  if (seesAll) audiences.push("prospects");
  if (permissions.has("contracts.read")) audiences.push("contracts");
  if (permissions.has("admin.users")) audiences.push("private");
  const own =
    permissions.has("prospects.read") && !seesAll && userId !== null
      ? and(eq(auditLog.audience, "prospects"), eq(auditLog.actorUserId, userId))
      : undefined;
  return or(inArray(auditLog.audience, audiences), own) as SQL;
}

/** What is written later can be of an earlier time by this many hours: a job's entry has the time at which it began. */
const DISORDER = 1;

/**
 * SQL: the id of the first entry at or after some hours from an instant. But for DISORDER, ids rise with time, so that
 * halving steps find it.
 */
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
 * One page of the audit log, newest first, of what the reader may know of. A page can hold fewer entries than asked
 * for and still have a next one, see LOOKED_AT.
 * @param audits the audit actions of all features
 * @throws AppError invalid_input for a wrong cursor
 */
export async function searchAudit(
  context: UserContext,
  query: AuditQuery,
  audits: readonly Audit[],
): Promise<Page<AuditEntry>> {
  const { db, actor, language } = context;
  const { q, by, action, session, from, to, cursor } = query;
  const paging = page(query, ORDER, language);
  const newest = to ? firstSince(to, DISORDER) : sql`(select coalesce(max(id), 0) + 1 from ${auditLog})`;
  const seen = cursor === undefined ? null : decodeCursor(cursor, "number", language);
  const before = seen === null ? newest : sql`min(${seen}, ${newest})`;
  const oldest = from ? firstSince(from, -DISORDER) : sql`0`;
  const wanted = and(
    lt(auditLog.id, before),
    gte(auditLog.id, sql`max(${before} - ${LOOKED_AT}, ${oldest})`),
    sql`+${auditLog.organizationId} = ${actor.organizationId}`,
    readableBy(actor),
    by === undefined ? undefined : sql`${auditLog.actorUserId} is ${by === BY_NOBODY ? null : by}`,
    action === undefined ? undefined : eq(auditLog.action, action),
    session === undefined ? undefined : eq(auditLog.sessionId, session),
    from === undefined ? undefined : gte(auditLog.createdAt, from),
    to === undefined ? undefined : lt(auditLog.createdAt, to),
  );
  const select = db.select().from(auditLog).where(wanted).orderBy(paging.order);
  const [[bounds], rows] = await readBatch(db, [
    db
      .select({ before: sql<number>`${before}`.as("before"), oldest: sql<number>`${oldest}`.as("oldest") })
      .from(sql`(select 1)`),
    // Text is looked for in what the reader sees, which the database does not know.
    q ? select : select.limit(paging.limit),
  ]);
  const told = rows.map((row) => ({ ...row, entry: present(row, audits, context) }));
  const found = q ? told.filter(({ entry }) => isAbout(entry, q, language)) : told;
  const { items, next } = paging.toPage(found, ({ entry }) => entry);
  const lookedTo = (bounds?.before ?? 0) - LOOKED_AT;
  return { items, next: next ?? (lookedTo > (bounds?.oldest ?? 0) ? encodeCursor(lookedTo) : null) };
}

function present(row: AuditRow, audits: readonly Audit[], context: UserContext): AuditEntry {
  const { id, createdAt, actorKind, actorName, actorUserId, sessionId, action, entityId, entityName } = row;
  const { sentence, changes, prospectId } = tellEntry(row, audits, context);
  return {
    id,
    at: createdAt,
    actor: { kind: actorKind, name: actorName, userId: actorUserId },
    session: sessionId,
    action,
    sentence,
    changes,
    record: { id: entityId, name: entityName, prospectId },
  };
}

function isAbout(
  { sentence, changes, actor, record }: AuditEntry,
  text: string,
  language: Language,
): boolean {
  const wanted = text.toLocaleLowerCase(language);
  const shown = [sentence, actor.name, record.name, ...changes.flatMap(({ from, to }) => [from, to])];
  return (
    String(record.id) === text || shown.some((each) => each?.toLocaleLowerCase(language).includes(wanted))
  );
}

/** Every action that entries can be about, by its text. */
export function listAuditActions(audits: readonly Audit[], language: Language): AuditActionOption[] {
  const options = audits.flatMap((audit) =>
    Object.keys(audit.texts).map((action) => ({ action, text: actionText(audit, action, language) })),
  );
  return options.sort((a, b) => a.text.localeCompare(b.text, language));
}
