import { and, eq, sql } from "drizzle-orm";
import { actorWithoutSession } from "../../lib/actor.ts";
import { announceTo } from "../../lib/announcements.ts";
import type { SystemContext } from "../../lib/context.ts";
import { jsonList } from "../../lib/db/client.ts";
import { hoursFrom } from "../../lib/db/columns.ts";
import { write } from "../../lib/guard.ts";
import { eventAnnouncements } from "./events.announcements.ts";
import { events } from "./events.table.ts";
import { positionAt } from "./list.ts";

/** Hours before its start at which an event is announced once more. */
const AHEAD_HOURS = 0.5;
/** Events that one run looks at. */
const LOOKED_AT = 20;

/** Announces the events that begin within half an hour, each once for its start, to all who see events. */
export async function announceStarting(context: SystemContext, organizationId: number): Promise<void> {
  const { db, now } = context;
  const isSoon = and(
    eq(events.organizationId, organizationId),
    sql`${events.position} >= ${positionAt(now.toISOString())}
      and ${events.position} < ${positionAt(hoursFrom(now, AHEAD_HOURS))}`,
    sql`+${events.status} = 'planned' and ${events.audience} is null
      and ${events.startTold} is not ${events.startsAt}`,
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
    ...soon.flatMap(({ id, ...details }) => {
      const where = sql`exists (select 1 from ${events} where ${and(isSoon, eq(events.id, id))})`;
      return announceTo(
        { db, now, actor },
        { id, ...eventAnnouncements.entry("event.starting", details, { where }) },
      );
    }),
    db
      .update(events)
      .set({ startTold: sql`starts_at` })
      .where(and(isSoon, sql`${events.id} in ${ids}`)),
  ]);
}
