import { sql } from "drizzle-orm";
import type { AuditDetails } from "../../lib/audit.table.ts";
import type { SystemContext, UserContext } from "../../lib/context.ts";
import type { Statement } from "../../lib/db/client.ts";
import { hoursFrom } from "../../lib/db/columns.ts";
import { notices } from "../../lib/notices.table.ts";
import { NOTICE_LIMIT, type Notices, newestNotices, noticeSentence } from "../../lib/notices.ts";
import { markNoticesRead, users } from "../users/index.ts";
import type { Notice } from "./notices.schema.ts";

const KEPT_DAYS = 90;

type Row = { id: number; kind: string; details: string | null; createdAt: string; isRead: 0 | 1 };

/** The caller's newest notices. @param features the notices of all features */
export async function listNotices(context: UserContext, features: readonly Notices[]): Promise<Notice[]> {
  const { db, actor, language } = context;
  const rows = await db.all<Row>(sql`select id, kind, details, created_at as createdAt,
      id <= (select notices_read_to from ${users} where id = ${actor.userId}) as isRead
    from (${newestNotices(actor.organizationId, actor.userId)}) order by id desc limit ${NOTICE_LIMIT}`);
  return rows.flatMap(({ id, kind, details, createdAt, isRead }) => {
    const text = features.map(({ texts }) => texts[kind]).find((each) => each !== undefined);
    if (!text) return [];
    const values = JSON.parse(details ?? "{}") as AuditDetails;
    return {
      id,
      kind,
      text: noticeSentence(text, language, values),
      opens: text.opens,
      createdAt,
      isRead: isRead === 1,
    };
  });
}

/** Marks the caller's notices up to one as read. */
export async function readNotices({ db, actor }: UserContext, upTo: number): Promise<void> {
  await markNoticesRead(db, actor, upTo);
}

/** The statement that forgets notices after 90 days. */
export const deleteOldNotices = ({ db, now }: SystemContext): Statement =>
  db.run(sql`delete from ${notices} where created_at < ${hoursFrom(now, -KEPT_DAYS * 24)}`);
