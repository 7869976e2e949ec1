import { lte, type SQL, sql } from "drizzle-orm";
import type { SystemContext } from "../../lib/context.ts";
import { hoursFrom } from "../../lib/db/columns.ts";
import { type AppError, refusedFor } from "../../lib/errors.ts";
import { write } from "../../lib/guard.ts";
import { announce } from "../../lib/live/announce.ts";
import { notify } from "../../lib/notify.ts";
import { hashToken } from "../sessions/index.ts";
import { users } from "../users/index.ts";
import { authErrors } from "./auth.errors.ts";
import { attempts } from "./auth.table.ts";
import { authNotices } from "./auth.texts.ts";
import { type Device, inWords, type Visitor } from "./visitor.ts";

// Attempts are counted by account and network together, so that nobody is refused because of others' attempts. No
// account is ever locked: each attempt beyond the free ones waits twice as long as the one before.

/** Attempts within an hour that need not wait, by kind. */
export const FREE_ATTEMPTS = { password: 5, registration: 10, link: 20, download: 10 } as const;
/** Seconds that the first attempt beyond the free ones waits, and the most that any waits. */
export const FIRST_WAIT = 5;
export const MOST_WAIT = 900;
/** Wrong passwords for one account within an hour, from which on new networks wait before their first attempt. */
export const ACCOUNT_PRESSURE = 20;
/** Accounts tried from one network within an hour, from which on each further one waits FIRST_WAIT longer. */
export const NETWORK_PRESSURE = 50;

const WINDOW_MS = 3_600_000;

export type Attempt = {
  kind: keyof typeof FREE_ATTEMPTS;
  /** The account that is tried; left out where the kind has one counter. */
  at?: string;
  /** A network, a session or a user. */
  from: string;
  /** For signing in: a device on which the user signed in before has a counter of its own. */
  device?: Device | null;
};

const short = (text: string) => hashToken(text).slice(0, 24);
const windowOf = (now: Date) => Math.floor(now.getTime() / WINDOW_MS);
const windowEnd = (now: Date) => new Date((windowOf(now) + 1) * WINDOW_MS).toISOString();

/** The prefix of the keys of all attempts of a kind from one address or network, hashed so that the table does not reveal it. */
const prefixOf = (kind: string, from: string, now: Date) =>
  `${kind}:${windowOf(now)}:${short(`${kind}:${from}`)}:`;
const wrongKey = (at: string, now: Date) => `wrong:${windowOf(now)}:${short(`wrong:${at}`)}`;

/** SQL condition: the user of a name signed in on the device before and has not forgotten it since. */
const isKnown = (name: string, device: Device | null): SQL =>
  device
    ? sql`exists (select 1 from ${users} join json_each(${JSON.stringify(device.users)}) known
        on known.value ->> 'userId' = ${users.id} and known.value ->> 'at' >= coalesce(${users.devicesSince}, '')
        where ${users.signInName} = ${name})`
    : sql`0`;

/** SQL: seconds that a new pair of account and network waits before its first attempt; 0 without an attack. */
const firstWait = (prefix: string, at: string, now: Date): SQL => sql`max(
  case when (select count from ${attempts} where key = ${wrongKey(at, now)}) >= ${ACCOUNT_PRESSURE}
    then ${FIRST_WAIT} else 0 end,
  min(${FIRST_WAIT} * max(0, (select count(*) from (select 1 from ${attempts} where key > ${prefix}
    and key < ${`${prefix}~`} limit ${NETWORK_PRESSURE + MOST_WAIT / FIRST_WAIT})) - ${NETWORK_PRESSURE - 1}), ${MOST_WAIT}))`;

/**
 * The statements that count an attempt, for `admit`. They run before the password is checked, so that parallel attempts
 * are counted too. They write 1 row, none for an attempt that is too early.
 */
export function countAttempt({ db, now }: SystemContext, { kind, at = "", from, device = null }: Attempt) {
  const [time, end] = [now.toISOString(), windowEnd(now)];
  const prefix = prefixOf(kind, from, now);
  const isPaced = kind === "password";
  const known = isPaced ? isKnown(at, device) : sql`0`;
  const key = sql`case when ${known} then ${prefixOf("device", device?.id ?? "", now) + short(at)}
    else ${prefix + short(at)} end`;
  const wait = isPaced ? sql`case when ${known} then 0 else ${firstWait(prefix, at, now)} end` : sql`0`;
  const after = (seconds: SQL) =>
    sql`min(strftime('%Y-%m-%dT%H:%M:%fZ', ${time}, '+' || ${seconds} || ' seconds'), ${end})`;
  // A new row that has to wait shows an attack: then only the first attempt of the pair is free.
  const beyond = sql`(count + 1 - case when excluded.next_at is null then ${FREE_ATTEMPTS[kind]} else 1 end)`;
  return [
    db.all<{ key: string; count: number }>(sql`insert into ${attempts} (key, count, window_ends_at, next_at)
      select key, wait = 0, ${end}, case when wait > 0 then ${after(sql`wait`)} end
        from (select ${key} as key, ${wait} as wait) where true
      on conflict (key) do update set count = count + 1, next_at = case when ${beyond} >= 0
          then ${after(sql`min(${FIRST_WAIT} << min(${beyond}, 10), ${MOST_WAIT})`)} end
        where coalesce(next_at, '') <= ${time}
      returning key, count`),
    db.all<{ until: string | null }>(sql`select next_at as until from ${attempts} where key = ${key}`),
  ] as const;
}

/**
 * Lets a counted attempt go on. @param about the user that it is for, where it has one  @returns the key that it is counted by
 * @throws AppError too_many_attempts with the seconds to wait
 */
export function admit(
  [counted]: readonly { key: string; count: number }[],
  [waiting]: readonly { until: string | null }[],
  now: Date,
  about?: AppError["about"],
): string {
  if (counted && counted.count > 0) return counted.key;
  const until = Date.parse(waiting?.until ?? now.toISOString());
  const seconds = Math.max(1, Math.ceil((until - now.getTime()) / 1000));
  const wait = seconds <= 90 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
  throw refusedFor(about)(authErrors.too_many_attempts({ wait }, { retryAfterSeconds: seconds }));
}

/** The statement that forgets the attempts before a successful one; it writes only if the next would have to wait. */
export const forgiveAttempts = ({ db }: SystemContext, key: string) =>
  db.run(sql`update ${attempts} set count = 0, next_at = null where key = ${key} and next_at is not null`);

/** Whether the user is notified of this many wrong passwords: at five, and at every doubling. */
const isTold = (count: number): boolean => {
  const doubled = Math.log2(count / FREE_ATTEMPTS.password);
  return doubled >= 0 && Number.isInteger(doubled);
};

/**
 * Counts a wrong password for an account, unless a known device has a counter of its own; many notify the account's user
 * and slow down new networks. The notice is written after the answer, which must take as long for an unknown name.
 * @param key what `admit` answered  @param at the name or user that the password was tried for
 */
export async function noteWrongPassword(
  context: SystemContext,
  key: string,
  at: string,
  user: { id: number; organizationId: number } | null,
  visitor: Visitor,
): Promise<void> {
  if (key.startsWith("device:")) return;
  const { db, now } = context;
  const [wrong] = await db
    .insert(attempts)
    .values({ key: wrongKey(at, now), count: 1, windowEndsAt: windowEnd(now) })
    .onConflictDoUpdate({ target: attempts.key, set: { count: sql`${attempts.count} + 1` } })
    .returning({ count: attempts.count });
  if (user && wrong && isTold(wrong.count)) context.later?.(tellUser(context, user, wrong.count, visitor));
}

/** Replaces the notice of the last 24 hours, so that an attack does not push other notices out of the list. */
async function tellUser(
  context: SystemContext,
  { id: userId, organizationId }: { id: number; organizationId: number },
  count: number,
  visitor: Visitor,
): Promise<void> {
  const { db, env, now } = context;
  const where = sql`created_at > ${hoursFrom(now, -24)}`;
  const entry = authNotices.entry(userId, "auth.attempts", { count, where: inWords(visitor) });
  await write(db, notify(context, { ...entry, replaces: { organizationId, userId, where } }));
  // Open pages are not told of what a refused request changed.
  await announce(env, organizationId);
}

export const deleteOldAttempts = ({ db, now }: SystemContext) =>
  db.delete(attempts).where(lte(attempts.windowEndsAt, now.toISOString()));
