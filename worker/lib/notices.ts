import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
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
   * The statement that tells users something, for the batch of what happened: 2 rows for each user.
   * @param to a user's id, or a query of the ids of several
   */
  write(
    context: Pick<SystemContext, "db" | "now">,
    to: number | SQL,
    kind: Kind,
    details?: AuditDetails | null,
  ): Statement;
};

/** Describes what a feature tells users; the feature registers it (see `Feature`). */
export const defineNotices = <const Texts extends Record<string, NoticeText>>(
  texts: Texts,
): Notices<keyof Texts & string> => ({
  texts,
  write: ({ db, now }, to, kind, details = null) =>
    db.run(sql`insert into ${notices} (user_id, kind, details, created_at)
      select told.id, ${kind}, ${details === null ? null : JSON.stringify(details)}, ${now.toISOString()}
      from (${typeof to === "number" ? sql`select ${to} as id` : to}) told`),
});

/** Notices that a user is shown: the newest. */
export const NOTICE_LIMIT = 20;

/** SQL value: of the notices that a user is shown, how many are not read. */
export const unreadNotices = (userId: SQLWrapper): SQL<number> =>
  sql<number>`(select count(*) from (select read_at from ${notices} where user_id = ${userId}
    order by id desc limit ${NOTICE_LIMIT}) where read_at is null)`;

/** A notice as a sentence. */
export const noticeSentence = (text: NoticeText, language: Language, values: AuditDetails): string =>
  text[language].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? "–"));
