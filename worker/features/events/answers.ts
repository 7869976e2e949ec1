import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Actor } from "../../lib/actor.ts";
import type { ById, MemberContext } from "../../lib/context.ts";
import type { Statement } from "../../lib/db/client.ts";
import { errors } from "../../lib/errors.ts";
import { type Guard, guard } from "../../lib/guard.ts";
import { invalidField } from "../../lib/validation.ts";
import { hangarShips } from "../hangar/index.ts";
import { members } from "../members/index.ts";
import { ships } from "../ships/index.ts";
import { users } from "../users/index.ts";
import { announced } from "./events.announcements.ts";
import { answerRefusal, assertOwnerMay, isSeenBy, refusalOf } from "./events.policy.ts";
import { type EventPlan, type EventRow, eventRecord } from "./events.rows.ts";
import {
  type AddPersonInput,
  type AnswerInput,
  type Event,
  type EventAnswer,
  type JoinInput,
  MOST_ANSWERS,
  MOST_GUESTS,
  type Slot,
} from "./events.schema.ts";
import { eventAnswers } from "./events.table.ts";
import { eventErrors, eventNotices, eventSentences } from "./events.texts.ts";
import { settleEvent, waitingAt } from "./seats.ts";

type Given = {
  userId: number;
  answer: EventAnswer;
  slotId?: number | null;
  source: "self" | "other" | "discord";
  addedBy?: string | null;
};

/** SQL value: the next place in the order of arrival at an event. */
const lastPlace = (eventId: number) =>
  sql`(select coalesce(max(max(place, coalesce(wanted_place, 0))), 0) + 1 from ${eventAnswers} where event_id = ${eventId})`;

/**
 * The statement that stores a user's answer. A user who has a place and asks for another slot keeps it, and waits until
 * `settleEvent` finds the other one free. A waiting user who asks for another slot becomes the last there.
 */
function storeAnswer(context: MemberContext, { id }: Pick<EventRow, "id">, given: Given): Statement {
  const { db, actor, now } = context;
  const { userId, answer, slotId = null, source, addedBy = null } = given;
  const goes = sql`event_answers.answer = 'going' and excluded.answer = 'going'`;
  const isOther = sql`event_answers.slot_id is not excluded.slot_id`;
  const kept = sql`${goes} and (event_answers.is_seated = 1 or not ${isOther})`;
  const waits = sql`${goes} and event_answers.is_seated = 1 and ${isOther}`;
  return db.run(sql`insert into ${eventAnswers} (organization_id, event_id, user_id, answer, slot_id, place, source,
      added_by, answered_at)
    values (${actor.organizationId}, ${id}, ${userId}, ${answer}, ${slotId}, ${lastPlace(id)}, ${source}, ${addedBy},
      ${now.toISOString()})
    on conflict (user_id, event_id) where user_id is not null do update set answer = excluded.answer,
      slot_id = iif(${kept}, slot_id, excluded.slot_id), place = iif(${kept}, place, excluded.place),
      is_seated = iif(${kept}, is_seated, 0), wanted_slot_id = iif(${waits}, excluded.slot_id, null),
      wanted_place = iif(${waits}, excluded.place, null), source = excluded.source, added_by = excluded.added_by,
      answered_at = iif(${waits}, answered_at, excluded.answered_at)`);
}

/** SQL condition: a user has a place at an event, in a slot or, for null, without one. */
const isSeated = ({ id }: Pick<EventRow, "id">, userId: number, slotId: number | null): SQL =>
  sql`exists (select 1 from ${eventAnswers} where user_id = ${userId} and event_id = ${id} and answer = 'going'
    and is_seated = 1 and slot_id is ${slotId})`;

/** The guard that a user is still an active member when the batch is written. */
const guardMember = ({ actor }: MemberContext, userId: number): Guard =>
  guard(
    sql`exists (select 1 from ${members} where ${members.userId} = ${userId} and ${members.status} = 'active'
      and ${members.organizationId} = ${actor.organizationId})`,
    eventErrors.event_member_inactive(),
  );

/** The guards that an event has room for a further answer. */
const guardRoom = ({ id, title }: EventRow): Guard[] => [
  guard(
    sql`(select count(*) from ${eventAnswers} where event_id = ${id}) < ${MOST_ANSWERS}`,
    eventErrors.event_answers_full({ title, most: MOST_ANSWERS }),
  ),
];
/** The guards for a user's answer: changing an earlier answer needs no room. */
const guardAnswer = (row: EventRow): Guard[] => (row.ownAnswer === null ? guardRoom(row) : []);

/** @throws AppError event_slot_unknown */
function slotOf(row: EventRow, slotId: number | null | undefined): Slot | null {
  if (!slotId) return null;
  const slot = row.slots.find(({ id }) => id === slotId);
  if (!slot) throw eventErrors.event_slot_unknown();
  return slot;
}

/** The guard that a user owns a ship that fits a slot, where it asks for one. @throws AppError event_slot_needs_ship, in the batch */
function guardNeed({ organizationId }: Actor, userId: number, { name, need }: Slot): Guard[] {
  if (!need) return [];
  const owned = sql`select 1 from ${hangarShips} where ${hangarShips.userId} = ${userId}`;
  const isOwned =
    need.kind === "ship"
      ? sql`exists (${owned} and ${hangarShips.shipId} = ${need.shipId})`
      : sql`exists (select 1 from ${hangarShips} cross join ${ships} on ${ships.organizationId} = ${organizationId}
            and ${ships.id} = ${hangarShips.shipId}
          where ${hangarShips.userId} = ${userId}
            and exists (select 1 from json_each(${ships.roles}) where value = ${need.role}))`;
  return [guard(isOwned, eventErrors.event_slot_needs_ship({ slot: name }))];
}

/** The guards that a joining user gets a place, where they would not wait or cannot. */
function guardPlace(context: MemberContext, row: EventRow, { slotId, wait }: Required<JoinInput>): Guard[] {
  const { id, title, hasWaitingList } = row;
  if (wait && hasWaitingList) return [];
  const slot = slotId ?? null;
  const full = async () => {
    if (!hasWaitingList) return eventErrors.event_no_places({ title });
    const waiting = waitingAt(sql`${id}`, sql`${slot}`);
    const [now] = await context.db.all<{ waiting: number }>(sql`select ${waiting} as waiting`);
    return eventErrors.event_full({ title, number: (now?.waiting ?? 0) + 1 });
  };
  return [guard(isSeated(row, context.actor.userId, slot), full)];
}

/**
 * Signs the actor up, in a slot or without one; where all places are taken they wait. Places go by order of arrival. A user who
 * has a place in another slot keeps it while they wait; joining their own slot again ends the waiting.
 * @throws AppError not_found, event_slot_unknown, event_slot_needs_ship, event_full, event_no_places, event_member_inactive,
 * and as `answerRefusal` says
 */
export const joinEvent = (context: MemberContext, { id, slotId, wait }: ById<JoinInput>): Promise<Event> =>
  eventRecord.edit(context, id, undefined, (row) => {
    const { actor, now } = context;
    const { userId } = actor;
    const refusal = answerRefusal(row, now);
    if (refusal) throw refusal;
    const slot = slotOf(row, slotId);
    const wanted = slot?.id ?? null;
    const isWanted = row.ownWantedPlace !== null && row.ownWantedSlotId === wanted;
    const isOwn = row.ownSlotId === wanted && row.ownWantedPlace === null;
    if (row.ownAnswer === "going" && (isOwn || isWanted)) return null;
    const isNew = row.ownAnswer !== "going";
    if (!isNew && slotId === undefined) return null;
    return {
      writeBefore: [
        storeAnswer(context, row, { userId, answer: "going", slotId: wanted, source: "self" }),
        ...settleEvent(context, row.id, userId),
      ],
      audit: [{ action: "event.joined" }],
      announcements: isNew ? [announced(row.id, "event.joined", { title: row.title, name: actor.name })] : [],
      checkBefore: [
        guardMember(context, userId),
        ...guardAnswer(row),
        ...(slot ? guardNeed(actor, userId, slot) : []),
      ],
      checkAfter: guardPlace(context, row, { slotId: wanted, wait }),
    };
  });

/** Withdraws the actor's answer; the first of the waiting list moves up. @throws AppError not_found, and as `refusalOf` says */
export const leaveEvent = (context: MemberContext, { id }: ById): Promise<Event> =>
  answer(context, id, "withdrawn");

/** Stores that the actor may come, or cannot. @throws AppError not_found, and as `answerRefusal` says */
export const answerEvent = (
  context: MemberContext,
  { id, answer: given }: ById<AnswerInput>,
): Promise<Event> => answer(context, id, given);

const ACTIONS = { withdrawn: "event.left", maybe: "event.maybe", declined: "event.declined" } as const;

const answer = (context: MemberContext, id: number, given: keyof typeof ACTIONS): Promise<Event> =>
  eventRecord.edit(context, id, undefined, (row) => {
    const { actor, now } = context;
    const { userId } = actor;
    // Users can always decline, also after sign-ups have closed.
    const refusal = given === "maybe" ? answerRefusal(row, now) : refusalOf(row, "answer", now);
    if (refusal) throw refusal;
    const before = row.ownAnswer ?? "withdrawn";
    if (before === given) return null;
    return {
      writeBefore: [
        storeAnswer(context, row, { userId, answer: given, source: "self" }),
        ...settleEvent(context, row.id, userId),
      ],
      audit: [{ action: ACTIONS[given] }],
      checkBefore: [guardMember(context, userId), ...guardAnswer(row)],
    };
  });

/**
 * Signs a member or a guest up on their behalf, also after sign-ups have closed; where all places are taken they wait.
 * @throws AppError not_found, event_not_yours, invalid_input, event_slot_unknown, event_slot_needs_ship, event_guests_full,
 *   event_member_inactive, event_not_theirs, and as `refusalOf` says
 */
export function addPerson(context: MemberContext, { id, ...input }: ById<AddPersonInput>): Promise<Event> {
  const { userId, guest } = input;
  if (Boolean(userId) === Boolean(guest))
    throw invalidField("userId", context.language, eventSentences.event_one_person);
  return eventRecord.edit(
    context,
    id,
    undefined,
    (row) => {
      assertOwnerMay(context, row, "signUpOthers");
      const slot = slotOf(row, input.slotId);
      return userId
        ? planMember(context, row, { userId, slot })
        : planGuest(context, row, { guest: guest ?? "", slot });
    },
    { adds: eventAnswers },
  );
}

function planMember(
  context: MemberContext,
  row: EventRow,
  { userId, slot }: { userId: number; slot: Slot | null },
): EventPlan {
  const { actor } = context;
  const name = sql`(select ${users.displayName} from ${users} where ${users.id} = ${userId})`;
  const given = { userId, answer: "going", slotId: slot?.id ?? null, source: "other" } as const;
  return {
    writeBefore: [
      storeAnswer(context, row, { ...given, addedBy: actor.name }),
      ...settleEvent(context, row.id, userId),
    ],
    audit: [{ action: "event.person_added", details: sql`json_object('name', ${name})` }],
    notices:
      userId === actor.userId
        ? []
        : [eventNotices.entry(userId, "event.person_added", { ...about(row), by: actor.name })],
    checkBefore: [
      guardMember(context, userId),
      guard(isSeenBy(sql`${userId}`, sql`${row.id}`), eventErrors.event_not_theirs({ title: row.title })),
      ...guardRoom(row),
      ...(slot ? guardNeed(actor, userId, slot) : []),
    ],
  };
}

function planGuest(
  context: MemberContext,
  row: EventRow,
  { guest, slot }: { guest: string; slot: Slot | null },
): EventPlan {
  const { db, actor, now } = context;
  const guests = sql`(select count(*) from ${eventAnswers} where event_id = ${row.id} and user_id is null)`;
  return {
    writeBefore: [
      db.run(sql`insert into ${eventAnswers} (organization_id, event_id, guest, answer, slot_id, place, source, added_by,
          answered_at)
        values (${actor.organizationId}, ${row.id}, ${guest}, 'going', ${slot?.id ?? null}, ${lastPlace(row.id)}, 'other',
          ${actor.name}, ${now.toISOString()})`),
      ...settleEvent(context, row.id),
    ],
    audit: [{ action: "event.person_added", details: { name: guest } }],
    checkBefore: [
      ...guardRoom(row),
      guard(sql`${guests} < ${MOST_GUESTS}`, eventErrors.event_guests_full({ most: MOST_GUESTS })),
    ],
  };
}

const about = ({ id, title }: EventRow) => ({ eventId: id, title });

/**
 * Takes a member's or guest's answer away, which tells a member.
 * @throws AppError not_found, event_not_yours, and as `refusalOf` says
 */
export function removePerson(
  context: MemberContext,
  { id, answerId }: ById<{ answerId: number }>,
): Promise<Event> {
  const { db, actor } = context;
  const isAnswer = and(eq(eventAnswers.id, answerId), eq(eventAnswers.eventId, id));
  const found = db
    .select({ userId: eventAnswers.userId, guest: eventAnswers.guest, name: users.displayName })
    .from(eventAnswers)
    .leftJoin(users, eq(users.id, eventAnswers.userId))
    .where(isAnswer);
  return eventRecord.edit(
    context,
    id,
    undefined,
    (row, [people]) => {
      assertOwnerMay(context, row, "signUpOthers");
      const [person] = people as Awaited<typeof found>;
      if (!person) throw errors.not_found();
      const { userId } = person;
      return {
        writeBefore: [db.delete(eventAnswers).where(isAnswer), ...settleEvent(context, row.id, userId)],
        audit: [{ action: "event.person_removed", details: { name: person.guest ?? person.name ?? "" } }],
        notices:
          userId === null || userId === actor.userId
            ? []
            : [eventNotices.entry(userId, "event.person_removed", { ...about(row), by: actor.name })],
      };
    },
    { more: [found] },
  );
}
