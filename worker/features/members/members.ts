import { and, eq, type SQL, sql } from "drizzle-orm";
import { avatarUrl } from "../../lib/avatar.ts";
import type { UserContext } from "../../lib/context.ts";
import type { Db } from "../../lib/db/client.ts";
import { type Page, page } from "../../lib/page.ts";
import { roles } from "../roles/index.ts";
import { users } from "../users/index.ts";
import type { AssignableMember, Member, MemberListQuery, MemberStatus } from "./members.schema.ts";
import { memberDays, members, memberTotals } from "./members.table.ts";

/** One page of the organization's members in the order they joined. E-mail only for admin.users. */
export async function listMembers(context: UserContext, query: MemberListQuery): Promise<Page<Member>> {
  const { db, actor } = context;
  const paging = page(query, { by: members.id, of: ({ id }: { id: number }) => id }, context.language);
  const rows = await db
    .select({
      id: members.id,
      userId: members.userId,
      username: users.username,
      displayName: users.displayName,
      email: users.email,
      avatar: users.avatar,
      discordId: users.discordId,
      role: roles.name,
      roleKey: roles.key,
      status: members.status,
      joinedAt: members.joinedAt,
    })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .innerJoin(roles, eq(roles.id, members.roleId))
    .where(and(eq(members.organizationId, actor.organizationId), paging.after))
    .orderBy(paging.order)
    .limit(paging.limit);
  const seesEmail = actor.permissions.has("admin.users");
  return paging.toPage(rows, (row) => {
    const { avatar, email, ...rest } = row as (typeof rows)[number];
    return { ...rest, ...(seesEmail ? { email } : {}), avatarUrl: avatarUrl(rest.discordId, avatar) };
  });
}

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

/** Names of members by member id, as history and audit keep them; `ids` is a list or a subquery. */
export const selectMemberNames = (db: Db, organizationId: number, ids: SQL) =>
  db
    .select({ id: members.id, name: users.displayName })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(eq(members.organizationId, organizationId), sql`${members.id} in ${ids}`));

/** The statement that makes a user a member; one who is a member already stays as they are. */
export const insertMember = (
  db: Db,
  member: { organizationId: number; userId: SQL | number; roleId: SQL | number; joinedAt: string },
) =>
  db.run(sql`insert into ${members} (organization_id, user_id, role_id, role_source, status, joined_at, updated_at)
    values (${member.organizationId}, ${member.userId}, ${member.roleId}, 'person', 'active',
      ${member.joinedAt}, ${member.joinedAt})
    on conflict (user_id) do nothing`);

/** The statement that switches a member on or off; one that is so already is left alone. */
export const setMemberStatus = (db: Db, userId: number, status: MemberStatus, at: string) =>
  db
    .update(members)
    .set({ status, updatedAt: at, version: sql`${members.version} + 1` })
    .where(and(eq(members.userId, userId), sql`${members.status} <> ${status}`));

/**
 * The statements that take back a membership that has only just been made. One that has been given
 * prospects meanwhile is kept, inactive, so that they stay with a name.
 */
export const removeMember = (db: Db, userId: number, at: string) => [
  db
    .delete(members)
    .where(
      and(
        eq(members.userId, userId),
        sql`not exists (select 1 from prospects where assigned_to = ${members.id})`,
      ),
    ),
  setMemberStatus(db, userId, "inactive", at),
];

/** SQL: the id of an organization's system role. */
export const systemRoleId = (organizationId: number, key: string): SQL =>
  sql`(select id from ${roles} where organization_id = ${organizationId} and key = ${key})`;

/** SQL condition: the organization has an active administrator. */
export const hasAdministrator = (organizationId: number): SQL => sql`exists (
  select 1 from ${members} join ${roles} on ${roles.id} = ${members.roleId}
  where ${roles.organizationId} = ${organizationId} and ${roles.key} = 'administrator'
    and ${members.status} = 'active')`;

/** SQL: whether the member of a row joined with its role can be given prospects, 1 or 0. */
export const isAssignableRow = sql`(${members.status} = 'active' and ${canWorkOnProspects})`;

/** The statement that notes today's number of active members, once a day. */
export const rememberMemberTotals = (db: Db, now: Date) =>
  db.run(sql`insert into ${memberDays} (organization_id, day, active)
    select organization_id, ${now.toISOString().slice(0, 10)}, count from ${memberTotals}
    where status = 'active' on conflict do nothing`);
