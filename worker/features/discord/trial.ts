import type { MemberContext } from "../../lib/context.ts";
import { AppError } from "../../lib/errors.ts";
import { cleanName } from "../../lib/names.schema.ts";
import { readTextChannels } from "./channels.ts";
import { toRoleMapping } from "./discord.rows.ts";
import type { BotFault, SyncTrial } from "./discord.schema.ts";
import { planPage } from "./plan.ts";
import { surveyServer } from "./survey.ts";

const FAULTS: Readonly<Record<string, BotFault>> = {
  sync_discord_unauthorized: "token_refused",
  sync_discord_forbidden: "forbidden",
  sync_guild_not_found: "server_missing",
};

/** Maps an error of a call to why Discord did not answer the bot; null for any other error. */
export function botFaultOf(error: unknown): BotFault | null {
  if (!(error instanceof AppError) || error.entry.status < 500) return null;
  return FAULTS[error.code] ?? "unreachable";
}

/** Counts what a member sync would do now. @throws AppError crm_bot_not_found, sync_… for errors of Discord */
export async function tryMemberSync(context: MemberContext): Promise<SyncTrial> {
  const { token, stored, retired, version, guild, ms, pages } = await surveyServer(context);
  const mapping = toRoleMapping(stored, retired, guild);
  const channels = await readTextChannels(context.env, token);
  const people = pages.flatMap((page) => page.people);
  const heldBy = new Map(people.map(({ discordId, roles }) => [discordId, roles]));
  const givingOf = (roleId: number | null) =>
    stored.filter((row) => row.givesInDiscord && row.roleId === roleId);
  const plans = pages.map((page) => planPage(page.people, page.known, mapping));
  const changes = plans.flatMap((plan) => plan.changes);
  const roleChanges = changes.flatMap(({ discordId, roleId, memberRoleId, previousRoleId }) => {
    const wanted = roleId ?? memberRoleId;
    if (wanted === null) return [];
    const has = ({ discordRoleId }: (typeof stored)[number]) =>
      heldBy.get(discordId)?.includes(discordRoleId ?? "") === true;
    return [...givingOf(wanted).filter((row) => !has(row)), ...givingOf(previousRoleId).filter(has)];
  });
  return {
    at: new Date().toISOString(),
    ms,
    server: cleanName(guild.name ?? "", 100) || null,
    people: people.length,
    bots: people.filter(({ isBot }) => isBot).length,
    members: changes.filter(({ memberRoleId }) => memberRoleId !== null).length,
    prospects: changes.filter(({ isNew, firstStatus }) => isNew && firstStatus === "intro").length,
    roleChanges: roleChanges.length + plans.reduce((sum, { holders }) => sum + holders.length, 0),
    roles: guild.roles.filter(({ id }) => id !== guild.id).length,
    channels: channels.filter(({ lacks }) => lacks === null).length,
    version,
  };
}
