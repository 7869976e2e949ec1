import { and, asc, eq, isNull, lt, notInArray, or, sql } from "drizzle-orm";
import type { Context } from "../../../lib/context.ts";
import { type Db, jsonList, readBatch, type Statement } from "../../../lib/db/client.ts";
import { hoursFrom } from "../../../lib/db/columns.ts";
import { AppError } from "../../../lib/errors.ts";
import { write } from "../../../lib/guard.ts";
import { announce } from "../../../lib/live/announce.ts";
import { logWarning } from "../../../lib/log.ts";
import { openBotToken, selectCrmBot } from "../../bots/index.ts";
import { members } from "../../members/index.ts";
import { users } from "../../users/index.ts";
import { changeRole, type Guild, readGuild, readOwnRoles, readRolesOf } from "../client.ts";
import { leftBehindOf, type MappingRow, selectMappings, selectRetired } from "../discord.rows.ts";
import { discordMappingSets, discordRoleUpdates, guildMembers } from "../discord.table.ts";
import { discordAudit } from "../discord.texts.ts";
import { lacksOf } from "./discord-roles.ts";
import { ROLE_HOLDS, type RoleProblem } from "./roles.schema.ts";

/** People between two writes, and seconds without a write after which another process may continue. */
const BATCH = 10;
const LEASE_SECONDS = 120;
/** Longest time for updates after a request, in milliseconds; the next sync does the rest. */
const PATIENCE_MS = 20_000;

/**
 * SQL condition: no problem in Discord blocks an update. Blocked ones wait until a sync or the CRM bot sees the problem solved.
 */
const isFree = or(
  isNull(discordRoleUpdates.problem),
  notInArray(discordRoleUpdates.problem, [...ROLE_HOLDS]),
);

/** Calls `giveInDiscord` where people's roles in Discord wait for an update, and notifies open pages. */
export async function updateRolesInDiscord(context: Context, patienceMs = PATIENCE_MS): Promise<void> {
  const { db, env, actor } = context;
  const isOwn = eq(discordRoleUpdates.organizationId, actor.organizationId);
  const [any] = await db.select().from(discordRoleUpdates).where(and(isOwn, isFree)).limit(1);
  if (!any) return;
  await giveInDiscord(context, patienceMs);
  await announce(env, actor.organizationId);
}

/** The statement that reads people whose roles wait, not tried since an instant, with their roles here. */
function selectUpdates(db: Db, organizationId: number, since: string) {
  const { organizationId: ofUpdate, discordId, requestedAt, triedAt } = discordRoleUpdates;
  return db
    .select({
      discordId,
      requestedAt,
      roleId: members.roleId,
      status: members.status,
      name: users.displayName,
    })
    .from(discordRoleUpdates)
    .leftJoin(users, and(eq(users.organizationId, organizationId), eq(users.discordId, discordId)))
    .leftJoin(members, eq(members.userId, users.id))
    .where(and(eq(ofUpdate, organizationId), or(isNull(triedAt), lt(triedAt, since)), isFree))
    .orderBy(asc(requestedAt))
    .limit(BATCH);
}
type RoleUpdate = Awaited<ReturnType<typeof selectUpdates>>[number];

/** The person's roles in Discord after an update, null for a person who is not in the server. */
type Outcome = { update: RoleUpdate; roles: string[] | null; changes: string[]; problem: RoleProblem | null };

const holdUntil = (db: Db, organizationId: number, givingUntil: string | null) =>
  db.update(discordMappingSets).set({ givingUntil }).where(eq(discordMappingSets.id, organizationId));

/**
 * Gives and takes Discord roles with a mapping that has `givesInDiscord`, for people whose role here changed; one process at a
 * time. Failed updates stay for the next time. Never throws for errors of Discord.
 */
async function giveInDiscord(context: Context, patienceMs: number): Promise<void> {
  const { db, env, actor } = context;
  const { organizationId } = actor;
  const begunAt = new Date();
  const isFree = sql`id = ${organizationId} and coalesce(giving_until, '') < ${begunAt.toISOString()}`;
  const lease = await db
    .update(discordMappingSets)
    .set({ givingUntil: hoursFrom(begunAt, LEASE_SECONDS / 3600) })
    .where(isFree)
    .returning();
  if (lease.length === 0) return;
  try {
    const [[bot], rows, retired] = await readBatch(db, [
      selectCrmBot(db, organizationId),
      selectMappings(db, organizationId),
      selectRetired(db, organizationId),
    ]);
    const token = await openBotToken(env, bot);
    if (token === null) return;
    const guild = await readGuild(env, token);
    const lacks = lacksOf(guild, await readOwnRoles(env, token));
    const left = leftBehindOf(rows, retired).map(({ discordRoleId }) => discordRoleId);
    const give = (update: RoleUpdate) => fulfil(context, token, { guild, rows, left, lacks }, update);
    const isOver = () => Date.now() - begunAt.getTime() > patienceMs;
    while (!isOver()) {
      const updates = await selectUpdates(db, organizationId, begunAt.toISOString());
      if (updates.length === 0) break;
      const outcomes: Outcome[] = [];
      try {
        for (const update of updates) {
          if (isOver()) break;
          outcomes.push(await give(update));
        }
      } finally {
        await write(db, settle({ ...context, now: new Date() }, outcomes));
      }
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    logWarning("giveInDiscord", { code: error.code });
  } finally {
    await holdUntil(db, organizationId, null);
  }
}

type Server = {
  guild: Guild;
  rows: readonly MappingRow[];
  left: readonly string[];
  lacks: ReturnType<typeof lacksOf>;
};

/**
 * Updates one person's roles in Discord: takes `(mapped − desired) ∩ held`, never more, and nothing that Discord manages.
 */
async function fulfil(
  { env, actor }: Context,
  token: string,
  { guild, rows, left, lacks }: Server,
  update: RoleUpdate,
): Promise<Outcome> {
  const userId = update.discordId;
  const found = await readRolesOf(env, token, userId);
  if (found === null) return { update, roles: null, changes: [], problem: null };
  const { roles: current, hold } = found;
  const given = rows.filter(({ givesInDiscord }) => givesInDiscord);
  const idsOf = (rows: readonly MappingRow[]) => rows.map(({ discordRoleId }) => discordRoleId ?? "");
  const isDesired = ({ roleId }: MappingRow) => update.status === "active" && roleId === update.roleId;
  const desired = idsOf(given.filter(isDesired));
  const missing = desired.filter((id) => !current.includes(id));
  const surplus = [...idsOf(given), ...left].filter((id) => !desired.includes(id) && current.includes(id));
  const steps = [
    ...missing.map((roleId) => ({ gives: true, roleId })),
    ...surplus.map((roleId) => ({ gives: false, roleId })),
  ];
  const roles = new Set(current);
  const changes: string[] = [];
  let problem: RoleProblem | null = null;
  for (const { gives, roleId } of steps) {
    const role = guild.roles.find(({ id }) => id === roleId);
    if (!role || role.managed) continue;
    const why = lacks(role) ?? (gives ? hold : null);
    const reason = `Command Centre: ${actor.name}`;
    const done = why ? null : await changeRole(env, token, { gives, userId, roleId, reason });
    if (why || done === "forbidden") problem = why ?? "permission";
    if (done !== "done") continue;
    if (gives) roles.add(roleId);
    else roles.delete(roleId);
    changes.push(`${gives ? "+" : "−"}@${role.name}`);
  }
  return { update, roles: [...roles].sort(), changes, problem };
}

/** The statements that store outcomes; a person whose role changed again meanwhile is tried again. */
function settle(context: Context, outcomes: readonly Outcome[]): Statement[] {
  const { db, actor, now } = context;
  const { organizationId } = actor;
  if (outcomes.length === 0) return [];
  const done = outcomes.filter(({ problem }) => problem === null).map(({ update }) => update);
  const changed = outcomes.filter(({ changes }) => changes.length > 0);
  const people = changed.map(({ update, roles }) => ({ discordId: update.discordId, roles }));
  const keyOf = ({ discordId, requestedAt }: RoleUpdate) => `${discordId} ${requestedAt}`;
  const failed = outcomes.flatMap(({ update, problem }) =>
    problem ? [{ key: keyOf(update), problem }] : [],
  );
  const key = sql`discord_id || ' ' || requested_at`;
  return [
    ...changed.map(({ update, changes }) =>
      discordAudit.write(context, {
        action: "discord.given",
        entity: { id: null, name: update.name ?? update.discordId },
        details: { changes: changes.join(", ") },
      }),
    ),
    db.run(sql`update ${guildMembers} set roles = s.value -> 'roles' from json_each(${JSON.stringify(people)}) s
      where organization_id = ${organizationId} and discord_id = s.value ->> 'discordId'`),
    db.run(sql`update ${discordRoleUpdates} set tried_at = ${now.toISOString()}, problem = s.value ->> 'problem'
      from json_each(${JSON.stringify(failed)}) s
      where organization_id = ${organizationId} and ${key} = s.value ->> 'key'`),
    db.run(sql`delete from ${discordRoleUpdates}
      where organization_id = ${organizationId} and ${key} in ${jsonList(done.map(keyOf))}`),
    holdUntil(db, organizationId, hoursFrom(now, LEASE_SECONDS / 3600)),
  ];
}
