import { eq, type SQL, sql } from "drizzle-orm";
import type { Person } from "../../lib/actor.ts";
import type { SessionContext, SystemContext } from "../../lib/context.ts";
import { write, writeIf } from "../../lib/guard.ts";
import type { Found } from "../../lib/http/actor-cache.ts";
import { entityOf, findActingPerson, guardSession, hashToken, newToken } from "../sessions/index.ts";
import type { CalendarAddress, NewCalendarAddress } from "./calendar.schema.ts";
import { calendarFeeds } from "./calendar.table.ts";
import { calendarAudit } from "./calendar.texts.ts";

const isOwn = ({ actor }: SessionContext): SQL => eq(calendarFeeds.userId, actor.userId);

/** Whether the caller has a calendar address, and since when. */
export async function getAddress(context: SessionContext): Promise<CalendarAddress> {
  const [row] = await context.db
    .select({ since: calendarFeeds.createdAt })
    .from(calendarFeeds)
    .where(isOwn(context));
  return { since: row?.since ?? null };
}

/** Makes the caller's calendar address; an earlier one ends. @throws AppError signed_out where the session has just ended */
export async function makeAddress(context: SessionContext): Promise<NewCalendarAddress> {
  const { db, env, actor, now } = context;
  const { userId, organizationId } = actor;
  const token = newToken();
  const feed = { tokenHash: hashToken(token), createdAt: now.toISOString() };
  await write(db, [
    guardSession(context),
    db
      .insert(calendarFeeds)
      .values({ userId, organizationId, ...feed })
      .onConflictDoUpdate({ target: calendarFeeds.userId, set: feed }),
    calendarAudit.write(context, { action: "calendar.address_made", entity: entityOf(context) }),
  ]);
  return { url: `${env.APP_URL}/api/calendar.ics?token=${token}`, since: feed.createdAt };
}

/** Ends the caller's calendar address; writes nothing where they have none. */
export async function endAddress(context: SessionContext): Promise<void> {
  const { db } = context;
  const own = isOwn(context);
  await writeIf(db, sql`exists (select 1 from ${calendarFeeds} where ${own})`, [
    db.delete(calendarFeeds).where(own),
    calendarAudit.write(context, { action: "calendar.address_ended", entity: entityOf(context) }),
  ]);
}

/**
 * The user of a calendar address with their present permissions; one round trip, the same for every reason of null.
 * @returns null for an unknown or ended token, and for a user who may not read events
 */
export async function findReader({ db }: SystemContext, token: string): Promise<Found<Person> | null> {
  if (!/^[\w-]{43}$/.test(token)) return null;
  const userId = sql`(select user_id from ${calendarFeeds} where token_hash = ${hashToken(token)})`;
  const found = await findActingPerson(db, userId);
  return found?.actor.permissions.has("events.read") ? found : null;
}
