import { and, eq, sql } from "drizzle-orm";
import { actorWithoutSession } from "../../lib/actor.ts";
import type { ById, MemberContext, SystemContext } from "../../lib/context.ts";
import { readBatch } from "../../lib/db/client.ts";
import { AppError } from "../../lib/errors.ts";
import type { JobResult } from "../../lib/feature.ts";
import { selectPause } from "../../lib/pause.ts";
import { orderCommand, selectBot } from "../bots/index.ts";
import { discordActivities } from "../prospects/index.ts";
import { listOrganizationsWith } from "../settings/index.ts";
import { discordErrors } from "./discord.errors.ts";
import type { SyncAnswer, SyncInput } from "./discord.schema.ts";
import { discordRoleUpdates } from "./discord.table.ts";
import { updateRolesInDiscord } from "./roles/give.ts";
import { syncMembers } from "./sync.ts";

/** Errors that do not count as a failure of the job: there is no bot, or another sync is running. */
const NO_FAILURES = ["crm_bot_not_found", "sync_running"];
/** Longest time, in milliseconds, for updating the roles in one organization's Discord. */
const JOB_PATIENCE_MS = 4 * 60_000;

/** The hourly job: syncs members here, then roles in Discord. @throws AppError as `syncMembers` does */
export async function syncByJob(context: SystemContext, organizationId: number): Promise<JobResult> {
  const wanted = await listOrganizationsWith(context.db, "discord_auto_sync");
  if (!wanted.includes(organizationId)) return { outcome: "skipped", error: "job_switched_off" };
  const job = { ...context, actor: actorWithoutSession("job", organizationId, "Discord sync") };
  try {
    const { added, updated, left, held } = await syncMembers(job, {});
    await updateRolesInDiscord(job, JOB_PATIENCE_MS);
    return { outcome: held ? "held" : "done", counts: { added, updated, left, ...(held ? { held } : {}) } };
  } catch (error) {
    if (!(error instanceof AppError) || !NO_FAILURES.includes(error.code)) throw error;
    return { outcome: "skipped", error: error.code };
  }
}

/**
 * Gives roles to people who accepted the rules, as the CRM bot saw, since or up to a minute before the last try. A sync does so
 * for all others.
 */
export async function giveToAccepted(context: SystemContext, organizationId: number): Promise<void> {
  const accepted = await context.db
    .update(discordRoleUpdates)
    .set({ triedAt: null, problem: null })
    .where(
      and(
        eq(discordRoleUpdates.organizationId, organizationId),
        eq(discordRoleUpdates.problem, "screening"),
        sql`exists (select 1 from ${discordActivities} seen where seen.organization_id = ${organizationId}
          and seen.discord_id = discord_role_updates.discord_id and seen.activity_type = 'rules_accepted'
          and seen.timestamp >= strftime('%Y-%m-%dT%H:%M:%fZ', discord_role_updates.tried_at, '-1 minute'))`,
      ),
    )
    .returning({ discordId: discordRoleUpdates.discordId });
  if (accepted.length === 0) return;
  await updateRolesInDiscord({
    ...context,
    actor: actorWithoutSession("job", organizationId, "Discord sync"),
  });
}

/**
 * Requests a presence and voice report from the running CRM bot, then syncs members.
 * @throws AppError as `syncMembers` does, crm_bot_not_found for any other bot, crm_bot_not_running, sync_gateway_…
 */
export async function syncByBot(
  context: MemberContext,
  { id, whilePaused }: ById<SyncInput>,
): Promise<SyncAnswer> {
  const { db, env, actor } = context;
  const [[bot], [pause]] = await readBatch(db, [
    selectBot(db, actor, id),
    selectPause(db, actor.organizationId),
  ]);
  if (!bot?.isCrmBot) throw discordErrors.crm_bot_not_found();
  if (pause && !whilePaused) throw discordErrors.sync_paused();
  const answer = await orderCommand(env, id, "syncmembers").catch(explain);
  if (!answer.ok) throw discordErrors.crm_bot_not_running();
  const synced = await syncMembers(context, { whilePaused });
  // Repeats the bot's report, whose part on new people was dropped. If this fails, the sync has still succeeded.
  if (synced.added > 0) await orderCommand(env, id, "syncmembers").catch(() => null);
  return synced;
}

function explain(error: unknown): never {
  if (!(error instanceof AppError)) throw error;
  if (error.code === "gateway_not_configured") throw discordErrors.crm_bot_not_running();
  if (error.code === "gateway_unreachable") throw discordErrors.sync_gateway_unreachable();
  throw discordErrors.sync_gateway_failed();
}
