import { and, desc, eq, isNull, lte, sql } from "drizzle-orm";
import type { SystemContext, UserContext } from "../../lib/context.ts";
import type { Statement } from "../../lib/db/client.ts";
import { hoursFrom } from "../../lib/db/columns.ts";
import { notices } from "../../lib/notices.table.ts";
import { NOTICE_LIMIT, type Notices, noticeSentence } from "../../lib/notices.ts";
import type { Notice } from "./notices.schema.ts";

const KEPT_DAYS = 90;

/** The caller's newest notices. @param features the notices of all features */
export async function listNotices(context: UserContext, features: readonly Notices[]): Promise<Notice[]> {
  const { db, actor, language } = context;
  const rows = await db
    .select()
    .from(notices)
    .where(eq(notices.userId, actor.userId))
    .orderBy(desc(notices.id))
    .limit(NOTICE_LIMIT);
  return rows.flatMap(({ id, kind, details, createdAt, readAt }) => {
    const text = features.map(({ texts }) => texts[kind]).find((each) => each !== undefined);
    if (!text) return [];
    return {
      id,
      kind,
      text: noticeSentence(text, language, details ?? {}),
      opens: text.opens,
      createdAt,
      readAt,
    };
  });
}

/** Marks the caller's notices up to one as read. */
export async function readNotices({ db, actor, now }: UserContext, upTo: number): Promise<void> {
  const unread = and(eq(notices.userId, actor.userId), lte(notices.id, upTo), isNull(notices.readAt));
  await db.update(notices).set({ readAt: now.toISOString() }).where(unread);
}

/** The statement that forgets notices after 90 days. */
export const deleteOldNotices = ({ db, now }: SystemContext): Statement =>
  db.run(sql`delete from ${notices} where id <= (select max(id) from ${notices}
    where created_at < ${hoursFrom(now, -KEPT_DAYS * 24)})`);
