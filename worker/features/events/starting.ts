import { sql } from "drizzle-orm";
import type { SystemContext } from "../../lib/context.ts";
import { hoursFrom } from "../../lib/db/columns.ts";
import { writeIf } from "../../lib/guard.ts";
import { notices } from "../../lib/notices.table.ts";
import { isSeenBy } from "./events.policy.ts";
import { eventAnswers, events } from "./events.table.ts";
import { eventNotices } from "./events.texts.ts";

/** Hours before its start at which the people of an event are told of it. */
const AHEAD_HOURS = 0.5;
/** Milliseconds before now in which an earlier notice of the same start was written. */
const TOLD_MS = 2 * AHEAD_HOURS * 3_600_000;

/**
 * Tells those who have a place in an event that starts soon, once for each event: one notice for all of them. An event that
 * is moved to another day is told of again.
 */
export async function tellStarting(context: SystemContext, organizationId: number): Promise<void> {
  const { db, now } = context;
  const wasTold = (id: unknown) => sql`exists (select 1 from ${notices}
    where organization_id = ${organizationId} and user_id = 0 and id between ${now.getTime() - TOLD_MS} and ${now.getTime()}
      and kind = 'event.starting' and details ->> 'eventId' = ${id})`;
  const starting = await db.all<{ id: number; title: string }>(sql`select id, title from ${events}
    where organization_id = ${organizationId} and position > ${`${now.toISOString()}!`}
      and position < ${`${hoursFrom(now, AHEAD_HOURS)}!`} and status = 'planned' and not ${wasTold(sql`events.id`)}`);
  for (const { id, title } of starting) {
    const going = sql`select user_id as id from ${eventAnswers} where event_id = ${id} and answer = 'going'
      and is_seated = 1 and user_id is not null and ${isSeenBy(sql`user_id`, sql`${id}`)}`;
    const told = eventNotices.write(context, going, "event.starting", { eventId: id, title });
    await writeIf(db, sql`not ${wasTold(id)}`, told);
  }
}
