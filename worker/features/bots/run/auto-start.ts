import { sql } from "drizzle-orm";
import type { SystemContext } from "../../../lib/context.ts";
import { readBatch } from "../../../lib/db/client.ts";
import { listOrganizationsWith } from "../../settings/index.ts";
import { bots, gatewayReports } from "../bots.table.ts";
import { gatewayMode } from "../gateway/client.ts";
import { startForJob } from "./run.ts";

/** Bots that are started at once. */
const AT_ONCE = 5;

type Outcome = { duplicate?: true; started: number; failed: number; organizations: number[] };

/**
 * Starts the bots that start with the gateway, once for each time it came up: those with a token that do not
 * run, of organizations that have bot_auto_start on. Why a bot does not start is written to its log. A bot's
 * own container starts nothing: it came up to run that bot, and its Durable Object starts the bot again.
 * @param onlyBot the bot of a gateway that runs one alone
 */
export async function autoStart(
  context: SystemContext,
  instance: string,
  onlyBot: number | null,
): Promise<Outcome> {
  const { db, env, now } = context;
  const outcome: Outcome = { started: 0, failed: 0, organizations: [] };
  if (onlyBot !== null) return outcome;
  const organizations = await listOrganizationsWith(db, "bot_auto_start");
  const [[taken], waiting] = await readBatch(db, [
    db
      .insert(gatewayReports)
      .values({ key: `auto-start:${instance}`, instance, receivedAt: now.toISOString() })
      .onConflictDoNothing()
      .returning({ key: gatewayReports.key }),
    db.all<{
      id: number;
      organizationId: number;
    }>(sql`select id, organization_id as organizationId from ${bots}
      where auto_start = 1 and token is not null and status not in ('running', 'starting')
        and organization_id in (select value from json_each(${JSON.stringify(organizations)}))
        and not exists (select 1 from ${gatewayReports} where instance = ${instance}
          and started_at is not null and bot_id is not null)
      order by is_crm_bot desc, id`),
  ]);
  if (!taken) return { duplicate: true, ...outcome };
  if (gatewayMode(env) !== "service") return outcome;
  outcome.organizations = [...new Set(waiting.map(({ organizationId }) => organizationId))];
  const next = waiting.values();
  const work = async () => {
    for (const bot of next) {
      const code = await startForJob(context, bot, "Auto-start", "Auto-start failed");
      outcome[code === "runs" ? "started" : "failed"]++;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return outcome;
}
