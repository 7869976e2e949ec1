import { lte, type SQL, sql } from "drizzle-orm";
import type { SystemContext } from "../../lib/context.ts";
import type { Statement } from "../../lib/db/client.ts";
import { hoursFrom } from "../../lib/db/columns.ts";
import { type AppError, refusedFor } from "../../lib/errors.ts";
import { type Guard, guard, write } from "../../lib/guard.ts";
import { announce } from "../../lib/live/announce.ts";
import { notify } from "../../lib/notify.ts";
import { factorErrors } from "../second-factor/index.ts";
import { hashToken } from "../sessions/index.ts";
import { users } from "../users/index.ts";
import { authErrors } from "./auth.errors.ts";
import { attempts } from "./auth.table.ts";
import { authNotices } from "./auth.texts.ts";
import { type Device, inWords, type Visitor } from "./visitor.ts";

// Attempts are counted by account and network together, so that nobody is refused because of others' attempts. No account is
// ever locked: each attempt beyond the free ones waits twice as long as the one before.

/** Attempts within an hour that need not wait, by kind. */
export const FREE_ATTEMPTS = { password: 5, code: 5, registration: 10, link: 20, download: 10 } as const;
/** Seconds that the first attempt beyond the free ones waits, and the most that any waits. */
export const FIRST_WAIT = 5;
export const MOST_WAIT = 900;
/** Wrong passwords for one account within an hour from which on new networks wait before their first attempt. */
export const ACCOUNT_PRESSURE = 20;
/**
 * Codes of an authenticator app that are checked for one account in a day, from all devices unknown to it. Three of a million
 * codes are right at a time, so that an attacker with any number of networks guesses one in 2,800 days. One network has 107
 * codes a day, and so cannot delay others alone.
 */
export const CODES_A_DAY = 120;
/** Accounts tried from one network within an hour, from which on each further one waits FIRST_WAIT longer. */
export const NETWORK_PRESSURE = 50;

const HOUR_MS = 3_600_000;
/** Codes are counted by the day, everything else by the hour. */
const windowMs = (kind: string) => (kind.startsWith("code") ? 24 * HOUR_MS : HOUR_MS);

/** An account by its sign-in name, which may not exist, or by its user. */
type Account = { name: string } | { userId: number };

export type Attempt = {
  kind: keyof typeof FREE_ATTEMPTS;
  /** The account of the attempt; left out where the kind has one counter. */
  at?: Account;
  /** A network, a session or a user. */
  from: string;
  /** At sign-in: a device on which the user signed in before has a separate counter. */
  device?: Device | null;
};

/** The counter of an attempt: `total` is the number of the account's codes from all devices unknown to it. */
type Counted = { key: string; count: number };
type Waiting = { until: string | null; total: number };

const short = (text: string) => hashToken(text).slice(0, 24);
const windowOf = (kind: string, now: Date) => Math.floor(now.getTime() / windowMs(kind));
const windowEnd = (kind: string, now: Date) =>
  new Date((windowOf(kind, now) + 1) * windowMs(kind)).toISOString();
const textOf = (at?: Account) => (!at ? "" : "name" in at ? `name:${at.name}` : `user:${at.userId}`);

/** The key prefix of all attempts of a kind from one place, or for one account; hashed so that the table does not reveal it. */
const prefixOf = (kind: string, subject: string, now: Date) =>
  `${kind}:${windowOf(kind, now)}:${short(`${kind}:${subject}`)}:`;
const wrongKey = (at: Account | undefined, now: Date) =>
  `wrong:${windowOf("wrong", now)}:${short(`wrong:${textOf(at)}`)}`;

/** Whether a key counts the attempts on a known device or in a session, which slow down nobody else. */
const isOwn = (key: string) => /^(device|code-device|code-session):/.test(key);

/** SQL condition: the user of an account signed in on the device before and has not forgotten it since. */
const isKnown = (at: Account | undefined, device: Device | null): SQL =>
  device && at
    ? sql`exists (select 1 from ${users} join json_each(${JSON.stringify(device.users)}) known
        on known.value ->> 'userId' = ${users.id} and known.value ->> 'at' >= coalesce(${users.devicesSince}, '')
        where ${"name" in at ? sql`${users.signInName} = ${at.name}` : sql`${users.id} = ${at.userId}`})`
    : sql`0`;

/** SQL: seconds that a new pair of account and network waits before its first attempt; 0 without an attack. */
const firstWait = (prefix: string, at: Account | undefined, now: Date): SQL => sql`max(
  case when (select count from ${attempts} where key = ${wrongKey(at, now)}) >= ${ACCOUNT_PRESSURE}
    then ${FIRST_WAIT} else 0 end,
  min(${FIRST_WAIT} * max(0, (select count(*) from (select 1 from ${attempts} where key > ${prefix}
    and key < ${`${prefix}~`} limit ${NETWORK_PRESSURE + MOST_WAIT / FIRST_WAIT})) - ${NETWORK_PRESSURE - 1}), ${MOST_WAIT}))`;

/** The keys of an attempt, in general and on a known device, and the prefix that finds others. */
function keysOf({ kind, at, from, device }: Attempt, now: Date) {
  const account = short(textOf(at));
  if (kind !== "code") {
    const prefix = prefixOf(kind, from, now);
    return { prefix, general: prefix + account, known: prefixOf("device", device?.id ?? "", now) + account };
  }
  const prefix = prefixOf(kind, textOf(at), now);
  const isSession = from.startsWith("session:");
  return {
    prefix,
    general: isSession ? prefixOf("code-session", from, now) + account : prefix + short(from),
    known: prefixOf("code-device", device?.id ?? "", now) + account,
  };
}

/**
 * The statements that count an attempt, for `admit`. They run before the password or the code is checked, so that parallel
 * attempts are counted too. They write 1 row, none for an attempt that is too early.
 */
export function countAttempt({ db, now }: SystemContext, attempt: Attempt) {
  const { kind, at, device = null } = attempt;
  const [time, end] = [now.toISOString(), windowEnd(kind, now)];
  const { prefix, general, known: knownKey } = keysOf(attempt, now);
  const known = isKnown(at, device);
  const key = sql`case when ${known} then ${knownKey} else ${general} end`;
  const first = kind === "password" ? firstWait(prefix, at, now) : sql`0`;
  const wait = sql`case when ${known} then 0 else ${first} end`;
  const total =
    kind === "code"
      ? sql`(select coalesce(sum(count), 0) from ${attempts} where key > ${prefix} and key < ${`${prefix}~`})`
      : sql`0`;
  const isFull = sql`(${key} > ${prefix} and ${key} < ${`${prefix}~`} and ${total} >= ${CODES_A_DAY})`;
  const after = (seconds: SQL) =>
    sql`min(strftime('%Y-%m-%dT%H:%M:%fZ', ${time}, '+' || cast(${seconds} as integer) || ' seconds'), ${end})`;
  // A new row that has to wait shows an attack: then only the first attempt of the pair is free.
  const beyond = sql`(count + 1 - case when excluded.next_at is null then ${FREE_ATTEMPTS[kind]} else 1 end)`;
  return [
    db.all<Counted>(sql`insert into ${attempts} (key, count, window_ends_at, next_at)
      select key, wait = 0, ${end}, case when wait > 0 then ${after(sql`wait`)} end
        from (select ${key} as key, ${wait} as wait) where not ${isFull}
      on conflict (key) do update set count = count + 1, next_at = case when ${beyond} >= 0
          then ${after(sql`min(${FIRST_WAIT} << min(${beyond}, 10), ${MOST_WAIT})`)} end
        where coalesce(next_at, '') <= ${time}
      returning key, count`),
    db.all<Waiting>(sql`select case when ${isFull} then ${end}
      else (select next_at from ${attempts} where key = ${key}) end as until, ${total} as total`),
  ] as const;
}

/** The seconds that a counted attempt has to wait; null for one that can go on. */
function secondsOf(counted: Counted | undefined, waiting: Waiting | undefined, now: Date): number | null {
  if (counted && counted.count > 0) return null;
  const until = Date.parse(waiting?.until ?? now.toISOString());
  return Math.max(1, Math.ceil((until - now.getTime()) / 1000));
}

/**
 * The steps that count something from a network and end the batch beyond `most` in an hour. Only what is written counts.
 * @param refusal gets the seconds until the hour is over
 */
export function withinHour(
  { db, now }: SystemContext,
  { kind, from, most }: { kind: string; from: string; most: number },
  refusal: (retryAfterSeconds: number) => AppError,
): [Guard, Statement] {
  const key = prefixOf(kind, from, now);
  const end = windowEnd(kind, now);
  const seconds = Math.max(1, Math.ceil((Date.parse(end) - now.getTime()) / 1000));
  return [
    guard(sql`coalesce((select count from ${attempts} where key = ${key}), 0) < ${most}`, refusal(seconds)),
    db
      .insert(attempts)
      .values({ key, count: 1, windowEndsAt: end })
      .onConflictDoUpdate({ target: attempts.key, set: { count: sql`${attempts.count} + 1` } }),
  ];
}

const inTime = (seconds: number) => (seconds <= 90 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`);

/**
 * Admits a counted attempt.
 * @param about the user of the attempt, if any
 * @returns the key of its counter
 * @throws AppError too_many_attempts with the seconds to wait
 */
export function admit(
  [counted]: readonly Counted[],
  [waiting]: readonly Waiting[],
  now: Date,
  about?: AppError["about"],
): string {
  const seconds = secondsOf(counted, waiting, now);
  if (counted && seconds === null) return counted.key;
  const refusal = authErrors.too_many_attempts(
    { wait: inTime(seconds ?? 1) },
    { retryAfterSeconds: seconds ?? 1 },
  );
  throw refusedFor(about)(refusal);
}

/**
 * Admits a counted code.
 * @returns the key of its counter, and the number of codes tried in the session, on the known device, or on all others
 * @throws AppError too_many_codes with the seconds to wait, codes_refused after the day's codes
 */
export function admitCode([counted]: readonly Counted[], [waiting]: readonly Waiting[], now: Date) {
  const seconds = secondsOf(counted, waiting, now);
  if (counted && seconds === null)
    return { key: counted.key, tried: isOwn(counted.key) ? counted.count : (waiting?.total ?? 0) };
  const retryAfterSeconds = seconds ?? 1;
  if (retryAfterSeconds > MOST_WAIT) throw factorErrors.codes_refused({}, { retryAfterSeconds });
  throw factorErrors.too_many_codes({ wait: inTime(retryAfterSeconds) }, { retryAfterSeconds });
}

/** The statement that resets the attempts before a successful one; it writes only if the next would have to wait. */
export const forgiveAttempts = ({ db }: SystemContext, key: string) =>
  db.run(sql`update ${attempts} set count = 0, next_at = null where key = ${key} and next_at is not null`);

/** Whether the user is notified of this number of wrong passwords or codes: at five, and at every doubling. */
export const isTold = (count: number): boolean => {
  const doubled = Math.log2(count / FREE_ATTEMPTS.password);
  return doubled >= 0 && Number.isInteger(doubled);
};

/**
 * Counts a wrong password for an account, except on a known device with its own counter; many notify the user and slow down new
 * networks. The notice follows the response, whose time must not reveal whether the name exists.
 * @param key the result of `admit`
 * @param at the name or user of the attempt
 */
export async function noteWrongPassword(
  context: SystemContext,
  key: string,
  at: Account,
  user: { id: number; organizationId: number } | null,
  visitor: Visitor,
): Promise<void> {
  if (isOwn(key)) return;
  const { db, now } = context;
  const [wrong] = await db
    .insert(attempts)
    .values({ key: wrongKey(at, now), count: 1, windowEndsAt: windowEnd("wrong", now) })
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
  // Open pages are not notified of changes by a refused request.
  await announce(env, organizationId);
}

export const deleteOldAttempts = ({ db, now }: SystemContext) =>
  db.delete(attempts).where(lte(attempts.windowEndsAt, now.toISOString()));
