import { and, eq, type SQL, sql } from "drizzle-orm";
import { avatarUrl } from "../../lib/avatar.ts";
import type { UserContext } from "../../lib/context.ts";
import { roles } from "../roles/index.ts";
import { users } from "../users/index.ts";
import type { AssignableMember } from "./members.schema.ts";
import { members } from "./members.table.ts";

/** SQL: the role may work on prospects, so its active members can be given some. */
const canWorkOnProspects = sql`(${roles.key} = 'administrator'
  or instr(${roles.permissions}, '"prospects.write"') > 0)`;

/** Active members who can be given prospects, by name. */
export async function listAssignableMembers({ db, actor }: UserContext): Promise<AssignableMember[]> {
  const rows = await db
    .select({
      id: members.id,
      userId: members.userId,
      displayName: users.displayName,
      username: users.username,
      avatar: users.avatar,
      discordId: users.discordId,
      role: roles.name,
    })
    .from(roles)
    .innerJoin(members, and(eq(members.roleId, roles.id), eq(members.status, "active")))
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(eq(roles.organizationId, actor.organizationId), canWorkOnProspects))
    .limit(500);
  return rows
    .map(({ avatar, discordId, ...row }) => ({ ...row, avatarUrl: avatarUrl(discordId, avatar) }))
    .sort((a, b) => a.displayName.localeCompare(b.displayName, actor.language ?? "en"));
}

/** SQL condition: the member can be given prospects at this moment. */
export const isAssignable = (organizationId: number, memberId: number): SQL => sql`exists (
  select 1 from ${members} join ${roles} on ${roles.id} = ${members.roleId}
  where ${members.id} = ${memberId} and ${members.organizationId} = ${organizationId}
    and ${members.status} = 'active' and ${canWorkOnProspects})`;

/** SQL: whether the member of a row joined with its role can be given prospects, 1 or 0. */
export const isAssignableRow = sql`(${members.status} = 'active' and ${canWorkOnProspects})`;
