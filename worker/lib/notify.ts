import { is, SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { AuditDetails } from "./audit.table.ts";
import type { SystemContext } from "./context.ts";
import type { Db, Statement } from "./db/client.ts";
import type { NoticeText } from "./notice-text.ts";
import { notices, outbox } from "./notices.table.ts";
import { userChannels } from "./outgoing/channels.ts";
import type { Permission } from "./permissions.schema.ts";
import type { Language } from "./wire.schema.ts";

/** The users who hold a permission: `users` is the query of their ids, as `id`, in one organization. */
export type Holders<Held extends Permission = Permission> = { permission: Held; users: SQL };

/** The details of a notice. SQL for a JSON object may read `users.id`, the receiver, where the kind is not on the bell. */
type NoticeDetails = AuditDetails | SQL | null;

/** A notice that is to be written with the change that it tells of. */
export type NoticeEntry = {
  kind: string;
  text: NoticeText;
  /** A user's id, or the query of several users' ids, as `id`, in one organization. */
  to: number | SQL;
  details: NoticeDetails;
  /** Earlier notices of the kind whose place it takes, so that they push no others out of what is shown. */
  replaces?: Omit<Taken, "kind">;
};

/** Notices of a kind that are no longer shown. */
type Taken = {
  organizationId: number;
  /** 0 for notices with several receivers. */
  userId: number;
  kind: string;
  /** SQL condition, which may read `details`, `told` and `created_at`. */
  where: SQL;
};

type Telling = Pick<SystemContext, "db" | "env" | "now">;

type Receiver<Text> = Text extends { to: infer Held extends Permission } ? Holders<Held> : number | SQL;

/** The kinds of notices of a feature, by name. */
type Notices<Texts extends Record<string, NoticeText> = Record<string, NoticeText>> = {
  /** Their heading in the settings; features may share one. */
  group: Readonly<Record<Language, string>>;
  texts: Readonly<Texts>;
  /** The notice for a record's plan. */
  entry<Kind extends keyof Texts & string>(
    to: Receiver<Texts[Kind]>,
    kind: Kind,
    details?: NoticeDetails,
  ): NoticeEntry;
  /** The statements that write it, for a batch that is no record's. */
  write<Kind extends keyof Texts & string>(
    context: Telling,
    to: Receiver<Texts[Kind]>,
    kind: Kind,
    details?: NoticeDetails,
  ): Statement[];
  /** The same for several users, each told of something else: `each` is the query of `id` and `details`, a JSON object. */
  writeEach<Kind extends keyof Texts & string>(context: Telling, each: SQL, kind: Kind): Statement[];
};

const usersOf = (to: number | SQL | Holders): number | SQL =>
  typeof to === "number" || is(to, SQL) ? to : to.users;

/** Describes what a feature tells users; the feature registers it (see `Feature`). */
export function defineNotices<const Texts extends Record<string, NoticeText>>(
  group: Notices["group"],
  texts: Texts,
): Notices<Texts> {
  const own: Notices<Texts> = {
    group,
    texts,
    entry: (to, kind, details = null) => ({
      kind,
      text: texts[kind] as NoticeText,
      to: usersOf(to as number | SQL | Holders),
      details,
    }),
    write: (context, to, kind, details) => notify(context, own.entry(to, kind, details)),
    writeEach: (context, each, kind) => notifyEach(context, kind, texts[kind] as NoticeText, each),
  };
  return own;
}

/** SQL: to whom a notice goes, and what they have read; no row where there is nobody. */
const receiverOf = (to: number | SQL): SQL =>
  is(to, SQL)
    ? sql`select users.organization_id, 0 as user_id, json_group_array(users.id) as told, max(users.notices_read_to) as read_to
        from (${to}) several cross join users on users.id = several.id group by users.organization_id`
    : sql`select organization_id, id as user_id, null as told, notices_read_to as read_to from users where id = ${to}`;

/** SQL value: the id of the next notice to a receiver: the time, or the number after the newest one that they have or have read. */
const nextId = (
  now: Date,
  { organizationId, userId, readTo }: Record<"organizationId" | "userId" | "readTo", SQL>,
): SQL =>
  sql`max(${now.getTime()}, ${readTo} + 1, coalesce((select max(id) + 1 from ${notices}
    where organization_id = ${organizationId} and user_id = ${userId}), 0))`;

/**
 * The statements that write a notice, for the batch of the change that it tells of: 2 rows for the bell, however many
 * receivers there are, and one for each receiver by each other channel that the kind has and that reaches them.
 */
export function notify(
  { db, env, now }: Telling,
  { kind, text, to, details, replaces }: NoticeEntry,
): Statement[] {
  const at = now.toISOString();
  const json = details === null || is(details, SQL) ? sql`${details}` : sql`${JSON.stringify(details)}`;
  const onBell = sql`insert into ${notices} (organization_id, user_id, id, told, kind, details, created_at)
    select receiver.organization_id, receiver.user_id,
      ${nextId(now, { organizationId: sql`receiver.organization_id`, userId: sql`receiver.user_id`, readTo: sql`receiver.read_to` })},
      receiver.told, ${kind}, ${json}, ${at}
    from (${receiverOf(to)}) receiver`;
  const users = sql`users where users.id in (${is(to, SQL) ? sql`select id from (${to})` : to})`;
  return [
    ...(replaces ? [takeBack(db, { ...replaces, kind })] : []),
    ...(text.onBell === false ? [] : [db.run(onBell)]),
    ...byChannels({ db, env, now }, kind, text, { from: users, details: json }),
  ];
}

/**
 * The statements that put a notice into the outbox for the users of `from`, which ends with a condition: for each channel
 * that reaches them, at the pace that they chose for the kind. What concerns an account's safety has no other pace.
 */
const byChannels = (
  { db, env, now }: Telling,
  kind: string,
  text: NoticeText,
  { from, details }: Record<"from" | "details", SQL>,
): Statement[] =>
  userChannels(env).map(([channel, { address, paceOf }]) => {
    const at = now.toISOString();
    const usual = sql`${paceOf(text)}`;
    const pace = text.isSafety
      ? usual
      : sql`coalesce((select pace from notice_settings chosen where chosen.user_id = users.id
          and chosen.kind = ${kind} and chosen.channel = ${channel}), ${usual})`;
    return db.run(sql`insert into ${outbox}
        (organization_id, id, channel, user_id, kind, details, pace, next_try_at, created_at)
      select organization_id, lower(hex(randomblob(16))), ${channel}, id, ${kind}, details, pace, ${at}, ${at}
      from (select users.organization_id, users.id, ${details} as details, ${pace} as pace from ${from}
        and ${address} is not null) where pace <> 'off'`);
  });

/** The statements that write a notice for each row of `id` and `details`, as `notify` does. */
function notifyEach({ db, env, now }: Telling, kind: string, text: NoticeText, each: SQL): Statement[] {
  const at = now.toISOString();
  const onBell = sql`insert into ${notices} (organization_id, user_id, id, kind, details, created_at)
    select users.organization_id, users.id,
      ${nextId(now, { organizationId: sql`users.organization_id`, userId: sql`users.id`, readTo: sql`users.notices_read_to` })}
        + row_number() over (partition by users.id) - 1,
      ${kind}, each.details, ${at}
    from (${each}) each cross join users on users.id = each.id`;
  const from = sql`(${each}) each cross join users on users.id = each.id where true`;
  return [
    ...(text.onBell === false ? [] : [db.run(onBell)]),
    ...byChannels({ db, env, now }, kind, text, { from, details: sql`each.details` }),
  ];
}

/** Notices that a user is shown on the bell: the newest. */
export const NOTICE_LIMIT = 20;

/** Notices among which those to take back are looked for, so that it costs the same however many there are. */
const TAKEN_LIMIT = 200;

const ANY = sql`true`;

/** SQL: the newest notices of a receiver. @param among condition on `id` */
export const newestOf = (
  organizationId: SQLWrapper | number,
  userId: SQLWrapper | number,
  among: SQL,
  limit: number,
): SQL =>
  sql`select * from ${notices} where organization_id = ${organizationId} and user_id = ${userId} and ${among}
    order by id desc limit ${limit}`;

/**
 * SQL condition: a user is among the receivers in `told`, which `json_group_array` wrote. Compares the text, since each element of
 * a list is a row read. @param userId bound numbers are floats in D1, whose text has a fraction
 */
export const isTold = (userId: SQLWrapper | number | null): SQL =>
  sql`coalesce(instr(replace(replace(told, '[', ','), ']', ','), ',' || cast(${userId} as integer) || ','), 0) > 0`;

/** SQL: the newest notices of a user and, of those with several receivers, the ones that are for them; in no order. */
export const newestNotices = (organizationId: SQLWrapper | number, userId: SQLWrapper | number): SQL =>
  sql`select * from (${newestOf(organizationId, userId, ANY, NOTICE_LIMIT)})
    union all select * from (${newestOf(organizationId, 0, ANY, NOTICE_LIMIT)})
      where ${isTold(userId)}`;

/** The statement that takes back notices that are replaced. */
const takeBack = (db: Db, { organizationId, userId, kind, where }: Taken): Statement =>
  db.run(sql`delete from ${notices} where organization_id = ${organizationId} and user_id = ${userId}
    and id in (select id from (${newestOf(organizationId, userId, ANY, TAKEN_LIMIT)})
      where kind = ${kind} and ${where})`);
