import { and, asc, desc, eq, lt, type SQL, sql } from "drizzle-orm";
import { avatarUrl } from "../../lib/avatar.ts";
import type { ById, MemberContext } from "../../lib/context.ts";
import { readBatch } from "../../lib/db/client.ts";
import { hoursFrom } from "../../lib/db/columns.ts";
import { errors } from "../../lib/errors.ts";
import { firstRows, type Page, page } from "../../lib/page.ts";
import { wallAt } from "../../lib/zones.schema.ts";
import { leaveAt } from "../leave/index.ts";
import { users } from "../users/index.ts";
import { isPublished, owns, visibleTo } from "./events.policy.ts";
import { type EventRow, selectEvents, selectListed, toEvent } from "./events.rows.ts";
import {
  AHEAD,
  type Attendee,
  type DatesInput,
  type Event,
  type EventDetails,
  type EventListQuery,
  LENGTH,
  MOST_ANSWERS,
  MOST_IN_STRIP,
  MOST_PAST,
  MOST_STRIP_DAYS,
  STRIP_DAYS,
  type Strip,
  type StripQuery,
} from "./events.schema.ts";
import { eventAnswers, eventSeries, events } from "./events.table.ts";
import { ruleFrom } from "./recurrence/split.ts";
import { datesOf } from "./series.ts";
import { type EventState, stateOf } from "./state.schema.ts";

/** Events that one answer of a filtered list reads. */
const LOOKED_THROUGH = 300;
const FILTERED_LIMIT = 50;
/** The last dates of a series: those ahead, and as many before. */
const DATES_SHOWN = 2 * AHEAD;

/** The prefix of positions that precedes all events that begin at an instant or later. */
export const positionAt = (instant: string): string => `${instant} `;

/** The order of a list, and the conditions of its events. */
function listOf({ actor, now }: MemberContext, show: EventListQuery["show"]) {
  const at = now.toISOString();
  const positionOf = ({ position }: EventRow) => position;
  const start = and(eq(events.organizationId, actor.organizationId), isPublished);
  // A current event began at most the greatest length ago.
  const sinceLongest = positionAt(hoursFrom(now, -LENGTH.most / 60));
  const order = { by: events.position, type: "string", positionOf } as const;
  if (show === "upcoming")
    return {
      order: { ...order, direction: "asc", from: sinceLongest } as const,
      start,
      condition: sql`+${events.endsAt} > ${at}`,
    };
  if (show === "past")
    return {
      order: { ...order, direction: "desc", from: positionAt(at) } as const,
      start,
      condition: sql`+${events.endsAt} <= ${at}`,
    };
  return {
    order: { ...order, direction: "asc" } as const,
    start: sql`${events.createdBy} = ${actor.userId} and ${events.status} = 'draft'`,
    condition: undefined,
  };
}

/** SQL condition: the actor goes to the event of a row, waits for it or organizes it. */
const isOwn = ({ userId }: { userId: number }): SQL => sql`(+${events.organizerId} = ${userId}
  or exists (select 1 from ${eventAnswers} where ${eventAnswers.userId} = ${userId}
    and ${eventAnswers.eventId} = events.id and ${eventAnswers.answer} = 'going'))`;

/** One page of events that the reader may see. @throws AppError invalid_input for a wrong cursor */
export async function listEvents(context: MemberContext, query: EventListQuery): Promise<Page<Event>> {
  const { db, actor, language } = context;
  const { show, type, mine } = query;
  const { order, start, condition } = listOf(context, show);
  const isFiltered = type !== undefined || mine !== undefined;
  const limit = isFiltered ? Math.min(query.limit, FILTERED_LIMIT) : query.limit;
  const paging = page({ ...query, limit }, order, language);
  const isShown = and(
    condition,
    type === undefined ? undefined : sql`+${events.type} = ${type}`,
    mine === undefined ? undefined : isOwn(actor),
    visibleTo(actor),
  );
  const present = (row: EventRow) => toEvent(row, context);
  const window = paging.window(db, events, and(start, paging.after) as SQL, LOOKED_THROUGH);
  const isOnPage = paging.isOnPage(events.id, window.rows, isShown);
  if (!isFiltered) {
    const rows = await selectListed(context, and(start, condition, paging.after))
      .orderBy(paging.order)
      .limit(paging.limit);
    return paging.toPage(rows, present);
  }
  const [rows, [end]] = await readBatch(db, [
    selectListed(context, isOnPage).orderBy(paging.order),
    window.end,
  ]);
  return paging.toPage(rows, present, end?.lookedTo);
}

const markOf = (state: EventState) =>
  state === "cancelled" || state === "going" || state === "waiting" ? state : "open";

/**
 * The reader's state for each event of STRIP_DAYS days, or of those before another instant within a year, at most
 * MOST_IN_STRIP; and the number of past events that the reader may see, of the last LOOKED_THROUGH.
 */
export async function listStrip(context: MemberContext, query: StripQuery): Promise<Strip> {
  const { db, actor, now } = context;
  const { from } = query;
  const day = 24 * 3_600_000;
  const most = Date.parse(from) + MOST_STRIP_DAYS * day;
  const to = new Date(
    query.to === undefined ? Date.parse(from) + STRIP_DAYS * day : Math.min(Date.parse(query.to), most),
  ).toISOString();
  const own = and(eq(eventAnswers.userId, actor.userId), eq(eventAnswers.eventId, events.id));
  const { start, condition } = listOf(context, "past");
  const past = firstRows(db, events, {
    where: and(start, lt(events.position, positionAt(now.toISOString()))) as SQL,
    order: desc(events.position),
    most: LOOKED_THROUGH,
  });
  const [rows, [counted]] = await readBatch(db, [
    db
      .select({
        id: events.id,
        title: events.title,
        startsAt: events.startsAt,
        status: events.status,
        answer: eventAnswers.answer,
        isSeated: eventAnswers.isSeated,
      })
      .from(events)
      .leftJoin(eventAnswers, own)
      .where(
        and(
          start,
          sql`${events.position} >= ${positionAt(from)} and ${events.position} < ${positionAt(to)}`,
          visibleTo(actor),
        ),
      )
      .orderBy(asc(events.position))
      .limit(MOST_IN_STRIP),
    db
      .select({
        seen: sql<number>`count(*) filter (where ${and(condition, visibleTo(actor))})`.as("seen"),
      })
      .from(past),
  ]);
  const seen = counted?.seen ?? 0;
  return {
    events: rows.map(({ id, title, startsAt, status, answer, isSeated }) => ({
      id,
      title,
      startsAt,
      mark: markOf(stateOf({ status, own: answer && { answer, isSeated: isSeated === true } })),
    })),
    past: { count: Math.min(seen, MOST_PAST), isMore: seen > MOST_PAST },
  };
}

/** One event with who answered and the dates of its series. @throws AppError not_found */
export async function getEvent(context: MemberContext, { id }: ById): Promise<EventDetails> {
  const { db, actor } = context;
  const isVisible = sql`exists (select 1 from ${events} where ${events.id} = ${id} and ${visibleTo(actor)})`;
  const ofSeries = sql`(select series_id from ${events} where id = ${id})`;
  const [[row], people, [series], dates] = await readBatch(db, [
    selectEvents(context, eq(events.id, id)),
    db
      .select({
        id: eventAnswers.id,
        userId: eventAnswers.userId,
        guest: eventAnswers.guest,
        name: users.displayName,
        avatar: users.avatar,
        discordId: users.discordId,
        answer: eventAnswers.answer,
        slotId: eventAnswers.slotId,
        isSeated: eventAnswers.isSeated,
        place: eventAnswers.place,
        wantedSlotId: eventAnswers.wantedSlotId,
        wantedPlace: eventAnswers.wantedPlace,
        away: leaveAt(
          sql`${eventAnswers.userId}`,
          sql`(select starts_at from ${events} where id = ${id})`,
        ).as("away"),
        addedBy: eventAnswers.addedBy,
        source: eventAnswers.source,
        answeredAt: eventAnswers.answeredAt,
      })
      .from(eventAnswers)
      .leftJoin(users, eq(users.id, eventAnswers.userId))
      .where(and(eq(eventAnswers.eventId, id), sql`${eventAnswers.answer} <> 'withdrawn'`, isVisible))
      .orderBy(asc(eventAnswers.place), asc(eventAnswers.id))
      .limit(MOST_ANSWERS),
    db
      .select()
      .from(eventSeries)
      .where(and(sql`${eventSeries.id} = ${ofSeries}`, isVisible)),
    db
      .select({
        id: events.id,
        startsAt: events.startsAt,
        status: events.status,
        signUps: sql<number>`attendees + waiting + maybe`.as("sign_ups"),
      })
      .from(events)
      .where(
        and(sql`${events.seriesId} = ${ofSeries}`, sql`${events.occurrence} is not null`, visibleTo(actor)),
      )
      .orderBy(desc(events.occurrence))
      .limit(DATES_SHOWN),
  ]);
  if (!row) throw errors.not_found();
  const isOwner = owns(actor, row);
  const going = people.filter(({ answer }) => answer === "going");
  const waiting = going.flatMap(({ isSeated, slotId, place, wantedSlotId, wantedPlace }) => [
    ...(isSeated ? [] : [{ slotId, place }]),
    ...(wantedPlace === null ? [] : [{ slotId: wantedSlotId, place: wantedPlace }]),
  ]);
  const numberOf = (slotId: number | null, place: number) =>
    waiting.filter((each) => each.slotId === slotId && each.place <= place).length;
  const attendees = people.map((person): Attendee => {
    const { avatar, discordId, guest, name, source, place, wantedSlotId, wantedPlace, ...rest } = person;
    const { answer, isSeated, slotId } = rest;
    const isGoing = answer === "going";
    const [from = "", to = ""] = rest.away?.split("/") ?? [];
    return {
      ...rest,
      answer: answer as Attendee["answer"],
      displayName: guest ?? name ?? "",
      avatarUrl: avatarUrl(discordId, avatar),
      number: isGoing && !isSeated ? numberOf(slotId, place) : null,
      waitsFor:
        isGoing && wantedPlace !== null
          ? { slotId: wantedSlotId, number: numberOf(wantedSlotId, wantedPlace) }
          : null,
      away: isOwner && rest.away !== null ? { from, to } : null,
      isFromDiscord: source === "discord",
    };
  });
  return {
    ...toEvent(row, context),
    people: attendees,
    series: series
      ? {
          ...series,
          rest: row.occurrence ? ruleFrom(series.rule, series.start, row.occurrence) : series.rule,
        }
      : null,
    dates: dates.map(({ status, ...date }) => ({ ...date, isCancelled: status === "cancelled" })).reverse(),
  };
}

/** The next dates of a rule, as a form shows them. @throws AppError invalid_input where the start does not fit the rule */
export const previewDates = (context: MemberContext, { startsAt, timeZone, recurrence }: DatesInput) =>
  datesOf(context, recurrence, { start: wallAt(startsAt, timeZone), timeZone });
