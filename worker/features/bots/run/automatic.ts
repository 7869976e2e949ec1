import { and, eq, ne, sql } from "drizzle-orm";
import type { AutoStartRequest } from "../../../../bot-gateway/protocol.ts";
import type { SystemContext } from "../../../lib/context.ts";
import { readBatch } from "../../../lib/db/client.ts";
import { write } from "../../../lib/guard.ts";
import { logFault } from "../../../lib/log.ts";
import { pauses } from "../../../lib/pause.table.ts";
import { listOrganizationsWith } from "../../settings/index.ts";
import { bots, gatewayReports } from "../bots.table.ts";
import { gatewayMode, orderStop } from "../gateway/client.ts";
import type { GatewayContext } from "../gateway/gateway-access.ts";
import { endGone, storeStates } from "../gateway/states.ts";
import { type Started, startForJob } from "./run.ts";

const AT_ONCE = 5;

/** Runs work for each of some bots, a few at once. */
async function atOnce<Each>(all: readonly Each[], work: (each: Each) => Promise<unknown>): Promise<void> {
  const next = all.values();
  const worker = async () => {
    for (const each of next) await work(each);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** SQL condition: a bot has auto-start and does not run. */
const waits = sql`auto_start = 1 and token is not null and status not in ('running', 'starting')`;

/**
 * Starts the bots with auto-start, once for each start of the gateway: those with a token that do not run, of organizations
 * with bot_auto_start on. Errors are written to the bots' logs. A bot's own container starts none: its Durable Object starts
 * that bot.
 */
export async function autoStart(context: GatewayContext, { instance }: AutoStartRequest) {
  const { db, env, now, onlyBot } = context;
  const outcome = { started: 0, failed: 0, organizations: [] as number[] };
  if (onlyBot !== null || gatewayMode(env) !== "service") return outcome;
  const organizations = JSON.stringify(await listOrganizationsWith(db, "bot_auto_start"));
  const [[taken], waiting] = await readBatch(db, [
    db
      .insert(gatewayReports)
      .values({ key: `auto-start:${instance}`, instance, receivedAt: now.toISOString() })
      .onConflictDoNothing()
      .returning({ key: gatewayReports.key }),
    db.all<Started>(sql`select id, organization_id as organizationId from ${bots}
      where ${waits} and organization_id in (select value from json_each(${organizations}))
        and organization_id not in (select organization_id from ${pauses})
        and not exists (select 1 from ${gatewayReports} where instance = ${instance}
          and started_at is not null and bot_id is not null)
      order by is_crm_bot desc, id`),
  ]);
  if (!taken) return { duplicate: true, ...outcome };
  outcome.organizations = [...new Set(waiting.map(({ organizationId }) => organizationId))];
  await atOnce(waiting, async (bot) => {
    const code = await startForJob(context, bot, "Auto-start", "Auto-start failed");
    outcome[code === "runs" ? "started" : "failed"]++;
  });
  return outcome;
}

/** Stops an organization's bots, for a pause. A gateway that does not answer is logged: its next report has the state. */
export async function stopRunning({ db, env, now }: SystemContext, organizationId: number): Promise<void> {
  const running = await db
    .select()
    .from(bots)
    .where(and(eq(bots.organizationId, organizationId), ne(bots.status, "inactive")));
  await atOnce(running, async (bot) => {
    try {
      const answer = await orderStop(env, bot.id);
      const isTold = answer.ok;
      await write(
        db,
        isTold ? storeStates(db, [answer.body], { kind: "answer", now }) : endGone(db, [bot], now),
      );
    } catch (error) {
      logFault("stopRunning", error);
    }
  });
}

/** Starts an organization's bots with auto-start, after a pause. */
export async function startAutomatic(context: SystemContext, organizationId: number): Promise<void> {
  const organizations = await listOrganizationsWith(context.db, "bot_auto_start");
  if (!organizations.includes(organizationId)) return;
  const waiting = await context.db.all<Started>(sql`select id, organization_id as organizationId from ${bots}
    where organization_id = ${organizationId} and ${waits} order by is_crm_bot desc, id`);
  await atOnce(waiting, (bot) => startForJob(context, bot, "Auto-start", "Auto-start failed"));
}
