import { and, eq, or, type SQL, sql } from "drizzle-orm";
import type { Actor } from "../../lib/actor.ts";
import type { Context } from "../../lib/context.ts";
import type { AppError } from "../../lib/errors.ts";
import { members } from "../members/index.ts";
import { roleHolds, roles } from "../roles/index.ts";
import type { Event, EventStatus, StoredStatus } from "./events.schema.ts";
import { events } from "./events.table.ts";
import { eventErrors } from "./events.texts.ts";

type Row = {
  title: string;
  status: StoredStatus;
  startsAt: string;
  endsAt: string;
  closesMinutes: number;
  organizerId: number | null;
  createdBy: number | null;
};

const writesAll = (actor: Actor) => actor.permissions.has("events.write");
const isOwn = ({ userId }: Actor, id: number | null) => userId !== null && id === userId;

/** Whether the actor looks after an event: as its organizer, or by events.write. A draft is its author's. */
export const owns = (actor: Actor, row: Pick<Row, "status" | "organizerId" | "createdBy">): boolean =>
  row.status === "draft" ? isOwn(actor, row.createdBy) : writesAll(actor) || isOwn(actor, row.organizerId);

/** SQL condition: an event is no draft. As the index of an organization's events has it, which it begins. */
export const isPublished = sql`${events.status} <> 'draft'`;

const roleIdOf = (actor: Actor) => ("role" in actor ? (actor.role?.id ?? -1) : -1);

/** SQL condition: the actor may see the event of a row. Uses no index. */
export function visibleTo(actor: Actor): SQL {
  const userId = actor.userId ?? -1;
  const isForActor = or(
    sql`${events.audience} is null`,
    eq(events.organizerId, userId),
    sql`exists (select 1 from json_each(${events.audience}) where value = ${roleIdOf(actor)})`,
  );
  return and(
    sql`+${events.organizationId} = ${actor.organizationId}`,
    or(
      and(sql`+${events.status} = 'draft'`, sql`+${events.createdBy} = ${userId}`),
      and(sql`+${events.status} <> 'draft'`, writesAll(actor) ? undefined : isForActor),
    ),
  ) as SQL;
}

/** What a reader sees of an event's state: it goes on and is over by the clock. */
export function statusOf({ status, startsAt, endsAt }: Row, now: Date): EventStatus {
  if (status !== "planned") return status;
  const at = now.toISOString();
  if (at < startsAt) return "upcoming";
  return at < endsAt ? "ongoing" : "completed";
}

/** When sign-ups of an event close. */
export const closesAt = ({ startsAt, closesMinutes }: Pick<Row, "startsAt" | "closesMinutes">): string =>
  new Date(Date.parse(startsAt) - closesMinutes * 60_000).toISOString();

/** Why nobody's answer to an event can change; null where it can. */
export function hindranceOf(row: Row, now: Date): AppError | null {
  const { title } = row;
  const status = statusOf(row, now);
  if (status === "cancelled") return eventErrors.event_is_cancelled({ title });
  if (status === "draft") return eventErrors.event_is_draft({ title });
  return status === "completed" ? eventErrors.event_over({ title }) : null;
}

/** Why the actor cannot answer an event; null where they can. */
export const answerRefusal = (row: Row, now: Date): AppError | null =>
  hindranceOf(row, now) ??
  (now.toISOString() < closesAt(row) ? null : eventErrors.event_sign_up_closed({ title: row.title }));

/** What the actor may do with an event that they can see. */
export function abilities({ actor, now, language }: Context, row: Row): Pick<Event, "can" | "why"> {
  const isOwner = owns(actor, row);
  const isChangeable = statusOf(row, now) !== "completed";
  const refusal = actor.memberId === null ? null : answerRefusal(row, now);
  return {
    can: {
      update: isOwner && isChangeable && row.status !== "cancelled",
      cancel: isOwner && isChangeable && row.status === "planned",
      putBack: isOwner && row.status === "cancelled" && now.toISOString() < row.endsAt,
      delete: isOwner && row.status === "draft",
      answer: actor.memberId !== null && refusal === null,
      signUpOthers: isOwner && hindranceOf(row, now) === null,
      copy: writesAll(actor),
      attendance: isOwner && row.status === "planned" && row.startsAt <= now.toISOString(),
    },
    why: { answer: refusal?.text(language) ?? null },
  };
}

/**
 * SQL condition: a user may see an event, and so be told of it and be given a part in it. Both are read outside of the
 * condition's own tables, so that a column without its table's name means the same as around it.
 */
export const isSeenBy = (userId: SQL, eventId: SQL): SQL =>
  sql`exists (select 1 from (select ${userId} as user_id, ${eventId} as event_id) asked
      cross join ${members} on ${members.userId} = asked.user_id
      join ${roles} on ${roles.id} = ${members.roleId}
      join ${events} seen on seen.id = asked.event_id
    where ${members.status} = 'active' and (${roleHolds("events.write")}
      or ${roleHolds("events.read")} and (seen.audience is null or seen.organizer_id = asked.user_id
        or exists (select 1 from json_each(seen.audience) where value = ${members.roleId}))))`;
