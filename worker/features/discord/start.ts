import { actorWithoutSession } from "../../lib/actor.ts";
import type { Context, SystemContext } from "../../lib/context.ts";
import { AppError } from "../../lib/errors.ts";
import type { JobResult } from "../../lib/feature.ts";
import { orderCommand, selectBot } from "../bots/index.ts";
import { listOrganizationsWith } from "../settings/index.ts";
import { discordErrors } from "./discord.errors.ts";
import type { SyncAnswer } from "./discord.schema.ts";
import { giveWishes } from "./roles/give.ts";
import { syncMembers } from "./sync.ts";

/** A sync that these stop has not failed: there is nothing to sync with, or another one does it. */
const NO_FAILURES = ["crm_bot_not_found", "sync_running"];
/** Longest that the hourly job gives and takes roles in one organization's Discord, in milliseconds. */
const JOB_PATIENCE_MS = 4 * 60_000;

/**
 * Syncs an organization by the clock, where it has that switched on: members here, then roles in Discord.
 * @throws AppError as `syncMembers` says
 */
export async function syncByJob(context: SystemContext, organizationId: number): Promise<JobResult> {
  const wanted = await listOrganizationsWith(context.db, "discord_auto_sync");
  if (!wanted.includes(organizationId)) return { outcome: "skipped", error: "job_switched_off" };
  const job = { ...context, actor: actorWithoutSession("job", organizationId, "Discord sync") };
  try {
    const { added, updated, left, held } = await syncMembers(job);
    await giveWishes(job, JOB_PATIENCE_MS);
    return { outcome: held ? "held" : "done", counts: { added, updated, left, ...(held ? { held } : {}) } };
  } catch (error) {
    if (error instanceof AppError && NO_FAILURES.includes(error.code)) {
      return { outcome: "skipped", error: error.code };
    }
    throw error;
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
