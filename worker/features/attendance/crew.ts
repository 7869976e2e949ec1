import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { MemberContext } from "../../lib/context.ts";
import { hoursFrom } from "../../lib/db/columns.ts";
import { errors } from "../../lib/errors.ts";
import { firstRows } from "../../lib/page.ts";
import {
  assertOwnerMay,
  type EventRow,
  eventAnswers,
  events,
  isPublished,
  LENGTH,
  selectEvents,
  visibleTo,
} from "../events/index.ts";
import { isHolder } from "../members/index.ts";
import { users } from "../users/index.ts";
import { isOwnedBy } from "./attendance.policy.ts";
import { CHANGE_DAYS, type Unconfirmed } from "./attendance.schema.ts";
import { eventAttendance } from "./attendance.table.ts";
import { attendanceErrors } from "./attendance.texts.ts";

/** A person who was at an event; without an id one who may not see contracts any longer. */
export type Present = { userId: number | null; name: string; minutes: number };

/** The statements that read an event and who was confirmed at it, who was there longest first, for `presentOf`. */
export const selectPresent = (context: MemberContext, eventId: number) =>
  [
    selectEvents(context, eq(events.id, eventId)),
    context.db.all<Present>(sql`select iif(${isHolder(sql`u.id`, "contracts.read")}, u.id, null) as userId,
        u.display_name as name, t.minutes
      from ${eventAttendance} t cross join ${users} u on u.id = t.user_id
      where t.event_id = ${eventId} and t.organization_id = ${context.actor.organizationId}
        and t.answer in ('yes', 'partly')
      order by t.minutes desc, u.id`),
  ] as const;

/** @throws AppError not_found, event_not_yours, event_not_begun, event_is_cancelled, event_unconfirmed */
export function presentOf(context: MemberContext, [found, people]: readonly unknown[]) {
  const [event] = found as EventRow[];
  if (!event) throw errors.not_found();
  assertOwnerMay(context, event, "attendance");
  const present = people as Present[];
  if (present.length === 0) throw attendanceErrors.event_unconfirmed({ title: event.title });
  return { event, present };
}

/** Past events that are looked through, the last first: those whose attendance can change are among them. */
const LOOKED_THROUGH = 60;

/** SQL condition: a user with a place at the event of a row is not confirmed, or another user asks to be added. */
const isUnconfirmed = (userId: number): SQL => sql`(exists (select 1 from ${eventAnswers} a
    where a.event_id = events.id and a.answer = 'going' and a.is_seated = 1 and a.user_id is not null
      and not exists (select 1 from ${eventAttendance} t
        where t.event_id = a.event_id and t.user_id = a.user_id and t.answer is not null))
  or exists (select 1 from ${eventAttendance} t
    where t.event_id = events.id and t.claim_state = 'open' and t.user_id <> ${userId}))`;

/** The events that are over, and whose attendance waits for the actor while it can change. */
export async function listUnconfirmed(context: MemberContext): Promise<Unconfirmed> {
  const { db, actor, now } = context;
  const at = now.toISOString();
  const since = hoursFrom(now, -24 * CHANGE_DAYS);
  const past = firstRows(db, events, {
    where: and(
      eq(events.organizationId, actor.organizationId),
      isPublished,
      sql`${events.position} < ${at} and ${events.position} > ${hoursFrom(now, -24 * CHANGE_DAYS - LENGTH.most / 60)}`,
    ) as SQL,
    order: desc(events.position),
    most: LOOKED_THROUGH,
  });
  const rows = await db
    .select({ id: events.id })
    .from(past)
    .where(
      and(
        sql`+${events.status} = 'planned' and +${events.endsAt} <= ${at} and +${events.endsAt} > ${since}`,
        isOwnedBy(actor),
        visibleTo(actor),
        isUnconfirmed(actor.userId),
      ),
    );
  return { ids: rows.map(({ id }) => id) };
}
