import { type SQL, sql } from "drizzle-orm";
import type { BotState, GatewaySnapshot } from "../../../../bot-gateway/protocol.ts";
import { auditLog } from "../../../lib/audit.table.ts";
import type { Db, Statement } from "../../../lib/db/client.ts";
import { botFileVersions, botRuns, bots } from "../bots.table.ts";
import { botAudit } from "../bots.texts.ts";

/**
 * Where a state comes from. A report is queued and may come late or twice; a look at the gateway shows what
 * is; an answer to an order does not say which instance gave it.
 */
export type StateSource =
  | { kind: "report" | "look"; instance: string; now: Date }
  | { kind: "answer"; now: Date };

/** A bot whose start was answered this long ago and of which its gateway knows nothing does not run. */
const FORGOTTEN_MS = 120_000;

const isFinal = (status: SQL) => sql`${status} in ('inactive', 'error')`;
const value = (name: string) => sql.raw(`s.value ->> '${name}'`);

/**
 * The states that are newer than what is stored, with their bot `b` and run `r`. Runs follow each other, so a
 * later run's state is newer; within a run the gateway's sequence decides, and no run outlives its gateway.
 */
function newerStates(json: string, source: StateSource): SQL {
  const isLater = sql`${value("sequence")} > coalesce(b.state_sequence, -1)`;
  const isNotEarlier = sql`${value("sequence")} >= coalesce(b.state_sequence, -1)`;
  let ofSameRun: SQL;
  if (source.kind === "answer") {
    ofSameRun = sql`(${isLater} or (${isFinal(value("status"))} and not ${isFinal(sql`b.status`)}))`;
  } else if (source.kind === "report") {
    ofSameRun = sql`((b.gateway_instance is null and ${isNotEarlier})
      or (b.gateway_instance = ${source.instance} and ${isLater}))`;
  } else {
    ofSameRun = sql`((b.gateway_instance is not ${source.instance} or ${isNotEarlier})
      and (b.status, b.status_reason, b.restarts, b.discord_user_id, b.gateway_instance)
        is not (${value("status")}, ${value("reason")}, ${value("restarts")}, ${value("userId")}, ${source.instance}))`;
  }
  return sql`json_each(${json}) s
    cross join ${bots} b on b.id = ${value("botId")}
    cross join ${botRuns} r on r.id = ${value("runId")} and r.bot_id = b.id
    where (b.run_id is null or r.id > b.run_id or (r.id = b.run_id and ${ofSameRun}))`;
}

/** An instant of the gateway's clock, never later than ours. */
const notLater = (instant: string, now: Date) =>
  new Date(Math.min(Date.parse(instant), now.getTime())).toISOString();

/** Each bot's newest state. */
function newestOfEach(states: readonly BotState[]): BotState[] {
  const newest = new Map<number, BotState>();
  for (const state of states) {
    const other = newest.get(state.botId);
    const isNewer =
      !other || state.runId > other.runId || (state.runId === other.runId && state.sequence > other.sequence);
    if (isNewer) newest.set(state.botId, state);
  }
  return [...newest.values()];
}

/**
 * The statements that store what a gateway says of its bots, where that is newer than what is stored: the
 * bots' status, their runs, which versions of files stayed up, and an audit entry for each error.
 */
export function storeStates(db: Db, states: readonly BotState[], source: StateSource): Statement[] {
  if (!states.length) return [];
  const json = JSON.stringify(
    newestOfEach(states).map(({ user, since, ...state }) => ({
      ...state,
      since: notLater(since, source.now),
      userId: user?.id ?? null,
      username: user?.username ?? null,
      stayedUp: Number(state.stayedUp),
    })),
  );
  const newer = newerStates(json, source);
  const instance = source.kind === "answer" ? sql`bots.gateway_instance` : sql`${source.instance}`;
  const at = source.now.toISOString();
  return [
    // Bots of many organizations: each is its own actor.
    db.run(sql`insert into ${auditLog} (organization_id, action, audience, actor_kind, actor_name, entity_id,
        entity_name, details, created_at)
      select b.organization_id,
        case when ${value("reason")} in ('crashed', 'memory') then 'bot.crashed' else 'bot.error' end,
        ${botAudit.texts["bot.error"].audience}, 'bot', b.name, b.id, b.name,
        json_object('reason', ${value("reason")}), ${at}
      from ${newer} and ${value("status")} = 'error' and (b.status <> 'error' or r.id is not b.run_id)`),
    db.run(sql`update ${botRuns} set ended_at = ${at}, reason = 'stopped'
      where ended_at is null and id in (select b.run_id from ${newer} and r.id > b.run_id)`),
    db.run(sql`update ${botRuns} set
        ready_at = coalesce(ready_at, case when n.status = 'running' then n.since end),
        stayed_up = max(${botRuns}.stayed_up, n.stayed_up),
        ended_at = case when ${isFinal(sql`n.status`)} then coalesce(ended_at, n.since) end,
        reason = case when ${isFinal(sql`n.status`)} then n.reason end
      from (select r.id, ${value("status")} as status, ${value("since")} as since, ${value("reason")} as reason,
        ${value("stayedUp")} as stayed_up from ${newer}) n
      where ${botRuns}.id = n.id`),
    ...(states.some((state) => state.stayedUp)
      ? [
          db.run(sql`update ${botFileVersions} set stayed_up = 1
            where stayed_up = 0 and (file_id, version) in (
              select cast(f.key as integer), f.value from ${newerFiles(newer)})`),
        ]
      : []),
    db.run(sql`update ${bots} set status = n.status, status_since = n.since, status_reason = n.reason,
        status_detail = n.detail, restarts = n.restarts, discord_user_id = n.user_id, discord_username = n.username,
        run_id = n.run_id, state_sequence = n.sequence,
        gateway_instance = case when n.run_id is bots.run_id or ${source.kind !== "answer" ? 1 : 0} then ${instance} end
      from (select b.id, r.id as run_id, ${value("status")} as status, ${value("since")} as since,
        ${value("reason")} as reason, ${value("detail")} as detail, ${value("restarts")} as restarts,
        ${value("userId")} as user_id, ${value("username")} as username, ${value("sequence")} as sequence
        from ${newer}) n
      where ${bots}.id = n.id`),
  ];
}

/** The files of newer states' runs whose bots have been up for a minute. */
const newerFiles = (newer: SQL) =>
  sql`(select r.files from ${newer} and ${value("stayedUp")} = 1) t, json_each(t.files) f`;

export type EndedBot = { id: number; organizationId: number };

/**
 * The statements that end what a gateway no longer runs: bots that count as active there and that its snapshot
 * does not list. The last one answers which those were.
 */
export function endUnlisted(db: Db, snapshot: GatewaySnapshot, now: Date): [Statement, Statement] {
  const { instance, sequence } = snapshot;
  const forgotten = new Date(now.getTime() - FORGOTTEN_MS).toISOString();
  return end(
    db,
    sql`${snapshot.botId === null ? sql`true` : sql`id = ${snapshot.botId}`}
      and id not in (select value from json_each(${JSON.stringify(snapshot.bots.map(({ botId }) => botId))}))
      and (gateway_instance <> ${instance} or coalesce(state_sequence, -1) <= ${sequence}
        or (gateway_instance is null and coalesce(status_since, '') < ${forgotten}))`,
    sql`'inactive', gateway_instance = ${instance}, state_sequence = ${sequence}`,
    now,
  );
}

/**
 * The statements that end bots whose own container is gone, if they took their status before a moment: what
 * was started since is of another container. They stand as "starting" where that is about to happen again.
 */
export const endGone = (
  db: Db,
  botIds: readonly number[],
  before: Date,
  now: Date,
  next: "inactive" | "starting" = "inactive",
): [Statement, Statement] =>
  end(
    db,
    sql`id in (select value from json_each(${JSON.stringify(botIds)}))
      and coalesce(status_since, '') <= ${before.toISOString()}`,
    sql`${next}`,
    now,
  );

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
