import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Context } from "../../lib/context.ts";
import type { Statement } from "../../lib/db/client.ts";
import { roles } from "../roles/index.ts";
import { insertHistory } from "./members.rows.ts";
import type { MemberStatus } from "./members.schema.ts";
import { members } from "./members.table.ts";

/** SQL condition: the member of a row was made by the running batch. */
export const isNew = ({ now }: Context): SQL =>
  sql`members.version = 1 and members.updated_at = ${now.toISOString()}`;

/** The statements that make a user a member; one who is a member already stays as they are. */
export function insertMember(
  context: Context,
  member: {
    userId: SQL | number;
    roleId: SQL | number;
    inDiscord?: boolean;
    lastSeenAt?: string | null;
  },
): Statement[] {
  const { db, actor, now } = context;
  const { userId, roleId, inDiscord = false, lastSeenAt = null } = member;
  const at = now.toISOString();
  return [
    db.run(sql`insert into ${members} (organization_id, user_id, role_id, role_source, status, in_discord,
        last_seen_at, joined_at, updated_at)
      values (${actor.organizationId}, ${userId}, ${roleId}, 'person', 'active', ${Number(inDiscord)},
        ${lastSeenAt}, ${at}, ${at})
      on conflict (user_id) do nothing`),
    insertHistory(context, "joined", {
      memberId: sql`members.id`,
      previousValue: sql`null`,
      newValue: sql`roles.name`,
      from: sql`from ${members} join ${roles} on roles.id = members.role_id
        where members.user_id = ${userId} and ${isNew(context)}`,
    }),
  ];
}

/** The statements that give a user's membership a status; one that has it already is left alone. */
export function setMemberStatus(context: Context, userId: number, status: MemberStatus): Statement[] {
  const { db, now } = context;
  const isOther = and(eq(members.userId, userId), sql`${members.status} <> ${status}`);
  return [
    insertHistory(context, "status", {
      memberId: sql`members.id`,
      previousValue: sql`members.status`,
      newValue: sql`${status}`,
      from: sql`from ${members} where ${isOther}`,
    }),
    db
      .update(members)
      .set({ status, updatedAt: now.toISOString(), version: sql`${members.version} + 1` })
      .where(isOther),
  ];
}

/**
 * The statements that take back a membership that has only just been made. One that has been given
 * prospects meanwhile is kept, inactive, so that they stay with a name.
 */
export const removeMember = (context: Context, userId: number): Statement[] => [
  context.db
    .delete(members)
    .where(
      and(
        eq(members.userId, userId),
        sql`not exists (select 1 from prospects where assigned_to = ${members.id})`,
      ),
    ),
  ...setMemberStatus(context, userId, "inactive"),
];

/** SQL: the id of an organization's system role. */
export const systemRoleId = (organizationId: number, key: string): SQL =>
  sql`(select id from ${roles} where organization_id = ${organizationId} and key = ${key})`;

/** SQL condition: the organization has an active administrator. */
export const hasAdministrator = (organizationId: number): SQL => sql`exists (
  select 1 from ${members} join ${roles} on ${roles.id} = ${members.roleId}
  where ${roles.organizationId} = ${organizationId} and ${roles.key} = 'administrator'
    and ${members.status} = 'active')`;
