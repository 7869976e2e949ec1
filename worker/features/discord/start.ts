import { actorWithoutSession } from "../../lib/actor.ts";
import type { Context, SystemContext } from "../../lib/context.ts";
import { AppError } from "../../lib/errors.ts";
import { orderCommand, selectBot } from "../bots/index.ts";
import { listOrganizationsWith } from "../settings/index.ts";
import { discordErrors } from "./discord.errors.ts";
import type { SyncAnswer } from "./discord.schema.ts";
import { giveWishes } from "./roles/give.ts";
import { syncMembers } from "./sync.ts";

/** Longest that the hourly job gives and takes roles in one organization's Discord, in milliseconds. */
const JOB_PATIENCE_MS = 4 * 60_000;

/**
 * Syncs every organization that has it switched on, members here and then roles in Discord. A sync that fails does not
 * keep the others from running.
 */
export async function syncAllMembers(context: SystemContext): Promise<void> {
  for (const organizationId of await listOrganizationsWith(context.db, "discord_auto_sync")) {
    try {
      const job = { ...context, actor: actorWithoutSession("job", organizationId, "Discord sync") };
      await syncMembers(job);
      await giveWishes(job, JOB_PATIENCE_MS);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      console.warn(JSON.stringify({ job: "syncAllMembers", organizationId, code: error.code }));
    }
  }
}

/**
 * Has the running CRM bot report everybody's presence and voice, then brings members in line with the server.
 * @throws AppError crm_bot_not_found for any other bot, crm_bot_not_running by the gateway's own word,
 * sync_gateway_unreachable, sync_gateway_failed, and as `syncMembers` says
 */
export async function syncByBot(context: Context, id: number): Promise<SyncAnswer> {
  const { db, env, actor } = context;
  const [bot] = await selectBot(db, actor, id);
  if (!bot?.isCrmBot) throw discordErrors.crm_bot_not_found();
  const answer = await orderCommand(env, id, "syncmembers").catch(explain);
  if (!answer.ok) throw discordErrors.crm_bot_not_running();
  const synced = await syncMembers(context);
  // What the bot told of people who were not known yet was not kept; the sync itself stands if this fails.
  if (synced.added > 0) await orderCommand(env, id, "syncmembers").catch(() => null);
  return synced;
}

function explain(error: unknown): never {
  if (!(error instanceof AppError)) throw error;
  if (error.code === "gateway_not_configured") throw discordErrors.crm_bot_not_running();
  if (error.code === "gateway_unreachable") throw discordErrors.sync_gateway_unreachable();
  throw discordErrors.sync_gateway_failed();
}
