import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { alias, type SQLiteInsertValue } from "drizzle-orm/sqlite-core";
import type { Actor } from "../../lib/actor.ts";
import { avatarUrl } from "../../lib/avatar.ts";
import type { Context } from "../../lib/context.ts";
import { dayOf } from "../../lib/days.ts";
import { aliased } from "../../lib/db/columns.ts";
import { record } from "../../lib/record.ts";
import { daysOf, leaveOn, members } from "../members/index.ts";
import { isOfAdministration, roles } from "../roles/index.ts";
import { users } from "../users/index.ts";
import type { SignIn } from "./corrections/corrections.schema.ts";
import { selectSignIn, toSignIn } from "./corrections/sign-in.ts";
import { abilities, visibleById } from "./prospects.policy.ts";
import { type Prospect, prospect } from "./prospects.schema.ts";
import { type ProspectBefore, prospectHistory, prospects } from "./prospects.table.ts";
import { prospectAudit } from "./prospects.texts.ts";
import { isTask } from "./tasks.ts";

const assignees = alias(members, "assignees");

/** SQL: the assignee of a task, null for any other prospect. */
const taskAssignee = sql`case when ${isTask} then ${prospects.assignedTo} end`;

/** SQL: the days of the leave for which a task is uncovered: its assignee's of today, or of the day of its deadline. */
const leaveOfAssignee = (context: Context) =>
  sql<string | null>`coalesce(${leaveOn(context, assignees.userId)},
    ${leaveOn(context, assignees.userId, sql`max(${dayOf(context.now)}, substr(${prospects.deadline}, 1, 10))`)})`;

/** The statement that reads prospects with the members that they became. */
export const selectProspects = (context: Context) =>
  context.db
    .select({
      ...getTableColumns(prospects),
      memberId: aliased(members.id, "member_id"),
      memberStatus: aliased(members.status, "member_status"),
      rolePriority: roles.priority,
      isOfAdministration: isOfAdministration(roles).mapWith(Boolean).as("of_administration"),
      assigneeLeave: leaveOfAssignee(context).as("assignee_leave"),
    })
    .from(prospects)
    .leftJoin(members, eq(members.userId, prospects.userId))
    .leftJoin(roles, eq(roles.id, members.roleId))
    .leftJoin(assignees, eq(assignees.id, taskAssignee));

type Read = Awaited<ReturnType<ReturnType<typeof selectProspects>["execute"]>>[number];
export type ProspectRow = Read & { signIn?: SignIn };

export function toProspect(row: ProspectRow, actor: Actor): Prospect {
  const can = abilities(actor, row);
  return {
    ...row,
    avatarUrl: avatarUrl(row.discordId, row.avatar),
    assigneeAway: can.assign ? daysOf(row.assigneeLeave) : null,
    can,
  };
}

/** SQL: a member's name, as history and audit keep it; null for nobody. */
export const memberName = (memberId: number | null): SQL =>
  sql`(select ${users.displayName} from ${members} join ${users} on ${users.id} = ${members.userId}
    where ${members.id} = ${memberId})`;

/** An entry of a prospect's history as verbs write it; `changes` are further fields changed in the same step. */
type HistoryValues = Pick<
  SQLiteInsertValue<typeof prospectHistory>,
  "action" | "previousValue" | "newValue" | "notes" | "changes" | "before" | "minutes"
>;

/** What the history entry of a change keeps, so that the change can be undone. */
export const beforeChange = (row: ProspectRow): ProspectBefore => {
  const { version, status, assignedTo, deadline, stageChangedAt, memberStatus } = row;
  return { version: version + 1, status, assignedTo, deadline, stageChangedAt, memberStatus };
};

export function insertHistory({ db, actor, now }: Context, prospectId: number | SQL, entry: HistoryValues) {
  const performed = { performedBy: actor.name, performedById: actor.userId, createdAt: now.toISOString() };
  return db.insert(prospectHistory).values({ ...entry, prospectId, ...performed });
}

/**
 * The statement that adds an entry to the history of some prospects.
 * @param values what follows a `select`: the prospect's id, the action, the value before, the value after, notes, changes
 */
export const insertHistories = ({ db, actor, now }: Context, values: SQL) =>
  db.run(sql`insert into ${prospectHistory} (performed_by, performed_by_id, created_at, prospect_id, action,
      previous_value, new_value, notes, changes)
    select ${actor.name}, ${actor.userId}, ${now.toISOString()}, ${values}`);

export const prospectRecord = record({
  table: prospects,
  select: (context, which, isOwn = false) =>
    selectProspects(context).where(and(which, isOwn ? undefined : visibleById(context.actor))),
  parts: ({ db }, id) => [selectSignIn(db, id)],
  join: (read, [users]): ProspectRow => ({ ...read, signIn: toSignIn(users as never) }),
  answers: prospect,
  present: (row, { actor }) => toProspect(row, actor),
  nameOf: ({ displayName }) => displayName,
  audit: prospectAudit,
  history: insertHistory,
});

export type ProspectPlan = NonNullable<Awaited<ReturnType<Parameters<typeof prospectRecord.edit>[3]>>>;
