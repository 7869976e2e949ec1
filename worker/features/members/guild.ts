import { type SQL, sql } from "drizzle-orm";
import type { Context } from "../../lib/context.ts";
import type { Db, Statement } from "../../lib/db/client.ts";
import { roles } from "../roles/index.ts";
import { users } from "../users/index.ts";
import { insertHistory } from "./members.rows.ts";
import { members } from "./members.table.ts";
import { memberAudit } from "./members.texts.ts";
import { isNew } from "./membership.ts";

/** Minutes that a member has to be seen later to be noted again, so that being online costs few rows. */
const SEEN_MINUTES = 5;

/** SQL: the people of a sync with their users; `people` is a list as JSON. */
const withUsers = ({ actor }: Context, people: string) => sql`from json_each(${people})
  cross join ${users} on users.organization_id = ${actor.organizationId} and users.discord_id = value ->> 'discordId'`;

/** The statements that make members of the people whose Discord role is mapped to one of ours. */
export function insertGuildMembers(context: Context, people: string): Statement[] {
  const { db, actor, now } = context;
  const at = now.toISOString();
  const wanted = sql`${withUsers(context, people)}`;
  return [
    db.run(sql`insert into ${members} (organization_id, user_id, role_id, role_source, status, in_discord, joined_at,
        updated_at)
      select ${actor.organizationId}, users.id, value ->> 'memberRoleId', 'discord', 'active', 1,
        coalesce(value ->> 'joinedAt', ${at}), ${at}
      ${wanted} where value ->> 'memberRoleId' is not null
      on conflict (user_id) do nothing`),
    insertHistory(context, "joined", {
      memberId: sql`members.id`,
      previousValue: sql`null`,
      newValue: sql`roles.name`,
      from: sql`${wanted} join ${members} on members.user_id = users.id
        join ${roles} on roles.id = members.role_id
        where value ->> 'memberRoleId' is not null and ${isNew(context)}`,
    }),
  ];
}

/** The statements that change members' roles to what their Discord roles are mapped to, each with its entries. */
export function changeGuildRoles(context: Context, people: string): Statement[] {
  const { db, now } = context;
  const changed = sql`${withUsers(context, people)}
    join ${members} on members.user_id = users.id
    join ${roles} on roles.id = value ->> 'roleId'
    where members.role_id <> roles.id`;
  return [
    memberAudit.writeMany(context, "member.role", {
      id: sql`members.id`,
      name: sql`users.display_name`,
      details: sql`json_object('fromRole', value ->> 'previousRole', 'toRole', roles.name)`,
      from: changed,
    }),
    insertHistory(context, "role", {
      memberId: sql`members.id`,
      previousValue: sql`value ->> 'previousRole'`,
      newValue: sql`roles.name`,
      from: changed,
    }),
    db.run(sql`with wanted as materialized (select members.id, roles.id as role_id ${changed})
      update ${members} set role_id = wanted.role_id, role_source = 'discord', updated_at = ${now.toISOString()},
        version = version + 1
      from wanted where members.id = wanted.id`),
  ];
}

/**
 * SQL: the members among some people of any organization. Materialized, because SQLite would else look through
 * the people for every member.
 */
const membersAmong = (people: readonly unknown[], condition: SQL) => sql`with wanted as materialized (
    select m.id, s.value from json_each(${JSON.stringify(people)}) s
    cross join ${users} u on u.organization_id = s.value ->> 'organizationId' and u.discord_id = s.value ->> 'discordId'
    cross join ${members} m on m.user_id = u.id where ${condition})`;

/** The statement that notes which members are in the Discord server; writes only what differs. */
export const setMembersInDiscord = (
  db: Db,
  people: readonly { organizationId: number; discordId: string; inDiscord: boolean }[],
): Statement =>
  db.run(sql`${membersAmong(people, sql`m.in_discord <> s.value ->> 'inDiscord'`)}
    update ${members} set in_discord = wanted.value ->> 'inDiscord' from wanted where members.id = wanted.id`);

/** The statement that notes when members were seen, at most once in SEEN_MINUTES each. */
export const setMembersSeen = (
  db: Db,
  people: readonly { organizationId: number; discordId: string; timestamp: string }[],
): Statement => {
  const seen = people.map((each) => ({
    ...each,
    unlessAfter: new Date(Date.parse(each.timestamp) - SEEN_MINUTES * 60_000).toISOString(),
  }));
  return db.run(sql`${membersAmong(seen, sql`coalesce(m.last_seen_at, '') < s.value ->> 'unlessAfter'`)}
    update ${members} set last_seen_at = wanted.value ->> 'timestamp' from wanted where members.id = wanted.id`);
};
