import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { avatarUrl } from "../../lib/avatar.ts";
import type { Context } from "../../lib/context.ts";
import type { Statement } from "../../lib/db/client.ts";
import { aliased } from "../../lib/db/columns.ts";
import { record } from "../../lib/record.ts";
import { users } from "../users/index.ts";
import { abilities, closesAt, isSeenBy, statusOf, visibleTo } from "./events.policy.ts";
import { type Event, event } from "./events.schema.ts";
import { eventAnswers, events } from "./events.table.ts";
import { eventAudit } from "./events.texts.ts";
import { FACES } from "./faces.schema.ts";
import { numberOf, waitingAt } from "./seats.ts";

const own = alias(eventAnswers, "own");
const organizers = alias(users, "organizers");

/** Answers that are looked through for faces: guests and waiting people have none. */
const LOOKED_AT = 4 * FACES;

/** SQL value: who has a place at an event that takes place, by order of arrival, as JSON; at most FACES. */
const faces = sql<string | null>`case when ${events.status} = 'planned' then
  (select json_group_array(json_object('userId', u.id, 'displayName', u.display_name, 'discordId', u.discord_id,
      'avatar', u.avatar))
    from (select user_id from (select user_id, is_seated from ${eventAnswers} where event_id = ${events.id}
        and answer = 'going' order by place, id limit ${LOOKED_AT})
      where is_seated = 1 and user_id is not null limit ${FACES}) seated
    cross join users u on u.id = seated.user_id) end`;

/** SQL value: the actor's number on the waiting list of the other slot for which they wait; null without one. */
const ownWantedNumber = sql<
  number | null
>`case when ${own.answer} = 'going' and ${own.wantedPlace} is not null
  then ${waitingAt(sql`${own.eventId}`, sql`${own.wantedSlotId}`, sql`${own.wantedPlace}`)} end`;

const noFaces = sql<string | null>`null`;

/** The query for events that the actor may see, with their own answer. */
export const selectEvents = ({ db, actor }: Context, which?: SQL, isOwn = false, people = noFaces) =>
  db
    .select({
      ...getTableColumns(events),
      organizerName: aliased(organizers.displayName, "organizer_name"),
      organizerAvatar: aliased(organizers.avatar, "organizer_avatar"),
      organizerDiscordId: aliased(organizers.discordId, "organizer_discord_id"),
      ownAnswer: aliased(own.answer, "own_answer"),
      ownSlotId: aliased(own.slotId, "own_slot_id"),
      ownIsSeated: aliased(own.isSeated, "own_is_seated"),
      ownAnsweredAt: aliased(own.answeredAt, "own_answered_at"),
      ownNumber: numberOf({
        eventId: sql`${own.eventId}`,
        answer: sql`${own.answer}`,
        isSeated: sql`${own.isSeated}`,
        slotId: sql`${own.slotId}`,
        place: sql`${own.place}`,
      }).as("own_number"),
      ownWantedSlotId: aliased(own.wantedSlotId, "own_wanted_slot_id"),
      ownWantedPlace: aliased(own.wantedPlace, "own_wanted_place"),
      ownWantedNumber: ownWantedNumber.as("own_wanted_number"),
      faces: people.as("faces"),
    })
    .from(events)
    .leftJoin(organizers, eq(organizers.id, events.organizerId))
    .leftJoin(own, and(eq(own.userId, actor.userId ?? -1), eq(own.eventId, events.id)))
    .where(and(which, isOwn ? undefined : visibleTo(actor)));

/** The same with faces, for lists. */
export const selectListed = (context: Context, which?: SQL) => selectEvents(context, which, false, faces);

export type EventRow = Awaited<ReturnType<ReturnType<typeof selectEvents>["execute"]>>[number];

type Face = { userId: number; displayName: string; discordId: string | null; avatar: string | null };

/** An event as the actor reads it; one of a list has its faces. */
export function toEvent(row: EventRow, context: Context): Event {
  const { organizerId, organizerName, ownAnswer, ownAnsweredAt } = row;
  return {
    ...row,
    faces:
      row.faces === null
        ? undefined
        : (JSON.parse(row.faces) as Face[]).map(({ discordId, avatar, ...person }) => ({
            ...person,
            avatarUrl: avatarUrl(discordId, avatar),
          })),
    status: statusOf(row, context.now),
    organizer:
      organizerId === null || organizerName === null
        ? null
        : {
            userId: organizerId,
            displayName: organizerName,
            avatarUrl: avatarUrl(row.organizerDiscordId, row.organizerAvatar),
          },
    closesAt: closesAt(row),
    own:
      ownAnswer === null || ownAnsweredAt === null
        ? null
        : {
            answer: ownAnswer,
            slotId: row.ownSlotId,
            isSeated: row.ownIsSeated === true,
            number: row.ownNumber,
            waitsFor:
              row.ownWantedNumber === null
                ? null
                : { slotId: row.ownWantedSlotId, number: row.ownWantedNumber },
            answeredAt: ownAnsweredAt,
          },
    ...abilities(context, row),
  };
}

/** What an event's record is but for its audit actions, with which other features log what belongs to an event. */
export const eventKind = {
  table: events,
  select: selectEvents,
  answers: event,
  present: toEvent,
  nameOf: ({ title }: EventRow) => title,
};
export const eventRecord = record({ ...eventKind, audit: eventAudit });

export type EventPlan = NonNullable<Awaited<ReturnType<Parameters<typeof eventRecord.edit>[3]>>>;

type Shown = "planned" | "edited" | "cancelled" | "put_back";

type Logged = Pick<EventRow, "id" | "title" | "audience">;
type Details = EventPlan["audit"][number]["details"];

/** What an audit entry says of an event: of one that not every member may see, the log names nothing. */
export const loggedOf = ({ id, title, audience }: Logged, details: Details = null) =>
  audience === null
    ? { entity: { id, name: title }, details }
    : { entity: { id, name: null }, details: null };

/** The audit entry of a change of an event. */
export const entryOf = (action: Shown, row: Logged, details?: Details): EventPlan["audit"][number] => ({
  action: row.audience === null ? `event.${action}` : `event.${action}_hidden`,
  ...loggedOf(row, details),
});

/** The statement that says that an event changed, without changing it: pages that show what belongs to it read it again. */
export const touchEvent = ({ db }: Context, id: number): Statement =>
  db.run(sql`update ${events} set updated_at = updated_at where id = ${id}`);

/** The statement that stops showing an event in Discord. */
export const stopMirroring = ({ db, now }: Context, id: number): Statement =>
  db.run(sql`update ${events} set is_mirrored = 0, version = version + 1, updated_at = ${now.toISOString()}
    where id = ${id} and is_mirrored = 1`);

/** SQL query: the ids of users who go to events, wait or may come, and may see them; except the actor. */
export const answering = ({ actor }: Context, eventIds: SQL): SQL =>
  sql`select distinct user_id as id from ${eventAnswers} where event_id in (${eventIds})
    and answer in ('going', 'maybe') and user_id is not null and user_id is not ${actor.userId}
    and ${isSeenBy(sql`event_answers.user_id`, sql`event_answers.event_id`)}`;
