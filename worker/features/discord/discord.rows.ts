import { and, asc, eq, getTableColumns, inArray, ne, type SQL, sql } from "drizzle-orm";
import type { Context } from "../../lib/context.ts";
import { type Db, jsonList, type Statement } from "../../lib/db/client.ts";
import { aliased } from "../../lib/db/columns.ts";
import type { SystemRole } from "../../lib/permissions.schema.ts";
import { type MemberStatus, members } from "../members/index.ts";
import { type ProspectStatus, prospects, REMOVED } from "../prospects/index.ts";
import { HIGHEST_FIRST, roles } from "../roles/index.ts";
import { users } from "../users/index.ts";
import type { Guild } from "./client.ts";
import { discordErrors } from "./discord.errors.ts";
import {
  discordMappingSets,
  discordRoleMappings,
  discordRoleUpdates,
  guildMembers,
  retiredMappings,
} from "./discord.table.ts";

const { organizationId: _of, position: _at, updatedAt: _when, ...person } = getTableColumns(guildMembers);

/** SQL condition: a row belongs to the same person as a row of `guildMembers`. */
const isPerson = (table: typeof users | typeof discordRoleUpdates) =>
  and(eq(table.organizationId, guildMembers.organizationId), eq(table.discordId, guildMembers.discordId));

/** The statement that reads the people of the last sync, with their status here, in Discord's order. */
export const selectKnown = (db: Db, organizationId: number) =>
  db
    .select({
      ...person,
      memberStatus: sql<MemberStatus | null>`${members.status}`.as("member_status"),
      roleId: members.roleId,
      roleSource: members.roleSource,
      requestedAt: discordRoleUpdates.requestedAt,
      problem: discordRoleUpdates.problem,
      prospectStatus: sql<ProspectStatus | null>`${prospects.status}`.as("prospect_status"),
    })
    .from(guildMembers)
    .leftJoin(users, isPerson(users))
    .leftJoin(members, eq(members.userId, users.id))
    .leftJoin(prospects, and(eq(prospects.userId, users.id), ne(prospects.status, sql`${REMOVED}`)))
    .leftJoin(discordRoleUpdates, isPerson(discordRoleUpdates))
    .where(eq(guildMembers.organizationId, organizationId))
    .orderBy(asc(guildMembers.position));

export type KnownPerson = Awaited<ReturnType<typeof selectKnown>>[number];

/** The statement that deletes a person of the guild, whom the next sync then adds as new. */
export const forgetGuildMember = (db: Db, organizationId: number, discordId: string) =>
  db
    .delete(guildMembers)
    .where(and(eq(guildMembers.organizationId, organizationId), eq(guildMembers.discordId, discordId)));

/** The statement that reads roles with their mappings, the highest role first. */
export const selectMappings = (db: Db, organizationId: number) =>
  db
    .select({
      roleId: roles.id,
      key: roles.key,
      name: roles.name,
      rank: roles.priority,
      mappingId: aliased(discordRoleMappings.id, "mapping_id"),
      discordRoleId: discordRoleMappings.discordRoleId,
      discordRoleName: discordRoleMappings.discordRoleName,
      givesInDiscord: discordRoleMappings.givesInDiscord,
    })
    .from(roles)
    .leftJoin(discordRoleMappings, eq(discordRoleMappings.roleId, roles.id))
    .where(eq(roles.organizationId, organizationId))
    .orderBy(...HIGHEST_FIRST, discordRoleMappings.discordRoleId);

export type MappingRow = Awaited<ReturnType<typeof selectMappings>>[number];

export const selectRetired = (db: Db, organizationId: number) =>
  db.select().from(retiredMappings).where(eq(retiredMappings.organizationId, organizationId));

export type RetiredMapping = typeof retiredMappings.$inferSelect;

/** Removed mappings that gave their Discord role in Discord without a replacement: people may still hold the role. */
export const leftBehindOf = (
  rows: readonly Pick<MappingRow, "discordRoleId">[],
  retired: readonly RetiredMapping[],
): RetiredMapping[] =>
  retired.filter(
    (each) => each.givesInDiscord && !rows.some(({ discordRoleId }) => discordRoleId === each.discordRoleId),
  );

/** Mappings of the guild, the highest role first. @throws AppError sync_no_roles for a guild without roles */
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
  // Only Discord itself removes the roles that it manages.
  const leftBehind = leftBehindOf(rows, retired).filter((each) => !live.get(each.discordRoleId)?.managed);
  const giving = new Set(rows.filter(({ givesInDiscord }) => givesInDiscord).map(({ roleId }) => roleId));
  const [memberRoleId, administratorRoleId] = [idOf("member"), idOf("administrator")];
  return { mapped, ranks, leftBehind, giving, memberRoleId, administratorRoleId };
}
export type RoleMapping = ReturnType<typeof toRoleMapping>;

/** The statements that update the names of mapped roles from Discord; none where they are equal. */
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

export function goneMappings(guild: Guild, rows: readonly MappingRow[]): number[] {
  const live = new Set(guild.roles.map(({ id }) => id));
  return rows.flatMap(({ mappingId, discordRoleId }) =>
    mappingId === null || live.has(discordRoleId ?? "") ? [] : [mappingId],
  );
}

/**
 * The statements that end a sync that took roles: they delete mappings of deleted Discord roles, and removed mappings.
 * @param gone mappings whose Discord role is deleted
 * @param stillHeld Discord roles left behind that people still hold; null when only a part of the people was read
 */
export function cleanStatements(
  { db, now }: Context,
  organizationId: number,
  guild: Guild,
  gone: readonly number[],
  stillHeld: readonly string[] | null,
  begunAt: string,
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

/** The statement that reads the names of the mapped Discord roles, that of the highest role first. */
export const selectMappedNames = (db: Db, organizationId: number) =>
  db
    .select({ name: discordRoleMappings.discordRoleName })
    .from(discordRoleMappings)
    .innerJoin(roles, eq(roles.id, discordRoleMappings.roleId))
    .where(eq(discordRoleMappings.organizationId, organizationId))
    .orderBy(...HIGHEST_FIRST, discordRoleMappings.discordRoleId);

const raiseVersion = (db: Db, organizationId: number, now: Date) =>
  db
    .update(discordMappingSets)
    .set({ version: sql`version + 1`, updatedAt: now.toISOString() })
    .where(eq(discordMappingSets.id, organizationId));

export const selectMappingVersion = (db: Db, organizationId: number) =>
  db
    .select({ version: discordMappingSets.version, updatedAt: discordMappingSets.updatedAt })
    .from(discordMappingSets)
    .where(eq(discordMappingSets.id, organizationId));

/** SQL condition: the mappings have a version, and the roles the order, that was read. */
export const isAsMapped = (
  organizationId: number,
  version: number | undefined,
  rows: readonly MappingRow[],
): SQL => sql`(select version from ${discordMappingSets} where id = ${organizationId}) is ${version ?? null}
  and not exists (select 1 from ${roles} where ${roles.organizationId} = ${organizationId}
    and ${roles.id} || ':' || ${roles.priority} not in ${jsonList(rows.map(({ roleId, rank }) => `${roleId}:${rank}`))})`;
