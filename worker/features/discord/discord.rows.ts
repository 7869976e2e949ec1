import { and, asc, desc, eq, getTableColumns, sql } from "drizzle-orm";
import type { Context } from "../../lib/context.ts";
import type { Db, Statement } from "../../lib/db/client.ts";
import type { SystemRole } from "../../lib/permissions.schema.ts";
import { type MemberStatus, members, roles } from "../members/index.ts";
import { type ProspectStatus, prospects } from "../prospects/index.ts";
import { users } from "../users/index.ts";
import type { Guild } from "./client.ts";
import { discordRoleMappings, guildMembers } from "./discord.table.ts";

const { organizationId: _of, position: _at, updatedAt: _when, ...person } = getTableColumns(guildMembers);

/** The statement that reads the people whom the last sync saw, with what they are to us, in Discord's order. */
export const selectKnown = (db: Db, organizationId: number) =>
  db
    .select({
      ...person,
      memberStatus: sql<MemberStatus | null>`${members.status}`.as("member_status"),
      roleId: members.roleId,
      roleSource: members.roleSource,
      prospectStatus: sql<ProspectStatus | null>`${prospects.status}`.as("prospect_status"),
    })
    .from(guildMembers)
    .leftJoin(
      users,
      and(eq(users.organizationId, guildMembers.organizationId), eq(users.discordId, guildMembers.discordId)),
    )
    .leftJoin(members, eq(members.userId, users.id))
    .leftJoin(prospects, eq(prospects.userId, users.id))
    .where(eq(guildMembers.organizationId, organizationId))
    .orderBy(asc(guildMembers.position));

export type KnownPerson = Awaited<ReturnType<typeof selectKnown>>[number];

/** The statement that forgets a person of the guild, whom the next sync then adds as new. */
export const forgetGuildMember = (db: Db, organizationId: number, discordId: string) =>
  db
    .delete(guildMembers)
    .where(and(eq(guildMembers.organizationId, organizationId), eq(guildMembers.discordId, discordId)));

/** The statement that reads roles with what is mapped to them, for `toRoleMapping`. */
export const selectMappings = (db: Db, organizationId: number) =>
  db
    .select({ roleId: roles.id, key: roles.key, discordRoleId: discordRoleMappings.discordRoleId })
    .from(roles)
    .leftJoin(discordRoleMappings, eq(discordRoleMappings.roleId, roles.id))
    .where(eq(roles.organizationId, organizationId))
    .orderBy(desc(discordRoleMappings.priority), desc(roles.priority), discordRoleMappings.discordRoleId);

export type MappingRow = Awaited<ReturnType<typeof selectMappings>>[number];

/** The Discord roles of the guild that give roles of ours, the one that decides first. */
export function toRoleMapping(rows: MappingRow[], guild: Guild) {
  const idOf = (key: SystemRole) => rows.find((row) => row.key === key)?.roleId ?? -1;
  const mapped = rows.flatMap(({ roleId, discordRoleId }) => {
    const role = guild.roles.find(({ id }) => id === discordRoleId);
    return role ? [{ roleId, discordRoleId: role.id, name: role.name }] : [];
  });
  return { mapped, memberRoleId: idOf("member"), administratorRoleId: idOf("administrator") };
}
export type RoleMapping = ReturnType<typeof toRoleMapping>;

/** The statements that keep mappings true: names as Discord has them, none of roles that are gone. */
export function mappingStatements({ db, actor }: Context, guild: Guild): Statement[] {
  const live = JSON.stringify(guild.roles);
  const ofOrganization = sql`organization_id = ${actor.organizationId}`;
  return [
    db.run(sql`update ${discordRoleMappings} set discord_role_name = now.name
      from (select value ->> 'id' as id, value ->> 'name' as name from json_each(${live})) as now
      where ${ofOrganization} and discord_role_id = now.id and discord_role_name <> now.name`),
    db.run(sql`delete from ${discordRoleMappings}
      where ${ofOrganization} and discord_role_id not in (select value ->> 'id' from json_each(${live}))`),
  ];
}
