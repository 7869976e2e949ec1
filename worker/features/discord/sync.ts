import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { actorWithoutSession } from "../../lib/actor.ts";
import type { Context, SystemContext } from "../../lib/context.ts";
import { type Db, readBatch, type Statement } from "../../lib/db/client.ts";
import { hoursFrom } from "../../lib/db/columns.ts";
import { AppError, definedErrors, errors } from "../../lib/errors.ts";
import type { JobResult } from "../../lib/feature.ts";
import { guard, write } from "../../lib/guard.ts";
import { announce } from "../../lib/live/announce.ts";
import { openBotToken, orderCommand, selectBot, selectCrmBot } from "../bots/index.ts";
import { listOrganizationsWith } from "../settings/index.ts";
import { PAGE_SIZE, readGuild, readMembers } from "./client.ts";
import { discordErrors } from "./discord.errors.ts";
import {
  type KnownPerson,
  type MappingRow,
  mappingStatements,
  selectKnown,
  selectMappings,
  toRoleMapping,
} from "./discord.rows.ts";
import type { SyncAnswer, SyncStatus } from "./discord.schema.ts";
import { syncRuns } from "./discord.table.ts";
import { discordAudit } from "./discord.texts.ts";
import { pageStatements, planPage } from "./plan.ts";

/** How long a run may be silent before another may take it over, in seconds. */
const LEASE_SECONDS = 60;
/** A run that stopped half-way is taken up again within this time, in minutes; later a new one begins. */
const RESUME_MINUTES = 60;

/** What a run begins with. */
const START = { fence: 1, cursor: "0", processed: 0, added: 0, updated: 0, left: 0, unchanged: 0 };

type Run = typeof syncRuns.$inferSelect;

/** The run, while no other process has taken it over. */
const ownRun = ({ id, fence }: Run): SQL => and(eq(syncRuns.id, id), eq(syncRuns.fence, fence)) as SQL;

/** The context of a step of a run, which may come long after the run began. */
const atThisMoment = (context: Context): Context => ({ ...context, now: new Date() });

const leaseFrom = (now: Date) => hoursFrom(now, LEASE_SECONDS / 3600);

/** The statement that reads an organization's newest member sync. */
export const selectNewestRun = (db: Db, organizationId: number) =>
  db
    .select()
    .from(syncRuns)
    .where(eq(syncRuns.organizationId, organizationId))
    .orderBy(desc(syncRuns.id))
    .limit(1);

/**
 * Reads every member of the Discord server over REST and brings users, members and prospects in line with it. One at
 * a time; each page is one batch with the run's progress, so that a run killed at any point can be started again.
 * @throws AppError crm_bot_not_found, sync_running, sync_taken_over and the sync_… codes for what Discord did
 */
export async function syncMembers(context: Context): Promise<SyncAnswer> {
  const { db, env, actor } = context;
  const [[bot], [latest]] = await readBatch(db, [
    selectCrmBot(db, actor.organizationId),
    selectNewestRun(db, actor.organizationId),
  ]);
  const token = bot ? await openBotToken(env, bot) : null;
  if (token === null) throw discordErrors.crm_bot_not_found();
  const begun = await begin(atThisMoment(context), latest);
  // Open pages show that it began, not only that it ended.
  const told = announce(env, actor.organizationId);
  try {
    await readPages(context, token, begun);
  } catch (error) {
    await recordFailure(atThisMoment(context), begun.run, error);
    throw error;
  }
  await told;
  const { id: runId, added, updated, left, unchanged } = begun.run;
  return { runId, resumed: begun.isResumed, added, updated, left, unchanged };
}

type Begun = Awaited<ReturnType<typeof begin>>;

/** Takes the lease of a new run or of one that stopped, and reads what the guild is compared with. */
async function begin({ db, actor, now }: Context, latest: Run | undefined) {
  const { organizationId } = actor;
  const at = now.toISOString();
  const leaseUntil = leaseFrom(now);
  if (latest?.status === "running" && latest.leaseUntil > at) throw discordErrors.sync_running();
  const isResumed =
    latest !== undefined &&
    latest.status !== "completed" &&
    now.getTime() - Date.parse(latest.startedAt) < RESUME_MINUTES * 60_000;
  const interrupt =
    db.run(sql`update ${syncRuns} set status = 'failed', error = 'sync_interrupted', finished_at = ${at}
    where organization_id = ${organizationId} and status = 'running' and lease_until <= ${at}`);
  const take = isResumed
    ? db
        .update(syncRuns)
        .set({ status: "running", fence: latest.fence + 1, leaseUntil, error: null, finishedAt: null })
        .where(ownRun(latest))
        .returning()
    : db
        .insert(syncRuns)
        .values({
          ...START,
          organizationId,
          status: "running",
          leaseUntil,
          startedBy: actor.name,
          startedAt: at,
        })
        .returning();
  const read = [selectMappings(db, organizationId), selectKnown(db, organizationId)];
  const results = await write(db, [...(isResumed ? [] : [interrupt]), take, ...read], {
    sync_runs: discordErrors.sync_running(),
  });
  const [[run], mappings, known] = results.slice(-3) as [Run[], MappingRow[], KnownPerson[]];
  if (!run) throw discordErrors.sync_running();
  return { run, isResumed, known, mappings };
}

/** Reads and writes page after page; two calls to Discord at least, and one to D1 for each page. */
async function readPages(context: Context, token: string, { run, known, mappings }: Begun): Promise<void> {
  const { env } = context;
  const guild = await readGuild(env, token);
  const mapping = toRoleMapping(mappings, guild);
  let statements = mappingStatements(context, guild);
  const expected = guild.approximate_member_count ?? null;
  run.expected = expected;
  const rest = known.filter(({ discordId }) => BigInt(discordId) > BigInt(run.cursor));
  for (let isLast = false; !isLast; ) {
    const page = await readMembers(env, token, run.cursor);
    run.cursor = page.at(-1)?.discordId ?? run.cursor;
    run.processed += page.length;
    const last = BigInt(run.cursor);
    const next = rest.findIndex(({ discordId }) => BigInt(discordId) > last);
    // A full page may be the last one. That is believed when as many people as the server counts were read
    // and no known member is still to come; otherwise one more page is asked for.
    const isComplete = expected !== null && run.processed >= expected && next === -1;
    isLast = page.length < PAGE_SIZE || isComplete;
    const isTooFew = run.processed === 0 || (expected !== null && run.processed < expected / 2);
    if (isLast && isTooFew) throw discordErrors.sync_bad_answer();
    const inRange = rest.splice(0, isLast || next === -1 ? rest.length : next);
    const plan = planPage(page, inRange, mapping);
    run.added += plan.counts.added;
    run.updated += plan.counts.updated;
    run.left += plan.counts.left;
    run.unchanged += plan.counts.unchanged;
    const step = atThisMoment(context);
    await writePage(step, run, [...statements, ...pageStatements(step, plan)], isLast);
    statements = [];
  }
}

async function writePage(context: Context, run: Run, changes: Statement[], isLast: boolean): Promise<void> {
  const { db, now } = context;
  const { added, updated, left, unchanged, cursor, processed, expected } = run;
  const isOurs = sql`exists (select 1 from ${syncRuns} where ${ownRun(run)} and status = 'running')`;
  const progress = {
    added,
    updated,
    left,
    unchanged,
    cursor,
    processed,
    expected,
    leaseUntil: leaseFrom(now),
  };
  const end = isLast ? ({ status: "completed", finishedAt: now.toISOString() } as const) : {};
  const details = { total: added + updated + unchanged, added, updated, left };
  const hasNews = isLast && added + updated + left > 0;
  await write(db, [
    guard(isOurs, discordErrors.sync_taken_over()),
    ...changes,
    db
      .update(syncRuns)
      .set({ ...progress, ...end })
      .where(ownRun(run)),
    ...(hasNews ? [discordAudit.write(context, { action: "discord.synced", details })] : []),
  ]);
}

/** Marks the run as failed, unless another one took it over. */
async function recordFailure(context: Context, run: Run, failure: unknown): Promise<void> {
  const { code } = failure instanceof AppError ? failure : errors.internal();
  if (code === "sync_taken_over") return;
  const { db, now } = context;
  await write(db, [
    db
      .update(syncRuns)
      .set({ status: "failed", error: code, finishedAt: now.toISOString() })
      .where(ownRun(run)),
    discordAudit.write(context, { action: "discord.sync_failed", details: { code } }),
  ]);
}

/** A sync that these stop has not failed: there is nothing to sync with, or another one does it. */
const NO_FAILURES = ["crm_bot_not_found", "sync_running"];

/** Syncs an organization by the clock, where it has that switched on. @throws AppError as `syncMembers` says */
export async function syncByJob(context: SystemContext, organizationId: number): Promise<JobResult> {
  const wanted = await listOrganizationsWith(context.db, "discord_auto_sync");
  if (!wanted.includes(organizationId)) return { outcome: "skipped", error: "job_switched_off" };
  const actor = actorWithoutSession("job", organizationId, "Discord sync");
  try {
    const { added, updated, left } = await syncMembers({ ...context, actor });
    return { outcome: "done", counts: { added, updated, left } };
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

/** The newest member sync of the caller's organization, null when there was none. */
export async function getSyncStatus({ db, actor, language, now }: Context): Promise<SyncStatus> {
  const [run] = await selectNewestRun(db, actor.organizationId);
  if (!run) return null;
  const isInterrupted = run.status === "running" && run.leaseUntil < now.toISOString();
  const code = isInterrupted ? "sync_interrupted" : run.error;
  const entry = code === null ? undefined : definedErrors().get(code);
  const { id: runId, organizationId: _, fence: __, leaseUntil: ___, cursor: ____, ...shown } = run;
  return {
    ...shown,
    runId,
    status: isInterrupted ? "failed" : run.status,
    error: code !== null && entry ? new AppError(code, entry, { minutes: 1 }, {}).text(language) : code,
  };
}

/** The statement that deletes sync records older than 90 days. */
export const deleteOldRuns = ({ db, now }: SystemContext) =>
  db.run(sql`delete from ${syncRuns} where status <> 'running' and started_at < ${hoursFrom(now, -90 * 24)}`);
