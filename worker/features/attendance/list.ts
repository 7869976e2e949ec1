import { and, eq, type SQL, sql } from "drizzle-orm";
import { avatarUrl } from "../../lib/avatar.ts";
import { compareNames } from "../../lib/compare-names.ts";
import type { ById, MemberContext } from "../../lib/context.ts";
import { readBatch } from "../../lib/db/client.ts";
import { errors } from "../../lib/errors.ts";
import type { Language } from "../../lib/wire.schema.ts";
import {
  type EventRow,
  eventAnswers,
  events,
  isSeenBy,
  lengthOf,
  type Slot,
  selectEvents,
  statusOf,
} from "../events/index.ts";
import { members } from "../members/index.ts";
import { discordActivities, IS_VOICE, selectWatches, watchesOf } from "../prospects/index.ts";
import { users } from "../users/index.ts";
import {
  attendanceAbilities,
  changesUntil,
  countsAgainst,
  isHeld,
  isOwnedBy,
  isToldOf,
} from "./attendance.policy.ts";
import {
  AROUND_MINUTES,
  type Attendance,
  MOST_PEOPLE,
  type Presence,
  proposalOf,
  SIGNS_EACH,
  SIGNS_SCANNED,
  STAY_HOURS,
} from "./attendance.schema.ts";
import { eventAttendance, eventReports } from "./attendance.table.ts";
import { type Interval, intervalsOf, minutesIn, type Sign, seenIn } from "./stays.ts";

/** A person with their stored values. `signs` is JSON: how many were read, and those of voice. */
type PersonRow = {
  userId: number;
  displayName: string;
  avatar: string | null;
  discordId: string | null;
  slotId: number | null;
  isSeated: number | null;
  place: number | null;
  answer: NonNullable<Presence["confirmed"]>["answer"] | null;
  minutes: number | null;
  confirmedBy: string | null;
  confirmedAt: string | null;
  claimMinutes: number | null;
  claimNote: string | null;
  claimState: NonNullable<Presence["claim"]>["state"] | null;
  claimedAt: string | null;
  isAway: number;
  signs: string;
};

/** SQL value: an instant some minutes from a time of the event of an id; null where `which` does not hold for it. */
const shifted = (which: SQL, column: "starts_at" | "ends_at", minutes: number): SQL =>
  sql`(select strftime('%Y-%m-%dT%H:%M:%fZ', ${sql.raw(column)}, ${`${minutes} minutes`}) from ${events} where ${which})`;

/** SQL query: people in voice during an event, from at most SIGNS_SCANNED activities; empty where `which` is false. */
const scanned = (which: SQL): SQL =>
  sql`select organization_id, discord_id from ${discordActivities}
    where ${IS_VOICE} and timestamp >= ${shifted(which, "starts_at", -AROUND_MINUTES)}
      and timestamp <= ${shifted(which, "ends_at", AROUND_MINUTES)}
    order by timestamp limit ${SIGNS_SCANNED}`;

/** SQL value: the number of these activities, and those of voice, of the person of a row. */
const signsOf = (organizationId: number, which: SQL): SQL =>
  sql`(select json_object('read', count(*), 'voice', json_group_array(json_array(activity_type, timestamp)) filter (where ${IS_VOICE}))
    from (select activity_type, timestamp from ${discordActivities}
      where organization_id = ${organizationId} and discord_id = u.discord_id
        and timestamp >= ${shifted(which, "starts_at", -STAY_HOURS * 60)}
        and timestamp <= ${shifted(which, "ends_at", AROUND_MINUTES)}
      order by timestamp limit ${SIGNS_EACH}))`;

/** SQL condition: the event of a row has begun, and the actor looks after it. */
const ownedOf = (context: MemberContext, eventId: number): SQL =>
  and(isHeld(context, eventId), isOwnedBy(context.actor)) as SQL;

/**
 * SQL query: the users of an event: those who go, those with stored values, and members in voice who may see it. Only the
 * actor, if they do not look after it.
 */
function peopleOf(context: MemberContext, eventId: number): SQL {
  const { organizationId, userId } = context.actor;
  const owned = ownedOf(context, eventId);
  const ownedId = sql`(select id from ${events} where ${owned})`;
  return sql`select ${userId} as user_id from ${events}
      where ${isHeld(context, eventId)} and not ${isOwnedBy(context.actor)}
    union select user_id from (select user_id from ${eventAnswers}
      where event_id = ${ownedId} and answer = 'going' and user_id is not null order by place limit ${MOST_PEOPLE})
    union select user_id from (select user_id from ${eventAttendance} where event_id = ${ownedId} limit ${MOST_PEOPLE})
    union select id from (select u.id from (select distinct discord_id from (${scanned(owned)})
        where organization_id = ${organizationId} limit ${MOST_PEOPLE}) v
      cross join ${users} u on u.organization_id = ${organizationId} and u.discord_id = v.discord_id
      where exists (select 1 from ${members} where ${members.userId} = u.id and ${members.status} = 'active')
        and ${isSeenBy(sql`u.id`, sql`${eventId}`)})`;
}

const selectPeople = (context: MemberContext, eventId: number) =>
  context.db.all<PersonRow>(sql`select u.id as userId, u.display_name as displayName, u.avatar, u.discord_id as discordId,
      a.slot_id as slotId, a.is_seated as isSeated, a.place, t.answer, t.minutes, t.confirmed_by as confirmedBy,
      t.confirmed_at as confirmedAt, t.claim_minutes as claimMinutes, t.claim_note as claimNote,
      t.claim_state as claimState, t.claimed_at as claimedAt,
      not ${countsAgainst(sql`u.id`, sql`(select starts_at from ${events} where id = ${eventId})`)} as isAway,
      ${signsOf(context.actor.organizationId, sql`id = ${eventId}`)} as signs
    from (select user_id from (${peopleOf(context, eventId)}) limit ${MOST_PEOPLE}) p
    cross join ${users} u on u.id = p.user_id
    left join ${eventAnswers} a on a.user_id = u.id and a.event_id = ${eventId} and a.answer = 'going'
    left join ${eventAttendance} t on t.event_id = ${eventId} and t.user_id = u.id`);

type Signs = { read: number; voice: [type: Sign["type"], at: string][] };
const iso = (time: number) => new Date(time).toISOString();

type Span = { from: number; to: number; watches: readonly Interval[] | null };

/** A person with their stays, seen and possible. */
function withStays(row: PersonRow, { from, to, watches }: Span) {
  const { read, voice } = JSON.parse(row.signs) as Signs;
  const signs = voice.map(([type, at]): Sign => ({ type, at: Date.parse(at) }));
  return { row, isCut: read >= SIGNS_EACH, ...seenIn(intervalsOf(signs, from, to), watches) };
}

type Stays = ReturnType<typeof withStays>;
const isoAll = (intervals: readonly Interval[]) =>
  intervals.map((each) => ({ from: iso(each.from), to: iso(each.to) }));

/** Whether a person appears in voice alone, without a sign-up or stored values. */
const isStranger = ({ signedUp, confirmed, claim }: Presence) => !signedUp && !confirmed && !claim;

function toPresence(
  { row, seen, unseen }: Stays,
  event: { slots: readonly Slot[]; from: number; to: number; isSeen: boolean },
): Presence {
  const { answer, confirmedBy, confirmedAt, claimState, claimedAt, isSeated } = row;
  const minutes = minutesIn(seen, event.from, event.to);
  const unseenMinutes = minutesIn([...seen, ...unseen], event.from, event.to) - minutes;
  const length = (event.to - event.from) / 60_000;
  return {
    userId: row.userId,
    displayName: row.displayName,
    avatarUrl: avatarUrl(row.discordId, row.avatar),
    signedUp: isSeated === null ? null : isSeated ? "seated" : "waiting",
    slot: event.slots.find(({ id }) => id === row.slotId)?.name ?? null,
    intervals: isoAll(seen),
    unseen: isoAll(unseen),
    minutes,
    unseenMinutes,
    proposal: event.isSeen ? certainOf(minutes, unseenMinutes, length) : null,
    confirmed:
      answer === null
        ? null
        : { answer, minutes: row.minutes ?? 0, by: confirmedBy ?? "", at: confirmedAt ?? "" },
    claim:
      claimState === null
        ? null
        : {
            minutes: row.claimMinutes ?? 0,
            note: row.claimNote ?? "",
            state: claimState,
            at: claimedAt ?? "",
          },
    isAway: row.isAway === 1,
  };
}

/** The proposal; null where unwatched time could change a no. */
function certainOf(minutes: number, unseenMinutes: number, length: number): Presence["proposal"] {
  const proposal = proposalOf(minutes, length);
  return proposal === "no" && proposalOf(minutes + unseenMinutes, length) !== "no" ? null : proposal;
}

/** Sorted by sign-up, then by name. */
function inOrder(rows: readonly PersonRow[], language: Language): PersonRow[] {
  const compare = compareNames(language);
  const placeOf = ({ place }: PersonRow) => place ?? Number.MAX_SAFE_INTEGER;
  return rows.toSorted(
    (a, b) => placeOf(a) - placeOf(b) || compare(a.displayName, b.displayName) || a.userId - b.userId,
  );
}

/**
 * Attendance of an event, as proposed by voice and as confirmed. Users who do not look after it read their own row.
 * @throws AppError not_found
 */
export async function getAttendance(context: MemberContext, { id }: ById): Promise<Attendance> {
  const { db, actor } = context;
  const around = (column: "starts_at" | "ends_at", minutes: number) =>
    shifted(sql`id = ${id}`, column, minutes);
  const [[row], people, [facts], watches] = await readBatch(db, [
    selectEvents(context, eq(events.id, id)),
    selectPeople(context, id),
    db.all<{ hasReport: number; isTold: number; scanned: number }>(sql`select
      exists (select 1 from ${eventReports} where event_id = ${id}) as hasReport,
      exists (select 1 from ${events} where ${isHeld(context, id)} and ${isToldOf(actor)}) as isTold,
      (select count(*) from (${scanned(ownedOf(context, id))})) as scanned`),
    selectWatches(
      db,
      actor.organizationId,
      around("starts_at", -AROUND_MINUTES),
      around("ends_at", AROUND_MINUTES),
    ),
  ]);
  if (!row) throw errors.not_found();
  return toAttendance(context, row, people, {
    hasReport: facts?.hasReport === 1 && facts.isTold === 1,
    isTold: facts?.isTold === 1,
    isCut: (facts?.scanned ?? 0) >= SIGNS_SCANNED,
    watches: watchesOf(watches, context.now),
  });
}

function toAttendance(
  context: MemberContext,
  row: EventRow,
  rows: readonly PersonRow[],
  facts: { hasReport: boolean; isTold: boolean; isCut: boolean; watches: Interval[] | null },
): Attendance {
  const { id, title, startsAt, endsAt, slots } = row;
  const from = Date.parse(startsAt);
  const to = Math.min(Date.parse(endsAt), context.now.getTime());
  const { watches } = facts;
  const found = inOrder(rows, context.language).map((each) => withStays(each, { from, to, watches }));
  const isSeen = found.some(({ seen, unseen }) => minutesIn([...seen, ...unseen], from, to) > 0);
  const people = found.map((each) => toPresence(each, { slots, from, to, isSeen }));
  const can = attendanceAbilities(context, row);
  const length = (to - from) / 60_000;
  const isShown = (each: Presence) =>
    !can.seeAll || !isStranger(each) || proposalOf(each.minutes + each.unseenMinutes, length) !== "no";
  return {
    ...{ id, title, startsAt, endsAt },
    status: statusOf(row, context.now),
    changesUntil: changesUntil(row),
    people: people.filter(isShown),
    isSeen,
    isCut: facts.isCut || found.some((each) => each.isCut),
    hasReport: facts.hasReport,
    can: { ...can, readReport: facts.isTold },
  };
}

/** Length of an event in whole minutes. */
export const minutesOf = (row: Pick<EventRow, "startsAt" | "endsAt">): number => Math.round(lengthOf(row));
