import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { Context } from "../../lib/context.ts";
import { record } from "../../lib/record.ts";
import { members } from "../members/index.ts";
import { roles } from "../roles/index.ts";
import { users } from "../users/index.ts";
import { changeRefusal, readsNote, visibleTo } from "./leave.policy.ts";
import { type Leave, leave } from "./leave.schema.ts";
import { leaves } from "./leave.table.ts";
import { leaveAudit } from "./leave.texts.ts";

/** The statement that reads the leaves that the actor may see. */
export const selectLeaves = ({ db, actor }: Context, which?: SQL) =>
  db
    .select({
      ...getTableColumns(leaves),
      name: users.displayName,
      memberId: sql<number>`${members.id}`.as("member_id"),
      memberVersion: sql<number>`${members.version}`.as("member_version"),
      rolePriority: roles.priority,
    })
    .from(leaves)
    .innerJoin(users, eq(users.id, leaves.userId))
    .innerJoin(members, eq(members.userId, leaves.userId))
    .innerJoin(roles, eq(roles.id, members.roleId))
    .where(and(visibleTo(actor), which));

export type LeaveRow = Awaited<ReturnType<ReturnType<typeof selectLeaves>["execute"]>>[number];

export function toLeave(row: LeaveRow, { actor }: Pick<Context, "actor">): Leave {
  const isHidden = !readsNote(actor, row.userId);
  return {
    ...row,
    ...(isHidden ? { note: null, addedBy: null } : {}),
    can: { change: changeRefusal(actor, row) === null },
  };
}

export const leaveRecord = record({
  table: leaves,
  select: selectLeaves,
  answers: leave,
  present: toLeave,
  nameOf: ({ name }) => name,
  audit: leaveAudit,
});
