import { eq } from "drizzle-orm";
import { botActor, jobActor } from "../../../lib/actor.ts";
import { actingAs, type SystemContext } from "../../../lib/context.ts";
import { AppError } from "../../../lib/errors.ts";
import { write } from "../../../lib/guard.ts";
import { announce } from "../../../lib/live/announce.ts";
import { bots } from "../bots.table.ts";
import { botAudit } from "../bots.texts.ts";
import { insertError } from "../gateway/logs.ts";
import { endGone } from "../gateway/states.ts";
import { orderRun } from "../run/run.ts";

async function findBot({ db }: SystemContext, botId: number) {
  const [bot] = await db
    .select({ id: bots.id, name: bots.name, organizationId: bots.organizationId })
    .from(bots)
    .where(eq(bots.id, botId));
  return bot;
}

/** Stores that a bot's container ended by itself, so that the bot no longer runs and is about to start again. */
export async function recordContainerEnd(context: SystemContext, botId: number): Promise<void> {
  const { db, env, now } = context;
  const bot = await findBot(context, botId);
  if (!bot) return;
  await write(db, [
    ...endGone(db, [botId], now, now, "starting"),
    ...insertError(context, botId, "The bot's container ended by itself."),
  ]);
  await announce(env, bot.organizationId);
}

/** Stores that a bot whose container ended too often is not started again. */
export async function giveUp(context: SystemContext, botId: number, times: number): Promise<void> {
  const { db, env, now } = context;
  const bot = await findBot(context, botId);
  if (!bot) return;
  const reason = "gateway_stopped";
  const detail = `Its container ended ${times} times within ten minutes.`;
  const actor = botActor(bot.organizationId, bot.name);
  await write(db, [
    ...endGone(db, [botId], now, now),
    db
      .update(bots)
      .set({ status: "error", statusSince: now.toISOString(), statusReason: reason, statusDetail: detail })
      .where(eq(bots.id, botId)),
    botAudit.write({ db, now, actor }, { action: "bot.error", entity: bot, details: { reason } }),
    ...insertError(context, botId, `${detail} It is not started again.`),
  ]);
  await announce(env, bot.organizationId);
}

/**
 * Starts a bot whose container ended: "runs", "never" where it cannot be started any more, "later" where it did
 * not work this time, which the bot's log says.
 */
export async function runAgain(context: SystemContext, botId: number): Promise<"runs" | "never" | "later"> {
  const bot = await findBot(context, botId);
  if (!bot) return "never";
  try {
    await orderRun(actingAs(context, jobActor(bot.organizationId, "Bot gateway")), botId, "start");
    return "runs";
  } catch (error) {
    const code = error instanceof AppError ? error.code : null;
    if (code === "bot_already_running") return "runs";
    const why = error instanceof AppError ? error.text("en") : "Something went wrong.";
    await write(context.db, insertError(context, botId, `It could not be started again: ${why}`));
    return code === "not_found" || code === "bot_token_missing" ? "never" : "later";
  } finally {
    await announce(context.env, bot.organizationId);
  }
}
