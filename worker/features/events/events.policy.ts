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

/** What can be done with an event. Who answers joins, may come, cannot come or withdraws; attendance is saying who was there. */
type Act =
  | ("update" | "publish" | "cancel" | "putBack" | "delete" | "copy")
  | ("answer" | "signUpOthers" | "attendance");
type May = readonly [by: "owner" | "member" | "writer", next?: StoredStatus];

/**
 * What each state of an event allows, to whom, and the status that is stored then, where it is another one. Members answer
 * until sign-ups close, and a cancelled event is put back until its end.
 */
const STATES: Record<EventStatus, Partial<Record<Act, May>>> = {
  draft: { update: ["owner"], publish: ["owner", "planned"], delete: ["owner"], copy: ["writer"] },
  upcoming: {
    update: ["owner"],
    cancel: ["owner", "cancelled"],
    copy: ["writer"],
    answer: ["member"],
    signUpOthers: ["owner"],
  },
  ongoing: {
    update: ["owner"],
    cancel: ["owner", "cancelled"],
    copy: ["writer"],
    answer: ["member"],
    signUpOthers: ["owner"],
    attendance: ["owner"],
  },
  completed: { attendance: ["owner"], copy: ["writer"] },
  cancelled: { putBack: ["owner", "planned"], copy: ["writer"] },
};

/** What a state says of what it does not allow; to delete anything but a draft has its own refusal. */
const REFUSALS = {
  draft: eventErrors.event_is_draft,
  upcoming: eventErrors.event_not_begun,
  completed: eventErrors.event_over,
  cancelled: eventErrors.event_is_cancelled,
};

/** Why nobody can do something with an event in its state; null where those who may can. */
export function refusalOf(row: Row, act: Act, now: Date): AppError | null {
  const status = statusOf(row, now);
  if (STATES[status][act]) return null;
  return act === "delete" || status === "ongoing"
    ? eventErrors.event_not_draft()
    : REFUSALS[status]({ title: row.title });
}

/** The status that an event is stored with once something was done with it. */
export const statusAfter = (row: Row, act: Act, now: Date): StoredStatus =>
  STATES[statusOf(row, now)][act]?.[1] ?? row.status;

/** Refuses what is another's to do, and what the event's state does not allow. @throws AppError event_not_yours, and as `refusalOf` says */
export function assertOwnerMay({ actor, now }: Context, row: Row, act: Act): void {
  if (!owns(actor, row)) throw eventErrors.event_not_yours();
  const refusal = refusalOf(row, act, now);
  if (refusal) throw refusal;
}

/** Why the actor cannot answer an event; null where they can. */
export const answerRefusal = (row: Row, now: Date): AppError | null =>
  refusalOf(row, "answer", now) ??
  (now.toISOString() < closesAt(row) ? null : eventErrors.event_sign_up_closed({ title: row.title }));

/** What the actor may do with an event that they can see. */
export function abilities({ actor, now, language }: Context, row: Row): Pick<Event, "can" | "why"> {
  const isMember = actor.memberId !== null;
  const is = { owner: owns(actor, row), member: isMember, writer: writesAll(actor), nobody: false };
  const may = STATES[statusOf(row, now)];
  const can = (act: Act) => is[may[act]?.[0] ?? "nobody"];
  const refusal = isMember ? answerRefusal(row, now) : null;
  return {
    can: {
      update: can("update"),
      cancel: can("cancel"),
      putBack: can("putBack") && now.toISOString() < row.endsAt,
      delete: can("delete"),
      answer: can("answer") && refusal === null,
      signUpOthers: can("signUpOthers"),
      copy: can("copy"),
      attendance: can("attendance"),
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
