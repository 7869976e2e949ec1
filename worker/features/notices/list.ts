import { sql } from "drizzle-orm";
import type { AuditDetails } from "../../lib/audit.table.ts";
import type { MemberContext, SystemContext } from "../../lib/context.ts";
import type { Statement } from "../../lib/db/client.ts";
import { hoursFrom } from "../../lib/db/columns.ts";
import { noticeSentence, pagePath } from "../../lib/notice-text.ts";
import { notices } from "../../lib/notices.table.ts";
import { NOTICE_LIMIT, newestNotices } from "../../lib/notify.ts";
import { users } from "../users/index.ts";
import type { Texts } from "./deliver.ts";
import type { Notice } from "./notices.schema.ts";

const KEPT_DAYS = 90;

type Row = { id: number; kind: string; details: string | null; createdAt: string; isRead: 0 | 1 };

/** The caller's newest notices. @param texts of all kinds; a notice of a kind that is gone is left out */
export async function listNotices({ db, actor, language }: MemberContext, texts: Texts): Promise<Notice[]> {
  const rows = await db.all<Row>(sql`select id, kind, details, created_at as createdAt,
      id <= (select notices_read_to from ${users} where id = ${actor.userId}) as isRead
    from (${newestNotices(actor.organizationId, actor.userId)}) order by id desc limit ${NOTICE_LIMIT}`);
  return rows.flatMap((row) => {
    const text = texts[row.kind];
    if (!text) return [];
    const values = JSON.parse(row.details ?? "{}") as AuditDetails;
    return {
      ...row,
      text: noticeSentence(text, language, values),
      opens: pagePath(text.opens, values, actor),
      needsAnswer: text.needsAnswer === true,
      isRead: row.isRead === 1,
    };
  });
}

export const deleteOldNotices = ({ db, now }: SystemContext): Statement =>
  db.run(sql`delete from ${notices} where created_at < ${hoursFrom(now, -KEPT_DAYS * 24)}`);
