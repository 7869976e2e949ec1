import { sql } from "drizzle-orm";
import type { SystemContext } from "../../../lib/context.ts";
import { isUniqueViolation, readBatch, runBatch } from "../../../lib/db/client.ts";
import { AppError, errorText } from "../../../lib/errors.ts";
import { listOrganizationsWith } from "../../settings/settings.ts";
import { bots, gatewayReports } from "../bots.table.ts";
import { gatewayMode } from "../gateway/client.ts";
import { insertLines } from "../gateway/logs.ts";
import { orderRun } from "./run.ts";

/** Bots that are started at once. */
const AT_ONCE = 5;

type Waiting = { id: number; organizationId: number };
export type AutoStartOutcome = {
  duplicate: boolean;
  started: number;
  failed: number;
  organizations: number[];
};

/**
 * Starts the bots that start with the gateway, once for each time it came up: those with a token that do not
 * run, of organizations that have bot_auto_start on. What keeps one from starting stands in its log. A bot's
 * own container starts nothing: it came up to run that bot, and whoever keeps it starts it again.
 */
export async function autoStart(
  context: SystemContext,
  instance: string,
  onlyBot: number | null,
): Promise<AutoStartOutcome> {
  const { db, env, now } = context;
  const outcome = { duplicate: false, started: 0, failed: 0, organizations: [] as number[] };
  if (onlyBot !== null) return outcome;
  const organizations = await listOrganizationsWith(db, "bot_auto_start");
  let waiting: Waiting[];
  try {
    [, waiting] = await readBatch(db, [
      db
        .insert(gatewayReports)
        .values({ key: `auto-start:${instance}`, instance, receivedAt: now.toISOString() }),
      db.all<Waiting>(sql`select id, organization_id as organizationId from ${bots}
        where auto_start = 1 and token is not null and status not in ('running', 'starting')
          and organization_id in (select value from json_each(${JSON.stringify(organizations)}))
          and not exists (select 1 from ${gatewayReports} where instance = ${instance} and bot_id is not null)
        order by is_crm_bot desc, id`),
    ]);
  } catch (error) {
    if (isUniqueViolation(error, "gateway_reports")) return { ...outcome, duplicate: true };
    throw error;
  }
  if (gatewayMode(env) !== "service") return outcome;
  outcome.organizations = [...new Set(waiting.map(({ organizationId }) => organizationId))];
  const next = waiting.values();
  const work = async () => {
    for (const bot of next) {
      if (await startOne(context, bot)) outcome.started++;
      else outcome.failed++;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return outcome;
}

/** Starts one bot, or says in its log why not. */
async function startOne(context: SystemContext, { id, organizationId }: Waiting): Promise<boolean> {
  const by = { kind: "job", userId: null, name: "Auto-start" } as const;
  try {
    await orderRun({ context, organizationId, by }, id, "start");
    return true;
  } catch (error) {
    // Somebody was faster.
    if (error instanceof AppError && error.code === "bot_already_running") return true;
    const message =
      error instanceof AppError ? errorText(error.code, "en", error.parameters) : "Something went wrong.";
    if (!(error instanceof AppError)) {
      console.error(JSON.stringify({ job: "autoStart", bot: id, error: String(error) }));
    }
    const line = {
      timestamp: context.now.toISOString(),
      level: "error",
      message: `Auto-start failed: ${message}`,
    } as const;
    await runBatch(context.db, insertLines(context.db, [{ botId: id, lines: [line] }]));
    return false;
  }
}
