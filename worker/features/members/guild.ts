import { sql } from "drizzle-orm";
import type { Context } from "../../lib/context.ts";
import type { Statement } from "../../lib/db/client.ts";
import { roles } from "../roles/index.ts";
import { users } from "../users/index.ts";
import { members } from "./members.table.ts";
import { memberAudit } from "./members.texts.ts";

/** SQL: the people of a sync with their users; `people` is a list as JSON. */
const withUsers = ({ actor }: Context, people: string) => sql`from json_each(${people})
  cross join ${users} on users.organization_id = ${actor.organizationId} and users.discord_id = value ->> 'discordId'`;

/** The statement that makes members of the people whose Discord role is mapped to one of ours. */
export function insertGuildMembers(context: Context, people: string): Statement {
  const { db, actor, now } = context;
  const at = now.toISOString();
  return db.run(sql`insert into ${members} (organization_id, user_id, role_id, role_source, status, joined_at, updated_at)
    select ${actor.organizationId}, users.id, value ->> 'memberRoleId', 'discord', 'active',
      coalesce(value ->> 'joinedAt', ${at}), ${at}
    ${withUsers(context, people)}
    where value ->> 'memberRoleId' is not null
    on conflict (user_id) do nothing`);
}

/** The statements that change members' roles to what their Discord roles are mapped to, with an audit entry each. */
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
    db.run(sql`update ${members} set role_id = wanted.role_id, role_source = 'discord',
        updated_at = ${now.toISOString()}, version = version + 1
      from (select members.id as member_id, roles.id as role_id ${changed}) as wanted
      where members.id = wanted.member_id`),
  ];
}
