import { and, type SQL, sql } from "drizzle-orm";
import type { Actor } from "../../lib/actor.ts";
import type { MemberContext } from "../../lib/context.ts";
import type { AppError } from "../../lib/errors.ts";
import { eventAnswers, eventErrors, events, owns, refusalOf, visibleTo } from "../events/index.ts";
import { isAwayAt } from "../leave/index.ts";
import { CHANGE_DAYS } from "./attendance.schema.ts";
import { eventAttendance } from "./attendance.table.ts";
import { attendanceErrors } from "./attendance.texts.ts";

type Event = Parameters<typeof refusalOf>[0];

/** The time until which the attendance of an event can change. */
export const changesUntil = ({ endsAt }: Pick<Event, "endsAt">): string =>
  new Date(Date.parse(endsAt) + CHANGE_DAYS * 86_400_000).toISOString();

/** SQL condition: the actor looks after the event of a row, unless it is a draft. */
export const isOwnedBy = (actor: Actor): SQL =>
  actor.permissions.has("events.write") ? sql`1` : sql`${events.organizerId} is ${actor.userId ?? -1}`;

/** SQL condition: the event of an id takes place, has begun, and the actor may see it. */
export const isHeld = ({ actor, now }: MemberContext, eventId: number): SQL =>
  and(
    sql`${events.id} = ${eventId}`,
    sql`${events.status} = 'planned'`,
    sql`${events.startsAt} <= ${now.toISOString()}`,
    visibleTo(actor),
  ) as SQL;

/** SQL condition: the actor looks after the event of a row, had a place in it or attended it. */
export const isToldOf = (actor: Actor): SQL => {
  const userId = actor.userId ?? -1;
  return sql`(${isOwnedBy(actor)}
    or exists (select 1 from ${eventAnswers} where ${eventAnswers.userId} = ${userId}
      and ${eventAnswers.eventId} = events.id and ${eventAnswers.answer} = 'going' and ${eventAnswers.isSeated} = 1)
    or exists (select 1 from ${eventAttendance} where ${eventAttendance.userId} = ${userId}
      and ${eventAttendance.eventId} = events.id and ${eventAttendance.answer} in ('yes', 'partly')))`;
};

/** SQL condition: absence counts against a user, who was not on leave when the event began, at `startsAt`. */
export const countsAgainst = (userId: SQL, startsAt: SQL): SQL => sql`not ${isAwayAt(userId, startsAt)}`;

const closedFor = (row: Event, now: Date) =>
  now.toISOString() < changesUntil(row)
    ? null
    : attendanceErrors.event_attendance_closed({ title: row.title });

/** Why the attendance of an event cannot change; null where its organizers can change it. */
export const confirmRefusal = (row: Event, now: Date): AppError | null =>
  refusalOf(row, "attendance", now) ?? closedFor(row, now);

/** Why nobody can claim to have attended an event; null where users can. */
export const claimRefusal = (row: Event, now: Date): AppError | null =>
  refusalOf(row, "attendance", now) ??
  (now.toISOString() < row.endsAt
    ? attendanceErrors.event_not_over({ title: row.title })
    : closedFor(row, now));

/** @throws AppError event_not_yours */
export function assertOwns({ actor }: MemberContext, row: Event): void {
  if (!owns(actor, row)) throw eventErrors.event_not_yours();
}

/** The actor's abilities on the attendance of an event that they see. */
export function attendanceAbilities({ actor, now }: MemberContext, row: Event) {
  const isOwner = owns(actor, row);
  return {
    seeAll: isOwner,
    confirm: isOwner && confirmRefusal(row, now) === null,
    claim: actor.memberId !== null && claimRefusal(row, now) === null,
    writeReport: isOwner && refusalOf(row, "attendance", now) === null,
  };
}
