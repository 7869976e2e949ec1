import { sql } from "drizzle-orm";
import type { Db } from "../../lib/db/client.ts";
import { users } from "../users/users.table.ts";
import { members } from "./members.table.ts";

type Writer = { organizationId: number; at: string };

/** The statement that makes members of the people whose Discord role is mapped to one of ours. */
export const insertGuildMembers = (db: Db, { organizationId, at }: Writer, people: string) =>
  db.run(sql`insert into ${members} (organization_id, user_id, role_id, role_source, status, joined_at, updated_at)
    select ${organizationId}, users.id, value ->> 'memberRoleId', 'discord', 'active',
      coalesce(value ->> 'joinedAt', ${at}), ${at}
    from json_each(${people})
    cross join ${users} on users.organization_id = ${organizationId} and users.discord_id = value ->> 'discordId'
    where value ->> 'memberRoleId' is not null
    on conflict (user_id) do nothing`);

/** The statement that changes members' roles to what their Discord roles are mapped to. */
export const changeGuildRoles = (db: Db, { organizationId, at }: Writer, people: string) =>
  db.run(sql`update ${members} set role_id = wanted.role_id, role_source = 'discord', updated_at = ${at},
      version = version + 1
    from (select users.id as user_id, value ->> 'roleId' as role_id
      from json_each(${people})
      cross join ${users} on users.organization_id = ${organizationId} and users.discord_id = value ->> 'discordId'
      where value ->> 'roleId' is not null) as wanted
    where members.user_id = wanted.user_id and members.role_id <> wanted.role_id`);
