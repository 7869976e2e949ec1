import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import type { Context } from "../../lib/context.ts";
import { type Db, readBatch, type Statement } from "../../lib/db/client.ts";
import { hoursFrom, named } from "../../lib/db/columns.ts";
import { AppError, errors } from "../../lib/errors.ts";
import { guard, write } from "../../lib/guard.ts";
import { announce } from "../../lib/live/announce.ts";
import { openBotToken, selectCrmBot } from "../bots/index.ts";
import { members } from "../members/index.ts";
import { prospects } from "../prospects/index.ts";
import {
  dropDeadMappings,
  type RoleMapping,
  renameMappings,
  roles,
  selectMappings,
  toRoleMapping,
} from "../roles/index.ts";
import { users } from "../users/index.ts";
import { type Guild, PAGE_SIZE, readGuild, readMembers } from "./client.ts";
import { discordErrors } from "./discord.errors.ts";
import type { SyncAnswer, SyncCounts } from "./discord.schema.ts";
import { guildMembers, syncRuns } from "./discord.table.ts";
import { discordAudit } from "./discord.texts.ts";
import { type KnownPerson, type PagePlan, planPage } from "./plan.ts";
import { selectNewestRun } from "./status.ts";
import { pageStatements } from "./write.ts";

const COUNTS = ["added", "updated", "left", "unchanged"] as const satisfies (keyof SyncCounts)[];
const NO_CHANGES: SyncCounts = { added: 0, updated: 0, left: 0, unchanged: 0 };
/** How long a run may be silent before another may take it over, in seconds. */
const LEASE_SECONDS = 60;
/** A run that stopped half-way is taken up again within this time, in minutes; later a new one begins. */
const RESUME_MINUTES = 60;

type Run = typeof syncRuns.$inferSelect;
type Sync = { context: Context; run: Run };
type Progress = SyncCounts & Pick<Run, "cursor" | "processed" | "expected">;

/** The run, while no other process has taken it over. */
const ownRun = ({ id, fence }: Run): SQL => and(eq(syncRuns.id, id), eq(syncRuns.fence, fence)) as SQL;

/** The context of a step of a run, which may come long after the run began. */
const atThisMoment = (context: Context): Context => ({ ...context, now: new Date() });

/**
 * Reads every member of the organization's Discord server over REST and brings users, members and prospects
 * in line with it. One at a time; each page is one batch together with the run's progress, so that a run
 * that is killed at any point can be started again.
 * @throws AppError crm_bot_not_found, sync_running, sync_taken_over and the sync_… codes for what Discord did
 */
export async function syncMembers(context: Context): Promise<SyncAnswer> {
  const { db, env } = context;
  const { organizationId } = context.actor;
  const [[bot], [latest]] = await readBatch(db, [
    selectCrmBot(db, organizationId),
    selectNewestRun(db, organizationId),
  ]);
  const token = bot ? await openBotToken(env, bot) : null;
  if (token === null) throw discordErrors.crm_bot_not_found();
  const begun = await begin(atThisMoment(context), latest);
  const sync: Sync = { context, run: begun.run };
  // Open pages show that it began, not only that it ended.
  const told = announce(env, organizationId);
  try {
    const counts = await readPages(sync, token, begun.known, begun.mapping);
    await told;
    return { runId: begun.run.id, resumed: begun.isResumed, ...counts };
  } catch (error) {
    await recordFailure(sync, error);
    throw error;
  }
}

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
  const abandoned =
    latest?.status === "running" && !isResumed
      ? [
          db
            .update(syncRuns)
            .set({ status: "failed", error: "sync_interrupted", finishedAt: at })
            .where(ownRun(latest)),
        ]
      : [];
  const take = isResumed
    ? db
        .update(syncRuns)
        .set({ status: "running", fence: latest.fence + 1, leaseUntil, error: null, finishedAt: null })
        .where(ownRun(latest))
        .returning()
    : db
        .insert(syncRuns)
        .values({
          organizationId,
          status: "running",
          fence: 1,
          leaseUntil,
          cursor: "0",
          processed: 0,
          ...NO_CHANGES,
          startedBy: actor.name,
          startedAt: at,
        })
        .returning();
  const results = await write(
    db,
    [...abandoned, take, selectMappings(db, organizationId), selectKnown(db, organizationId)],
    { sync_runs: discordErrors.sync_running() },
  );
  const [[run], mappings, known] = results.slice(-3) as [
    Run[],
    Parameters<typeof toRoleMapping>[0],
    KnownPerson[],
  ];
  if (!run) throw discordErrors.sync_running();
  return { run, isResumed, known, mapping: toRoleMapping(mappings) };
}

const leaseFrom = (now: Date) => hoursFrom(now, LEASE_SECONDS / 3600);

const selectKnown = (db: Db, organizationId: number) =>
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

/** Reads and writes page after page; two calls to Discord at least, and one to D1 for each page. */
async function readPages(
  sync: Sync,
  token: string,
  known: KnownPerson[],
  mapping: RoleMapping,
): Promise<SyncCounts> {
  const { env } = sync.context;
  const guild = await readGuild(env, token);
  const expected = guild.approximate_member_count ?? null;
  let statements = mappingStatements(sync, guild, mapping);
  const { added, updated, left, unchanged, cursor, processed } = sync.run;
  const progress: Progress = { added, updated, left, unchanged, cursor, processed, expected };
  let rest = known.filter(({ discordId }) => BigInt(discordId) > BigInt(cursor));
  for (;;) {
    const page = await readMembers(env, token, progress.cursor);
    progress.cursor = page.at(-1)?.discordId ?? progress.cursor;
    progress.processed += page.length;
    const last = BigInt(progress.cursor);
    const next = rest.findIndex(({ discordId }) => BigInt(discordId) > last);
    // A full page may be the last one. That is believed when as many people as the server counts were read
    // and no known member is still to come; otherwise one more page is asked for.
    const isComplete = expected !== null && progress.processed >= expected && next === -1;
    const isLast = page.length < PAGE_SIZE || isComplete;
    const isTooFew = progress.processed === 0 || (expected !== null && progress.processed < expected / 2);
    if (isLast && isTooFew) throw discordErrors.sync_bad_answer();
    const inRange = isLast || next === -1 ? rest : rest.slice(0, next);
    rest = rest.slice(inRange.length);
    const plan = planPage(page, inRange, mapping);
    for (const count of COUNTS) progress[count] += plan.counts[count];
    await writePage(sync, plan, progress, statements, isLast);
    statements = [];
    if (isLast) {
      const { added, updated, left, unchanged } = progress;
      return { added, updated, left, unchanged };
    }
  }
}

/** Keeps the mapping true: names as Discord has them, nothing for roles that are gone. Changes `mapping` too. */
function mappingStatements({ context }: Sync, guild: Guild, mapping: RoleMapping): Statement[] {
  const { db, actor } = context;
  const names = new Map(guild.roles.map((role) => [role.id, role.name]));
  const mapped = [...mapping.byDiscordRole];
  const isRenamed = mapped.some(([id, role]) => names.has(id) && names.get(id) !== role.name);
  const dead = mapped.filter(([id]) => !names.has(id));
  for (const [id] of dead) mapping.byDiscordRole.delete(id);
  for (const [id, role] of mapping.byDiscordRole) role.name = names.get(id) ?? role.name;
  return [
    ...(isRenamed ? [renameMappings(db, actor.organizationId, guild.roles)] : []),
    ...(dead.length ? [dropDeadMappings(db, actor.organizationId, [...names.keys()])] : []),
  ];
}

async function writePage(
  sync: Sync,
  plan: PagePlan,
  progress: Progress,
  first: Statement[],
  isLast: boolean,
): Promise<void> {
  const context = atThisMoment(sync.context);
  const { db, now } = context;
  const { added, updated, left, unchanged } = progress;
  const isOurs = sql`exists (select 1 from ${syncRuns} where ${ownRun(sync.run)} and status = 'running')`;
  await write(db, [
    guard(isOurs, discordErrors.sync_taken_over()),
    ...first,
    ...pageStatements(context, plan),
    db
      .update(syncRuns)
      .set({
        ...progress,
        leaseUntil: leaseFrom(now),
        ...(isLast ? { status: "completed" as const, finishedAt: now.toISOString() } : {}),
      })
      .where(ownRun(sync.run)),
    ...(isLast && added + updated + left > 0
      ? [
          discordAudit.write(context, {
            action: "discord.synced",
            details: { total: added + updated + unchanged, added, updated, left },
          }),
        ]
      : []),
  ]);
}

/** Marks the run as failed, unless another one took it over. */
async function recordFailure(sync: Sync, failure: unknown): Promise<void> {
  const { code } = failure instanceof AppError ? failure : errors.internal();
  if (code === "sync_taken_over") return;
  const context = atThisMoment(sync.context);
  const { db, now } = context;
  await write(db, [
    db
      .update(syncRuns)
      .set({ status: "failed", error: code, finishedAt: now.toISOString() })
      .where(ownRun(sync.run)),
    discordAudit.write(context, { action: "discord.sync_failed", details: { code } }),
  ]);
}
