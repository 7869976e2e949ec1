import { and, asc, desc, eq, sql } from "drizzle-orm";
import type { Context } from "../../lib/context.ts";
import { type Db, readBatch, type Statement } from "../../lib/db/client.ts";
import { named } from "../../lib/db/columns.ts";
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
  selectSystemRoles,
  toRoleMapping,
} from "../roles/index.ts";
import { users } from "../users/index.ts";
import { type Guild, PAGE_SIZE, readGuild, readMembers } from "./client.ts";
import { discordErrors } from "./discord.errors.ts";
import type { SyncAnswer } from "./discord.schema.ts";
import { guildMembers, syncRuns } from "./discord.table.ts";
import { discordAudit } from "./discord.texts.ts";
import { type KnownPerson, type PagePlan, planPage } from "./plan.ts";
import { pageStatements } from "./write.ts";

/** How long a run may be silent before another may take it over, in seconds. */
const LEASE_SECONDS = 60;
/** A run that stopped half-way is taken up again within this time, in minutes; later a new one begins. */
const RESUME_MINUTES = 60;

type Run = typeof syncRuns.$inferSelect;
type Sync = { context: Context; run: Run };

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
    db
      .select()
      .from(syncRuns)
      .where(eq(syncRuns.organizationId, organizationId))
      .orderBy(desc(syncRuns.id))
      .limit(1),
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
            .where(and(eq(syncRuns.id, latest.id), eq(syncRuns.fence, latest.fence))),
        ]
      : [];
  const take = isResumed
    ? db
        .update(syncRuns)
        .set({ status: "running", fence: latest.fence + 1, leaseUntil, error: null, finishedAt: null })
        .where(and(eq(syncRuns.id, latest.id), eq(syncRuns.fence, latest.fence)))
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
          added: 0,
          updated: 0,
          left: 0,
          unchanged: 0,
          startedBy: actor.name,
          startedAt: at,
        })
        .returning();
  const results = await write(
    db,
    [
      ...abandoned,
      take,
      selectMappings(db, organizationId),
      selectSystemRoles(db, organizationId),
      selectKnown(db, organizationId),
    ],
    { sync_runs: discordErrors.sync_running() },
  );
  const [taken, mappings, systemRoles, known] = results.slice(-4) as [
    Run[],
    Awaited<ReturnType<typeof selectMappings>>,
    Awaited<ReturnType<typeof selectSystemRoles>>,
    KnownPerson[],
  ];
  const [run] = taken;
  if (!run) throw discordErrors.sync_running();
  return { run, isResumed, known, mapping: toRoleMapping(mappings, systemRoles) };
}

const leaseFrom = (now: Date) => new Date(now.getTime() + LEASE_SECONDS * 1000).toISOString();

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
async function readPages(sync: Sync, token: string, known: KnownPerson[], mapping: RoleMapping) {
  const { env } = sync.context;
  const guild = await readGuild(env, token);
  const expected = guild.approximate_member_count ?? null;
  let statements = mappingStatements(sync, guild, mapping);
  const totals = { ...countsOf(sync.run) };
  let { cursor, processed } = sync.run;
  for (let at = known.findIndex((each) => BigInt(each.discordId) > BigInt(cursor)); ; ) {
    const page = await readMembers(env, token, cursor);
    const last = page.at(-1)?.discordId ?? cursor;
    processed += page.length;
    // A full page may be the last one. That is believed when as many people as the server counts were read
    // and nobody known is still to come; otherwise one more page is asked for.
    const restIsKnown = at >= 0 && known.slice(at).some((each) => BigInt(each.discordId) > BigInt(last));
    const isLast = page.length < PAGE_SIZE || (expected !== null && processed >= expected && !restIsKnown);
    if (isLast && expected !== null && processed < expected / 2) throw discordErrors.sync_bad_answer();
    if (isLast && processed === 0) throw discordErrors.sync_bad_answer();
    const upTo = isLast ? null : BigInt(last);
    const inRange: KnownPerson[] = [];
    for (; at >= 0 && at < known.length; at++) {
      const person = known[at] as KnownPerson;
      if (upTo !== null && BigInt(person.discordId) > upTo) break;
      inRange.push(person);
    }
    const plan = planPage(page, inRange, mapping);
    add(totals, plan);
    cursor = last;
    await writePage(sync, plan, { ...totals, cursor, processed, expected }, statements, isLast);
    statements = [];
    if (isLast) return totals;
  }
}

const countsOf = ({ added, updated, left, unchanged }: Run) => ({ added, updated, left, unchanged });

function add(totals: ReturnType<typeof countsOf>, { counts }: PagePlan): void {
  totals.added += counts.added;
  totals.updated += counts.updated;
  totals.left += counts.left;
  totals.unchanged += counts.unchanged;
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

type Progress = Pick<Run, "added" | "updated" | "left" | "unchanged" | "cursor" | "processed" | "expected">;

async function writePage(
  sync: Sync,
  plan: PagePlan,
  progress: Progress,
  first: Statement[],
  isLast: boolean,
): Promise<void> {
  const context = atThisMoment(sync.context);
  const { db, now } = context;
  const { id, fence } = sync.run;
  const { added, updated, left, unchanged } = progress;
  const isOurs = sql`exists (select 1 from ${syncRuns}
    where id = ${id} and fence = ${fence} and status = 'running')`;
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
      .where(eq(syncRuns.id, id)),
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
  const { id, fence } = sync.run;
  await write(db, [
    db
      .update(syncRuns)
      .set({ status: "failed", error: code, finishedAt: now.toISOString() })
      .where(and(eq(syncRuns.id, id), eq(syncRuns.fence, fence))),
    discordAudit.write(context, { action: "discord.sync_failed", details: { code } }),
  ]);
}
