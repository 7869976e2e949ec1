import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Context } from "../../lib/context.ts";
import type { Db, Statement } from "../../lib/db/client.ts";
import { type Guard, guard } from "../../lib/guard.ts";
import { endSessionsOfUser } from "../sessions/index.ts";
import { users } from "../users/index.ts";
import { memberErrors } from "./members.policy.ts";
import { insertHistory } from "./members.rows.ts";
import type { MemberStatus } from "./members.schema.ts";
import { memberHistory, members, passwordLinks, roles } from "./members.table.ts";
import { memberAudit } from "./members.texts.ts";

/** Minutes that a member has to be seen later to be noted again, so that being online costs few rows. */
const SEEN_MINUTES = 5;

/**
 * The statements that make users members; those who are members already stay as they are.
 * @param found the query of `user_id`, `role_id`, `in_discord`, `last_seen_at`, `joined_at` (null for now) and `because`,
 *   the Discord role that decided
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

/** The statements that make a user a member; one who is a member already stays as they are. */
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

/** SQL: the people of a sync with their users; `people` is a list as JSON. */
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

/**
 * The statements that change members' roles to what their Discord roles are mapped to, each with its entries; a role
 * that another than the sync changed since it was read stays.
 */
export function changeGuildRoles(context: Context, people: string): Statement[] {
  const { db, now } = context;
  const changed = sql`${withUsers(context, people)}
    join ${members} on members.user_id = users.id and members.role_id = value ->> 'previousRoleId'
    join ${roles} previous on previous.id = members.role_id
    join ${roles} on roles.id = value ->> 'roleId' and roles.id <> members.role_id`;
  return [
    memberAudit.writeMany(context, "member.role", {
      id: sql`members.id`,
      name: sql`users.display_name`,
      details: sql`json_object('fromRole', previous.name, 'toRole', roles.name)`,
      from: changed,
    }),
    insertHistory(
      context,
      "role",
      sql`members.id, previous.name, roles.name, value ->> 'because' ${changed}`,
    ),
    db.run(sql`with wanted as materialized (select members.id, roles.id as role_id ${changed})
      update ${members} set role_id = wanted.role_id, role_source = 'discord', updated_at = ${now.toISOString()},
        version = version + 1
      from wanted where members.id = wanted.id`),
  ];
}

/** The statements that give some memberships a status; one that has it already is left alone. */
function setStatus(context: Context, which: SQL, status: MemberStatus): Statement[] {
  const { db, now } = context;
  const isOther = and(which, sql`${members.status} <> ${status}`);
  return [
    insertHistory(
      context,
      "status",
      sql`${members.id}, ${members.status}, ${status}, null from ${members} where ${isOther}`,
    ),
    db.run(sql`update ${members} set status = ${status}, updated_at = ${now.toISOString()}, version = version + 1
      where ${isOther}`),
  ];
}

/** The statements that give a user's membership a status; one that has it already is left alone. */
export const setMemberStatus = (context: Context, userId: number, status: MemberStatus): Statement[] =>
  setStatus(context, eq(members.userId, userId), status);

/**
 * The statements that take back memberships that have only just been made, or stand for nobody. One that has been
 * given prospects is kept, inactive, so that they stay with a name.
 * @param userIds the id of a user, or the query of several
 */
export function removeMembers(context: Context, userIds: SQL): Statement[] {
  const { db } = context;
  const areTheirs = sql`${members.userId} in (${userIds})`;
  const isUnneeded = sql`${areTheirs} and not exists (select 1 from prospects where assigned_to = ${members.id})`;
  return [
    db.run(
      sql`delete from ${memberHistory} where member_id in (select id from ${members} where ${isUnneeded})`,
    ),
    db.run(sql`delete from ${members} where ${isUnneeded}`),
    ...setStatus(context, areTheirs, "inactive"),
  ];
}

/** The statement that deletes a membership for good; its history stays. */
export const deleteMember = (db: Db, memberId: number) => db.delete(members).where(eq(members.id, memberId));

/** The statements that end what gives a user access: their sessions but for one that is kept, and the link to choose a password. */
export const endAccess = (db: Db, userId: number, keptSessionId: number | null = null): Statement[] => [
  endSessionsOfUser(db, userId, keptSessionId),
  db.run(
    sql`delete from ${passwordLinks} where member_id = (select id from ${members} where user_id = ${userId})`,
  ),
];

/** The statement that remembers that a user who may be a member has signed in; writes only the first time. */
export const markSignedIn = (db: Db, userId: number) =>
  db
    .update(members)
    .set({ hasSignedIn: true })
    .where(and(eq(members.userId, userId), eq(members.hasSignedIn, false)));

/** SQL: the members among some people. Materialized, or SQLite would look through the people for every member. */
const membersAmong = (people: readonly unknown[], condition: SQL) => sql`with wanted as materialized (
    select m.id, s.value from json_each(${JSON.stringify(people)}) s
    cross join ${users} u on u.organization_id = s.value ->> 'organizationId' and u.discord_id = s.value ->> 'discordId'
    cross join ${members} m on m.user_id = u.id where ${condition})`;

type Person = { organizationId: number; discordId: string };

/** The statement that notes which members are in the Discord server; writes only what differs. */
export const setMembersInDiscord = (
  db: Db,
  people: readonly (Person & { inDiscord: boolean })[],
): Statement =>
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

/** SQL: the id of an organization's system role. */
export const systemRoleId = (organizationId: number, key: string): SQL =>
  sql`(select id from ${roles} where organization_id = ${organizationId} and key = ${key})`;

/** SQL: the user ids, as `id`, of the active members who are administrators or whose role holds `admin.system`. */
export const administratorsOf = (organizationId: number): SQL =>
  sql`select ${members.userId} as id from ${roles} cross join ${members} on ${members.roleId} = ${roles.id}
    and ${members.status} = 'active'
    where ${roles.organizationId} = ${organizationId} and (${roles.key} = 'administrator'
      or exists (select 1 from json_each(${roles.permissions}) where value = 'admin.system'))`;

/** The guard that an active administrator is left when all is written; its refusal names the member who was to go. */
export const keepAdministrator = (organizationId: number, name: string): Guard =>
  guard(
    sql`exists (select 1 from ${members} join ${roles} on ${roles.id} = ${members.roleId}
      where ${roles.organizationId} = ${organizationId} and ${roles.key} = 'administrator'
        and ${members.status} = 'active')`,
    memberErrors.last_administrator({ name }),
  );
