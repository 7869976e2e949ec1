import { sql } from "drizzle-orm";
import type { MemberContext } from "../../../lib/context.ts";
import type { Env } from "../../../lib/env.ts";
import { openBotToken, selectCrmBot } from "../../bots/index.ts";
import { type Guild, type GuildRole, readGuild, readOwnRoles } from "../client.ts";
import { discordErrors } from "../discord.errors.ts";
import { guildMembers } from "../discord.table.ts";
import type { DiscordRole, RoleLack } from "./roles.schema.ts";

/** Permissions that let a member give roles. https://discord.com/developers/docs/topics/permissions */
const ADMINISTRATOR = 1n << 3n;
const MANAGE_ROLES = 1n << 28n;

/** Compares roles, the highest first; of two at one position the one with the lower id is higher. */
const byRank = (a: Pick<GuildRole, "id" | "position">, b: Pick<GuildRole, "id" | "position">): number =>
  b.position - a.position || (BigInt(a.id) < BigInt(b.id) ? -1 : 1);

/** Roles of the server, highest first, without @everyone. */
export const rolesByRank = (guild: Guild): GuildRole[] =>
  guild.roles.filter(({ id }) => id !== guild.id).sort(byRank);

/** The token of the CRM bot. @throws AppError crm_bot_not_found */
export async function openCrmToken(env: Env, bot: Parameters<typeof openBotToken>[1]): Promise<string> {
  const token = await openBotToken(env, bot);
  if (token === null) throw discordErrors.crm_bot_not_found();
  return token;
}

/** The bot's roles with @everyone, highest first. @param own ids of the roles that it holds */
export const heldBy = (guild: Guild, own: readonly string[]): GuildRole[] =>
  guild.roles.filter(({ id }) => id === guild.id || own.includes(id)).sort(byRank);

export const permissionsOf = (roles: readonly GuildRole[]): bigint =>
  roles.reduce((all, role) => all | BigInt(role.permissions), 0n);

/** The bits of the bot's permissions in the server. @throws AppError the sync_… codes for errors of Discord */
export async function readOwnPermissions(env: Env, token: string): Promise<bigint> {
  const [guild, own] = await Promise.all([readGuild(env, token), readOwnRoles(env, token)]);
  return permissionsOf(heldBy(guild, own));
}

/** Returns a function that tells what the bot lacks to give a role. @param own ids of the roles that the bot holds */
export function lacksOf(guild: Guild, own: readonly string[]): (role: GuildRole) => RoleLack | null {
  const ownRoles = heldBy(guild, own);
  const permissions = permissionsOf(ownRoles);
  const [highest] = ownRoles;
  return (role) => {
    if (role.managed) return "managed";
    if ((permissions & (ADMINISTRATOR | MANAGE_ROLES)) === 0n) return "permission";
    return highest && byRank(highest, role) < 0 ? null : "position";
  };
}

/** The roles of the Discord server. @throws AppError crm_bot_not_found, and the sync_… codes for errors of Discord */
export async function listDiscordRoles({ db, env, actor }: MemberContext): Promise<DiscordRole[]> {
  const [bot] = await selectCrmBot(db, actor.organizationId);
  const token = await openCrmToken(env, bot);
  const [guild, own, holders] = await Promise.all([
    readGuild(env, token),
    readOwnRoles(env, token),
    // Reads everybody in the server, as a preview does.
    db.all<{ id: string; people: number }>(sql`select role.value as id, count(*) as people
      from ${guildMembers} g, json_each(g.roles) role
      where g.organization_id = ${actor.organizationId} and g.present = 1 group by role.value`),
  ]);
  const lacksFor = lacksOf(guild, own);
  const peopleOf = new Map(holders.map(({ id, people }) => [id, people]));
  return rolesByRank(guild).map((role) => ({
    ...role,
    people: peopleOf.get(role.id) ?? 0,
    lacks: lacksFor(role),
  }));
}
