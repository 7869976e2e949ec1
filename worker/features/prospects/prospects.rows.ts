import { eq, getTableColumns } from "drizzle-orm";
import { avatarUrl } from "../../lib/avatar.ts";
import type { Actor } from "../../lib/context.ts";
import type { Db } from "../../lib/db/client.ts";
import { named } from "../../lib/db/columns.ts";
import { members } from "../members/members.table.ts";
import { roles } from "../roles/roles.table.ts";
import { abilities } from "./prospects.policy.ts";
import type { Prospect } from "./prospects.schema.ts";
import { prospects } from "./prospects.table.ts";

const { isTest: _test, due: _due, facets: _facets, ...columns } = getTableColumns(prospects);

/** A prospect with the member it became. The role's priority comes from `rolePriorities`, not from a join. */
export const selectProspects = (db: Db) =>
  db
    .select({
      ...columns,
      memberId: named(members.id, "member_id"),
      memberRoleId: members.roleId,
      memberStatus: named(members.status, "member_status"),
    })
    .from(prospects)
    .leftJoin(members, eq(members.userId, prospects.userId));

export type ProspectRow = Awaited<ReturnType<ReturnType<typeof selectProspects>["execute"]>>[number];

/** Priority of each role of an organization: a handful of rows, read beside a list in the same round trip. */
export const selectRolePriorities = (db: Db, organizationId: number) =>
  db
    .select({ id: roles.id, priority: roles.priority })
    .from(roles)
    .where(eq(roles.organizationId, organizationId));

export type RolePriorities = Map<number, number>;
export const toPriorities = (rows: { id: number; priority: number }[]): RolePriorities =>
  new Map(rows.map((row) => [row.id, row.priority]));

/** The priority of the role that a prospect holds as a member, null for one who is not a member. */
export const rolePriorityOf = (row: Pick<ProspectRow, "memberRoleId">, priorities: RolePriorities) =>
  row.memberRoleId === null ? null : (priorities.get(row.memberRoleId) ?? Number.POSITIVE_INFINITY);

/** A prospect as a reader gets it, with what that reader may do. */
export function toProspect(row: ProspectRow, priorities: RolePriorities, actor: Actor): Prospect {
  const { userId: _user, avatar, memberRoleId: _role, memberStatus: _status, ...rest } = row;
  return {
    ...rest,
    avatarUrl: avatarUrl(row.discordId, avatar),
    can: abilities(actor, { ...row, rolePriority: rolePriorityOf(row, priorities) }),
  };
}
