import { is, SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { AuditDetails } from "./audit.table.ts";
import type { SystemContext } from "./context.ts";
import type { Statement } from "./db/client.ts";
import { notices } from "./notices.table.ts";
import type { Language } from "./wire.schema.ts";

/** What a notice says, in which details are filled in as `{name}`, and the page of the app that it leads to. */
export type NoticeText = { opens: string } & Record<Language, string>;

/** The notices of a feature. */
export type Notices<Kind extends string = string> = {
  texts: Readonly<Record<Kind, NoticeText>>;
  /**
   * The statement that tells users something, for the batch of what happened: 2 rows, however many they are.
   * @param to a user's id, or a query of the ids of several in one organization
   */
  write(
    context: Pick<SystemContext, "db" | "now">,
    to: number | SQL,
    kind: Kind,
    details?: AuditDetails | null,
  ): Statement;
};

/** SQL: to whom a notice goes, and what they have read; no row where there is nobody. */
const receiverOf = (to: number | SQL): SQL =>
  is(to, SQL)
    ? sql`select users.organization_id, 0 as user_id, json_group_array(users.id) as told, max(users.notices_read_to) as read_to
        from (${to}) several cross join users on users.id = several.id group by users.organization_id`
    : sql`select organization_id, id as user_id, null as told, notices_read_to as read_to from users where id = ${to}`;

/** Describes what a feature tells users; the feature registers it (see `Feature`). */
export const defineNotices = <const Texts extends Record<string, NoticeText>>(
  texts: Texts,
): Notices<keyof Texts & string> => ({
  texts,
  write: ({ db, now }, to, kind, details = null) =>
    db.run(sql`insert into ${notices} (organization_id, user_id, id, told, kind, details, created_at)
      select receiver.organization_id, receiver.user_id,
        max(${now.getTime()}, receiver.read_to + 1, coalesce((select max(id) + 1 from ${notices}
          where organization_id = receiver.organization_id and user_id = receiver.user_id), 0)),
        receiver.told, ${kind}, ${details === null ? null : JSON.stringify(details)}, ${now.toISOString()}
      from (${receiverOf(to)}) receiver`),
});

/** Notices that a user is shown: the newest. */
export const NOTICE_LIMIT = 20;

/** SQL: the newest notices of a user and, of the newest that are for several, those that are for them; in no order. */
export const newestNotices = (organizationId: SQLWrapper | number, userId: SQLWrapper | number): SQL => {
  const newest = (of: SQLWrapper | number) => sql`select * from ${notices}
    where organization_id = ${organizationId} and user_id = ${of} order by id desc limit ${NOTICE_LIMIT}`;
  return sql`select * from (${newest(userId)}) union all select * from (${newest(0)})
    where exists (select 1 from json_each(told) where value = ${userId})`;
};

/** SQL value: of the notices that a user is shown, how many are newer than the one that they have read last. */
export const unreadNotices = (user: Record<"organizationId" | "id" | "noticesReadTo", SQLWrapper>) =>
  sql<number>`(select min(count(*), ${NOTICE_LIMIT}) from (${newestNotices(user.organizationId, user.id)}) newest
    where newest.id > ${user.noticesReadTo})`;

/** A notice as a sentence. */
export const noticeSentence = (text: NoticeText, language: Language, values: AuditDetails): string =>
  text[language].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? "–"));
