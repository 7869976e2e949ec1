import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Context } from "../../lib/context.ts";
import { readBatch, type Statement } from "../../lib/db/client.ts";
import { hoursFrom } from "../../lib/db/columns.ts";
import { AppError, errors } from "../../lib/errors.ts";
import { guard, write } from "../../lib/guard.ts";
import { announce } from "../../lib/live/announce.ts";
import { selectPause } from "../../lib/pause.ts";
import { selectCrmBot } from "../bots/index.ts";
import { type Guild, readGuild } from "./client.ts";
import { discordErrors } from "./discord.errors.ts";
import {
  cleanStatements,
  goneMappings,
  isAsMapped,
  type KnownPerson,
  type MappingRow,
  type RetiredMapping,
  renameStatements,
  selectKnown,
  selectMappings,
  selectMappingVersion,
  selectRetired,
  toRoleMapping,
} from "./discord.rows.ts";
import type { SyncAnswer, SyncInput } from "./discord.schema.ts";
import { syncRuns } from "./discord.table.ts";
import { discordAudit } from "./discord.texts.ts";
import { pageStatements, planPage } from "./plan.ts";
import { readPages } from "./read.ts";
import { decideMode, lossesOf } from "./roles/brake.ts";
import { openCrmToken } from "./roles/discord-roles.ts";
import type { RoleSyncAnswer, RoleSyncInput } from "./roles/roles.schema.ts";
import { selectNewestRun } from "./runs.ts";

/** Seconds without a write after which another process may take a run over. */
const LEASE_SECONDS = 60;
/** Milliseconds after which reading renews the lease. */
const RENEWAL_MS = 20_000;
/** Minutes within which a run that stopped half-way is continued; later a new one begins. */
const RESUME_MINUTES = 60;

const START = { fence: 1, cursor: "0", processed: 0, added: 0, updated: 0, left: 0, unchanged: 0 };

type Run = typeof syncRuns.$inferSelect;

/** SQL condition: the row is the run, and no other process has taken it over. */
const ownRun = ({ id, fence }: Run): SQL => and(eq(syncRuns.id, id), eq(syncRuns.fence, fence)) as SQL;

const isOurs = (run: Run): SQL =>
  sql`exists (select 1 from ${syncRuns} where ${ownRun(run)} and status = 'running')`;

/** The context with the present time, since a step may run long after the run began. */
const atThisMoment = (context: Context): Context => ({ ...context, now: new Date() });

const leaseFrom = (now: Date) => hoursFrom(now, LEASE_SECONDS / 3600);

export const syncMembers = (context: Context, { whilePaused }: SyncInput): Promise<SyncAnswer> =>
  syncRoles(context, { whilePaused });

/**
 * Reads every member of the Discord server and updates users, members, prospects and roles. Losses of too many people wait
 * for an administrator (see `decideMode`). One run at a time; a run that was killed at any point can be continued.
 * @throws AppError sync_paused, crm_bot_not_found, sync_running, sync_taken_over, sync_mappings_changed, sync_… for errors of Discord
 */
export async function syncRoles(context: Context, options: RoleSyncInput): Promise<RoleSyncAnswer> {
  const { db, env, actor } = context;
  const [[bot], [latest], [pause]] = await readBatch(db, [
    selectCrmBot(db, actor.organizationId),
    selectNewestRun(db, actor.organizationId),
    selectPause(db, actor.organizationId),
  ]);
  if (pause && !options.whilePaused) throw discordErrors.sync_paused();
  const token = await openCrmToken(env, bot);
  const begun = await begin(atThisMoment(context), latest, options);
  // Tells open pages that it began, not only that it ended.
  const announced = announce(env, actor.organizationId);
  let guild: Guild;
  try {
    guild = await readGuild(env, token);
    await carryOut(context, token, guild, begun, options);
  } catch (error) {
    await recordFailure(atThisMoment(context), begun.run, error);
    throw error;
  }
  await announced;
  const { run, isResumed } = begun;
  const currentRoles = guild.roles.filter(({ id }) => id !== guild.id).length;
  return { ...run, runId: run.id, resumed: isResumed, currentRoles, cleanedMappings: run.cleaned };
}

type Begun = Awaited<ReturnType<typeof begin>>;

/** Takes the lease of a new run or of one that stopped, and reads the mappings and known people. */
async function begin(
  { db, actor, now }: Context,
  latest: Run | undefined,
  { confirm, givesOnly }: RoleSyncInput,
) {
  const { organizationId } = actor;
  const at = now.toISOString();
  const lease = { status: "running", leaseUntil: leaseFrom(now) } as const;
  if (latest?.status === "running" && latest.leaseUntil > at) throw discordErrors.sync_running();
  const isResumed =
    latest !== undefined &&
    latest.status !== "completed" &&
    // These options apply to the whole server, not to the rest that another run left.
    confirm === undefined &&
    !givesOnly &&
    now.getTime() - Date.parse(latest.startedAt) < RESUME_MINUTES * 60_000;
  const interrupt =
    db.run(sql`update ${syncRuns} set status = 'failed', error = 'sync_interrupted', finished_at = ${at}
    where organization_id = ${organizationId} and status = 'running' and lease_until <= ${at}`);
  const take = isResumed
    ? db
        .update(syncRuns)
        .set({ ...lease, fence: latest.fence + 1, error: null, finishedAt: null })
        .where(ownRun(latest))
        .returning()
    : db
        .insert(syncRuns)
        .values({ ...START, ...lease, organizationId, startedBy: actor.name, startedAt: at })
        .returning();
  const read = [
    selectMappingVersion(db, organizationId),
    selectMappings(db, organizationId),
    selectRetired(db, organizationId),
    selectKnown(db, organizationId),
  ];
  const results = await write(db, [...(isResumed ? [] : [interrupt]), take, ...read], {
    sync_runs: discordErrors.sync_running(),
  });
  const [[run], [set], mappings, retired, known] = results.slice(-5) as [
    Run[],
    { version: number }[],
    MappingRow[],
    RetiredMapping[],
    KnownPerson[],
  ];
  if (!run) throw discordErrors.sync_running();
  return { run, isResumed, known, mappings, retired, version: set?.version, heldBefore: latest?.held ?? 0 };
}

/** Reads the server, chooses the mode, and writes each page with one call to D1. */
async function carryOut(
  context: Context,
  token: string,
  guild: Guild,
  begun: Begun,
  options: RoleSyncInput,
): Promise<void> {
  const { run, known, mappings, retired, isResumed } = begun;
  const mapping = toRoleMapping(mappings, retired, guild);
  run.expected = guild.approximate_member_count ?? null;
  const pages = await readPages(context.env, token, guild, known, run, renewing(context, run));
  const losses = pages.flatMap(({ people, known: before }) => lossesOf(planPage(people, before, mapping)));
  const people = known.filter(({ present }) => present).length;
  const mode = decideMode(run, losses, people, options);
  if (mode === "give") run.held += run.mode === "give" ? 0 : losses.length;
  else if (run.mode === null) run.losses = losses.length;
  run.mode = mode;
  const roleIds = new Set(pages.flatMap((page) => page.people.flatMap(({ roles }) => roles)));
  const stillHeld = isResumed
    ? null
    : mapping.leftBehind.map(({ discordRoleId }) => discordRoleId).filter((id) => roleIds.has(id));
  for (const [at, page] of pages.entries()) {
    const isLast = at === pages.length - 1;
    const plan = planPage(page.people, page.known, mapping, mode === "take");
    const { counts, changes } = plan;
    run.cursor = page.cursor;
    run.processed += page.people.length;
    for (const name of ["added", "updated", "left", "unchanged"] as const) run[name] += counts[name];
    run.taken += lossesOf(plan).length;
    run.roleChanges += changes.filter(({ roleId, memberRoleId }) => roleId ?? memberRoleId).length;
    const step = atThisMoment(context);
    const last = isLast ? lastStatements(step, guild, begun, stillHeld) : [];
    await writePage(step, begun, [...pageStatements(step, plan), ...last], isLast);
  }
}

/** Returns the function that renews the lease of a run while it reads. */
function renewing(context: Context, run: Run): () => Promise<void> {
  let renewedAt = Date.now();
  return async () => {
    if (Date.now() - renewedAt < RENEWAL_MS) return;
    renewedAt = Date.now();
    const { db, now } = atThisMoment(context);
    await write(db, [
      guard(isOurs(run), discordErrors.sync_taken_over()),
      db
        .update(syncRuns)
        .set({ leaseUntil: leaseFrom(now) })
        .where(ownRun(run)),
    ]);
  };
}

function lastStatements(
  context: Context,
  guild: Guild,
  { run, mappings }: Begun,
  stillHeld: string[] | null,
): Statement[] {
  const { organizationId } = context.actor;
  const renamed = renameStatements(context, organizationId, guild, mappings);
  if (run.mode === "give") return renamed;
  const gone = goneMappings(guild, mappings);
  run.cleaned = gone.length;
  return [...renamed, ...cleanStatements(context, organizationId, guild, gone, stillHeld, run.startedAt)];
}

async function writePage(
  context: Context,
  { run, version, mappings, heldBefore }: Begun,
  changes: Statement[],
  isLast: boolean,
): Promise<void> {
  const { db, now, actor } = context;
  const { added, updated, left, unchanged, held } = run;
  // A page changes no column before `progress`; writing one would tell open pages that the status changed.
  const { id, organizationId, status, fence, startedBy, startedAt, finishedAt, error, ...progress } = run;
  const end = isLast ? ({ status: "completed", finishedAt: now.toISOString() } as const) : {};
  const details = { total: added + updated + unchanged, added, updated, left };
  const hasNews = isLast && added + updated + left > 0;
  // Not each hour while the number stays the same.
  const hasNewlyHeld = isLast && held > 0 && held !== heldBefore;
  await write(db, [
    guard(isOurs(run), discordErrors.sync_taken_over()),
    guard(isAsMapped(actor.organizationId, version, mappings), discordErrors.sync_mappings_changed()),
    ...changes,
    db
      .update(syncRuns)
      .set({ ...progress, leaseUntil: leaseFrom(now), ...end })
      .where(ownRun(run)),
    ...(hasNews ? [discordAudit.write(context, { action: "discord.synced", details })] : []),
    ...(hasNewlyHeld
      ? [discordAudit.write(context, { action: "discord.sync_held", details: { held } })]
      : []),
  ]);
}

/** Marks the run as failed, unless another one took it over. */
async function recordFailure(context: Context, run: Run, failure: unknown): Promise<void> {
  const { code, parameters } = failure instanceof AppError ? failure : errors.internal();
  if (code === "sync_taken_over") return;
  const { place } = parameters;
  const { db, now } = context;
  const error = place ? `${code} ${place}` : code;
  const action = place ? "discord.sync_unread" : "discord.sync_failed";
  await write(db, [
    db.update(syncRuns).set({ status: "failed", error, finishedAt: now.toISOString() }).where(ownRun(run)),
    discordAudit.write(context, { action, details: { code, ...(place && { place }) } }),
  ]);
}
