import { inArray } from "drizzle-orm";
import type { GatewaySnapshot } from "../../../../bot-gateway/protocol.ts";
import type { Context } from "../../../lib/context.ts";
import type { Env } from "../../../lib/env.ts";
import { AppError } from "../../../lib/errors.ts";
import { write } from "../../../lib/guard.ts";
import { selectBots } from "../bots.rows.ts";
import type { GatewayStatus } from "../bots.schema.ts";
import { bots } from "../bots.table.ts";
import { gatewayMode, readSnapshot } from "./client.ts";
import { endGone, endUnlisted, storeStates } from "./states.ts";

/** A bot that took its status this long ago and whose container does not run has lost it. */
const SETTLED_MS = 30_000;
/** No bot has it: asking its container only tells whether there are containers. */
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

/** A text as `GatewayStatus` tells it. Containers report by themselves: theirs never changes. */
function pulseOf(env: Env, said: GatewaySnapshot | Problem | null): string {
  const mode = gatewayMode(env);
  if (mode !== "service" || !said) return mode;
  return typeof said === "string" ? said : `${said.instance}.${said.sequence}`;
}

/** The gateway's pulse as it is now, asked for two seconds at most, and of no database. */
export async function gatewayPulse(env: Env): Promise<string> {
  const isOne = gatewayMode(env) === "service";
  return pulseOf(env, isOne ? await readSnapshot(env, NO_BOT).catch(problemOf) : null);
}

/**
 * Asks the gateway how it is, or the container of each bot that counts as active, for two seconds at most, and
 * brings what is stored of bots in line with what runs there. @throws SettingsError without a secret
 */
export async function getGatewayStatus(context: Context): Promise<GatewayStatus> {
  const { db, env, now } = context;
  const mode = gatewayMode(env);
  const isActive = inArray(bots.status, ["running", "starting", "stopping"]);
  const active = mode === "containers" ? await selectBots(context, isActive).limit(200) : [];
  const asked = active.length ? active.map(({ id }) => id) : [NO_BOT];
  const answers = await Promise.allSettled(asked.map((id) => readSnapshot(env, id)));
  const snapshots = answers.flatMap((each) => (each.status === "fulfilled" && each.value) || []);
  const gone = active.filter((_, at) => answers[at]?.status === "fulfilled" && !answers[at].value);
  await write(db, [
    ...snapshots.flatMap((snapshot) => [
      ...storeStates(db, snapshot.bots, { kind: "look", instance: snapshot.instance, now }),
      ...endUnlisted(db, snapshot, now),
    ]),
    ...endGone(db, gone, new Date(now.getTime() - SETTLED_MS), now),
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
