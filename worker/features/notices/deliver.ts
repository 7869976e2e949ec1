import { sql } from "drizzle-orm";
import type { AuditDetails } from "../../lib/audit.table.ts";
import type { SystemContext } from "../../lib/context.ts";
import { jsonList, type Statement } from "../../lib/db/client.ts";
import { hoursFrom } from "../../lib/db/columns.ts";
import { defineErrors, problem } from "../../lib/errors.ts";
import type { Feature, JobResult } from "../../lib/feature.ts";
import { logFault } from "../../lib/log.ts";
import { listNeeds } from "../../lib/needs.ts";
import { dueAt } from "../../lib/notice-hours.ts";
import type { NoticeText } from "../../lib/notice-text.ts";
import { outbox } from "../../lib/notices.table.ts";
import {
  type Channels,
  channelsOf,
  type MessageItem,
  NotDelivered,
  type Outgoing,
  TO_USERS,
} from "../../lib/outgoing/channels.ts";
import type { Language } from "../../lib/wire.schema.ts";
import { selectActingPeople, toFound } from "../sessions/index.ts";
import { noticeHours, noticeSettings } from "./notices.table.ts";

/** Messages that are taken at once, and most rounds of one run of the job. */
const ROUND = 50;
const ROUNDS = 100;
/** Minutes of one run of the job, and the most seconds that it waits for a service. */
const RUN_MINUTES = 4;
const PATIENCE_SECONDS = 15;
/** Hours after which a delivery that did not end counts as interrupted; each ends within seconds. */
const LEASE_HOURS = 0.1;
/** Hours until the second attempt; each wait is four times the one before, up to the longest: ten attempts in all. */
const FIRST_WAIT_HOURS = 1 / 12;
const LONGEST_WAIT_HOURS = 12;
/** Hours after which an undelivered message is given up: three days after a summary was due. */
const KEPT_HOURS = { now: 72, daily: 72 + 24, weekly: 72 + 7 * 24 };
/** Milliseconds after which a receiver may have lost the permission that a notice is for. */
const LATE_MS = 60_000;

defineErrors({
  notices_not_delivered: problem(502)(
    "Some notifications were not delivered. They are tried again for three days; the server's log says more.",
    "Nogle notifikationer blev ikke leveret. De forsøges igen i tre dage; serverens log siger mere.",
  ),
});

export type Texts = Readonly<Record<string, NoticeText>>;

/** The texts of all kinds of notices, the function that delivers by each channel, and what can ask something of users. */
type Delivery = { texts: Texts; channels: Channels; features: readonly Feature[] };

const deliveries = new WeakMap<readonly Feature[], Delivery>();

/** The features' declarations, combined once: every page requests notices. */
export function deliveryOf(features: readonly Feature[]): Delivery {
  const known = deliveries.get(features) ?? makeDelivery(features);
  deliveries.set(features, known);
  return known;
}

const makeDelivery = (features: readonly Feature[]): Delivery => ({
  features,
  texts: Object.assign({}, ...features.map(({ notices }) => notices?.texts)),
  channels: Object.assign(
    {},
    ...features.map(({ channels }) => (typeof channels === "function" ? channels(features) : channels)),
  ),
});

type Row = typeof outbox.$inferSelect & {
  details: string | null;
  language: Language | null;
  address: string | null;
  timeZone: string | null;
  quietFrom: number | null;
  quietTo: number | null;
  /** Whether the receiver has switched the kind off since. */
  isOff: 0 | 1;
};

/** The result of a round; `waits`: seconds until the first service accepts more, null where none demands a wait. */
type Round = { sent: number; failed: number; waits: number | null; isFull: boolean };

/** Takes due messages, so that no other request or job delivers them at the same time. */
const take = ({ db, env }: SystemContext, organizationId: number, now: Date) => {
  const addresses = Object.entries(TO_USERS).map(([name, { address }]) => sql`when ${name} then ${address}`);
  const hoursOf = (column: "time_zone" | "quiet_from" | "quiet_to") =>
    sql`(select ${sql.identifier(column)} from ${noticeHours} h where h.user_id = ${outbox.userId})`;
  return db.all<Row>(sql`update ${outbox}
    set attempts = attempts + 1, unknown = unknown + 1, next_try_at = ${hoursFrom(now, LEASE_HOURS)}
    where organization_id = ${organizationId} and id in (select id from ${outbox}
      where organization_id = ${organizationId} and channel in ${jsonList(channelsOf(env))}
        and next_try_at <= ${now.toISOString()}
      order by next_try_at, channel, user_id, target, created_at limit ${ROUND})
    returning id, channel, user_id as userId, target, kind, details, pace, attempts, unknown,
      next_try_at as nextTryAt, created_at as createdAt,
      (select language from users where users.id = user_id) as language,
      case when user_id = 0 then target
        else (select case channel ${sql.join(addresses, sql` `)} end from users where users.id = user_id) end as address,
      exists (select 1 from ${noticeSettings} chosen where chosen.user_id = ${outbox.userId}
        and chosen.kind = ${outbox.kind} and chosen.channel = ${outbox.channel} and chosen.pace = 'off') as isOff,
      ${hoursOf("time_zone")} as timeZone, ${hoursOf("quiet_from")} as quietFrom, ${hoursOf("quiet_to")} as quietTo`);
};

/** The waiting rows of kinds for a permission that their receivers no longer hold. */
async function lostOf({ db }: SystemContext, rows: readonly Row[], texts: Texts, now: Date): Promise<Row[]> {
  const needOf = ({ userId, kind }: Row) => (userId === 0 ? undefined : texts[kind]?.to);
  const late = rows.filter((row) => needOf(row) && now.getTime() - Date.parse(row.createdAt) > LATE_MS);
  if (late.length === 0) return [];
  const ids = [...new Set(late.map(({ userId }) => userId))];
  const people = await selectActingPeople(db, sql`u.id in ${jsonList(ids)}`);
  const permissionsOf = new Map(people.map((each) => [each.userId, toFound(each).actor.permissions]));
  return late.filter((row) => !permissionsOf.get(row.userId)?.has(needOf(row) ?? ""));
}

/** Sentences of what needs a user now, by what they may do. */
async function needsOf(
  context: SystemContext,
  { userId, language }: Pick<Row, "userId" | "language">,
  features: readonly Feature[],
): Promise<string[]> {
  const [row] = await selectActingPeople(context.db, sql`u.id = ${userId}`);
  if (!row) return [];
  const actor = { ...toFound(row).actor, kind: "user" as const, sessionId: null };
  const needs = await listNeeds({ ...context, now: new Date(), language: language ?? "en", actor }, features);
  return needs.map(({ text }) => text);
}

/** The key of rows that become one message: a summary has everything that is due by a channel and pace. */
const messageOf = ({ id, channel, userId, pace }: Row) =>
  pace === "now" ? id : `${channel} ${userId} ${pace}`;

/** The key of messages that are sent in order of time: those to one receiver by one channel. */
const lineOf = ({ channel, userId, address }: Row) => `${channel} ${userId} ${address}`;

/**
 * Delivers the due messages of an organization, 50 at most. Postpones summaries that are not due yet, and messages in a user's
 * quiet hours.
 */
export async function deliverDue(
  context: SystemContext,
  organizationId: number,
  { texts, channels, features }: Delivery,
): Promise<Round> {
  const { db, env } = context;
  const result: Round = { sent: 0, failed: 0, waits: null, isFull: false };
  if (channelsOf(env).length === 0) return result;
  const now = new Date();
  const rows = await take(context, organizationId, now);
  if (rows.length === 0) return result;
  result.isFull = rows.length === ROUND;

  /** SQL condition: the rows were not taken or changed since. */
  const still = (messages: readonly Row[]) => {
    const [{ nextTryAt = "" } = {}] = messages;
    return sql`organization_id = ${organizationId} and next_try_at = ${nextTryAt} and id in ${jsonList(messages.map(({ id }) => id))}`;
  };
  const end = (messages: readonly Row[]) => db.run(sql`delete from ${outbox} where ${still(messages)}`);
  /** Postpones rows of which nothing was sent. */
  const putOff = (messages: readonly Row[], until: Date) =>
    db.run(sql`update ${outbox} set attempts = attempts - 1, unknown = unknown - 1, next_try_at = ${until.toISOString()}
      where ${still(messages)}`);
  const tryAgain = (messages: readonly Row[], attempts: number, isKnown: boolean) => {
    const wait = Math.min(FIRST_WAIT_HOURS * 4 ** (attempts - 1), LONGEST_WAIT_HOURS);
    return db.run(sql`update ${outbox} set next_try_at = ${hoursFrom(new Date(), wait)}
      ${isKnown ? sql`, unknown = unknown - 1` : sql``} where ${still(messages)}`);
  };

  const isUnwanted = ({ isOff, kind }: Row) => isOff === 1 && !texts[kind]?.isSafety;
  const unwanted = rows.filter(isUnwanted);
  if (unwanted.length > 0) await end(unwanted);

  const wanted = rows.filter((row) => !isUnwanted(row));
  const later = Object.groupBy(wanted, (row) => {
    const { timeZone, quietFrom, quietTo, kind, pace, userId, createdAt } = row;
    if (userId === 0 || texts[kind]?.isSafety) return "";
    const hours = { timeZone: timeZone ?? "UTC", quietFrom, quietTo };
    const due = dueAt(pace, new Date(createdAt), now, hours);
    return due > now ? due.toISOString() : "";
  });
  const { "": due = [], ...early } = later;
  for (const [until, messages = []] of Object.entries(early)) await putOff(messages, new Date(until));

  const lost = await lostOf(context, due, texts, now);
  if (lost.length > 0) await end(lost);
  const ready = due.filter((row) => !lost.includes(row));

  const itemOf = ({ kind, details, createdAt }: Row): MessageItem => ({
    kind,
    text: texts[kind] ?? null,
    details: JSON.parse(details ?? "{}") as AuditDetails,
    at: createdAt,
  });

  /** Delivers the message of some rows. @returns seconds to wait before the next one to its receiver; null for none */
  async function deliver(messages: [Row, ...Row[]]): Promise<number | null> {
    const [first] = messages;
    const { id, channel, userId, address, language, kind, pace } = first;
    const attempts = Math.max(...messages.map((row) => row.attempts));
    const message: Omit<Outgoing, "address" | "needs"> = {
      ...{ organizationId, userId, key: id, language: language ?? "en" },
      items: messages.map(itemOf) as [MessageItem, ...MessageItem[]],
      mayBeOut: messages.some(({ unknown }) => unknown > 1),
    };
    try {
      if (userId !== 0 && !texts[kind]) throw new NotDelivered("no such kind of notice");
      if (address !== null && address !== "") {
        const by = channels[channel];
        if (!by) throw new NotDelivered("nothing delivers by this channel");
        const needs = pace === "daily" ? await needsOf(context, first, features) : [];
        await by(context, { ...message, needs, address });
      }
      await end(messages);
      result.sent += messages.length;
      return null;
    } catch (error) {
      const known = error instanceof NotDelivered ? error : null;
      if (known?.retryAfter) {
        await putOff(messages, new Date(Date.now() + known.retryAfter * 1000));
        result.waits = Math.min(result.waits ?? known.retryAfter, known.retryAfter);
        return known.retryAfter;
      }
      logFault("deliver", error, { name: channel, kind, attempts });
      result.failed += messages.length;
      if (known?.isGone) {
        await end(messages);
        return null;
      }
      await tryAgain(messages, attempts, known !== null);
      return FIRST_WAIT_HOURS * 3600;
    }
  }

  const lines = Object.values(Object.groupBy(ready, lineOf)).map(async (line = []) => {
    line.sort((a, b) => a.createdAt.localeCompare(b.createdAt));
    const messages = Object.values(Object.groupBy(line, messageOf)) as [Row, ...Row[]][];
    for (const [at, message] of messages.entries()) {
      const seconds = await deliver(message);
      if (seconds === null) continue;
      const rest = messages.slice(at + 1).flat();
      if (rest.length > 0) await putOff(rest, new Date(Date.now() + seconds * 1000));
      return;
    }
  });
  await Promise.all(lines);
  return result;
}

/**
 * Delivers due messages in rounds, until no service accepts more soon.
 * @param pause waits for a number of seconds
 */
export async function deliverAll(
  context: SystemContext,
  organizationId: number,
  delivery: Delivery,
  pause = (seconds: number) => new Promise<void>((done) => setTimeout(done, seconds * 1000)),
): Promise<JobResult> {
  const counts = { sent: 0, failed: 0 };
  const until = Date.now() + RUN_MINUTES * 60_000;
  for (let round = 1; round <= ROUNDS && Date.now() < until; round++) {
    const { sent, failed, waits, isFull } = await deliverDue(context, organizationId, delivery);
    counts.sent += sent;
    counts.failed += failed;
    if (waits !== null && waits <= PATIENCE_SECONDS) await pause(waits);
    else if (!isFull || sent === 0) break;
  }
  return counts.failed > 0
    ? { outcome: "failed", error: "notices_not_delivered", counts }
    : { outcome: "done", counts };
}

/** The statement that gives up messages that could not be delivered. */
export const deleteUndelivered = ({ db, now }: SystemContext): Statement =>
  db.run(sql`delete from ${outbox} where created_at < case pace
    when 'weekly' then ${hoursFrom(now, -KEPT_HOURS.weekly)} when 'daily' then ${hoursFrom(now, -KEPT_HOURS.daily)}
    else ${hoursFrom(now, -KEPT_HOURS.now)} end`);
