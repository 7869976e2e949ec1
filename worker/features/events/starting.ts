import { and, eq, sql } from "drizzle-orm";
import { actorWithoutSession } from "../../lib/actor.ts";
import { announceTo } from "../../lib/announcements.ts";
import type { SystemContext } from "../../lib/context.ts";
import { jsonList } from "../../lib/db/client.ts";
import { hoursFrom } from "../../lib/db/columns.ts";
import { write } from "../../lib/guard.ts";
import { eventAnnouncements } from "./events.announcements.ts";
import { isPublished, isSeenBy } from "./events.policy.ts";
import { eventAnswers, events } from "./events.table.ts";
import { eventNotices } from "./events.texts.ts";
import { positionAt } from "./list.ts";

/** Hours before its start at which a reminder of an event is sent. */
const AHEAD_HOURS = 0.5;
/** Events that one run looks at. */
const LOOKED_AT = 20;

/**
 * Sends reminders of events that begin within half an hour, once for each start: one notice to all users with a place, and an
 * announcement to all who see events, where everyone sees it.
 */
export async function tellStarting(context: SystemContext, organizationId: number): Promise<void> {
  const { db, now } = context;
  const isSoon = and(
    eq(events.organizationId, organizationId),
    sql`${events.position} >= ${positionAt(now.toISOString())}
      and ${events.position} < ${positionAt(hoursFrom(now, AHEAD_HOURS))}`,
    isPublished,
    sql`+${events.status} = 'planned' and ${events.startTold} is not ${events.startsAt}`,
  );
  const soon = await db
    .select({ id: events.id, title: events.title, startsAt: events.startsAt })
    .from(events)
    .where(isSoon)
    .limit(LOOKED_AT);
  if (soon.length === 0) return;
  const actor = actorWithoutSession("job", organizationId, "Events");
  const ids = jsonList(soon.map(({ id }) => id));
  await write(db, [
    ...soon.flatMap(({ id, title, startsAt }) => {
      // Another run may have sent it meanwhile.
      const isStill = sql`exists (select 1 from ${events} where ${and(isSoon, eq(events.id, id))})`;
      const isForAll = sql`exists (select 1 from ${events} where ${events.id} = ${id} and ${events.audience} is null)`;
      const going = sql`select user_id as id from ${eventAnswers} where event_id = ${id} and answer = 'going'
        and is_seated = 1 and user_id is not null and ${isSeenBy(sql`user_id`, sql`${id}`)} and ${isStill}`;
      const entry = eventAnnouncements.entry(
        "event.starting",
        { title, startsAt },
        { where: sql`${isStill} and ${isForAll}` },
      );
      return [
        ...eventNotices.write(context, going, "event.starting", { eventId: id, title }),
        ...announceTo({ db, now, actor }, { id, ...entry }),
      ];
    }),
    db
      .update(events)
      .set({ startTold: sql`starts_at` })
      .where(and(isSoon, sql`${events.id} in ${ids}`)),
  ]);
}
