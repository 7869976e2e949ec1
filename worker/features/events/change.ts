import { sql } from "drizzle-orm";
import type { ById, MemberContext } from "../../lib/context.ts";
import { errors } from "../../lib/errors.ts";
import { blanksOf } from "../../lib/fields.schema.ts";
import { newest } from "../../lib/guard.ts";
import { wallAt } from "../../lib/zones.schema.ts";
import { announced } from "./events.announcements.ts";
import { eventFields } from "./events.fields.ts";
import { assertOwnerMay, refusalOf, statusAfter } from "./events.policy.ts";
import { answering, type EventPlan, entryOf, eventRecord } from "./events.rows.ts";
import { type CancelInput, type CreateEventInput, type Event, LENGTH } from "./events.schema.ts";
import { events } from "./events.table.ts";
import { eventErrors, eventNotices } from "./events.texts.ts";
import {
  areUnchanged,
  datesOf,
  endSeries,
  insertDates,
  insertSeries,
  NEW_SERIES,
  readSeries,
  seriesQueries,
} from "./series.ts";
import { assertPublic, guardPeople, termsOf } from "./terms.ts";

/**
 * Plans an event, a draft or one to come at once, alone or as the first of a series.
 * @throws AppError not_found for another organization, invalid_input
 */
export function createEvent(context: MemberContext, input: CreateEventInput): Promise<Event> {
  const { actor, now } = context;
  const { organizationId, userId } = actor;
  if ((input.organizationId ?? organizationId) !== organizationId) throw errors.not_found();
  const { recurrence, startsAt, title, timeZone } = input;
  const status = input.status === "draft" ? "draft" : "planned";
  const own = { title, timeZone, organizerId: userId, createdBy: userId, startsAt: "", endsAt: "" };
  const { lengthMinutes = LENGTH.usual } = input;
  const terms = termsOf(context, { ...input, lengthMinutes }, { ...blanksOf(eventFields), ...own });
  if (status === "planned") assertPublic(context, terms);
  const planned = recurrence
    ? datesOf(context, recurrence, { start: wallAt(startsAt, timeZone), timeZone })
    : null;
  const [first, ...others] = planned?.dates ?? [];
  const at = now.toISOString();
  const isShown = status === "planned" && terms.audience === null;
  return eventRecord.create(context, {
    name: title,
    // The event itself is the newest row.
    writeBefore: planned
      ? [insertSeries(context, planned, terms), ...insertDates(context, NEW_SERIES, others, status)]
      : [],
    values: {
      ...terms,
      organizationId,
      status,
      createdAt: at,
      updatedAt: at,
      ...(first ? { seriesId: NEW_SERIES, occurrence: first.wall } : {}),
    },
    audit: [
      {
        action: status === "draft" ? "event.drafted" : isShown ? "event.planned" : "event.planned_hidden",
        entity: { id: newest(events), name: isShown ? title : null },
      },
    ],
    announcements: [
      announced(newest(events), "event.created", { title, startsAt: terms.startsAt, by: actor.name }),
    ],
    checkBefore: guardPeople(context, terms, { audience: null, organizerId: userId }),
  });
}

/**
 * Cancels an event, and with `which` following the later dates of its series, too; everybody who answered is told why.
 * @throws AppError not_found, stale_version, event_not_yours, event_over, event_is_cancelled, event_is_draft, event_no_series
 */
export const cancelEvent = (
  context: MemberContext,
  { id, reason, which, version }: ById<CancelInput>,
): Promise<Event> =>
  eventRecord.edit(
    context,
    id,
    version,
    (row, results): EventPlan => {
      assertOwnerMay(context, row, "cancel");
      const { title } = row;
      const { db, actor, now } = context;
      const status = statusAfter(row, "cancel", now);
      const set = { status, cancelReason: reason, cancelledBy: actor.name };
      const change = { ...set, sequence: sql`${events.sequence} + 1` };
      const details = { eventId: id, title, by: actor.name, reason };
      const plan = {
        set: change,
        audit: [entryOf("cancelled", row, { reason })],
        notices: [eventNotices.entry(answering(context, sql`${id}`), "event.cancelled", details)],
        announcements: [announced(id, "event.cancelled", { title, by: actor.name, reason })],
      };
      if (which === "this") return plan;
      const following = readSeries(context, results);
      if (!following.series) throw eventErrors.event_no_series({ title });
      const ids = sql`select value from json_each(${JSON.stringify(following.later.map((each) => each.id))})`;
      return {
        ...plan,
        unchanged: [areUnchanged(row, following)],
        notices: [
          eventNotices.entry(
            answering(context, sql`select ${id} union all ${ids}`),
            "event.cancelled",
            details,
          ),
        ],
        writeAfter: [
          db.run(sql`update ${events} set status = ${status}, cancel_reason = ${reason}, cancelled_by = ${actor.name},
              sequence = sequence + 1, version = version + 1, updated_at = ${now.toISOString()}
            where id in (${ids}) and status = 'planned'`),
          ...endSeries(db, following, row.occurrence),
        ],
      };
    },
    { more: which === "following" ? seriesQueries(context.db, id) : [] },
  );

/** Deletes a draft, with the other drafts of its series. @throws AppError not_found, event_not_yours, event_not_draft */
export const deleteEvent = (context: MemberContext, { id }: ById): Promise<void> =>
  eventRecord.remove(context, id, (row) => {
    const { db, now } = context;
    const refusal = refusalOf(row, "delete", now);
    if (refusal) throw refusal;
    assertOwnerMay(context, row, "delete");
    return {
      audit: [{ action: "event.draft_deleted", entity: { id, name: null } }],
      writeAfter:
        row.seriesId === null
          ? []
          : [
              db.run(sql`delete from ${events} where series_id = ${row.seriesId} and status = 'draft'`),
              db.run(sql`delete from event_series where id = ${row.seriesId}
                and not exists (select 1 from ${events} where series_id = ${row.seriesId})`),
            ],
    };
  });
