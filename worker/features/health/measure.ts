import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Context, SystemContext } from "../../lib/context.ts";
import { type Db, readBatch, type Statement } from "../../lib/db/client.ts";
import type { Env } from "../../lib/env.ts";
import { write } from "../../lib/guard.ts";
import { hubOf } from "../../lib/live/announce.ts";
import { OutgoingError } from "../../lib/outgoing/outgoing.ts";
import { probe } from "../../lib/outgoing/probe.ts";
import { gatewayProblem, openBotToken, selectBotStatuses, selectCrmBot } from "../bots/index.ts";
import { callDiscord } from "../discord/index.ts";
import { listOrganizations } from "../settings/index.ts";
import { uexHeaders } from "../ships/index.ts";
import type { HealthCheck, Measured, Service, ServiceReason } from "./health.schema.ts";
import { healthHours, healthLooks } from "./health.table.ts";

/** How long an answer may take, and from when on it counts as slow, in milliseconds. */
const LIMITS: Record<Service, { slow: number; most: number }> = {
  database: { slow: 300, most: 10_000 },
  gateway: { slow: 1_000, most: 4_000 },
  discord: { slow: 1_000, most: 5_000 },
  ships: { slow: 2_000, most: 6_000 },
  rsi: { slow: 3_000, most: 8_000 },
  live: { slow: 1_000, most: 4_000 },
};

/** Seconds between two looks at an organization's services. */
export const LOOK_SECONDS = 10;

const bad = (state: "down" | "slow" | "not_configured", why: ServiceReason, ms: number | null = null) => ({
  state,
  why,
  ms,
});

const answered = (service: Service, ms: number): Measured =>
  ms > LIMITS[service].slow ? bad("slow", "slow", ms) : { state: "up", why: null, ms };

/** What an HTTP status says of a service. */
function ofStatus(service: Service, status: number, ms: number): Measured {
  if (status === 429) return bad("slow", "rate_limited", ms);
  if (status >= 500) return bad("down", "failing");
  return answered(service, ms);
}

/** Does a look and times it; one that fails finds the service down. */
async function timed(ask: (passed: () => number) => Promise<Measured>): Promise<Measured> {
  const started = Date.now();
  try {
    return await ask(() => Date.now() - started);
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    return bad("down", error.fault === "too_large" ? "nonsense" : error.fault);
  }
}

const lookAtShips = (env: Env) =>
  timed(async (passed) => {
    if (!env.UEX_API_URL) return bad("not_configured", "not_configured");
    // The list that the sync reads, of one maker alone: the whole of it every five minutes is too much to ask.
    const status = await probe(`${env.UEX_API_URL}/vehicles?id_company=1`, {
      timeoutMs: LIMITS.ships.most,
      headers: uexHeaders(env),
    });
    if (status === 401 || status === 403) return bad("down", "refused");
    return ofStatus("ships", status, passed());
  });

const lookAtRsi = (env: Env) =>
  timed(async (passed) => {
    if (!env.RSI_URL) return bad("not_configured", "not_configured");
    const status = await probe(`${env.RSI_URL}/`, { timeoutMs: LIMITS.rsi.most });
    // RSI refuses every page to a client that it takes for a robot.
    if (status === 401 || status === 403) return bad("down", "refused");
    return ofStatus("rsi", status, passed());
  });

const lookAtGateway = (env: Env) =>
  timed(async (passed) => {
    const problem = await gatewayProblem(env, LIMITS.gateway.most);
    if (problem === "not_configured") return bad("not_configured", problem);
    return problem ? bad("down", problem) : answered("gateway", passed());
  });

const discordUser = z.object({ id: z.string() });

/** Asks Discord who the CRM bot is: that it answers, and that it takes the token. */
const lookAtDiscord = (env: Env, token: string | null) =>
  timed(async (passed) => {
    if (token === null) return bad("not_configured", "no_bot");
    const answer = await callDiscord(env, "/users/@me", `Bot ${token}`, {
      schema: discordUser,
      timeoutMs: LIMITS.discord.most,
    });
    if (answer.ok) return answered("discord", passed());
    if (answer.status === 401 || answer.status === 403) return bad("down", "token_refused");
    return ofStatus("discord", answer.status, passed());
  });

const lookAtHub = (env: Env, organizationId: number) =>
  timed(async (passed) => {
    const late = new Promise<null>((resolve) => setTimeout(resolve, LIMITS.live.most, null));
    const connections = hubOf(env, organizationId)
      .connections()
      .catch(() => {
        throw new OutgoingError("unreachable");
      });
    const open = await Promise.race([connections, late]);
    return open === null ? bad("down", "timeout") : { ...answered("live", passed()), open };
  });

/** Looks at what all organizations share. */
async function lookAtShared(env: Env): Promise<Pick<HealthCheck["services"], "gateway" | "ships" | "rsi">> {
  const [gateway, ships, rsi] = await Promise.all([lookAtGateway(env), lookAtShips(env), lookAtRsi(env)]);
  return { gateway, ships, rsi };
}

/**
 * Looks at everything; its one round trip is what is measured of the database. Where the last look was less than
 * LOOK_SECONDS ago it answers how many milliseconds are left to wait.
 */
export async function look(
  { db, env }: SystemContext,
  organizationId: number,
  shared = () => lookAtShared(env),
): Promise<{ check: HealthCheck } | { waitMs: number }> {
  const now = new Date();
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
      ms = Date.now() - now.getTime();
      bytes = results[0]?.meta.size_after ?? 0;
    },
  );
  const database: Measured = { ...answered("database", ms), bytes };
  if (!taken) {
    const next = Date.parse(latest?.startedAt ?? at) + LOOK_SECONDS * 1000;
    return { waitMs: Math.max(1, next - now.getTime()) };
  }
  const token = bot ? await openBotToken(env, bot) : null;
  const [{ gateway, ships, rsi }, discord, live] = await Promise.all([
    shared(),
    lookAtDiscord(env, token),
    lookAtHub(env, organizationId),
  ]);
  const running = statuses.filter(({ status }) => status === "running").length;
  const bots = { ...gateway, running, bots: statuses.length };
  return { check: { at, services: { database, gateway: bots, discord, ships, rsi, live } } };
}

/** The statement that remembers what a look found: one row for an hour's looks. */
export function insertCheck(db: Db, organizationId: number, check: HealthCheck): Statement {
  const json = JSON.stringify(check);
  return db.run(sql`insert into ${healthHours} (organization_id, hour, checks)
    values (${organizationId}, ${check.at.slice(0, 13)}, json_array(json(${json})))
    on conflict do update set checks = json_insert(checks, '$[#]', json(${json}))`);
}

/** Looks at everything for every organization; what they share once. */
export async function measureAll(context: SystemContext): Promise<void> {
  let looked: ReturnType<typeof lookAtShared> | undefined;
  const shared = () => {
    looked ??= lookAtShared(context.env);
    return looked;
  };
  for (const organizationId of await listOrganizations(context.db)) {
    const found = await look(context, organizationId, shared);
    if ("check" in found) {
      await write(context.db, [insertCheck(context.db, organizationId, found.check)]);
    }
  }
}

/** The statement that forgets what was measured more than two days ago. */
export const deleteOldHours = ({ db, now }: Pick<Context, "db" | "now">) => {
  const day = new Date(now.getTime() - 48 * 3_600_000).toISOString().slice(0, 13);
  return db.run(sql`delete from ${healthHours} where hour < ${day}`);
};
