import { sql } from "drizzle-orm";
import type { Context } from "../../../lib/context.ts";
import { readBatch, type Statement } from "../../../lib/db/client.ts";
import { hoursFrom } from "../../../lib/db/columns.ts";
import { users } from "../../users/index.ts";
import { closesAt, isSeenBy } from "../events.policy.ts";
import { MOST_ANSWERS } from "../events.schema.ts";
import { eventAnswers } from "../events.table.ts";
import { eventAudit } from "../events.texts.ts";
import { settleSeats } from "../seats.ts";
import { type DiscordEvents, USERS_PAGE } from "./client.ts";
import type { eventMirrorStates } from "./mirrors.table.ts";
import type { Wanted } from "./plan.ts";

/** Hours between two readings. */
const INTERVAL_HOURS = 0.5;
/** Pages of one event, as many as hold its most answers. */
const MOST_PAGES = MOST_ANSWERS / USERS_PAGE;

/** An event that Discord shows, by its id there. */
export type Live = { event: Wanted; id: string };
/** Who is interested in an event in Discord, by Discord id; `isAll` unless there are more. */
type Interest = { eventId: number; people: string[]; isAll: boolean };
type LastReading = Pick<typeof eventMirrorStates.$inferSelect, "interestReadAt" | "interestReadTo">;

/** What a reading of interest has found so far, which counts although a later call fails. */
export class Reading {
  readonly found: Interest[] = [];

  /** Where the next reading goes on; null where nothing was read. */
  get next(): LastReading | null {
    const last = this.found.at(-1);
    return last ? { interestReadAt: new Date().toISOString(), interestReadTo: last.eventId } : null;
  }

  /**
   * Reads who is interested in events whose sign-ups are open, as far as the calls of the pass go, from where the last
   * reading ended. Does nothing within INTERVAL_HOURS of it.
   * @throws Stopped
   */
  async read(
    { now }: Context,
    calls: DiscordEvents,
    live: readonly Live[],
    last: LastReading,
  ): Promise<void> {
    if (last.interestReadAt !== null && last.interestReadAt > hoursFrom(now, -INTERVAL_HOURS)) return;
    const open = live
      .filter(({ event }) => now.toISOString() < closesAt(event))
      .sort((a, b) => a.event.id - b.event.id);
    const isAfter = ({ event }: Live) => event.id > last.interestReadTo;
    for (const { event, id } of [...open.filter(isAfter), ...open.filter((each) => !isAfter(each))]) {
      const found = await everybody(calls, id);
      if (calls.left <= 0 && !found?.isAll) return;
      if (found) this.found.push({ eventId: event.id, ...found });
    }
  }
}

/** Reads who is interested in one event; null where it is over there. */
async function everybody(calls: DiscordEvents, id: string): Promise<Omit<Interest, "eventId"> | null> {
  const people: string[] = [];
  for (let pages = 0; pages < MOST_PAGES && calls.left > 0; pages++) {
    const page = await calls.interested(id, people.at(-1) ?? "0");
    if (typeof page === "string") return null;
    people.push(...page);
    if (page.length < USERS_PAGE) return { people, isAll: true };
  }
  return { people, isAll: false };
}

type Answered = { id: number; eventId: number; discordId: string | null };

/**
 * The statements that make who is interested in Discord a maybe here: known, active, and without any answer so far. Who is
 * no longer interested loses one that came from Discord; every other answer stays. Nothing where nothing differs.
 */
export async function answersOf(context: Context, found: readonly Interest[]) {
  const none = { statements: [] as Statement[], added: 0, removed: 0 };
  if (found.length === 0) return none;
  const { db, actor, now } = context;
  const { organizationId } = actor;
  const read = JSON.stringify(found);
  const [fresh, held] = await readBatch(db, [
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
  const lost = held.filter(({ eventId, discordId }) => {
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
    eventAudit.write(context, {
      action: "event.interest_read",
      details: { added: added.length, removed: lost.length },
    }),
  ];
  return { statements, added: added.length, removed: lost.length };
}
