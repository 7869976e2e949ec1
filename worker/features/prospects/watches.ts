import { type SQL, sql } from "drizzle-orm";
import type { ReportedActivity } from "../../../bot-gateway/protocol.ts";
import type { SystemContext } from "../../lib/context.ts";
import type { Db, Statement } from "../../lib/db/client.ts";
import { hoursFrom } from "../../lib/db/columns.ts";
import { discordActivities, IS_VOICE, voiceWatches } from "./prospects.table.ts";

const MINUTE = 60_000;
/** Milliseconds of silence that end a watch: a bot reports every five minutes while a user is in voice. */
const SILENT_MS = 6 * MINUTE;
/** The stored end of an open watch may be this much older than the last report. */
const STALE_MS = 4 * MINUTE;
/** Hours before a watch in which users in voice are searched. */
export const BELIEVED_HOURS = 12;
/** Milliseconds before the start of a watch within which a bot names all users in voice. */
const NAMED_MS = 2 * MINUTE;
/** Most watches that are stored of one report. */
const MOST = 20;
/** Most watches of an organization, the newest, whatever its bot reports. */
const KEPT = 2_000;

/** A bot's report of a person's activity, with the bot's organization. */
export type SeenActivity = Omit<ReportedActivity, "guildId"> & { organizationId: number };

/** A time in which a bot saw who is in voice, in milliseconds. */
type Watch = { from: number; to: number };

/** Whether an activity is about the watching bot, not about a user: see "watch" in the protocol. */
export const isWatch = ({ type }: Pick<SeenActivity, "type">): boolean => type === "watch";

type Row = { from: string; until: string; isOpen: boolean };

/** The watches in an organization's activities, in order: the end of the open one, and new ones. */
function watchesIn(activities: readonly SeenActivity[]) {
  const before: { until: string | null; hasEnded: boolean } = { until: null, hasEnded: false };
  const rows: Row[] = [];
  for (const { type, details, timestamp } of activities.toSorted((a, b) =>
    a.timestamp < b.timestamp ? -1 : 1,
  )) {
    const last = rows.at(-1);
    if (type === "watch" && (details === "present" || details === "resumed")) {
      if (last) last.isOpen = false;
      else before.hasEnded = true;
      rows.push({ from: timestamp, until: timestamp, isOpen: true });
    } else if (type === "voice_present") {
      // Belongs to a watch that is about to begin.
    } else if (last?.isOpen) {
      last.until = timestamp;
      last.isOpen = details !== "lost" || type !== "watch";
    } else if (!last && !before.hasEnded) {
      before.until = timestamp;
      before.hasEnded = type === "watch" && details === "lost";
    }
  }
  return { before, rows: rows.slice(-MOST) };
}

/** The statement that records a leave for users who were in voice and were not named when a watch began. */
const endStays = (db: Db, organizationId: number, at: string): Statement =>
  db.run(sql`insert into ${discordActivities} (organization_id, discord_id, username, activity_type, details, timestamp)
    select organization_id, discord_id, username, 'voice_leave', details, ${at} from (
      select *, row_number() over (partition by discord_id order by timestamp desc, id desc) as nth
      from ${discordActivities} where ${IS_VOICE} and organization_id = ${organizationId} and timestamp <= ${at}
        and timestamp > strftime('%Y-%m-%dT%H:%M:%fZ', coalesce((select max(until_at) from ${voiceWatches}
          where organization_id = ${organizationId} and from_at < ${at}), ${at}), ${`-${BELIEVED_HOURS} hours`}))
    where nth = 1 and activity_type <> 'voice_leave'
      and not (activity_type = 'voice_present' and timestamp > ${new Date(Date.parse(at) - NAMED_MS).toISOString()})`);

/**
 * The statements that record when a bot watched voice, after those for its activities. The start of a watch names everybody in
 * voice, and so ends the stays of all others.
 */
export const recordWatches = (
  { db }: Pick<SystemContext, "db">,
  activities: readonly SeenActivity[],
): Statement[] =>
  [...Map.groupBy(activities, ({ organizationId }) => organizationId)].flatMap(([organizationId, ofOne]) => {
    const { before, rows } = watchesIn(ofOne);
    const isOpen = sql`organization_id = ${organizationId} and is_open = 1`;
    const stale = new Date(Date.parse(before.until ?? "1970-01-01") - STALE_MS).toISOString();
    const presents = ofOne.filter((each) => isWatch(each) && each.details === "present").slice(-MOST);
    return [
      ...(before.until === null && !before.hasEnded
        ? []
        : [
            db.run(sql`update ${voiceWatches} set until_at = max(until_at, ${before.until ?? ""}),
                is_open = ${before.hasEnded ? 0 : 1}
              where ${isOpen} and (${before.hasEnded ? 1 : 0} or until_at < ${stale})`),
          ]),
      ...(rows.length
        ? [
            db.run(sql`insert into ${voiceWatches} (organization_id, from_at, until_at, is_open)
              select ${organizationId}, value ->> 'from', value ->> 'until', value ->> 'isOpen'
              from json_each(${JSON.stringify(rows)}) where true on conflict do nothing`),
            db.run(sql`delete from ${voiceWatches} where organization_id = ${organizationId} and from_at < (
              select from_at from ${voiceWatches} where organization_id = ${organizationId}
              order by from_at desc limit 1 offset ${KEPT - 1})`),
          ]
        : []),
      ...presents.map(({ timestamp }) => endStays(db, organizationId, timestamp)),
    ];
  });

/** SQL condition: a bot of the organization watches voice at this moment. */
export const isWatched = (organizationId: number, now: Date): SQL => sql`exists (select 1 from ${voiceWatches}
  where organization_id = ${organizationId} and is_open = 1
    and until_at > ${new Date(now.getTime() - SILENT_MS).toISOString()})`;

/** The rows for `watchesOf`: the watches that overlap a time, and the first of all. */
export const selectWatches = (db: Db, organizationId: number, from: SQL, to: SQL) =>
  db.all<{ from: string; until: string; isOpen: 0 | 1; isFirst: 0 | 1 }>(sql`
    select from_at as "from", until_at as until, is_open as isOpen,
      from_at = (select min(from_at) from ${voiceWatches} where organization_id = ${organizationId}) as isFirst
    from ${voiceWatches} where organization_id = ${organizationId} and from_at < ${to}
      and from_at >= coalesce((select max(from_at) from ${voiceWatches}
        where organization_id = ${organizationId} and from_at <= ${from}), '')
    order by from_at limit 500`);

/**
 * The times in which voice was watched, in order. Null if unknown: before a bot's first watch, all activities count as watched.
 */
export function watchesOf(rows: Awaited<ReturnType<typeof selectWatches>>, now: Date): Watch[] | null {
  if (!rows.length) return null;
  return rows.map(({ from, until, isOpen, isFirst }) => {
    const to = Date.parse(until);
    const goesOn = isOpen && now.getTime() - to < SILENT_MS;
    return { from: isFirst ? 0 : Date.parse(from), to: goesOn ? now.getTime() : to };
  });
}

/** The statement that deletes watches that ended `days` ago. */
export const deleteOldWatches = (db: Db, now: Date, days: number): Statement =>
  db.run(sql`delete from ${voiceWatches} where is_open = 0 and until_at < ${hoursFrom(now, -24 * days)}`);
