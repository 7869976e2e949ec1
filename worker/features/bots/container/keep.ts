import { eq } from "drizzle-orm";
import type { LogLevel } from "../../../../bot-gateway/protocol.ts";
import type { SystemContext } from "../../../lib/context.ts";
import { runBatch, type Statement } from "../../../lib/db/client.ts";
import { AppError, errorText } from "../../../lib/errors.ts";
import { announce } from "../../../lib/live/announce.ts";
import { audit } from "../../activity/list.ts";
import { bots } from "../bots.table.ts";
import { insertLines } from "../gateway/logs.ts";
import { endGone } from "../gateway/states.ts";
import { orderRun } from "../run/run.ts";

/** What a bot's container needs to know, and who learns of it. */
export type Keeping = { context: SystemContext; botId: number };

const line = ({ context, botId }: Keeping, level: LogLevel, message: string): Statement[] =>
  insertLines(context.db, [{ botId, lines: [{ timestamp: context.now.toISOString(), level, message }] }]);

async function findBot({ context: { db }, botId }: Keeping) {
  const [bot] = await db
    .select({ id: bots.id, name: bots.name, organizationId: bots.organizationId })
    .from(bots)
    .where(eq(bots.id, botId));
  return bot;
}

/** Stores that a bot's container ended by itself, so that the bot no longer runs and is about to start again. */
export async function recordContainerEnd(keeping: Keeping): Promise<void> {
  const { context, botId } = keeping;
  const bot = await findBot(keeping);
  if (!bot) return;
  await runBatch(context.db, [
    ...endGone(context.db, [botId], context.now, context.now, "starting"),
    ...line(keeping, "error", "The bot's container ended by itself."),
  ]);
  await announce(context.env, bot.organizationId);
}

/** Stores that a bot whose container ended too often is not started again. */
export async function giveUp(keeping: Keeping, times: number): Promise<void> {
  const { context, botId } = keeping;
  const { db, now } = context;
  const bot = await findBot(keeping);
  if (!bot) return;
  const detail = `Its container ended ${times} times within ten minutes.`;
  await runBatch(db, [
    ...endGone(db, [botId], now, now),
    db
      .update(bots)
      .set({
        status: "error",
        statusSince: now.toISOString(),
        statusReason: "gateway_stopped",
        statusDetail: detail,
      })
      .where(eq(bots.id, botId)),
    audit(
      db,
      bot.organizationId,
      { kind: "bot", userId: null, name: bot.name },
      { action: "bot.error", entity: bot, details: { reason: "gateway_stopped" } },
      now,
    ),
    ...line(keeping, "error", `${detail} It is not started again.`),
  ]);
  await announce(context.env, bot.organizationId);
}

/**
 * Starts a bot whose container ended: "runs", "never" where there is no more to start, "later" where it did
 * not work this time, which the bot's log says.
 */
export async function runAgain(keeping: Keeping): Promise<"runs" | "never" | "later"> {
  const { context, botId } = keeping;
  const bot = await findBot(keeping);
  if (!bot) return "never";
  const by = { kind: "job", userId: null, name: "Bot gateway" } as const;
  try {
    await orderRun({ context, organizationId: bot.organizationId, by }, botId, "start");
    return "runs";
  } catch (error) {
    const code = error instanceof AppError ? error.code : null;
    if (code === "bot_already_running") return "runs";
    const why =
      error instanceof AppError ? errorText(error.code, "en", error.parameters) : "Something went wrong.";
    await runBatch(context.db, line(keeping, "error", `It could not be started again: ${why}`));
    return code === "not_found" || code === "bot_token_missing" ? "never" : "later";
  } finally {
    await announce(context.env, bot.organizationId);
  }
}
