import { and, asc, desc, eq, sql } from "drizzle-orm";
import type { Context } from "../../lib/context.ts";
import type { Db, Statement } from "../../lib/db/client.ts";
import { named } from "../../lib/db/columns.ts";
import type { SystemRole } from "../../lib/permissions.schema.ts";
import { changeGuildRoles, insertGuildMembers, members, setMembersInDiscord } from "../members/index.ts";
import { markLeft, promoteByRole, prospects, upsertGuildProspects } from "../prospects/index.ts";
import { roles } from "../roles/index.ts";
import { endDiscordSessions } from "../sessions/index.ts";
import { upsertGuildUsers, users } from "../users/index.ts";
import type { Guild } from "./client.ts";
import { discordRoleMappings, guildMembers } from "./discord.table.ts";
import type { PagePlan, RoleMapping } from "./plan.ts";

/** The statement that reads the people whom the last sync saw, with what they are to us, in Discord's order. */
export const selectKnown = (db: Db, organizationId: number) =>
  db
    .select({
      discordId: guildMembers.discordId,
      username: guildMembers.username,
      displayName: guildMembers.displayName,
      avatar: guildMembers.avatar,
      roles: guildMembers.roles,
      present: guildMembers.present,
      memberStatus: named(members.status, "member_status"),
      roleId: members.roleId,
      roleName: roles.name,
      roleSource: members.roleSource,
      prospectStatus: named(prospects.status, "prospect_status"),
    })
    .from(guildMembers)
    .leftJoin(
      users,
      and(eq(users.organizationId, guildMembers.organizationId), eq(users.discordId, guildMembers.discordId)),
    )
    .leftJoin(members, eq(members.userId, users.id))
    .leftJoin(roles, eq(roles.id, members.roleId))
    .leftJoin(prospects, eq(prospects.userId, users.id))
    .where(eq(guildMembers.organizationId, organizationId))
    .orderBy(asc(guildMembers.position));

/** The statement that reads roles with what is mapped to them, for `toRoleMapping`. */
export const selectMappings = (db: Db, organizationId: number) =>
  db
    .select({ roleId: roles.id, key: roles.key, discordRoleId: discordRoleMappings.discordRoleId })
    .from(roles)
    .leftJoin(discordRoleMappings, eq(discordRoleMappings.roleId, roles.id))
    .where(eq(roles.organizationId, organizationId))
    .orderBy(desc(discordRoleMappings.priority), desc(roles.priority), discordRoleMappings.discordRoleId);

/** What a sync maps: Discord roles that are gone are left out. */
export function toRoleMapping(
  rows: Awaited<ReturnType<typeof selectMappings>>,
  { roles: live }: Guild,
): RoleMapping {
  const idOf = (key: SystemRole) => rows.find((row) => row.key === key)?.roleId ?? -1;
  const mapped = rows.flatMap(({ roleId, discordRoleId }) => {
    const role = live.find(({ id }) => id === discordRoleId);
    return role ? [{ roleId, discordRoleId: role.id, name: role.name }] : [];
  });
  return { mapped, memberRoleId: idOf("member"), administratorRoleId: idOf("administrator") };
}

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

/**
 * The statements that write a page of a sync. However many people it holds there are a handful, each
 * reading its rows from one JSON parameter; a page without changes has none.
 */
export function pageStatements(context: Context, { changes, leaves }: PagePlan): Statement[] {
  const { db, actor, now } = context;
  const { organizationId } = actor;
  const at = now.toISOString();
  const people = JSON.stringify(changes);
  const gone = JSON.stringify(leaves);
  const hasAny = (field: "memberRoleId" | "roleId" | "promotedFrom") =>
    changes.some((each) => each[field] !== null);
  const presence = [
    ...changes.map(({ discordId }) => ({ organizationId, discordId, inDiscord: true })),
    ...leaves.map((discordId) => ({ organizationId, discordId, inDiscord: false })),
  ];
  const written = changes.length
    ? [
        upsertGuildUsers(context, people),
        db.run(sql`insert into ${guildMembers} (organization_id, discord_id, username, display_name, avatar, roles,
            present, updated_at)
          select ${organizationId}, value ->> 'discordId', value ->> 'username', value ->> 'displayName',
            value ->> 'avatar', value -> 'roles', 1, ${at}
          from json_each(${people}) where true
          on conflict (organization_id, discord_id) do update set username = excluded.username,
            display_name = excluded.display_name, avatar = excluded.avatar, roles = excluded.roles,
            present = 1, updated_at = excluded.updated_at`),
        ...upsertGuildProspects(context, people),
      ]
    : [];
  const left = leaves.length
    ? [
        db.run(sql`update ${guildMembers} set present = 0, updated_at = ${at}
          where organization_id = ${organizationId} and discord_id in (select value from json_each(${gone}))`),
        ...markLeft(context, gone),
        endDiscordSessions(db, organizationId, gone),
      ]
    : [];
  return [
    ...written,
    ...(hasAny("memberRoleId") ? insertGuildMembers(context, people) : []),
    ...(hasAny("roleId") ? changeGuildRoles(context, people) : []),
    ...(hasAny("promotedFrom") ? promoteByRole(context, people) : []),
    ...left,
    ...(presence.length ? [setMembersInDiscord(db, presence)] : []),
  ];
}
