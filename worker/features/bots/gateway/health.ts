import { and, eq, inArray } from "drizzle-orm";
import type { GatewaySnapshot } from "../../../../bot-gateway/protocol.ts";
import type { Context } from "../../../lib/context.ts";
import type { Statement } from "../../../lib/db/client.ts";
import type { Env } from "../../../lib/env.ts";
import { AppError } from "../../../lib/errors.ts";
import { write } from "../../../lib/guard.ts";
import type { GatewayStatus } from "../bots.schema.ts";
import { bots } from "../bots.table.ts";
import { gatewayMode, readSnapshot } from "./client.ts";
import { endGone, endUnlisted, storeStates } from "./states.ts";

/** A bot that took its status this long ago and whose container does not run has lost it. */
const SETTLED_MS = 30_000;
/** No bot has it: asking its container only tells whether there are containers. */
const NO_BOT = 0;

const PROBLEMS = {
  gateway_not_configured: "not_configured",
  gateway_unreachable: "unreachable",
  gateway_busy: "unreachable",
  gateway_refused: "refused",
  gateway_failed: "nonsense",
} as const;

function problemOf(error: unknown): NonNullable<GatewayStatus["problem"]> {
  const problem = error instanceof AppError ? PROBLEMS[error.code as keyof typeof PROBLEMS] : undefined;
  if (!problem) throw error;
  return problem;
}

/**
 * Asks the gateway how it is, for two seconds at most, and brings what is stored of bots in line with what it
 * says it runs. @throws SettingsError without a secret
 */
export async function getGatewayStatus(context: Context): Promise<GatewayStatus> {
  const { env, now } = context;
  const status: GatewayStatus = {
    mode: gatewayMode(env),
    problem: null,
    checkedAt: now.toISOString(),
    pulse: gatewayMode(env),
    startedAt: null,
    memoryBytes: null,
    isolation: null,
    frameworks: [],
  };
  if (status.mode === "none") return { ...status, problem: "not_configured" };
  if (status.mode === "containers") return lookAtContainers(context, status);
  try {
    const snapshot = await readSnapshot(env, NO_BOT);
    if (!snapshot) return { ...status, problem: "nonsense", pulse: "nonsense" };
    await write(context.db, reconcile(context, snapshot));
    return { ...status, pulse: pulseOf(snapshot), ...told([snapshot]) };
  } catch (error) {
    const problem = problemOf(error);
    return { ...status, problem, pulse: problem };
  }
}

const pulseOf = ({ instance, sequence }: GatewaySnapshot) => `${instance}.${sequence}`;

/**
 * A text that is another one as soon as the gateway says anything else of itself or of a bot, or no longer
 * answers. Asks for two seconds at most, and no database. Containers report by themselves: theirs never changes.
 */
export async function gatewayPulse(env: Env): Promise<string> {
  const mode = gatewayMode(env);
  if (mode !== "service") return mode;
  try {
    const snapshot = await readSnapshot(env, NO_BOT);
    return snapshot ? pulseOf(snapshot) : "nonsense";
  } catch (error) {
    return problemOf(error);
  }
}

const reconcile = ({ db, now }: Context, snapshot: GatewaySnapshot): Statement[] => [
  ...storeStates(db, snapshot.bots, { kind: "look", instance: snapshot.instance, now }),
  ...endUnlisted(db, snapshot, now),
];

/** What gateways say of themselves: since when the first of them runs, and what all of them use. */
function told(snapshots: readonly GatewaySnapshot[]) {
  const [first] = snapshots;
  if (!first) return {};
  return {
    startedAt: snapshots.map(({ startedAt }) => new Date(startedAt).toISOString()).sort()[0] ?? null,
    memoryBytes: snapshots.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0),
    isolation: first.isolation,
    frameworks: first.frameworks,
  };
}

/** Asks the container of each bot that counts as active. */
async function lookAtContainers(context: Context, status: GatewayStatus): Promise<GatewayStatus> {
  const { db, env, actor, now } = context;
  const active = await db
    .select({ id: bots.id })
    .from(bots)
    .where(
      and(
        eq(bots.organizationId, actor.organizationId),
        inArray(bots.status, ["running", "starting", "stopping"]),
      ),
    )
    .limit(200);
  const asked = active.length ? active.map(({ id }) => id) : [NO_BOT];
  const answers = await Promise.allSettled(asked.map((id) => readSnapshot(env, id)));
  const snapshots = answers.flatMap((each) =>
    each.status === "fulfilled" && each.value ? [each.value] : [],
  );
  const gone = asked.filter((id, at) => {
    const answer = answers[at];
    return id !== NO_BOT && answer?.status === "fulfilled" && answer.value === null;
  });
  await write(db, [
    ...snapshots.flatMap((snapshot) => reconcile(context, snapshot)),
    ...(gone.length ? endGone(db, gone, new Date(now.getTime() - SETTLED_MS), now) : []),
  ]);
  const failed = answers.find((each) => each.status === "rejected");
  const problem = failed ? problemOf(failed.reason) : null;
  return {
    ...status,
    mode: problem === "not_configured" ? "none" : status.mode,
    problem,
    ...told(snapshots),
  };
}
