import { eq } from "drizzle-orm";
import { actorWithoutSession } from "../../../lib/actor.ts";
import type { SystemContext } from "../../../lib/context.ts";
import { write } from "../../../lib/guard.ts";
import { announce } from "../../../lib/live/announce.ts";
import { bots } from "../bots.table.ts";
import { botAudit } from "../bots.texts.ts";
import { insertError } from "../gateway/logs.ts";
import { endGone } from "../gateway/states.ts";
import { startForJob } from "../run/run.ts";

type Found = { id: number; name: string; organizationId: number };

/** Hands `work` the bot and then tells open pages; null where the bot is gone. */
async function withBot<Done>(
  { db, env }: SystemContext,
  botId: number,
  work: (bot: Found) => Promise<Done>,
): Promise<Done | null> {
  const [bot] = await db
    .select({ id: bots.id, name: bots.name, organizationId: bots.organizationId })
    .from(bots)
    .where(eq(bots.id, botId));
  if (!bot) return null;
  try {
    return await work(bot);
  } finally {
    await announce(env, bot.organizationId);
  }
}

/** Stores that a bot's container ended by itself, so that the bot no longer runs and is about to start again. */
export const recordContainerEnd = (context: SystemContext, botId: number) =>
  withBot(context, botId, () =>
    write(context.db, [
      ...endGone(context.db, [botId], context.now, context.now, "starting"),
      ...insertError(context, botId, "The bot's container ended by itself."),
    ]),
  );

/** Stores that a bot whose container ended too often is not started again. */
export const giveUp = (context: SystemContext, botId: number, times: number) =>
  withBot(context, botId, (bot) => {
    const { db, now } = context;
    const reason = "gateway_stopped";
    const detail = `Its container ended ${times} times within ten minutes.`;
    const actor = actorWithoutSession("bot", bot.organizationId, bot.name);
    return write(db, [
      ...endGone(db, [botId], now, now),
      db
        .update(bots)
        .set({ status: "error", statusSince: now.toISOString(), statusReason: reason, statusDetail: detail })
        .where(eq(bots.id, botId)),
      botAudit.write({ db, now, actor }, { action: "bot.error", entity: bot, details: { reason } }),
      ...insertError(context, botId, `${detail} It is not started again.`),
    ]);
  });

/**
 * Starts a bot whose container ended: "runs", "never" where it cannot be started any more, "later" where it did
 * not work this time, which the bot's log says.
 */
export async function runAgain(context: SystemContext, botId: number): Promise<"runs" | "never" | "later"> {
  const code = await withBot(context, botId, (bot) =>
    startForJob(context, bot, "Bot gateway", "It could not be started again"),
  );
  if (code === "runs") return "runs";
  return code === null || code === "not_found" || code === "bot_token_missing" ? "never" : "later";
}
