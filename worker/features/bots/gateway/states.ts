import { type SQL, sql } from "drizzle-orm";
import type { BotState, GatewaySnapshot } from "../../../../bot-gateway/protocol.ts";
import { auditLog } from "../../../lib/audit.table.ts";
import { type Db, jsonList, type Statement } from "../../../lib/db/client.ts";
import { botFileVersions, botRuns, bots } from "../bots.table.ts";
import { botAudit } from "../bots.texts.ts";
import { notLater } from "./logs.ts";

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

/**
 * The states `n` that are newer than what is stored, with their bot and run. Runs follow each other, so a later
 * run's state is newer; within a run the gateway's sequence decides, and no run outlives its gateway.
 */
function newerStates(json: string, source: StateSource): SQL {
  const isLater = sql`s.value ->> 'sequence' > coalesce(b.state_sequence, -1)`;
  const isNotEarlier = sql`s.value ->> 'sequence' >= coalesce(b.state_sequence, -1)`;
  let ofSameRun: SQL;
  if (source.kind === "answer") {
    ofSameRun = sql`(${isLater} or (${isFinal(sql`s.value ->> 'status'`)} and not ${isFinal(sql`b.status`)}))`;
  } else if (source.kind === "report") {
    ofSameRun = sql`((b.gateway_instance is null and ${isNotEarlier})
      or (b.gateway_instance = ${source.instance} and ${isLater}))`;
  } else {
    ofSameRun = sql`((b.gateway_instance is not ${source.instance} or ${isNotEarlier})
      and (b.status, b.status_reason, b.restarts, b.discord_user_id, b.gateway_instance)
        is not (s.value ->> 'status', s.value ->> 'reason', s.value ->> 'restarts', s.value ->> '$.user.id',
          ${source.instance}))`;
  }
  return sql`(select b.id as bot_id, b.organization_id, b.name, b.status as old_status, b.run_id as old_run_id,
      r.id as run_id, r.files, s.value ->> 'status' as status, s.value ->> 'since' as since,
      s.value ->> 'reason' as reason, s.value ->> 'detail' as detail, s.value ->> 'restarts' as restarts,
      s.value ->> '$.user.id' as user_id, s.value ->> '$.user.username' as username,
      s.value ->> 'stayedUp' as stayed_up, s.value ->> 'sequence' as sequence
    from json_each(${json}) s
    cross join ${bots} b on b.id = s.value ->> 'botId'
    cross join ${botRuns} r on r.id = s.value ->> 'runId' and r.bot_id = b.id
    where b.run_id is null or r.id > b.run_id or (r.id = b.run_id and ${ofSameRun})) n`;
}

/**
 * The statements that store what a gateway says of its bots, where that is newer than what is stored: the
 * bots' status, their runs, which versions of files stayed up, and an audit entry for each error.
 */
export function storeStates(db: Db, states: readonly BotState[], source: StateSource): Statement[] {
  if (!states.length) return [];
  const inOrder = [...states].sort((a, b) => a.runId - b.runId || a.sequence - b.sequence);
  const newestOfEach = [...new Map(inOrder.map((state) => [state.botId, state])).values()];
  const newer = newerStates(
    JSON.stringify(newestOfEach.map((state) => ({ ...state, since: notLater(state.since, source.now) }))),
    source,
  );
  const instance =
    source.kind === "answer"
      ? sql`case when n.run_id is bots.run_id then bots.gateway_instance end`
      : sql`${source.instance}`;
  const at = source.now.toISOString();
  return [
    // Bots of many organizations: each is its own actor.
    db.run(sql`insert into ${auditLog} (organization_id, action, audience, actor_kind, actor_name, entity_id,
        entity_name, details, created_at)
      select n.organization_id,
        case when n.reason in ('crashed', 'memory') then 'bot.crashed' else 'bot.error' end,
        ${botAudit.texts["bot.error"].audience}, 'bot', n.name, n.bot_id, n.name,
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
    ...(states.some((state) => state.stayedUp)
      ? [
          db.run(sql`update ${botFileVersions} set stayed_up = 1
            where stayed_up = 0 and (file_id, version) in (select cast(f.key as integer), f.value
              from ${newer}, json_each(n.files) f where n.stayed_up = 1)`),
        ]
      : []),
    db.run(sql`update ${bots} set status = n.status, status_since = n.since, status_reason = n.reason,
        status_detail = n.detail, restarts = n.restarts, discord_user_id = n.user_id, discord_username = n.username,
        run_id = n.run_id, state_sequence = n.sequence, gateway_instance = ${instance}
      from ${newer} where ${bots}.id = n.bot_id`),
  ];
}

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
export function endGone(
  db: Db,
  gone: readonly { id: number }[],
  before: Date,
  now: Date,
  next: "inactive" | "starting" = "inactive",
): Statement[] {
  if (!gone.length) return [];
  const ids = jsonList(gone.map(({ id }) => id));
  const isBefore = sql`coalesce(status_since, '') <= ${before.toISOString()}`;
  return end(db, sql`id in ${ids} and ${isBefore}`, sql`${next}`, now);
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
