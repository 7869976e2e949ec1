import { type SQL, sql } from "drizzle-orm";
import type { Context } from "../../lib/context.ts";
import type { Statement } from "../../lib/db/client.ts";
import { isAwayAt } from "../leave/index.ts";
import { isSeenBy } from "./events.policy.ts";
import { eventAnswers, events } from "./events.table.ts";
import { eventNotices } from "./events.texts.ts";

/** SQL value: the places of a slot of an event `e`; without a slot, those that its slots leave; null for no limit. */
const placesOf = (slotId: SQL) => sql`case
  when ${slotId} is null then e.max_attendees - coalesce((select sum(value ->> 'seats') from json_each(e.slots)), 0)
  else coalesce((select value ->> 'seats' from json_each(e.slots) where value ->> 'id' = ${slotId}), 0) end`;

/**
 * SQL condition: a free place of an event `e` passes over the user of an answer, who is away on its first day or may no longer
 * see it. It never passes over a guest, nor the user whose answer is being stored.
 */
const isPassed = (userId: SQL, exceptId: number | null) =>
  sql`(${userId} is not null and ${userId} is not ${exceptId}
    and (${isAwayAt(userId, sql`e.starts_at`)} or not ${isSeenBy(userId, sql`e.id`)}))`;

/**
 * SQL query: answers of users who go to events, and whether each has a place. Users keep their places while there are as many;
 * the rest go by order of arrival, slot by slot, except to users who are passed over.
 */
const placed = (
  eventIds: SQL,
  exceptId: number | null,
) => sql`select id, event_id, title, user_id, is_seated, is_here
    and coalesce(row_number() over (partition by event_id, slot_id, is_here order by is_seated desc, place, id) <= places, 1)
    as has_place
  from (select a.id, a.event_id, e.title, a.user_id, a.is_seated, a.slot_id, a.place, ${placesOf(sql`a.slot_id`)} as places,
      a.is_seated or not ${isPassed(sql`a.user_id`, exceptId)} as is_here
    from ${eventAnswers} a cross join ${events} e on e.id = a.event_id
    where a.event_id in (${eventIds}) and a.answer = 'going')`;

/**
 * SQL value: the next answer to move to the slot for which it waits, after those of a JSON array of ids moved; null for none.
 * Users without a place who came to that slot before get the free places first.
 */
const nextToMove = (eventId: SQL, moved: SQL, exceptId: number | null) => {
  const hasMoved = (id: SQL) => sql`${id} in (select value from json_each(${moved}))`;
  return sql`(select w.id from ${eventAnswers} w cross join ${events} e on e.id = w.event_id
    where w.event_id = ${eventId} and w.wanted_place is not null and w.answer = 'going' and not ${hasMoved(sql`w.id`)}
      and not ${isPassed(sql`w.user_id`, exceptId)}
      and coalesce(${placesOf(sql`w.wanted_slot_id`)} > (select count(*) from ${eventAnswers} t
        where t.event_id = w.event_id and t.answer = 'going' and case
          when ${hasMoved(sql`t.id`)} then t.wanted_slot_id is w.wanted_slot_id
          else t.slot_id is w.wanted_slot_id
            and (t.is_seated or t.place < w.wanted_place and not ${isPassed(sql`t.user_id`, exceptId)}) end), 1)
    order by w.wanted_place limit 1)`;
};

/** SQL query: the answers that move to the slot for which they wait. Each leaves a free place, into which another may move. */
const moving = (eventIds: SQL, exceptId: number | null) => {
  const moved = sql`json_insert(moves.moved, '$[#]', moves.id)`;
  return sql`with recursive moves (event_id, moved, id) as (
      select id, '[]', ${nextToMove(sql`events.id`, sql`'[]'`, exceptId)} from ${events} where id in (${eventIds})
        and exists (select 1 from ${eventAnswers} where event_id = events.id and wanted_place is not null)
      union all
      select event_id, ${moved}, ${nextToMove(sql`moves.event_id`, moved, exceptId)} from moves where id is not null)
    select id from moves where id is not null`;
};

/**
 * The statements that give and take places after any change of answers or places of some events, and count them: the waiting
 * list moves up in order of arrival. Users whose place changes are told.
 * @param eventIds the query of the events' ids
 * @param exceptId the user whose own answer changed
 */
export function settleSeats(context: Context, eventIds: SQL, exceptId: number | null = null): Statement[] {
  const { db } = context;
  const isTold = sql`user_id is not null and user_id is not ${exceptId} and ${isSeenBy(sql`user_id`, sql`event_id`)}`;
  const receivers = (from: SQL, change: SQL) =>
    sql`select user_id as id, json_object('eventId', event_id, 'title', title) as details
      from (${from}) where ${change} and ${isTold}`;
  const movers = sql`select a.user_id, a.event_id, e.title from ${eventAnswers} a cross join ${events} e on e.id = a.event_id
    where a.id in (${moving(eventIds, exceptId)})`;
  const whose = (change: SQL) => receivers(placed(eventIds, exceptId), change);
  return [
    ...eventNotices.writeEach(context, receivers(movers, sql`true`), "event.moved_over"),
    db.run(sql`update ${eventAnswers} set slot_id = wanted_slot_id, place = wanted_place, is_seated = 1,
        wanted_slot_id = null, wanted_place = null
      where id in (${moving(eventIds, exceptId)})`),
    ...eventNotices.writeEach(context, whose(sql`has_place and not is_seated`), "event.moved_up"),
    ...eventNotices.writeEach(context, whose(sql`is_seated and not has_place`), "event.place_lost"),
    db.run(sql`update ${eventAnswers} set is_seated = placed.has_place from (${placed(eventIds, exceptId)}) placed
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

/** `settleSeats` for one event. */
export const settleEvent = (context: Context, id: number, exceptId: number | null = null): Statement[] =>
  settleSeats(context, sql`select ${id}`, exceptId);

/** The statements that withdraw members who become inactive from coming events, and move the waiting lists up. */
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

/** The statements that give free places to a waiting user who is no longer away on those days. */
export const settleWaiting = (context: Context, userId: number): Statement[] =>
  settleSeats(
    context,
    sql`select event_id from ${eventAnswers} a cross join ${events} e on e.id = a.event_id
      where a.user_id = ${userId} and a.answer = 'going' and (a.is_seated = 0 or a.wanted_place is not null)
        and e.status = 'planned' and e.starts_at > ${context.now.toISOString()}`,
  );

/** SQL value: the length of the waiting list of a slot of an event, up to an order of arrival; null for all. */
export const waitingAt = (eventId: SQL, slotId: SQL, place: SQL | null = null): SQL<number> => {
  const upTo = (column: SQL) => (place === null ? sql`` : sql`and ${column} <= ${place}`);
  return sql<number>`((select count(*) from ${eventAnswers} w where w.event_id = ${eventId} and w.answer = 'going'
      and w.is_seated = 0 and w.slot_id is ${slotId} ${upTo(sql`w.place`)})
    + (select count(*) from ${eventAnswers} w where w.event_id = ${eventId} and w.answer = 'going'
      and w.wanted_place is not null and w.wanted_slot_id is ${slotId} ${upTo(sql`w.wanted_place`)}))`;
};

/** SQL value: the number of a user's answer on the waiting list of its slot; null where they do not wait. */
export const numberOf = (own: { eventId: SQL; answer: SQL; isSeated: SQL; slotId: SQL; place: SQL }) =>
  sql<number | null>`case when ${own.answer} = 'going' and ${own.isSeated} = 0
    then ${waitingAt(own.eventId, own.slotId, own.place)} end`;
