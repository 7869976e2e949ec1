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
const placed = (eventIds: SQL) => sql`select a.id, a.user_id, a.is_seated,
    coalesce(row_number() over (partition by a.event_id, a.slot_id order by a.place, a.id) <= ${placesOf}, 1) as has_place
  from ${eventAnswers} a cross join ${events} e on e.id = a.event_id
  where a.event_id in (${eventIds}) and a.answer = 'going'`;

/**
 * The statements that give and take places after any change of answers or places of some events, and count them: the
 * waiting list moves up by itself, in order of arrival.
 */
export const settleSeats = ({ db }: Context, eventIds: SQL): Statement[] => [
  db.run(sql`update ${eventAnswers} set is_seated = placed.has_place from (${placed(eventIds)}) placed
    where event_answers.id = placed.id and event_answers.is_seated <> placed.has_place`),
  db.run(sql`update ${events} set
      attendees = (select count(*) from ${eventAnswers} where event_id = events.id and answer = 'going' and is_seated = 1),
      waiting = (select count(*) from ${eventAnswers} where event_id = events.id and answer = 'going' and is_seated = 0),
      maybe = (select count(*) from ${eventAnswers} where event_id = events.id and answer = 'maybe')
    where id in (${eventIds})`),
];

/**
 * The statements that settle the places of one event and tell users who got or lost one by it, except the one whose answer
 * changed.
 */
export function settleEvent(
  context: Context,
  { id, title }: { id: number; title: string },
  exceptId: number | null = null,
): Statement[] {
  const now = placed(sql`${id}`);
  const whose = (change: SQL) =>
    sql`select user_id as id from (${now}) where ${change} and user_id is not null and user_id is not ${exceptId}
      and ${isSeenBy(sql`user_id`, sql`${id}`)}`;
  const details = { eventId: id, title };
  return [
    ...eventNotices.write(context, whose(sql`has_place and not is_seated`), "event.moved_up", details),
    ...eventNotices.write(context, whose(sql`is_seated and not has_place`), "event.place_lost", details),
    ...settleSeats(context, sql`${id}`),
  ];
}

/** SQL value: the number of a user's answer on the waiting list of its slot; null where they do not wait. */
export const numberOf = (own: { eventId: SQL; answer: SQL; isSeated: SQL; slotId: SQL; place: SQL }) =>
  sql<number | null>`case when ${own.answer} = 'going' and ${own.isSeated} = 0 then
    (select count(*) from ${eventAnswers} w where w.event_id = ${own.eventId} and w.answer = 'going'
      and w.is_seated = 0 and w.slot_id is ${own.slotId} and w.place <= ${own.place}) end`;
