import { and, asc, desc, eq, sql } from "drizzle-orm";
import type { Performer, SystemContext } from "../../lib/context.ts";
import {
  guard,
  isRefused,
  isUniqueViolation,
  readBatch,
  runBatch,
  type Statement,
} from "../../lib/db/client.ts";
import { named } from "../../lib/db/columns.ts";
import { AppError } from "../../lib/errors.ts";
import { announce } from "../../lib/live/announce.ts";
import { audit } from "../activity/list.ts";
import { openBotToken, selectCrmBot } from "../bots/edit.ts";
import { members } from "../members/members.table.ts";
import { prospects } from "../prospects/prospects.table.ts";
import { roles } from "../roles/roles.table.ts";
import {
  dropDeadMappings,
  type RoleMapping,
  renameMappings,
  selectMappings,
  selectSystemRoles,
  toRoleMapping,
} from "../roles/roles.ts";
import { users } from "../users/users.table.ts";
import { type Guild, PAGE_SIZE, readGuild, readMembers } from "./client.ts";
import { discordErrors } from "./discord.errors.ts";
import type { SyncAnswer } from "./discord.schema.ts";
import { guildMembers, syncRuns } from "./discord.table.ts";
import { type KnownPerson, type PagePlan, planPage } from "./plan.ts";
import { pageStatements } from "./write.ts";

/** How long a run may be silent before another may take it over, in seconds. */
const LEASE_SECONDS = 60;
/** A run that stopped half-way is taken up again within this time, in minutes; later a new one begins. */
const RESUME_MINUTES = 60;

type Run = typeof syncRuns.$inferSelect;
type Sync = { context: SystemContext; organizationId: number; by: Performer; run: Run };

/**
 * Reads every member of the organization's Discord server over REST and brings users, members and prospects
 * in line with it. One at a time; each page is one batch together with the run's progress, so that a run
 * that is killed at any point can simply be run again.
 * @throws AppError crm_bot_not_found, sync_running, sync_taken_over and the sync_… codes for what Discord did
 */
export async function syncMembers(
  context: SystemContext,
  organizationId: number,
  by: Performer,
): Promise<SyncAnswer> {
  const { db, env } = context;
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
  const begun = await begin(context, organizationId, by, latest);
  const sync: Sync = { context, organizationId, by, run: begun.run };
  // Whoever looks on sees it begin, not only end.
  const told = announce(env, organizationId);
  try {
    const counts = await readPages(sync, token, begun.known, begun.mapping);
    await told;
    return { runId: begun.run.id, resumed: begun.isResumed, ...counts };
  } catch (error) {
    const failure = isRefused(error) ? discordErrors.sync_taken_over() : error;
    await recordFailure(sync, failure);
    throw failure;
  }
}

/** Takes the lease of a new run or of one that stopped, and reads what the guild is compared with. */
async function begin(context: SystemContext, organizationId: number, by: Performer, latest: Run | undefined) {
  const { db } = context;
  const now = new Date();
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
          startedBy: by.name,
          startedAt: at,
        })
        .returning();
  try {
    const results = await runBatch(db, [
      ...abandoned,
      take,
      selectMappings(db, organizationId),
      selectSystemRoles(db, organizationId),
      selectKnown(context, organizationId),
    ]);
    const [taken, mappings, systemRoles, known] = results.slice(-4) as [
      Run[],
      Awaited<ReturnType<typeof selectMappings>>,
      Awaited<ReturnType<typeof selectSystemRoles>>,
      KnownPerson[],
    ];
    const [run] = taken;
    if (!run) throw discordErrors.sync_running();
    return { run, isResumed, known, mapping: toRoleMapping(mappings, systemRoles) };
  } catch (error) {
    if (isUniqueViolation(error, "sync_runs")) throw discordErrors.sync_running();
    throw error;
  }
}

const leaseFrom = (now: Date) => new Date(now.getTime() + LEASE_SECONDS * 1000).toISOString();

const selectKnown = ({ db }: SystemContext, organizationId: number) =>
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
function mappingStatements(
  { context, organizationId }: Sync,
  guild: Guild,
  mapping: RoleMapping,
): Statement[] {
  const names = new Map(guild.roles.map((role) => [role.id, role.name]));
  const mapped = [...mapping.byDiscordRole];
  const isRenamed = mapped.some(([id, role]) => names.has(id) && names.get(id) !== role.name);
  const dead = mapped.filter(([id]) => !names.has(id));
  for (const [id] of dead) mapping.byDiscordRole.delete(id);
  for (const [id, role] of mapping.byDiscordRole) role.name = names.get(id) ?? role.name;
  return [
    ...(isRenamed ? [renameMappings(context.db, organizationId, guild.roles)] : []),
    ...(dead.length ? [dropDeadMappings(context.db, organizationId, [...names.keys()])] : []),
  ];
}

type Progress = Pick<Run, "added" | "updated" | "left" | "unchanged" | "cursor" | "processed" | "expected">;

async function writePage(
  { context, organizationId, by, run }: Sync,
  plan: PagePlan,
  progress: Progress,
  first: Statement[],
  isLast: boolean,
): Promise<void> {
  const { db } = context;
  const now = new Date();
  const at = now.toISOString();
  const { added, updated, left } = progress;
  await runBatch(db, [
    guard(
      db,
      sql`exists (select 1 from ${syncRuns} where id = ${run.id} and fence = ${run.fence} and status = 'running')`,
    ),
    ...first,
    ...pageStatements(db, { organizationId, performedBy: by.name, at }, plan),
    db
      .update(syncRuns)
      .set({
        ...progress,
        leaseUntil: leaseFrom(now),
        ...(isLast ? { status: "completed" as const, finishedAt: at } : {}),
      })
      .where(eq(syncRuns.id, run.id)),
    ...(isLast && added + updated + left > 0
      ? [
          audit(
            db,
            organizationId,
            by,
            {
              action: "discord.synced",
              details: { total: added + updated + progress.unchanged, added, updated, left },
            },
            now,
          ),
        ]
      : []),
  ]);
}

/** Marks the run as failed, unless somebody else has it by now. */
async function recordFailure({ context, organizationId, by, run }: Sync, failure: unknown): Promise<void> {
  const { db } = context;
  const code = failure instanceof AppError ? failure.code : "internal";
  if (code === "sync_taken_over") return;
  const now = new Date();
  await runBatch(db, [
    db
      .update(syncRuns)
      .set({ status: "failed", error: code, finishedAt: now.toISOString() })
      .where(and(eq(syncRuns.id, run.id), eq(syncRuns.fence, run.fence))),
    audit(db, organizationId, by, { action: "discord.sync_failed", details: { code } }, now),
  ]);
}
