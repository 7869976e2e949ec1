import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { SystemContext } from "../../lib/context.ts";
import { type Db, readBatch, type Statement } from "../../lib/db/client.ts";
import { hoursFrom } from "../../lib/db/columns.ts";
import type { Env } from "../../lib/env.ts";
import { write } from "../../lib/guard.ts";
import { announce, hubOf } from "../../lib/live/announce.ts";
import { OutgoingError } from "../../lib/outgoing/outgoing.ts";
import { probe } from "../../lib/outgoing/probe.ts";
import { gatewayProblem, openBotToken, selectBotStatuses, selectCrmBot } from "../bots/index.ts";
import { callDiscord } from "../discord/index.ts";
import { listOrganizations } from "../settings/index.ts";
import { uexHeaders } from "../ships/index.ts";
import type { HealthCheck, Measured, Service, ServiceReason } from "./health.schema.ts";
import { healthHours, healthLooks } from "./health.table.ts";

/** Milliseconds from which an answer is slow, and after which it counts as missing. */
const LIMITS: Record<Service, { slow: number; most: number }> = {
  database: { slow: 300, most: 10_000 },
  gateway: { slow: 1_000, most: 4_000 },
  discord: { slow: 1_000, most: 5_000 },
  ships: { slow: 2_000, most: 6_000 },
  rsi: { slow: 3_000, most: 8_000 },
  live: { slow: 1_000, most: 4_000 },
};

/** Seconds between two measurements of an organization's services. */
const LOOK_SECONDS = 10;

const bad = (state: "down" | "slow" | "not_configured", why: ServiceReason, ms: number | null = null) => ({
  state,
  why,
  ms,
});

const NOT_CONFIGURED = bad("not_configured", "not_configured");

const answered = (service: Service, ms: number): Measured =>
  ms > LIMITS[service].slow ? bad("slow", "slow", ms) : { state: "up", why: null, ms };

/** Measures a service by the time until `ask` returns: an HTTP status, or why the service is not up. */
async function timed(service: Service, ask: () => Promise<number | Measured>): Promise<Measured> {
  const started = Date.now();
  try {
    const answer = await ask();
    const ms = Date.now() - started;
    if (typeof answer === "object") return answer;
    if (answer === 429) return bad("slow", "rate_limited", ms);
    if (answer >= 500) return bad("down", "failing");
    const isRefused = answer === 401 || answer === 403;
    if (isRefused) return bad("down", service === "discord" ? "token_refused" : "refused");
    return answered(service, ms);
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    return bad("down", error.fault === "too_large" ? "nonsense" : error.fault);
  }
}

const lookAtShips = (env: Env) =>
  timed("ships", async () => {
    if (!env.UEX_API_URL) return NOT_CONFIGURED;
    // The ships of one maker: the sync's list would be too much every five minutes.
    const url = `${env.UEX_API_URL}/vehicles?id_company=1`;
    return probe(url, { timeoutMs: LIMITS.ships.most, headers: uexHeaders(env) });
  });

// RSI answers 403 to clients that it considers robots.
const lookAtRsi = (env: Env) =>
  timed("rsi", async () =>
    env.RSI_URL ? probe(`${env.RSI_URL}/`, { timeoutMs: LIMITS.rsi.most }) : NOT_CONFIGURED,
  );

const lookAtGateway = (env: Env) =>
  timed("gateway", async () => {
    const problem = await gatewayProblem(env, LIMITS.gateway.most);
    if (problem === "not_configured") return NOT_CONFIGURED;
    return problem ? bad("down", problem) : 200;
  });

/** Reads the CRM bot's user, which shows that Discord answers and accepts the token. */
const lookAtDiscord = (env: Env, token: string | null) =>
  timed("discord", async () => {
    if (token === null) return bad("not_configured", "no_bot");
    const asked = { schema: z.object({ id: z.string() }), timeoutMs: LIMITS.discord.most };
    return (await callDiscord(env, "/users/@me", `Bot ${token}`, asked)).status;
  });

/** `isHeard`: an open page may hear of a new measurement, or that is unknown. */
async function lookAtHub(env: Env, organizationId: number): Promise<{ live: Measured; isHeard: boolean }> {
  const late = new Promise<"timeout">((resolve) => setTimeout(resolve, LIMITS.live.most, "timeout"));
  const found: { open?: number } = {};
  let isHeard = true;
  const measured = await timed("live", async () => {
    const connections = hubOf(env, organizationId).connections(organizationId);
    const hub = await Promise.race([connections.catch(() => "unreachable" as const), late]);
    if (typeof hub === "string") return bad("down", hub);
    found.open = hub.open;
    isHeard = hub.heard.includes("health");
    return 200;
  });
  return { live: { ...measured, ...found }, isHeard };
}

async function lookAtShared(env: Env): Promise<Pick<HealthCheck["services"], "gateway" | "ships" | "rsi">> {
  const [gateway, ships, rsi] = await Promise.all([lookAtGateway(env), lookAtShips(env), lookAtRsi(env)]);
  return { gateway, ships, rsi };
}

/** Measures all services, or returns the milliseconds to wait until LOOK_SECONDS after the last measurement. */
export async function look(
  { db, env, now }: SystemContext,
  organizationId: number,
  shared = () => lookAtShared(env),
): Promise<{ check: HealthCheck; isHeard: boolean } | { waitMs: number }> {
  const started = Date.now();
  const at = now.toISOString();
  const before = new Date(now.getTime() - LOOK_SECONDS * 1000).toISOString();
  let bytes = 0;
  let ms = 0;
  const [[taken], [latest], [bot], statuses] = await readBatch(
    db,
    [
      db
        .insert(healthLooks)
        .values({ organizationId, startedAt: at })
        .onConflictDoUpdate({
          target: healthLooks.organizationId,
          set: { startedAt: at },
          setWhere: sql`${healthLooks.startedAt} <= ${before}`,
        })
        .returning({ startedAt: healthLooks.startedAt }),
      db.select().from(healthLooks).where(sql`${healthLooks.organizationId} = ${organizationId}`),
      selectCrmBot(db, organizationId),
      selectBotStatuses(db, organizationId),
    ],
    (results) => {
      ms = Date.now() - started;
      bytes = results[0]?.meta.size_after ?? 0;
    },
  );
  const database: Measured = { ...answered("database", ms), bytes };
  if (!taken) {
    const next = Date.parse(latest?.startedAt ?? at) + LOOK_SECONDS * 1000;
    return { waitMs: Math.max(1, next - now.getTime()) };
  }
  const token = await openBotToken(env, bot);
  const looks = [lookAtDiscord(env, token), lookAtHub(env, organizationId), shared()] as const;
  const [discord, { live, isHeard }, { gateway, ships, rsi }] = await Promise.all(looks);
  const running = statuses.filter(({ status }) => status === "running").length;
  const bots = { ...gateway, running, bots: statuses.length };
  return { check: { at, services: { database, gateway: bots, discord, ships, rsi, live } }, isHeard };
}

export function insertCheck(db: Db, organizationId: number, check: HealthCheck): Statement {
  const json = JSON.stringify(check);
  return db.run(sql`insert into ${healthHours} (organization_id, hour, checks)
    values (${organizationId}, ${check.at.slice(0, 13)}, json_array(json(${json})))
    on conflict do update set checks = json_insert(checks, '$[#]', json(${json}))`);
}

/** The statement that reads the newest measurement. */
export const selectNewestCheck = (db: Db, organizationId: number) =>
  db
    .select({ check: sql<string>`${healthHours.checks} -> '$[#-1]'`.mapWith(JSON.parse) })
    .from(healthHours)
    .where(sql`${healthHours.organizationId} = ${organizationId}`)
    .orderBy(sql`${healthHours.hour} desc`)
    .limit(1);

/** Measures all services for every organization, shared ones once, and notifies open pages. */
export async function measureAll(context: SystemContext): Promise<void> {
  const { db, env } = context;
  let looked: ReturnType<typeof lookAtShared> | undefined;
  const shared = () => {
    looked ??= lookAtShared(env);
    return looked;
  };
  for (const organizationId of await listOrganizations(db)) {
    const found = await look(context, organizationId, shared);
    if ("waitMs" in found) continue;
    await write(db, [insertCheck(db, organizationId, found.check)]);
    if (found.isHeard) await announce(env, organizationId);
  }
}

export const deleteOldHours = ({ db, now }: SystemContext) =>
  db.run(sql`delete from ${healthHours} where hour < ${hoursFrom(now, -48).slice(0, 13)}`);
