import { sql } from "drizzle-orm";
import type { Context } from "../../lib/context.ts";
import { readBatch, type Statement } from "../../lib/db/client.ts";
import { users } from "../users/index.ts";
import { isSeenBy } from "./events.policy.ts";
import { MOST_ANSWERS } from "./events.schema.ts";
import { eventAnswers } from "./events.table.ts";
import { settleSeats } from "./seats.ts";

/** Discord ids of the users who are interested in an event in Discord; `isAll` unless there are more. */
export type Interest = { eventId: number; people: string[]; isAll: boolean };

type Answered = { id: number; eventId: number; discordId: string | null };

/**
 * The statements that store interest in Discord as a maybe here, for known, active members without an answer. A user who is no
 * longer interested loses a maybe from Discord; all other answers stay. Empty without a difference.
 */
export async function answersOfInterest(context: Context, found: readonly Interest[]) {
  const none = { statements: [] as Statement[], added: 0, removed: 0 };
  if (found.length === 0) return none;
  const { db, actor, now } = context;
  const { organizationId } = actor;
  const read = JSON.stringify(found);
  const [fresh, stored] = await readBatch(db, [
    db.all<{ eventId: number; userId: number }>(sql`
      select interest.value ->> 'eventId' as eventId, ${users.id} as userId
      from json_each(${read}) interest cross join json_each(interest.value, '$.people') person
      cross join ${users} on ${users.organizationId} = ${organizationId} and ${users.discordId} = person.value
      where not exists (select 1 from ${eventAnswers} where user_id = ${users.id} and event_id = interest.value ->> 'eventId')
        and ${isSeenBy(sql`${users.id}`, sql`interest.value ->> 'eventId'`)}`),
    db.all<Answered>(sql`
      select a.id, a.event_id as eventId, ${users.discordId} as discordId
      from json_each(${read}) interest cross join ${eventAnswers} a on a.event_id = interest.value ->> 'eventId'
        and a.answer = 'maybe' and a.source = 'discord'
      join ${users} on ${users.id} = a.user_id`),
  ]);
  const interestIn = new Map(
    found.map(({ eventId, people, isAll }) => [eventId, isAll ? new Set(people) : null]),
  );
  const lost = stored.filter(({ eventId, discordId }) => {
    const people = interestIn.get(eventId);
    return people && !people.has(discordId ?? "");
  });
  if (fresh.length + lost.length === 0) return none;
  const turns = new Map<number, number>();
  const added = fresh.map(({ eventId, userId }) => {
    const turn = (turns.get(eventId) ?? 0) + 1;
    turns.set(eventId, turn);
    return { eventId, userId, turn };
  });
  const changed = [...new Set([...fresh, ...lost].map(({ eventId }) => eventId))];
  const ofEvent = sql`from ${eventAnswers} where event_id = fresh.value ->> 'eventId'`;
  const statements: Statement[] = [
    db.run(sql`insert into ${eventAnswers} (organization_id, event_id, user_id, answer, place, source, answered_at)
      select ${organizationId}, fresh.value ->> 'eventId', fresh.value ->> 'userId', 'maybe',
        (select coalesce(max(place), 0) ${ofEvent}) + (fresh.value ->> 'turn'), 'discord', ${now.toISOString()}
      from json_each(${JSON.stringify(added)}) fresh
      where (select count(*) ${ofEvent}) + (fresh.value ->> 'turn') <= ${MOST_ANSWERS}
      on conflict (user_id, event_id) where user_id is not null do nothing`),
    db.run(sql`delete from ${eventAnswers} where answer = 'maybe' and source = 'discord'
      and id in (select value from json_each(${JSON.stringify(lost.map(({ id }) => id))}))`),
    ...settleSeats(context, sql`select value from json_each(${JSON.stringify(changed)})`),
  ];
  return { statements, added: added.length, removed: lost.length };
}
