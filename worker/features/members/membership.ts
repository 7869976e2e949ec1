import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Actor } from "../../lib/actor.ts";
import type { Context, SystemContext } from "../../lib/context.ts";
import type { Db, Statement } from "../../lib/db/client.ts";
import { type Guard, guard } from "../../lib/guard.ts";
import type { Holders } from "../../lib/notify.ts";
import type { Permission } from "../../lib/permissions.schema.ts";
import { roleHolds, roles } from "../roles/index.ts";
import { endSessionsOfUser } from "../sessions/index.ts";
import { users } from "../users/index.ts";
import { whenInactive } from "./attached.ts";
import { memberErrors } from "./members.policy.ts";
import { insertHistory } from "./members.rows.ts";
import type { MemberStatus } from "./members.schema.ts";
import { memberHistory, members, passwordLinks } from "./members.table.ts";
import { memberAudit } from "./members.texts.ts";

/** Minutes between two updates of when a member was seen: each costs rows. */
const SEEN_MINUTES = 5;

/**
 * The statements that make users members, except members.
 * @param found the query of `user_id`, `role_id`, `in_discord`, `last_seen_at`, `joined_at` (null for now) and `because`, the
 * Discord role that decided
 */
function insertMembers(context: Context, source: "person" | "discord", found: SQL): Statement[] {
  const { db, actor, now } = context;
  const at = now.toISOString();
  return [
    db.run(sql`insert into ${members} (organization_id, user_id, role_id, role_source, status, has_signed_in,
        in_discord, last_seen_at, joined_at, updated_at)
      select ${actor.organizationId}, user_id, role_id, ${source}, 'active',
        exists (select 1 from ${users} where ${users.id} = user_id and ${users.signedInAt} is not null), in_discord,
        last_seen_at, coalesce(joined_at, ${at}), ${at}
      from (${found}) where true on conflict (user_id) do nothing`),
    insertHistory(
      context,
      "joined",
      sql`members.id, null, roles.name, found.because from (${found}) found
        join ${members} on members.user_id = found.user_id
        join ${roles} on roles.id = members.role_id
        where members.version = 1 and members.updated_at = ${at}`,
    ),
  ];
}

/** The statements that make a user a member, unless they are one already. */
export const insertMember = (
  context: Context,
  member: { userId: SQL | number; roleId: SQL | number; inDiscord?: boolean; lastSeenAt?: string | null },
): Statement[] =>
  insertMembers(
    context,
    "person",
    sql`select ${member.userId} as user_id, ${member.roleId} as role_id, ${Number(member.inDiscord ?? false)}
      as in_discord, ${member.lastSeenAt ?? null} as last_seen_at, null as joined_at, null as because`,
  );

/** SQL: the people of a sync, a list as JSON, with their users. */
const withUsers = ({ actor }: Context, people: string) => sql`from json_each(${people})
  cross join ${users} on users.organization_id = ${actor.organizationId} and users.discord_id = value ->> 'discordId'`;

/** The statements that make members of the people whose Discord role is mapped to one of ours. */
export const insertGuildMembers = (context: Context, people: string): Statement[] =>
  insertMembers(
    context,
    "discord",
    sql`select users.id as user_id, value ->> 'memberRoleId' as role_id, 1 as in_discord, null as last_seen_at,
      value ->> 'joinedAt' as joined_at, value ->> 'because' as because
      ${withUsers(context, people)} where value ->> 'memberRoleId' is not null`,
  );

/** The statements that give members the roles of their Discord roles, unless their role changed since it was read. */
export const changeGuildRoles = (context: Context, people: string): Statement[] =>
  changeRoles(
    context,
    sql`${withUsers(context, people)}
      join ${members} on members.user_id = users.id and members.role_id = value ->> 'previousRoleId'
      join ${roles} previous on previous.id = members.role_id
      join ${roles} on roles.id = value ->> 'roleId' and roles.id <> members.role_id`,
    "discord",
  );

/**
 * The statements that give members other roles, with history and audit entries.
 * @param changed what follows a `select`: `from` tables and aliases `members`, `users`, `previous` and `roles`, of a
 *   person's row of a sync as `value` where Discord decides
 */
export function changeRoles(context: Context, changed: SQL, source: "person" | "discord"): Statement[] {
  const { db, now } = context;
  const because = source === "discord" ? sql`value ->> 'because'` : sql`null`;
  return [
    memberAudit.writeMany(context, "member.role", {
      id: sql`members.id`,
      name: sql`users.display_name`,
      details: sql`json_object('fromRole', previous.name, 'toRole', roles.name)`,
      from: changed,
    }),
    insertHistory(context, "role", sql`members.id, previous.name, roles.name, ${because} ${changed}`),
    db.run(sql`with wanted as materialized (select members.id, roles.id as role_id ${changed})
      update ${members} set role_id = wanted.role_id, role_source = ${source}, updated_at = ${now.toISOString()},
        version = version + 1
      from wanted where members.id = wanted.id`),
  ];
}

/** The statements that change the status of memberships, with history. @param userIds an id, or the query of several */
export function setMemberStatus(context: Context, userIds: SQL | number, status: MemberStatus): Statement[] {
  const { db, now } = context;
  const isOther = sql`${members.userId} in (${userIds}) and ${members.status} <> ${status}`;
  return [
    ...(status === "inactive" ? whenInactive(context, userIds) : []),
    insertHistory(
      context,
      "status",
      sql`${members.id}, ${members.status}, ${status}, null from ${members} where ${isOther}`,
    ),
    db.run(sql`update ${members} set status = ${status}, updated_at = ${now.toISOString()}, version = version + 1
      where ${isOther}`),
  ];
}

/**
 * The statements that delete memberships with their history. A member with assigned prospects becomes inactive instead, so that
 * the prospects keep an assignee.
 * @param userIds an id, or the query of several
 */
export function removeMembers(context: Context, userIds: SQL | number): Statement[] {
  const { db } = context;
  const isUnneeded = sql`${members.userId} in (${userIds})
    and not exists (select 1 from prospects where assigned_to = ${members.id})`;
  const unneeded = sql`select id from ${members} where ${isUnneeded}`;
  return [
    db.run(sql`delete from ${memberHistory} where member_id in (${unneeded})`),
    db.run(sql`delete from ${members} where ${isUnneeded}`),
    ...setMemberStatus(context, userIds, "inactive"),
  ];
}

/** The statement that deletes a membership for good; its history stays. */
export const deleteMember = (db: Db, memberId: number) => db.delete(members).where(eq(members.id, memberId));

/** The statements that end a user's access: their sessions, except one to keep, and the link to choose a password. */
export const endAccess = (db: Db, userId: number, keptSessionId: number | null = null): Statement[] => [
  endSessionsOfUser(db, userId, keptSessionId),
  db.run(sql`delete from ${passwordLinks}
    where member_id = (select id from ${members} where user_id = ${userId})`),
];

/** The statement that stores that a user, if they are a member, has signed in; writes only the first time. */
export const markSignedIn = ({ db, now }: SystemContext, userId: number) =>
  db
    .update(members)
    .set({ hasSignedIn: true, usedAt: now.toISOString() })
    .where(and(eq(members.userId, userId), eq(members.hasSignedIn, false)));

/** SQL: the members among some people. Materialized, because SQLite would otherwise read all people for every member. */
const membersAmong = (people: readonly unknown[], condition: SQL) => sql`with wanted as materialized (
    select m.id, s.value from json_each(${JSON.stringify(people)}) s
    cross join ${users} u on u.organization_id = s.value ->> 'organizationId' and u.discord_id = s.value ->> 'discordId'
    cross join ${members} m on m.user_id = u.id where ${condition})`;

type Person = { organizationId: number; discordId: string };

/** The statement that stores which members are in the Discord server; writes only differences. */
export const setMembersInDiscord = (db: Db, people: readonly (Person & { inDiscord: boolean })[]) =>
  db.run(sql`${membersAmong(people, sql`m.in_discord <> s.value ->> 'inDiscord'`)}
    update ${members} set in_discord = wanted.value ->> 'inDiscord' from wanted where members.id = wanted.id`);

/** The statement that notes when members were seen, at most once in SEEN_MINUTES each. */
export function setMembersSeen(db: Db, people: readonly (Person & { timestamp: string })[]): Statement {
  const seen = people.map((each) => ({
    ...each,
    unlessAfter: new Date(Date.parse(each.timestamp) - SEEN_MINUTES * 60_000).toISOString(),
  }));
  return db.run(sql`${membersAmong(seen, sql`coalesce(m.last_seen_at, '') < s.value ->> 'unlessAfter'`)}
    update ${members} set last_seen_at = wanted.value ->> 'timestamp' from wanted where members.id = wanted.id`);
}

export const systemRoleId = (organizationId: number, key: string): SQL =>
  sql`(select id from ${roles} where organization_id = ${organizationId} and key = ${key})`;

/** The active members whose role holds a permission, except the actor and `exceptId`: receivers of a notice. */
export const holdersOf = <Held extends Permission>(
  { organizationId, userId }: Pick<Actor, "organizationId" | "userId">,
  permission: Held,
  exceptId: number | null = null,
): Holders<Held> => ({
  permission,
  users: sql`select ${members.userId} as id from ${roles} cross join ${members} on ${members.roleId} = ${roles.id}
    and ${members.status} = 'active' and ${members.userId} is not ${userId} and ${members.userId} is not ${exceptId}
    where ${roles.organizationId} = ${organizationId} and ${roleHolds(permission)}`,
});

/** The guard that an active administrator remains after the batch. @param name of the member who would be removed */
export const guardAdministrator = (organizationId: number, name: string): Guard =>
  guard(
    sql`exists (select 1 from ${members} join ${roles} on ${roles.id} = ${members.roleId}
      where ${roles.organizationId} = ${organizationId} and ${roles.key} = 'administrator'
        and ${members.status} = 'active')`,
    memberErrors.last_administrator({ name }),
  );
