import { and, asc, eq, gt, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { ById, Context, MemberContext, SystemContext } from "../../lib/context.ts";
import { readBatch } from "../../lib/db/client.ts";
import { aliased } from "../../lib/db/columns.ts";
import { errors } from "../../lib/errors.ts";
import type { FileAnswer } from "../../lib/http/answers.ts";
import { firstRows } from "../../lib/page.ts";
import {
  eventAnswers,
  eventErrors,
  events,
  isPublished,
  numberOf,
  selectEvents,
  visibleTo,
} from "../events/index.ts";
import { organizations } from "../settings/index.ts";
import { findReader } from "./address.ts";
import { FEED_DAYS_BACK, MOST_IN_FEED } from "./calendar.schema.ts";
import { shownColumns, toCalendar } from "./icalendar.ts";

/** Events that one answer reads, including those that its reader may not see. */
const LOOKED_THROUGH = 2 * MOST_IN_FEED;
const DAY_MS = 86_400_000;

const own = alias(eventAnswers, "own");

/** The query for the events of a reader's calendar, with their own answer, without drafts. */
function selectDates({ db, actor }: Context, day: number) {
  const from = new Date((day - FEED_DAYS_BACK) * DAY_MS).toISOString();
  const order = asc(events.position);
  const ahead = and(eq(events.organizationId, actor.organizationId), isPublished, gt(events.position, from));
  return db
    .select({
      ...shownColumns,
      ownAnswer: aliased(own.answer, "own_answer"),
      ownIsSeated: aliased(own.isSeated, "own_is_seated"),
      ownAnsweredAt: aliased(own.answeredAt, "own_answered_at"),
      ownNumber: numberOf({
        eventId: sql`${own.eventId}`,
        answer: sql`${own.answer}`,
        isSeated: sql`${own.isSeated}`,
        slotId: sql`${own.slotId}`,
        place: sql`${own.place}`,
      }).as("own_number"),
    })
    .from(firstRows(db, events, { where: ahead as SQL, order, most: LOOKED_THROUGH }))
    .leftJoin(own, and(eq(own.userId, actor.userId ?? -1), eq(own.eventId, events.id)))
    .where(visibleTo(actor))
    .orderBy(order)
    .limit(MOST_IN_FEED);
}

/** A calendar with its entity tag; `body` is null for a client that has it already. */
export type Feed = { tag: string; body: string | null };

/**
 * The calendar of a calendar address: events that its user may see now, from FEED_DAYS_BACK days back. Reads no replica, so
 * that an address ends at once.
 * @param known the client's entity tag
 * @throws AppError not_found, see `findReader`
 */
export async function readFeed(system: SystemContext, token: string, known?: string): Promise<Feed> {
  const context = { ...system, db: system.openPrimary?.() ?? system.db };
  const found = await findReader(context, token);
  if (!found) throw errors.not_found();
  const { db, env, now } = context;
  const { actor: person, revisions } = found;
  const { userId, role } = person;
  const language = person.language ?? context.language;
  const day = Math.floor(now.getTime() / DAY_MS);
  const version = env.CF_VERSION_METADATA?.id ?? "";
  const parts = [version, userId, role?.id, role?.version, language, day, revisions["events"] ?? 0];
  const tag = `W/"${parts.join(".")}"`;
  if (known === tag) return { tag, body: null };
  const actor = { ...person, kind: "user", sessionId: null } as const;
  const [rows, [organization]] = await readBatch(db, [
    selectDates({ ...context, actor }, day),
    db
      .select({ name: organizations.name })
      .from(organizations)
      .where(eq(organizations.id, person.organizationId)),
  ]);
  const { name = "" } = organization ?? {};
  return { tag, body: toCalendar(rows, { appUrl: env.APP_URL, language, name }) };
}

/** One event as a file for a calendar app. @throws AppError not_found, event_is_draft */
export async function saveEvent(context: MemberContext, { id }: ById): Promise<FileAnswer> {
  const [row] = await selectEvents(context, eq(events.id, id));
  if (!row) throw errors.not_found();
  if (row.status === "draft") throw eventErrors.event_is_draft({ title: row.title });
  const { env, language } = context;
  return { name: `event-${id}.ics`, body: toCalendar([row], { appUrl: env.APP_URL, language }) };
}
