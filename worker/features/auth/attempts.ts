import { lte, type SQL, sql } from "drizzle-orm";
import type { SystemContext } from "../../lib/context.ts";
import { hashToken } from "../sessions/index.ts";
import { users } from "../users/index.ts";
import { authErrors } from "./auth.errors.ts";
import { attempts } from "./auth.table.ts";
import type { Device } from "./devices.ts";

// Attempts are counted by what is tried and where it comes from together, so that nobody is refused because of what
// others do. Nothing is ever locked: each attempt beyond the free ones waits twice as long as the one before.

/** Attempts within an hour that need not wait, by what is tried. */
export const FREE_ATTEMPTS = { password: 5, registration: 10, link: 20, download: 10 } as const;
/** Seconds that the first attempt waits which is not free, and the most that any waits. */
export const FIRST_WAIT = 5;
export const MOST_WAIT = 900;
/** Wrong passwords for one account within an hour, from which on a network that is new to it waits before its first. */
export const ACCOUNT_PRESSURE = 20;
/** Accounts tried from one network within an hour, from which on each further one waits, FIRST_WAIT longer each time. */
export const NETWORK_PRESSURE = 50;

const WINDOW_MS = 3_600_000;

/** What is tried, and where it comes from. */
export type Attempt = {
  kind: keyof typeof FREE_ATTEMPTS;
  /** A name to sign in with, or another thing that is tried; one of a kind has none. */
  at?: string;
  /** A network, a session or a user. */
  from: string;
  /** The device, for a name to sign in with: one that its user signed in on before is counted by itself. */
  device?: Device | null;
};

const short = (text: string) => hashToken(text).slice(0, 24);
const windowOf = (now: Date) => Math.floor(now.getTime() / WINDOW_MS);
const windowEnd = (now: Date) => new Date((windowOf(now) + 1) * WINDOW_MS).toISOString();

/** The start of the keys of all attempts of a kind from one place; keys tell neither names nor addresses. */
const prefixOf = (kind: string, from: string, now: Date) =>
  `${kind}:${windowOf(now)}:${short(`${kind}:${from}`)}:`;
const wrongKey = (at: string, now: Date) => `wrong:${windowOf(now)}:${short(`wrong:${at}`)}`;

/** SQL condition: the device is one that the user of a name signed in on, and has not been forgotten since. */
const isKnown = (name: string, device: Device | null): SQL =>
  device
    ? sql`exists (select 1 from ${users} join json_each(${JSON.stringify(device.users)}) known
        on known.value ->> 'userId' = ${users.id} and known.value ->> 'at' >= coalesce(${users.devicesSince}, '')
        where ${users.signInName} = ${name})`
    : sql`0`;

/** SQL: seconds that a new pair of account and network waits before its first attempt; 0 while all is quiet. */
const firstWait = (prefix: string, at: string, now: Date): SQL => sql`max(
  case when (select count from ${attempts} where key = ${wrongKey(at, now)}) >= ${ACCOUNT_PRESSURE}
    then ${FIRST_WAIT} else 0 end,
  min(${FIRST_WAIT} * max(0, (select count(*) from (select 1 from ${attempts} where key > ${prefix}
    and key < ${`${prefix}~`} limit ${NETWORK_PRESSURE + MOST_WAIT / FIRST_WAIT})) - ${NETWORK_PRESSURE - 1}), ${MOST_WAIT}))`;

/**
 * The statements that count an attempt before it is looked at, so that no parallel one slips past, and say until when
 * it has to wait; `admit` reads their results. 1 row written, none for an attempt that comes too early.
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
  // A new row that waits says that there is pressure: then only the first attempt of a pair is free.
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

/** A time to wait, as both languages write it. */
const inWords = (seconds: number) => (seconds <= 90 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`);

/**
 * Lets a counted attempt go on. @returns the key that it is counted by
 * @throws AppError too_many_attempts, with the seconds to wait, for one that has to wait
 */
export function admit(
  [counted]: readonly { key: string; count: number }[],
  [waiting]: readonly { until: string | null }[],
  now: Date,
): string {
  if (counted && counted.count > 0) return counted.key;
  const until = Date.parse(waiting?.until ?? now.toISOString());
  const seconds = Math.max(1, Math.ceil((until - now.getTime()) / 1000));
  throw authErrors.too_many_attempts({ wait: inWords(seconds) }, { retryAfterSeconds: seconds });
}

/** The statement for an attempt that succeeded: those before it are forgotten. Writes only where one has to wait. */
export const forgiveAttempts = ({ db }: SystemContext, key: string) =>
  db.run(sql`update ${attempts} set count = 0, next_at = null where key = ${key} and next_at is not null`);

/**
 * The statement that counts a wrong password for an account, which tells its user and slows down new networks. A
 * device's own do not count: the owner typed them, or it is bounded by its own waits.
 */
export const countWrong = ({ db, now }: SystemContext, at: string) =>
  db
    .insert(attempts)
    .values({ key: wrongKey(at, now), count: 1, windowEndsAt: windowEnd(now) })
    .onConflictDoUpdate({ target: attempts.key, set: { count: sql`${attempts.count} + 1` } })
    .returning({ count: attempts.count });

/** Whether an attempt was counted by its device. */
export const isOfDevice = (key: string): boolean => key.startsWith("device:");

/** The statement that deletes windows that have ended. */
export const deleteOldAttempts = ({ db, now }: SystemContext) =>
  db.delete(attempts).where(lte(attempts.windowEndsAt, now.toISOString()));
