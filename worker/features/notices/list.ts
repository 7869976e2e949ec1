import { sql } from "drizzle-orm";
import { reaches } from "../../lib/actor.ts";
import type { AuditDetails } from "../../lib/audit.table.ts";
import type { MemberContext, SystemContext } from "../../lib/context.ts";
import type { Statement } from "../../lib/db/client.ts";
import { hoursFrom } from "../../lib/db/columns.ts";
import { fixedQuery, readRows } from "../../lib/db/fixed.ts";
import { noticeSentence, pagePath } from "../../lib/notice-text.ts";
import { notices } from "../../lib/notices.table.ts";
import { isTold, NOTICE_LIMIT, newestNotices, newestOf } from "../../lib/notify.ts";
import { decodeCursor, encodeCursor, type Page } from "../../lib/page.ts";
import { users } from "../users/index.ts";
import type { Texts } from "./deliver.ts";
import type { Notice } from "./notices.schema.ts";

const KEPT_DAYS = 90;
/** Most notices of the caller, and of those to several, that one page of past ones reads. */
const LOOKED_AT = 30;

type Row = { id: number; kind: string; details: string | null; createdAt: string; isRead: 0 | 1 };

/** @param userId the receiver */
const columnsFor = (userId: unknown) => sql`id, kind, details, created_at as createdAt,
  id <= (select notices_read_to from ${users} where id = ${userId}) as isRead`;

/** @param texts of all kinds; omits notices of a removed kind, and for a token those about records that it may not read */
const present = (rows: readonly Row[], { actor, language }: MemberContext, texts: Texts): Notice[] =>
  rows.flatMap((row) => {
    const text = texts[row.kind];
    const scope = text?.opens.needs ?? text?.to;
    if (!text || (scope && !reaches(actor, [scope]))) return [];
    const values = JSON.parse(row.details ?? "{}") as AuditDetails;
    const { dueOf } = text;
    return {
      ...row,
      text: noticeSentence(text, language, values),
      opens: pagePath(text.opens, values, actor),
      dueAt: (dueOf && (values[dueOf] as string | null)) || null,
      isRead: row.isRead === 1,
    };
  });

const readNotices = fixedQuery<Row>(() => {
  const [organizationId, userId] = [
    sql`${sql.placeholder("organizationId")}`,
    sql`${sql.placeholder("userId")}`,
  ];
  return sql`select ${columnsFor(userId)}
    from (${newestNotices(organizationId, userId)}) order by id desc limit ${NOTICE_LIMIT}`;
});

/** The caller's newest notices, the newest first. */
export async function listNotices(context: MemberContext, texts: Texts): Promise<Notice[]> {
  const { organizationId, userId } = context.actor;
  const rows = await readRows(context.db.$client, readNotices({ organizationId, userId }));
  return present(rows, context, texts);
}

/**
 * One page of the caller's notices, the newest first. A page ends with the rows that were read, so that it may
 * have few notices to several receivers, or none, and still a next page.
 */
export async function listPast(
  context: MemberContext,
  { cursor, ...asked }: { limit: number; cursor?: string | undefined },
  texts: Texts,
): Promise<Page<Notice>> {
  const { db, actor, language } = context;
  const limit = Math.min(asked.limit, LOOKED_AT);
  const before =
    cursor === undefined ? Number.MAX_SAFE_INTEGER : Number(decodeCursor(cursor, "number", language));
  const part = (userId: number) =>
    sql`select * from (${newestOf(actor.organizationId, userId, sql`id < ${before}`, limit)})`;
  const rows = await db.all<
    Row & { userId: number; isFor: 0 | 1 }
  >(sql`select ${columnsFor(context.actor.userId)}, user_id as userId,
      told is null or ${isTold(actor.userId)} as isFor
    from (${part(actor.userId)} union all ${part(0)}) order by id desc`);
  const [own, several] = [
    rows.filter(({ userId }) => userId !== 0),
    rows.filter(({ userId }) => userId === 0),
  ];
  const ends = [own, several].flatMap((each) => (each.length === limit ? [each.at(-1)?.id ?? 0] : []));
  const end = Math.max(0, ...ends);
  const shown = rows.filter(({ id, isFor }) => isFor === 1 && id >= end);
  return { items: present(shown, context, texts), next: end === 0 ? null : encodeCursor(end) };
}

export const deleteOldNotices = ({ db, now }: SystemContext): Statement =>
  db.run(sql`delete from ${notices} where created_at < ${hoursFrom(now, -KEPT_DAYS * 24)}`);
