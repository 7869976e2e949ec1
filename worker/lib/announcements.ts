import { is, SQL, sql } from "drizzle-orm";
import type { AuditDetails } from "./audit.table.ts";
import type { Speaker } from "./commands/command.ts";
import type { Card } from "./commands/reply.ts";
import type { Context } from "./context.ts";
import type { Statement } from "./db/client.ts";
import type { Opens } from "./notice-text.ts";
import { outbox } from "./notices.table.ts";
import { TO_ORGANIZATION } from "./outgoing/channels.ts";
import type { Language } from "./wire.schema.ts";

/**
 * A kind of thing that happens in an organization and is told to all of it: its name for settings and its sentence, in
 * which details are filled in as `{name}`.
 */
export type AnnouncementText = Readonly<Record<Language, { title: string; text: string }>> & {
  opens: Opens;
  /** Details that name a person who is no member: webhooks ask for it apart. */
  isPersonal?: true;
  /** The kind of record that it is about, of which nothing is posted once not everybody in the organization may see it. */
  subject?: string;
  /** It is posted as the card of the record, which then follows the record's changes. */
  isCard?: true;
  /** Webhooks alone are told. */
  isForPrograms?: true;
  /** It opens a thread for each record (see `PublicCard.follow`); no webhook is told. */
  isThread?: true;
};

/** Messages of the CRM bot in Discord. A channel is a thread, too; a thread has the id of the message that it was opened from. */
export type Messenger = {
  post: (channelId: string, body: object, key: string) => Promise<string>;
  edit: (channelId: string, id: string, body: object) => Promise<boolean>;
  delete: (channelId: string, id: string) => Promise<false>;
  find: (channelId: string, mark: number, since: string) => Promise<string | null | undefined>;
  /** @returns false where the message was deleted */
  openThread: (channelId: string, messageId: string, name: string) => Promise<boolean>;
  /** @returns the message's id, or why nothing can be written: the thread was deleted, or a moderator locked it */
  reply: (threadId: string, body: object, key: string) => Promise<string | { lacks: "thread" | "key" }>;
  archive: (threadId: string) => Promise<void>;
  /** Deletes the bot's messages in a thread. */
  empty: (threadId: string) => Promise<void>;
};

/** What a card that follows its record is called with. */
export type Followed = {
  messenger: Messenger;
  speaker: Speaker;
  /** The channel that was chosen. */
  channelId: string;
  details: AuditDetails;
  /** Whether an earlier attempt may have posted the next message. */
  mayBeOut: boolean;
};

/** How records of a kind are shown to everybody in a channel of Discord. */
export type PublicCard = {
  /** The card of a record; null for one that not everybody in the organization may see, or that is gone. */
  draw: (context: Context, id: number, speaker: Speaker) => Promise<Card | null>;
  /** The actions of its buttons: the English name of a command, and one of its actions. */
  presses: Readonly<Record<string, readonly [command: string, action: string]>>;
  /** Brings the thread of a record up to date, instead of posting the card alone. */
  follow?: (context: Context, followed: Followed) => Promise<void>;
  /** The statements that queue what was not told while the channel did not work, or was not chosen. */
  again?: (context: Context) => readonly Statement[];
};

/** The kind of the outbox's rows that bring a posted card up to date; triggers of the subjects' tables write them. */
export const SHOWN = "shown";

/** An announcement of a change. SQL for `id` and `details` may read rows that the batch has just written. */
export type AnnouncementEntry = {
  kind: string;
  /** The record that it is about; in a record's plan, that record unless told. */
  id?: number | string | SQL;
  details: AuditDetails | SQL;
  /** SQL condition of the announcement: records that not every member may see are left out. */
  where?: SQL | undefined;
};

/** The kinds of announcements of a feature, by name, such as `contract.posted`. */
type Announcements<Texts extends Record<string, AnnouncementText> = Record<string, AnnouncementText>> = {
  texts: Readonly<Texts>;
  /** The cards of its records, by subject. */
  cards?: Readonly<Record<string, PublicCard>>;
  /** The announcement for a record's plan. */
  entry(
    kind: keyof Texts & string,
    details: AuditDetails | SQL,
    more?: Pick<AnnouncementEntry, "id" | "where">,
  ): AnnouncementEntry;
};

/** All kinds, by name. */
const KINDS = new Map<string, AnnouncementText>();

/** Returns the name of a kind in settings; null for one that is gone. */
export const announcementTitle = (kind: string, language: Language): string | null =>
  KINDS.get(kind)?.[language].title ?? null;

/** Describes what a feature announces; the feature registers it (see `Feature`). */
export function defineAnnouncements<const Texts extends Record<string, AnnouncementText>>(
  texts: Texts,
): Announcements<Texts> {
  for (const [kind, text] of Object.entries<AnnouncementText>(texts)) KINDS.set(kind, text);
  return { texts, entry: (kind, details, more) => ({ kind, details, ...more }) };
}

/**
 * The statements that tell of a change by every channel where an administrator chose to, for the batch of the change:
 * one row for each such place, none where nobody chose it. The details that are kept have the record's `id`, too.
 */
export const announceTo = (
  { db, now, actor: { organizationId } }: Pick<Context, "db" | "now" | "actor">,
  { kind, id, details, where = sql`true` }: AnnouncementEntry & { id: number | string | SQL },
): Statement[] =>
  Object.entries(TO_ORGANIZATION).map(([channel, { targets }]) => {
    const at = now.toISOString();
    // D1 binds every number as a fraction, whose text would be "7.0".
    const idText = is(id, SQL) ? sql`cast(${id} as text)` : String(id);
    const json = is(details, SQL) ? details : sql`${JSON.stringify(details)}`;
    return db.run(sql`insert into ${outbox}
        (organization_id, id, channel, user_id, target, kind, details, next_try_at, created_at)
      select ${organizationId}, lower(hex(randomblob(16))), ${channel}, 0, chosen.target, ${kind},
        json_set(${json}, '$.id', ${idText}), ${at}, ${at}
      from (${targets(organizationId, kind)}) chosen where ${where}`);
  });

/**
 * The statement that has the threads of records brought up to date: one row each, however many changes come until then.
 * `next_try_at` is set anew, so that a delivery that goes on does not end the row.
 * @param records query of their ids, as `id`
 */
export const followUp = (
  { db, now, actor: { organizationId } }: Pick<Context, "db" | "now" | "actor">,
  kind: string,
  records: SQL,
): Statement => {
  const at = now.toISOString();
  return db.run(sql`insert into ${outbox}
      (organization_id, id, channel, user_id, target, kind, details, next_try_at, created_at)
    select ${organizationId}, ${kind} || ':' || each.id, 'discord', 0, chosen.target, ${kind},
      json_object('id', each.id), ${at}, ${at}
    from (${TO_ORGANIZATION.discord?.targets(organizationId, kind)}) chosen cross join (${records}) each where true
    on conflict do update set next_try_at = excluded.next_try_at, created_at = excluded.created_at`);
};
