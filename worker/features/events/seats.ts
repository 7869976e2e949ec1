import { type SQL, sql } from "drizzle-orm";
import type { Context } from "../../lib/context.ts";
import type { Statement } from "../../lib/db/client.ts";
import { isSeenBy } from "./events.policy.ts";
import { eventAnswers, events } from "./events.table.ts";
import { eventNotices } from "./events.texts.ts";

/** SQL value: places that a slot of an event has; of answers without a slot, what its slots leave; null for any number. */
const placesOf = sql`case
  when a.slot_id is null then e.max_attendees - coalesce((select sum(value ->> 'seats') from json_each(e.slots)), 0)
  else coalesce((select value ->> 'seats' from json_each(e.slots) where value ->> 'id' = a.slot_id), 0) end`;

/** SQL query: those who go to events, and whether each has a place: places go by order of arrival, slot by slot. */
const placed = (eventIds: SQL) => sql`select a.id, a.event_id, e.title, a.user_id, a.is_seated,
    coalesce(row_number() over (partition by a.event_id, a.slot_id order by a.place, a.id) <= ${placesOf}, 1) as has_place
  from ${eventAnswers} a cross join ${events} e on e.id = a.event_id
  where a.event_id in (${eventIds}) and a.answer = 'going'`;

/**
 * The statements that give and take places after any change of answers or places of some events, and count them: the
 * waiting list moves up by itself, in order of arrival. Users who get or lose a place by it are told.
 * @param eventIds the query of the events' ids
 * @param exceptId the user whose own answer changed
 */
export function settleSeats(context: Context, eventIds: SQL, exceptId: number | null = null): Statement[] {
  const { db } = context;
  const whose = (change: SQL) =>
    sql`select placed.user_id as id, json_object('eventId', event_id, 'title', title) as details
      from (${placed(eventIds)}) placed
      where ${change} and placed.user_id is not null and placed.user_id is not ${exceptId}
        and ${isSeenBy(sql`placed.user_id`, sql`placed.event_id`)}`;
  return [
    ...eventNotices.writeEach(context, whose(sql`has_place and not is_seated`), "event.moved_up"),
    ...eventNotices.writeEach(context, whose(sql`is_seated and not has_place`), "event.place_lost"),
    db.run(sql`update ${eventAnswers} set is_seated = placed.has_place from (${placed(eventIds)}) placed
      where event_answers.id = placed.id and event_answers.is_seated <> placed.has_place`),
    db.run(sql`update ${events} set
        attendees = (select count(*) from ${eventAnswers}
          where event_id = events.id and answer = 'going' and is_seated = 1),
        waiting = (select count(*) from ${eventAnswers}
          where event_id = events.id and answer = 'going' and is_seated = 0),
        maybe = (select count(*) from ${eventAnswers} where event_id = events.id and answer = 'maybe')
      where id in (${eventIds})`),
  ];
}

/** The same for one event. */
export const settleEvent = (context: Context, id: number, exceptId: number | null = null): Statement[] =>
  settleSeats(context, sql`select ${id}`, exceptId);

/**
 * The statements that withdraw members who become inactive from what is to come: they take no place, and who waits moves
 * up.
 */
export function withdrawInactive(context: Context, userIds: SQL | number): Statement[] {
  const { db, now } = context;
  const at = now.toISOString();
  return [
    db.run(sql`update ${eventAnswers} set answer = 'withdrawn', is_seated = 0, answered_at = ${at}
      where user_id in (${userIds}) and answer <> 'withdrawn'
        and (select starts_at from ${events} where id = event_id) > ${at}`),
    ...settleSeats(
      context,
      sql`select event_id from ${eventAnswers}
        where user_id in (${userIds}) and answer = 'withdrawn' and answered_at = ${at}`,
    ),
  ];
}

/** SQL value: the number of a user's answer on the waiting list of its slot; null where they do not wait. */
export const numberOf = (own: { eventId: SQL; answer: SQL; isSeated: SQL; slotId: SQL; place: SQL }) =>
  sql<number | null>`case when ${own.answer} = 'going' and ${own.isSeated} = 0 then
    (select count(*) from ${eventAnswers} w where w.event_id = ${own.eventId} and w.answer = 'going'
      and w.is_seated = 0 and w.slot_id is ${own.slotId} and w.place <= ${own.place}) end`;
