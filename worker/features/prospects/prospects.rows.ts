import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { alias, type SQLiteInsertValue } from "drizzle-orm/sqlite-core";
import { avatarUrl } from "../../lib/avatar.ts";
import type { Context } from "../../lib/context.ts";
import type { Db } from "../../lib/db/client.ts";
import { aliased } from "../../lib/db/columns.ts";
import { fixedSelect } from "../../lib/db/fixed.ts";
import type { NoticeEntry } from "../../lib/notify.ts";
import { record } from "../../lib/record.ts";
import type { Id } from "../../lib/record-kind.ts";
import { leaveOf, members } from "../members/index.ts";
import { isOfAdministration, roles } from "../roles/index.ts";
import { users } from "../users/index.ts";
import type { SignIn } from "./corrections/corrections.schema.ts";
import { abilities, visibleById } from "./prospects.policy.ts";
import { type Prospect, prospect } from "./prospects.schema.ts";
import { type ProspectBefore, prospectHistory, prospects } from "./prospects.table.ts";
import { prospectAudit, prospectNotices } from "./prospects.texts.ts";
import { isTask } from "./tasks.ts";

/** The statement that reads how a prospect signs in. */
const selectSignIn = (db: Db, id: Id | SQL) =>
  db
    .select({
      hasDiscord: sql<boolean>`${users.discordId} is not null`.mapWith(Boolean),
      hasPassword: sql<boolean>`${users.passwordHash} is not null`.mapWith(Boolean),
    })
    .from(prospects)
    .innerJoin(users, eq(users.id, prospects.userId))
    .where(sql`${prospects.id} = ${id}`);

type Found = Awaited<ReturnType<typeof selectSignIn>>;

function toSignIn([user]: Found): SignIn {
  if (!user) return [];
  return [
    ...(user.hasDiscord ? ["discord" as const] : []),
    ...(user.hasPassword ? ["password" as const] : []),
  ];
}

const assignees = alias(members, "assignees");

/** SQL: the assignee of a task, null for any other prospect. */
const taskAssignee = sql`case when ${isTask} then ${prospects.assignedTo} end`;

/** The statement that reads prospects with their members. */
export const selectProspects = fixedSelect((db) =>
  db
    .select({
      ...getTableColumns(prospects),
      memberId: aliased(members.id, "member_id"),
      memberStatus: aliased(members.status, "member_status"),
      rolePriority: roles.priority,
      isOfAdministration: isOfAdministration(roles).mapWith(Boolean).as("of_administration"),
      assigneeLeaves: aliased(assignees.leaves, "assignee_leaves"),
    })
    .from(prospects)
    .leftJoin(members, eq(members.userId, prospects.userId))
    .leftJoin(roles, eq(roles.id, members.roleId))
    .leftJoin(assignees, eq(assignees.id, taskAssignee)),
);

type Read = Awaited<ReturnType<ReturnType<typeof selectProspects>["execute"]>>[number];
export type ProspectRow = Read & { signIn?: SignIn; assignee?: { id: number; name: string } | undefined };

/** The statement that reads the assignee of a prospect. */
const selectAssignee = (db: Db, id: Id | SQL) =>
  db
    .select({ id: members.id, name: users.displayName })
    .from(prospects)
    .innerJoin(members, eq(members.id, prospects.assignedTo))
    .innerJoin(users, eq(users.id, members.userId))
    .where(sql`${prospects.id} = ${id}`);

/** A prospect for a reader; with the leave for which it is uncovered only if they may assign it. */
export function toProspect(row: ProspectRow, context: Pick<Context, "actor" | "now">): Prospect {
  const can = abilities(context.actor, row);
  const dueOn = row.deadline?.slice(0, 10);
  const { assignee, assignedTo } = row;
  // The row of an edit is the one that was read, with the set values.
  const hasName = "assignee" in row && (assignee?.id ?? null) === assignedTo;
  return {
    ...row,
    ...(hasName ? { assigneeName: assignee?.name ?? null } : {}),
    avatarUrl: avatarUrl(row.discordId, row.avatar),
    assigneeAway: can.assign ? leaveOf(context, row.assigneeLeaves, dueOn) : null,
    can,
  };
}

/** SQL: a member's name for history and audit log; null for nobody. */
export const memberName = (memberId: number | null): SQL =>
  sql`(select ${users.displayName} from ${members} join ${users} on ${users.id} = ${members.userId}
    where ${members.id} = ${memberId})`;

/** The notice to a prospect's new assignee, other than the actor; empty without one. */
export const noticeOfAssignment = (
  { actor }: Pick<Context, "actor">,
  {
    assignedTo,
    ...details
  }: { assignedTo: number | null; id: number | SQL; name: string; deadline: string | null },
): NoticeEntry[] => {
  if (assignedTo === null || assignedTo === actor.memberId) return [];
  const { id, ...known } = { ...details, by: actor.name };
  return [
    prospectNotices.entry(
      sql`select ${members.userId} as id from ${members} where ${members.id} = ${assignedTo}`,
      "prospect.assigned",
      sql`json_set(${JSON.stringify(known)}, '$.id', cast(${id} as integer))`,
    ),
  ];
};

/** An entry of a prospect's history to write; `changes` are further fields of the same change. */
type HistoryValues = Pick<
  SQLiteInsertValue<typeof prospectHistory>,
  "action" | "previousValue" | "newValue" | "notes" | "changes" | "before" | "minutes"
>;

/** The values in the history entry of a change that undo it. */
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
  select: ({ db, actor }, which, isOwn = false) =>
    selectProspects(db).where(and(which, isOwn ? undefined : visibleById(actor))),
  parts: ({ db }, id) => [selectSignIn(db, id), selectAssignee(db, id)],
  join: (read, [users, assignee]): ProspectRow => ({
    ...read,
    signIn: toSignIn(users as never),
    assignee: (assignee as Awaited<ReturnType<typeof selectAssignee>>)[0],
  }),
  answers: prospect,
  present: toProspect,
  nameOf: ({ displayName }) => displayName,
  audit: prospectAudit,
  history: insertHistory,
});

export type ProspectPlan = NonNullable<Awaited<ReturnType<Parameters<typeof prospectRecord.edit>[3]>>>;
