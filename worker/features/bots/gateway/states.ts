import { inArray, type SQL, sql } from "drizzle-orm";
import type { BotState, GatewaySnapshot } from "../../../../bot-gateway/protocol.ts";
import { auditLog } from "../../../lib/audit.table.ts";
import type { MemberContext } from "../../../lib/context.ts";
import { type Db, jsonList, type Statement } from "../../../lib/db/client.ts";
import type { Env } from "../../../lib/env.ts";
import { AppError } from "../../../lib/errors.ts";
import { write } from "../../../lib/guard.ts";
import { cleanName } from "../../../lib/names.schema.ts";
import type { GatewayStatus } from "../bots.schema.ts";
import { botFileVersions, botRuns, bots } from "../bots.table.ts";
import { botAudit } from "../bots.texts.ts";
import { selectBots } from "../bots.ts";
import { gatewayMode, readSnapshot } from "./client.ts";

/** An instant of the gateway's clock, at the latest `now`. */
export const notLater = (instant: string, now: Date) =>
  new Date(Math.min(Date.parse(instant), now.getTime())).toISOString();

/**
 * Source of a state: a report, which is queued and may come late or twice; a look at the gateway, which shows the present; an
 * answer to an order, which does not tell its instance.
 */
type StateSource = { kind: "report" | "look" | "answer"; instance?: string; now: Date };

/** Milliseconds after its start from which a bot counts as stopped if its gateway does not list it. */
const FORGOTTEN_MS = 120_000;

const isFinal = (status: SQL) => sql`${status} in ('inactive', 'error')`;

/**
 * The states `n` that are newer than the stored ones, with their bot and run. A later run's state is newer; within a run
 * the gateway's sequence decides, and no run outlives its gateway.
 */
function newerStates(json: string, { kind, instance = "" }: StateSource): SQL {
  const isLater = sql`s.value ->> 'sequence' > coalesce(b.state_sequence, -1)`;
  const isNotEarlier = sql`s.value ->> 'sequence' >= coalesce(b.state_sequence, -1)`;
  const ofSameRun = {
    answer: sql`(${isLater} or (${isFinal(sql`s.value ->> 'status'`)} and not ${isFinal(sql`b.status`)}))`,
    report: sql`((b.gateway_instance is null and ${isNotEarlier})
      or (b.gateway_instance = ${instance} and ${isLater}))`,
    look: sql`((b.gateway_instance is not ${instance} or ${isNotEarlier})
      and (b.status, b.status_reason, b.restarts, b.discord_user_id, b.gateway_instance)
        is not (s.value ->> 'status', s.value ->> 'reason', s.value ->> 'restarts', s.value ->> '$.user.id', ${instance}))`,
  };
  return sql`(select b.id as bot_id, b.organization_id, b.name, b.status as old_status, b.run_id as old_run_id,
      r.id as run_id, r.files, s.value ->> 'status' as status, s.value ->> 'since' as since,
      s.value ->> 'reason' as reason, s.value ->> 'detail' as detail, s.value ->> 'restarts' as restarts,
      s.value ->> '$.user.id' as user_id, s.value ->> '$.user.username' as username,
      s.value ->> 'stayedUp' as stayed_up, s.value ->> 'sequence' as sequence
    from json_each(${json}) s
    cross join ${bots} b on b.id = s.value ->> 'botId'
    cross join ${botRuns} r on r.id = s.value ->> 'runId' and r.bot_id = b.id
    where b.run_id is null or r.id > b.run_id or (r.id = b.run_id and ${ofSameRun[kind]})) n`;
}

/** The statements that store newer states: of bots, runs and file versions, with an audit entry for each error. */
export function storeStates(db: Db, states: readonly BotState[], source: StateSource): Statement[] {
  if (!states.length) return [];
  const inOrder = [...states].sort((a, b) => a.runId - b.runId || a.sequence - b.sequence);
  const newestOfEach = [...new Map(inOrder.map((state) => [state.botId, state])).values()];
  const clean = newestOfEach.map(({ since, user, ...state }) => ({
    ...state,
    since: notLater(since, source.now),
    user: user && { ...user, username: cleanName(user.username) || user.id },
  }));
  const newer = newerStates(JSON.stringify(clean), source);
  const at = source.now.toISOString();
  return [
    // Bots of many organizations: each is its own actor.
    db.run(sql`insert into ${auditLog} (organization_id, action, readers, actor_kind, actor_name, entity_id,
        entity_name, details, created_at)
      select n.organization_id,
        case when n.reason in ('crashed', 'memory') then 'bot.crashed' else 'bot.error' end,
        ${botAudit.texts["bot.error"].readers}, 'bot', n.name, n.bot_id, n.name,
        json_object('reason', n.reason), ${at}
      from ${newer} where n.status = 'error' and (n.old_status <> 'error' or n.run_id is not n.old_run_id)`),
    db.run(sql`update ${botRuns} set ended_at = ${at}, reason = 'stopped'
      where ended_at is null and id in (select n.old_run_id from ${newer} where n.run_id > n.old_run_id)`),
    db.run(sql`update ${botRuns} set
        ready_at = coalesce(ready_at, case when n.status = 'running' then n.since end),
        stayed_up = max(${botRuns}.stayed_up, n.stayed_up),
        ended_at = case when ${isFinal(sql`n.status`)} then coalesce(ended_at, n.since) end,
        reason = case when ${isFinal(sql`n.status`)} then n.reason end
      from ${newer} where ${botRuns}.id = n.run_id`),
    db.run(sql`update ${botFileVersions} set stayed_up = 1
      where stayed_up = 0 and (file_id, version) in (select cast(f.key as integer), f.value
        from ${newer}, json_each(n.files) f where n.stayed_up = 1)`),
    db.run(sql`update ${bots} set status = n.status, status_since = n.since, status_reason = n.reason,
        status_detail = n.detail, restarts = n.restarts, discord_user_id = n.user_id, discord_username = n.username,
        run_id = n.run_id, state_sequence = n.sequence,
        gateway_instance = coalesce(${source.instance ?? null},
          case when n.run_id is bots.run_id then bots.gateway_instance end)
      from ${newer} where ${bots}.id = n.bot_id`),
  ];
}

export type EndedBot = { id: number; organizationId: number };

/** The statements that end active bots missing in a gateway's snapshot; the last returns them. */
export function endUnlisted(db: Db, snapshot: GatewaySnapshot, now: Date): [Statement, Statement] {
  const { instance, sequence } = snapshot;
  const forgotten = new Date(now.getTime() - FORGOTTEN_MS).toISOString();
  return end(
    db,
    sql`${snapshot.botId === null ? sql`true` : sql`id = ${snapshot.botId}`}
      and id not in ${jsonList(snapshot.bots.map(({ botId }) => botId))}
      and (gateway_instance <> ${instance} or coalesce(state_sequence, -1) <= ${sequence}
        or (gateway_instance is null and coalesce(status_since, '') < ${forgotten}))`,
    sql`'inactive', gateway_instance = ${instance}, state_sequence = ${sequence}`,
    now,
  );
}

/**
 * The statements that end bots whose own container is gone, where their status is older than `before`: a later one is of
 * another container. Their status becomes "starting" if they will start `again`.
 */
export function endGone(db: Db, gone: readonly { id: number }[], now: Date, before = now, again = false) {
  if (!gone.length) return [];
  const ids = jsonList(gone.map(({ id }) => id));
  const isBefore = sql`coalesce(status_since, '') <= ${before.toISOString()}`;
  return end(db, sql`id in ${ids} and ${isBefore}`, sql`${again ? "starting" : "inactive"}`, now);
}

function end(db: Db, which: SQL, next: SQL, now: Date): [Statement, Statement] {
  const active = sql`status in ('running', 'starting', 'stopping') and ${which}`;
  const at = now.toISOString();
  return [
    db.run(sql`update ${botRuns} set ended_at = ${at}, reason = 'gateway_stopped'
      where ended_at is null and id in (select run_id from ${bots} where ${active})`),
    db.all<EndedBot>(sql`update ${bots} set status_since = ${at}, status_reason = 'gateway_stopped',
        status_detail = null, discord_user_id = null, discord_username = null, status = ${next}
      where ${active} returning id, organization_id as organizationId`),
  ];
}

/** Milliseconds after which a status without a running container means that the container was lost. */
const SETTLED_MS = 30_000;
/** The id of no bot: asking its container only tells whether there are containers. */
const NO_BOT = 0;

type Problem = NonNullable<GatewayStatus["problem"]>;

const PROBLEMS: Record<string, Problem> = {
  gateway_not_configured: "not_configured",
  gateway_unreachable: "unreachable",
  gateway_busy: "unreachable",
  gateway_refused: "refused",
  gateway_failed: "nonsense",
};

function problemOf(error: unknown): Problem {
  const problem = error instanceof AppError && PROBLEMS[error.code];
  if (!problem) throw error;
  return problem;
}

/** The `pulse` of `GatewayStatus`. Containers report by themselves: theirs never changes. */
function pulseOf(env: Env, answer: GatewaySnapshot | Problem | null): string {
  const mode = gatewayMode(env);
  if (mode !== "service" || !answer) return mode;
  return typeof answer === "string" ? answer : `${answer.instance}.${answer.sequence}`;
}

/** The problem of the gateway, or of containers where bots have their own; null for none. */
export async function gatewayProblem(env: Env, timeoutMs: number): Promise<Problem | null> {
  if (gatewayMode(env) === "none" || !env.BOT_GATEWAY_SECRET) return "not_configured";
  return readSnapshot(env, NO_BOT, timeoutMs).then(() => null, problemOf);
}

/** The gateway's pulse, within two seconds and without the database. */
export const gatewayPulse = async (env: Env): Promise<string> =>
  pulseOf(env, gatewayMode(env) === "service" ? await readSnapshot(env, NO_BOT).catch(problemOf) : null);

/**
 * Asks the gateway, or the container of each bot that counts as active, for two seconds at most, and stores which bots run
 * there. @throws SettingsError without a secret
 */
export async function getGatewayStatus(context: MemberContext): Promise<GatewayStatus> {
  const { db, env, now } = context;
  const mode = gatewayMode(env);
  const isActive = inArray(bots.status, ["running", "starting", "stopping"]);
  const active = mode === "containers" ? await selectBots(context, isActive) : [];
  const asked = active.length ? active.map(({ id }) => id) : [NO_BOT];
  const answers = await Promise.allSettled(asked.map((id) => readSnapshot(env, id)));
  const snapshots = answers.flatMap((each) => (each.status === "fulfilled" && each.value) || []);
  const gone = active.filter((_, at) => answers[at]?.status === "fulfilled" && !answers[at].value);
  await write(db, [
    ...snapshots.flatMap((snapshot) => [
      ...storeStates(db, snapshot.bots, { kind: "look", instance: snapshot.instance, now }),
      ...endUnlisted(db, snapshot, now),
    ]),
    ...endGone(db, gone, now, new Date(now.getTime() - SETTLED_MS)),
  ]);
  const failed = answers.find((each) => each.status === "rejected");
  const problem = failed ? problemOf(failed.reason) : null;
  const [first] = snapshots;
  return {
    mode: mode === "containers" && problem === "not_configured" ? "none" : mode,
    problem,
    checkedAt: now.toISOString(),
    pulse: pulseOf(env, problem ?? first ?? null),
    startedAt: snapshots.map(({ startedAt }) => new Date(startedAt).toISOString()).sort()[0] ?? null,
    memoryBytes: first ? snapshots.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0) : null,
    isolation: first?.isolation ?? null,
    frameworks: first?.frameworks ?? [],
  };
}
