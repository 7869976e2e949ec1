import { sql } from "drizzle-orm";
import { changedDetails } from "../../lib/audit.ts";
import type { ById, MemberContext } from "../../lib/context.ts";
import type { Statement } from "../../lib/db/client.ts";
import { errors } from "../../lib/errors.ts";
import { fieldNames, fieldsWith } from "../../lib/fields.schema.ts";
import { changedFields } from "../../lib/fields.ts";
import { invalidField } from "../../lib/validation.ts";
import { wallAt } from "../../lib/zones.schema.ts";
import { announced } from "./events.announcements.ts";
import { type EventFieldName, eventFields, seriesFields, toldFields } from "./events.fields.ts";
import { assertOwnerMay, isSeenBy, statusAfter } from "./events.policy.ts";
import { answering, type EventPlan, type EventRow, entryOf, eventRecord } from "./events.rows.ts";
import { AHEAD, type EditEventInput, type Event } from "./events.schema.ts";
import { eventAnswers, events } from "./events.table.ts";
import { eventErrors, eventNotices, eventSentences } from "./events.texts.ts";
import type { Occurrence } from "./recurrence/expand.ts";
import { settleSeats } from "./seats.ts";
import {
  areUnchanged,
  columnOf,
  type DateRow,
  datesOf,
  endSeries,
  type Following,
  insertDates,
  insertSeries,
  NEW_SERIES,
  readSeries,
  ruleOf,
  seriesQueries,
} from "./series.ts";
import { assertPublic, guardPeople, lengthOf, minutesAfter, type Terms, termsOf } from "./terms.ts";

/** Whether users who go, wait or may come are told of changed fields. */
const isTellable = (changed: readonly EventFieldName[]) => changed.some((name) => name in toldFields);

/**
 * Edits the fields of an event that the input has, and with `which` following the later dates of its series, too. Status
 * upcoming publishes a draft, and puts a cancelled event back. Who goes, waits or may come is told.
 * @throws AppError not_found, stale_version, event_not_yours, event_over, event_is_cancelled, event_no_series, invalid_input
 */
export function editEvent(context: MemberContext, { id, ...input }: ById<EditEventInput>): Promise<Event> {
  const { organizationId = context.actor.organizationId } = input;
  if (organizationId !== context.actor.organizationId) throw errors.not_found();
  const isOfSeries = input.which === "following" || input.recurrence !== undefined;
  return eventRecord.edit(
    context,
    id,
    input.version,
    (row, results) => {
      const act = actOf(row, input);
      assertOwnerMay(context, row, act);
      const terms = termsOf(context, input, row);
      const isAnnounced = act !== "update";
      if (isAnnounced && terms.endsAt <= context.now.toISOString())
        throw invalidField("startsAt", context.language, eventSentences.event_future);
      if (row.status !== "draft") assertPublic(context, terms, changedFields(eventFields, row, terms));
      else if (isAnnounced) assertPublic(context, terms);
      return isOfSeries
        ? planSeries(context, row, terms, input, readSeries(context, results))
        : planOne(context, row, terms, input);
    },
    { more: isOfSeries ? seriesQueries(context.db, id) : [] },
  );
}

/** What an edit does: with status upcoming it publishes a draft, and puts a cancelled event back. */
function actOf({ status }: EventRow, input: Pick<EditEventInput, "status">) {
  if (input.status !== "upcoming" || status === "planned") return "update";
  return status === "draft" ? "publish" : "putBack";
}

/** The plan of one event's change; null where nothing changes. */
function planOne(
  context: MemberContext,
  row: EventRow,
  terms: Terms,
  input: Pick<EditEventInput, "status">,
): EventPlan | null {
  const { id } = row;
  const changed = changedFields(eventFields, row, terms);
  const status = statusAfter(row, actOf(row, input), context.now);
  if (changed.length === 0 && status === row.status) return null;
  const isPutBack = row.status === "cancelled";
  const details = { eventId: id, title: terms.title, by: context.actor.name };
  const isTold = row.status === "planned" && isTellable(changed);
  const people = answering(context, sql`${id}`);
  return {
    set: {
      ...Object.fromEntries(changed.map((name) => [name, terms[name]])),
      ...(status === row.status ? {} : { status }),
      ...(isPutBack ? { cancelReason: null, cancelledBy: null } : {}),
      sequence: sql`${events.sequence} + 1`,
    },
    audit: [entryOfEdit(row, terms, changed, status)],
    notices: [
      ...(isTold ? [eventNotices.entry(people, "event.changed", details)] : []),
      ...(isPutBack ? [eventNotices.entry(people, "event.put_back", details)] : []),
    ],
    announcements: [announcedOf(row, terms, changed, status, context.actor.name)],
    writeAfter: settle(context, terms, changed, [id]),
    checkBefore: guardPeople(context, terms, row),
  };
}

/** What an edit announces: an event that everybody sees from now on is a new one to them. */
function announcedOf(
  row: EventRow,
  { title, startsAt }: Terms,
  changed: readonly EventFieldName[],
  status: EventRow["status"],
  by: string,
) {
  const { id, startsAt: from } = row;
  if (row.status === "draft" || row.audience !== null)
    return announced(id, "event.created", { title, startsAt, by });
  return status === row.status && changed.includes("startsAt")
    ? announced(id, "event.moved", { title, from, to: startsAt, by })
    : announced(id, "event.updated", { title, startsAt, by });
}

function entryOfEdit(
  row: EventRow,
  terms: Terms,
  changed: readonly EventFieldName[],
  status: EventRow["status"],
): EventPlan["audit"][number] {
  if (status === "draft") return { action: "event.draft_edited", entity: { id: row.id, name: null } };
  const after = { id: row.id, title: terms.title, audience: row.audience ?? terms.audience };
  if (row.status === "cancelled") return entryOf("put_back", after);
  if (row.status === "draft") return entryOf("planned", after);
  const fields = fieldNames(fieldsWith(eventFields, "audit")).filter((name) => changed.includes(name));
  return entryOf("edited", after, changedDetails(row, terms, fields));
}

/** The statements that keep answers true to changed places and roles, event by event. */
function settle(
  context: MemberContext,
  terms: Terms,
  changed: readonly EventFieldName[],
  eventIds: readonly number[],
): Statement[] {
  const { db } = context;
  const ids = sql`select value from json_each(${JSON.stringify(eventIds)})`;
  const slots = JSON.stringify(terms.slots.map(({ id }) => id));
  const isSeen = isSeenBy(sql`event_answers.user_id`, sql`event_answers.event_id`);
  const hasOther = (...names: EventFieldName[]) => names.some((name) => changed.includes(name));
  return [
    // Who had a slot that is gone keeps their order of arrival among those without one.
    ...(hasOther("slots")
      ? [
          db.run(sql`update ${eventAnswers} set wanted_slot_id = null, wanted_place = null where event_id in (${ids})
            and wanted_place is not null and wanted_slot_id not in (select value from json_each(${slots}))`),
          db.run(sql`update ${eventAnswers} set slot_id = null where event_id in (${ids})
            and slot_id not in (select value from json_each(${slots}))`),
        ]
      : []),
    ...(hasOther("audience")
      ? [
          db.run(sql`update ${eventAnswers} set answer = 'withdrawn', is_seated = 0 where event_id in (${ids})
            and user_id is not null and answer <> 'withdrawn' and not ${isSeen}`),
        ]
      : []),
    ...(hasOther("slots", "audience", "maxAttendees") ? settleSeats(context, ids) : []),
  ];
}

/** A later date with what becomes of it. */
type Moved = DateRow & { to: Occurrence };

/** The plan of a change of an event and the later dates of its series, which go on as a series of their own. */
function planSeries(
  context: MemberContext,
  row: EventRow,
  terms: Terms,
  input: EditEventInput,
  following: Following,
): EventPlan | null {
  const { db } = context;
  const { title } = row;
  if (!following.series && !input.recurrence) throw eventErrors.event_no_series({ title });
  const plan = planOne(context, row, terms, input);
  const given = input.recurrence;
  const isNewRule = given !== undefined && JSON.stringify(given) !== JSON.stringify(following.series?.rule);
  if (!plan && !isNewRule) return null;
  const status = statusAfter(row, actOf(row, input), context.now);
  const common = {
    ...(plan ?? { audit: [entryOfEdit(row, terms, [], status)], checkBefore: [] }),
    unchanged: [areUnchanged(row, following)],
  };
  const ended = endSeries(db, following, row.occurrence);
  const { later } = following;
  if (given === null) {
    const set = { ...(plan?.set ?? {}), seriesId: null, occurrence: null };
    return { ...common, set, writeAfter: [...(plan?.writeAfter ?? []), ...drop(context, later), ...ended] };
  }
  const rule = ruleOf(row, following, terms, given);
  if (!rule) throw eventErrors.event_no_series({ title });
  const changed = changedFields(eventFields, row, terms);
  const isMoved = isNewRule || changed.some((name) => name === "startsAt" || name === "timeZone");
  // A date that was moved by itself keeps its place in the series.
  const { timeZone } = terms;
  const start = isMoved || row.occurrence === null ? wallAt(terms.startsAt, timeZone) : row.occurrence;
  const planned = datesOf(context, rule, { start, timeZone }, Math.max(later.length + 1, AHEAD));
  const [first, ...others] = planned.dates;
  const kept: Moved[] = later.flatMap((each, at) => {
    const to = others[at];
    return to ? [{ ...each, to }] : [];
  });
  const added = others.slice(later.length);
  const all = [row, ...kept].map(({ id }) => id);
  return {
    ...common,
    writeBefore: [insertSeries(context, planned, terms, following.series?.id ?? null)],
    set: { ...(plan?.set ?? {}), seriesId: NEW_SERIES, occurrence: first?.wall ?? null },
    notices: toldOf(context, row, terms, changed, isMoved, all),
    writeAfter: [
      ...moveDates(context, kept, terms, changed, isMoved, input),
      ...drop(context, later.slice(kept.length)),
      ...insertDates(context, NEW_SERIES, added, status === "draft" ? "draft" : "planned"),
      ...ended,
      ...settle(context, terms, changed, all),
    ],
  };
}

/** One notice to everybody who answered one of the dates, not one for each date. */
function toldOf(
  context: MemberContext,
  row: EventRow,
  terms: Terms,
  changed: readonly EventFieldName[],
  isMoved: boolean,
  all: readonly number[],
) {
  const isTold = row.status === "planned" && (isMoved || isTellable(changed));
  if (!isTold) return [];
  const ids = sql`select value from json_each(${JSON.stringify(all)})`;
  const details = { eventId: row.id, title: terms.title, by: context.actor.name };
  return [eventNotices.entry(answering(context, ids), "event.changed", details)];
}

/** The statement that moves the later dates to their new series; a date that is left out stays so. */
function moveDates(
  { db, now }: MemberContext,
  kept: readonly Moved[],
  terms: Terms,
  changed: readonly EventFieldName[],
  isMoved: boolean,
  input: EditEventInput,
): Statement[] {
  if (kept.length === 0) return [];
  const moves = kept.map(({ id, to }) => ({
    id,
    wall: to.wall,
    startsAt: to.startsAt,
    endsAt: minutesAfter(to.startsAt, lengthOf(terms)),
  }));
  const isNewLength = changed.includes("endsAt");
  const set = [
    sql`series_id = ${NEW_SERIES}, occurrence = move.value ->> 'wall', sequence = sequence + 1,
      version = version + 1, updated_at = ${now.toISOString()}, time_zone = ${terms.timeZone}`,
    ...fieldNames(seriesFields)
      .filter((name) => changed.includes(name))
      .map((name) => sql`${columnOf(name)} = ${sql.param(terms[name], events[name])}`),
    ...(isMoved || isNewLength
      ? [sql`starts_at = move.value ->> 'startsAt', ends_at = move.value ->> 'endsAt'`]
      : []),
    ...(input.status === "upcoming" ? [sql`status = iif(status = 'draft', 'planned', status)`] : []),
  ];
  return [
    db.run(sql`update ${events} set ${sql.join(set, sql`, `)} from json_each(${JSON.stringify(moves)}) move
      where events.id = move.value ->> 'id'`),
  ];
}

/** The statements that take dates out of a series: those with answers are cancelled, so that nobody comes in vain. */
function drop({ db, actor, now }: MemberContext, dates: readonly DateRow[]): Statement[] {
  if (dates.length === 0) return [];
  const idsOf = (which: readonly DateRow[]) =>
    sql`select value from json_each(${JSON.stringify(which.map(({ id }) => id))})`;
  const [answered, others] = [
    dates.filter(({ answers }) => answers > 0),
    dates.filter((each) => !each.answers),
  ];
  return [
    db.run(sql`delete from ${events} where id in (${idsOf(others)})`),
    db.run(sql`update ${events} set status = 'cancelled', cancelled_by = ${actor.name}, sequence = sequence + 1,
        version = version + 1, updated_at = ${now.toISOString()}, series_id = null, occurrence = null
      where id in (${idsOf(answered)}) and status <> 'cancelled'`),
  ];
}
