import { and, asc, desc, eq, getTableColumns, inArray, type SQL, sql } from "drizzle-orm";
import type { Context } from "../../lib/context.ts";
import { type Db, jsonList, type Statement } from "../../lib/db/client.ts";
import { named } from "../../lib/db/columns.ts";
import type { SystemRole } from "../../lib/permissions.schema.ts";
import { type MemberStatus, members, roles } from "../members/index.ts";
import { type ProspectStatus, prospects } from "../prospects/index.ts";
import { users } from "../users/index.ts";
import type { Guild } from "./client.ts";
import { discordErrors } from "./discord.errors.ts";
import {
  discordMappingSets,
  discordRoleMappings,
  discordWishes,
  guildMembers,
  retiredMappings,
} from "./discord.table.ts";

const { organizationId: _of, position: _at, updatedAt: _when, ...person } = getTableColumns(guildMembers);

/** The statement that reads the people whom the last sync saw, with what they are to us, in Discord's order. */
export const selectKnown = (db: Db, organizationId: number) =>
  db
    .select({
      ...person,
      memberStatus: sql<MemberStatus | null>`${members.status}`.as("member_status"),
      roleId: members.roleId,
      roleSource: members.roleSource,
      wishedAt: discordWishes.wishedAt,
      prospectStatus: sql<ProspectStatus | null>`${prospects.status}`.as("prospect_status"),
    })
    .from(guildMembers)
    .leftJoin(
      users,
      and(eq(users.organizationId, guildMembers.organizationId), eq(users.discordId, guildMembers.discordId)),
    )
    .leftJoin(members, eq(members.userId, users.id))
    .leftJoin(prospects, eq(prospects.userId, users.id))
    .leftJoin(
      discordWishes,
      and(
        eq(discordWishes.organizationId, guildMembers.organizationId),
        eq(discordWishes.discordId, guildMembers.discordId),
      ),
    )
    .where(eq(guildMembers.organizationId, organizationId))
    .orderBy(asc(guildMembers.position));

export type KnownPerson = Awaited<ReturnType<typeof selectKnown>>[number];

/** The statement that forgets a person of the guild, whom the next sync then adds as new. */
export const forgetGuildMember = (db: Db, organizationId: number, discordId: string) =>
  db
    .delete(guildMembers)
    .where(and(eq(guildMembers.organizationId, organizationId), eq(guildMembers.discordId, discordId)));

/** The statement that reads roles with what is mapped to them, the mapping that decides first first. */
export const selectMappings = (db: Db, organizationId: number) =>
  db
    .select({
      roleId: roles.id,
      key: roles.key,
      name: roles.name,
      rank: roles.priority,
      mappingId: named(discordRoleMappings.id, "mapping_id"),
      discordRoleId: discordRoleMappings.discordRoleId,
      discordRoleName: discordRoleMappings.discordRoleName,
      givesInDiscord: discordRoleMappings.givesInDiscord,
    })
    .from(roles)
    .leftJoin(discordRoleMappings, eq(discordRoleMappings.roleId, roles.id))
    .where(eq(roles.organizationId, organizationId))
    .orderBy(desc(discordRoleMappings.priority), desc(roles.priority), discordRoleMappings.discordRoleId);

export type MappingRow = Awaited<ReturnType<typeof selectMappings>>[number];

/** The statement that reads an organization's mappings that are no more. */
export const selectRetired = (db: Db, organizationId: number) =>
  db.select().from(retiredMappings).where(eq(retiredMappings.organizationId, organizationId));

export type RetiredMapping = typeof retiredMappings.$inferSelect;

/** Mappings that are no more and gave their Discord role in Discord: people may still hold it, and nothing else gives it. */
export const leftBehindOf = (
  rows: readonly Pick<MappingRow, "discordRoleId">[],
  retired: readonly RetiredMapping[],
): RetiredMapping[] =>
  retired.filter(
    (each) => each.givesInDiscord && !rows.some(({ discordRoleId }) => discordRoleId === each.discordRoleId),
  );

/**
 * The Discord roles of the guild that give roles of ours, the one that decides first.
 * @throws AppError sync_no_roles for a guild that lists no roles while some are mapped
 */
export function toRoleMapping(rows: readonly MappingRow[], retired: readonly RetiredMapping[], guild: Guild) {
  const idOf = (key: SystemRole) => rows.find((row) => row.key === key)?.roleId ?? -1;
  const live = new Map(guild.roles.filter(({ id }) => id !== guild.id).map((role) => [role.id, role]));
  const isMapped = rows.some(({ discordRoleId }) => discordRoleId !== null);
  if (isMapped && live.size === 0) throw discordErrors.sync_no_roles();
  const mapped = rows.flatMap(({ roleId, discordRoleId }) => {
    const role = live.get(discordRoleId ?? "");
    return role ? [{ roleId, discordRoleId: role.id, name: role.name }] : [];
  });
  const ranks = new Map(rows.map(({ roleId, rank }) => [roleId, rank]));
  const leftBehind = leftBehindOf(rows, retired);
  const giving = new Set(rows.filter(({ givesInDiscord }) => givesInDiscord).map(({ roleId }) => roleId));
  return {
    mapped,
    ranks,
    leftBehind,
    giving,
    memberRoleId: idOf("member"),
    administratorRoleId: idOf("administrator"),
  };
}
export type RoleMapping = ReturnType<typeof toRoleMapping>;

/** The statements that keep the names of mapped roles as Discord has them; none when they are. */
export function renameStatements(
  { db, now }: Context,
  organizationId: number,
  guild: Guild,
  rows: MappingRow[],
) {
  const names = new Map(guild.roles.map(({ id, name }) => [id, name]));
  const renamed = rows.flatMap(({ mappingId, discordRoleId, discordRoleName }) => {
    const name = names.get(discordRoleId ?? "");
    return name === undefined || name === discordRoleName ? [] : [{ mappingId, name }];
  });
  if (renamed.length === 0) return [];
  return [
    db.run(sql`update ${discordRoleMappings} set discord_role_name = now.value ->> 'name'
      from json_each(${JSON.stringify(renamed)}) as now
      where discord_role_mappings.id = now.value ->> 'mappingId'`),
    raiseVersion(db, organizationId, now),
  ];
}

/** Mappings whose Discord role is gone. */
export function goneMappings(guild: Guild, rows: readonly MappingRow[]): number[] {
  const live = new Set(guild.roles.map(({ id }) => id));
  return rows.flatMap(({ mappingId, discordRoleId }) =>
    mappingId === null || live.has(discordRoleId ?? "") ? [] : [mappingId],
  );
}

type Cleaning = {
  guild: Guild;
  /** Mappings whose Discord role is gone. */
  gone: readonly number[];
  /** Discord roles left behind that people still hold; null when not everybody was looked at. */
  stillHeld: readonly string[] | null;
  begunAt: string;
};

/**
 * The statements that end a sync which took what people lose: mappings of gone roles and what explained losses go.
 */
export function cleanStatements(
  { db, now }: Context,
  organizationId: number,
  { guild, gone, stillHeld, begunAt }: Cleaning,
): Statement[] {
  const isNotHeld = stillHeld === null ? sql`0` : sql`discord_role_id not in ${jsonList(stillHeld)}`;
  const drop = [
    db.delete(discordRoleMappings).where(inArray(discordRoleMappings.id, jsonList(gone))),
    raiseVersion(db, organizationId, now),
  ];
  return [
    ...(gone.length ? drop : []),
    db.run(sql`delete from ${retiredMappings} where organization_id = ${organizationId} and (
      discord_role_id not in ${jsonList(guild.roles.map(({ id }) => id))} or retired_at <= ${begunAt}
        and (not gives_in_discord or ${isNotHeld}))`),
  ];
}

const raiseVersion = (db: Db, organizationId: number, now: Date) =>
  db
    .update(discordMappingSets)
    .set({ version: sql`version + 1`, updatedAt: now.toISOString() })
    .where(eq(discordMappingSets.id, organizationId));

/** The statement that reads the version of an organization's mappings. */
export const selectMappingVersion = (db: Db, organizationId: number) =>
  db
    .select({ version: discordMappingSets.version })
    .from(discordMappingSets)
    .where(eq(discordMappingSets.id, organizationId));

/** SQL condition: nobody has changed the mappings since they were read. */
export const isMappingVersion = (organizationId: number, version: number | undefined): SQL =>
  sql`(select version from ${discordMappingSets} where id = ${organizationId}) is ${version ?? null}`;
