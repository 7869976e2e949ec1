import { and, asc, eq, isNull, lt, or, sql } from "drizzle-orm";
import type { Context } from "../../../lib/context.ts";
import { type Db, jsonList, readBatch, type Statement } from "../../../lib/db/client.ts";
import { hoursFrom } from "../../../lib/db/columns.ts";
import { AppError } from "../../../lib/errors.ts";
import { write } from "../../../lib/guard.ts";
import { announce } from "../../../lib/live/announce.ts";
import { openBotToken, selectCrmBot } from "../../bots/index.ts";
import { members } from "../../members/index.ts";
import { users } from "../../users/index.ts";
import { changeRole, type Guild, readGuild, readOwnRoles, readRolesOf } from "../client.ts";
import { leftBehindOf, type MappingRow, selectMappings, selectRetired } from "../discord.rows.ts";
import { discordMappingSets, discordWishes, guildMembers } from "../discord.table.ts";
import { discordAudit } from "../discord.texts.ts";
import { lacksOf } from "./discord-roles.ts";
import type { RoleLack } from "./roles.schema.ts";

/** People dealt with between two writes, and how long a process may be silent before another goes on, in seconds. */
const BATCH = 10;
const LEASE_SECONDS = 120;
/** Longest that giving and taking goes on after a request, in milliseconds; the rest comes with the next sync. */
const PATIENCE_MS = 20_000;

/** The statement that reads whether a person's roles in Discord have to follow. */
const selectAnyWish = (db: Db, organizationId: number) =>
  db
    .select({ discordId: discordWishes.discordId })
    .from(discordWishes)
    .where(eq(discordWishes.organizationId, organizationId))
    .limit(1);

/** As `giveInDiscord`, where a person's roles have to follow; open pages are told. */
export async function giveWishes(context: Context, patienceMs = PATIENCE_MS): Promise<void> {
  const { db, env, actor } = context;
  const [any] = await selectAnyWish(db, actor.organizationId);
  if (!any) return;
  await giveInDiscord(context, patienceMs);
  await announce(env, actor.organizationId);
}

/** People whose roles have to follow and who were not tried since a moment, with what they are here. */
const selectWishes = (db: Db, organizationId: number, since: string) =>
  db
    .select({
      discordId: discordWishes.discordId,
      wishedAt: discordWishes.wishedAt,
      roleId: members.roleId,
      status: members.status,
      name: users.displayName,
    })
    .from(discordWishes)
    .leftJoin(
      users,
      and(eq(users.organizationId, organizationId), eq(users.discordId, discordWishes.discordId)),
    )
    .leftJoin(members, eq(members.userId, users.id))
    .where(
      and(
        eq(discordWishes.organizationId, organizationId),
        or(isNull(discordWishes.triedAt), lt(discordWishes.triedAt, since)),
      ),
    )
    .orderBy(asc(discordWishes.wishedAt))
    .limit(BATCH);
type Wish = Awaited<ReturnType<typeof selectWishes>>[number];

/** What became of one: the person's roles in Discord afterwards, null for one who is not in the server. */
type Outcome = { wish: Wish; roles: string[] | null; changes: string[]; problem: RoleLack | null };

/**
 * Gives and takes roles in Discord for the people whose role here changed, one process at a time: what a mapping
 * with `givesInDiscord` manages and nothing else. What Discord does not take stays for the next time; after a
 * process that was killed half-way, calls are made again that change nothing. Never throws for what Discord did.
 */
async function giveInDiscord(context: Context, patienceMs: number): Promise<void> {
  const { db, env, actor } = context;
  const { organizationId } = actor;
  const begunAt = new Date();
  const lease = await db
    .update(discordMappingSets)
    .set({ givingUntil: hoursFrom(begunAt, LEASE_SECONDS / 3600) })
    .where(
      and(
        eq(discordMappingSets.id, organizationId),
        sql`coalesce(giving_until, '') < ${begunAt.toISOString()}`,
      ),
    )
    .returning();
  if (lease.length === 0) return;
  try {
    const [[bot], rows, retired] = await readBatch(db, [
      selectCrmBot(db, organizationId),
      selectMappings(db, organizationId),
      selectRetired(db, organizationId),
    ]);
    const token = bot ? await openBotToken(env, bot) : null;
    if (token === null) return;
    const guild = await readGuild(env, token);
    const lacks = lacksOf(guild, await readOwnRoles(env, token));
    const left = leftBehindOf(rows, retired).map(({ discordRoleId }) => discordRoleId);
    const give = (wish: Wish) => fulfil(context, token, { guild, rows, left, lacks }, wish);
    let isOver = false;
    while (!isOver) {
      const wishes = await selectWishes(db, organizationId, begunAt.toISOString());
      isOver = wishes.length === 0;
      const outcomes: Outcome[] = [];
      try {
        for (const wish of wishes) {
          isOver = Date.now() - begunAt.getTime() > patienceMs;
          if (isOver) break;
          outcomes.push(await give(wish));
        }
      } finally {
        await write(db, settle({ ...context, now: new Date() }, outcomes));
      }
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    console.warn(JSON.stringify({ work: "giveInDiscord", organizationId, code: error.code }));
  } finally {
    await db
      .update(discordMappingSets)
      .set({ givingUntil: null })
      .where(eq(discordMappingSets.id, organizationId));
  }
}

type Server = {
  guild: Guild;
  rows: readonly MappingRow[];
  /** Roles that no mapping gives any more. */
  left: readonly string[];
  lacks: ReturnType<typeof lacksOf>;
};

/** Brings one person's roles in Discord in line: `(managed − desired) ∩ held` is taken, never more. */
async function fulfil(
  { env, actor }: Context,
  token: string,
  { guild, rows, left, lacks }: Server,
  wish: Wish,
): Promise<Outcome> {
  const userId = wish.discordId;
  const held = await readRolesOf(env, token, userId);
  if (held === null) return { wish, roles: null, changes: [], problem: null };
  const given = rows.filter(({ givesInDiscord }) => givesInDiscord);
  const idsOf = (of: readonly MappingRow[]) => of.map(({ discordRoleId }) => discordRoleId ?? "");
  const desired = wish.status === "active" ? idsOf(given.filter(({ roleId }) => roleId === wish.roleId)) : [];
  const managed = [...idsOf(given), ...left];
  const steps = [
    ...desired.filter((id) => !held.includes(id)).map((roleId) => ({ gives: true, roleId })),
    ...managed
      .filter((id) => !desired.includes(id) && held.includes(id))
      .map((roleId) => ({ gives: false, roleId })),
  ];
  const roles = new Set(held);
  const changes: string[] = [];
  let problem: RoleLack | null = null;
  for (const { gives, roleId } of steps) {
    const role = guild.roles.find(({ id }) => id === roleId);
    if (!role) continue;
    const lack = lacks(role);
    const reason = `Command Centre: ${actor.name}`;
    const done = lack ? null : await changeRole(env, token, { gives, userId, roleId, reason });
    if (lack || done === "forbidden") problem = lack ?? "permission";
    if (done !== "done") continue;
    if (gives) roles.add(roleId);
    else roles.delete(roleId);
    changes.push(`${gives ? "+" : "−"}@${role.name}`);
  }
  return { wish, roles: [...roles].sort(), changes, problem };
}

/** The statements that keep what became of some people; one whose role changed again meanwhile is tried again. */
function settle(context: Context, outcomes: readonly Outcome[]): Statement[] {
  const { db, actor, now } = context;
  const { organizationId } = actor;
  const done = outcomes.filter(({ problem }) => problem === null).map(({ wish }) => wish);
  const failed = outcomes.flatMap(({ wish, problem }) => (problem ? [{ ...wish, problem }] : []));
  const changed = outcomes.filter(({ changes }) => changes.length > 0);
  const theirs = changed.map(({ wish, roles }) => ({ discordId: wish.discordId, roles }));
  const keyOf = ({ discordId, wishedAt }: Wish) => `${discordId} ${wishedAt}`;
  const key = sql`discord_id || ' ' || wished_at`;
  const statements = [
    ...changed.map(({ wish, changes }) =>
      discordAudit.write(context, {
        action: "discord.given",
        entity: { id: null, name: wish.name ?? wish.discordId },
        details: { changes: changes.join(", ") },
      }),
    ),
    db.run(sql`update ${guildMembers} set roles = s.value -> 'roles' from json_each(${JSON.stringify(theirs)}) s
      where organization_id = ${organizationId} and discord_id = s.value ->> 'discordId'`),
    db.run(sql`update ${discordWishes} set tried_at = ${now.toISOString()}, problem = s.value ->> 'problem'
      from json_each(${JSON.stringify(failed.map((each) => ({ key: keyOf(each), problem: each.problem })))}) s
      where organization_id = ${organizationId} and ${key} = s.value ->> 'key'`),
    db.run(sql`delete from ${discordWishes}
      where organization_id = ${organizationId} and ${key} in ${jsonList(done.map(keyOf))}`),
    db
      .update(discordMappingSets)
      .set({ givingUntil: hoursFrom(now, LEASE_SECONDS / 3600) })
      .where(eq(discordMappingSets.id, organizationId)),
  ];
  return outcomes.length > 0 ? statements : [];
}
