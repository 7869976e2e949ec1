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
 * Asks the gateway how it is, or the container of each bot that counts as active, for two seconds at most, and
 * brings what is stored of bots in line with what runs there. @throws SettingsError without a secret
 */
export async function getGatewayStatus(context: Context): Promise<GatewayStatus> {
  const { db, env, now } = context;
  const mode = gatewayMode(env);
  const asked = mode === "containers" ? await listActive(context) : [NO_BOT];
  const answers = await Promise.allSettled(asked.map((id) => readSnapshot(env, id)));
  const snapshots = answers.flatMap((each) =>
    each.status === "fulfilled" && each.value ? [each.value] : [],
  );
  const gone = asked.filter((id, at) => {
    const answer = answers[at];
    return id !== NO_BOT && answer?.status === "fulfilled" && !answer.value;
  });
  await write(db, [
    ...snapshots.flatMap((snapshot) => [
      ...storeStates(db, snapshot.bots, { kind: "look", instance: snapshot.instance, now }),
      ...endUnlisted(db, snapshot, now),
    ]),
    ...(gone.length ? endGone(db, gone, new Date(now.getTime() - SETTLED_MS), now) : []),
  ]);
  const failed = answers.find((each) => each.status === "rejected");
  const [first] = snapshots;
  const silent = mode === "service" && !first ? "nonsense" : null;
  const problem = failed ? problemOf(failed.reason) : silent;
  return {
    mode: mode === "containers" && problem === "not_configured" ? "none" : mode,
    problem,
    checkedAt: now.toISOString(),
    pulse: mode === "service" && first ? pulseOf(first) : (mode === "service" && problem) || mode,
    startedAt: snapshots.map(({ startedAt }) => new Date(startedAt).toISOString()).sort()[0] ?? null,
    memoryBytes: first ? snapshots.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0) : null,
    isolation: first?.isolation ?? null,
    frameworks: first?.frameworks ?? [],
  };
}

/** The bots of the actor's organization that count as active; NO_BOT where there are none. */
async function listActive({ db, actor }: Context): Promise<number[]> {
  const active = await selectBots(
    { db, actor },
    inArray(bots.status, ["running", "starting", "stopping"]),
  ).limit(200);
  return active.length ? active.map(({ id }) => id) : [NO_BOT];
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
