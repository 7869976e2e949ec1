import { eq, sql } from "drizzle-orm";
import type { BotState } from "../../../../bot-gateway/protocol.ts";
import { actorWithoutSession } from "../../../lib/actor.ts";
import type { ById, Context, MemberContext, SystemContext } from "../../../lib/context.ts";
import type { Statement } from "../../../lib/db/client.ts";
import { hoursFrom } from "../../../lib/db/columns.ts";
import { AppError, errors } from "../../../lib/errors.ts";
import { write } from "../../../lib/guard.ts";
import { logFault } from "../../../lib/log.ts";
import { botErrors } from "../bots.errors.ts";
import { assertChangeable, guardRunnable } from "../bots.policy.ts";
import type { Bot } from "../bots.schema.ts";
import { botFiles, botRuns, bots } from "../bots.table.ts";
import { type BotAction, botAudit } from "../bots.texts.ts";
import {
  type BotRow,
  botRecord,
  guardBot,
  openBotToken,
  selectBot,
  selectWithToken,
  toBot,
} from "../bots.ts";
import { type FileRow, selectFiles } from "../files/files.ts";
import { insertMainFile } from "../files/main-file.ts";
import { orderStart, orderStop } from "../gateway/client.ts";
import { insertError } from "../gateway/reports.ts";
import { endGone, storeStates } from "../gateway/states.ts";
import { guardRunsAtOnce } from "../limits.ts";

/**
 * Orders the gateway to run a bot with its current files and token; "restart" stops it first where it runs.
 * @throws AppError not_found, bots_running_full, bot_token_missing, bot_already_running, bot_not_isolated, gateway_…, as
 * `assertChangeable`
 */
export async function runBot(context: Context, id: number, how: "start" | "restart"): Promise<Bot> {
  const { db, env, now, actor } = context;
  const { bot, runId, files } = await recordRun(context, id);
  const { name, framework } = bot;
  /** Deletes the record of a run that did not start, and reads the bot. */
  const forget = async (also: Statement[] = []) => {
    const isRun = eq(botRuns.id, runId);
    const results = await write(db, [...also, db.delete(botRuns).where(isRun), selectBot(db, actor, id)]);
    return (results.at(-1) as BotRow[])[0];
  };
  const token = await openBotToken(env, bot);
  if (token === null) {
    await forget();
    throw botErrors.bot_token_missing({ name });
  }
  const { organizationId } = actor;
  const order = { runId, organizationId, name, framework, token, guildId: env.DISCORD_GUILD_ID, files };
  const answer = await orderStart(env, id, how, order).catch(async (error) => {
    // Without an answer the gateway may have started the run, which it then reports.
    if (!(error instanceof AppError && error.code === "gateway_unreachable")) await forget();
    throw error;
  });
  const store = (state: BotState) => storeStates(db, [state], { kind: "answer", now });
  if (answer.ok) {
    return storeAnswer(context, bot, store(answer.body), how === "start" ? "bot.started" : "bot.restarted");
  }
  const { code, state } = answer.refusal;
  const stored = await forget(state?.botId === id ? store(state) : []);
  const current = stored && botRecord.current(context, stored);
  if (code === "already_running") throw botErrors.bot_already_running({ name }, current);
  if (code === "isolation") throw botErrors.bot_not_isolated({ name, framework }, current);
  throw botErrors.gateway_failed();
}

/** @throws AppError not_found */
async function recordRun(context: Context, id: number) {
  const { db, actor, now } = context;
  const results = await write(db, [
    guardBot(context, id),
    guardRunnable(context, id),
    guardRunsAtOnce(context, id),
    ...insertMainFile(context, id),
    db.all(sql`insert into ${botRuns} (bot_id, files, started_at)
      select ${id}, json_group_object(cast(id as text), version), ${now.toISOString()}
      from ${botFiles} where bot_id = ${id} returning id`),
    selectWithToken(db, actor.organizationId, eq(bots.id, id)),
    selectFiles(context, eq(botFiles.botId, id)),
  ]);
  type Results = [[{ id: number }], Awaited<ReturnType<typeof selectWithToken>>, FileRow[]];
  const [[{ id: runId }], [bot], rows] = results.slice(-3) as Results;
  if (!bot) throw errors.not_found();
  const files = rows.map((row) => ({ name: row.fileName, content: row.content, isMain: row.isMainFile }));
  return { bot, runId, files };
}

/** Stores the result of an order with its audit entry, and answers the bot. @throws AppError not_found */
async function storeAnswer(
  context: Context,
  bot: Pick<BotRow, "id" | "name">,
  statements: Statement[],
  action: BotAction | null,
): Promise<Bot> {
  const { db, actor } = context;
  const audit = action ? [botAudit.write(context, { action, entity: bot })] : [];
  const results = await write(db, [...statements, ...audit, selectBot(db, actor, bot.id)]);
  const [changed] = results.at(-1) as BotRow[];
  if (!changed) throw errors.not_found();
  return toBot(changed, context);
}

/** Orders the gateway to stop a bot. @throws AppError not_found, bot_not_running, gateway_…, as `assertChangeable` */
export async function stopBot(context: MemberContext, { id }: ById): Promise<Bot> {
  const { db, env, now, actor } = context;
  const [bot] = await selectBot(db, actor, id);
  if (!bot) throw errors.not_found();
  assertChangeable(context, bot);
  if (bot.status === "inactive")
    throw botErrors.bot_not_running({ name: bot.name }, botRecord.current(context, bot));
  const answer = await orderStop(env, id);
  const statements = answer.ok
    ? storeStates(db, [answer.body], { kind: "answer", now })
    : // A refusing gateway was restarted since, or never ran this bot.
      [
        ...endGone(db, [bot], now),
        db.run(sql`update ${bots} set status = 'inactive', status_since = ${now.toISOString()}
          where id = ${id} and status = 'error'`),
      ];
  return storeAnswer(context, bot, statements, bot.status === "stopping" ? null : "bot.stopped");
}

export type Started = Pick<BotRow, "id" | "organizationId">;

/** Starts a bot for a job. Returns "runs", or the code of the error that is written to its log. */
export async function startForJob(context: SystemContext, bot: Started, job: string, failure: string) {
  const { id, organizationId } = bot;
  try {
    await runBot({ ...context, actor: actorWithoutSession("job", organizationId, job) }, id, "start");
    return "runs";
  } catch (error) {
    const isKnown = error instanceof AppError;
    if (isKnown && error.code === "bot_already_running") return "runs";
    if (!isKnown) logFault("startBot", error, { name: job, bot: id });
    const why = isKnown ? error.text("en") : "Something went wrong.";
    await write(context.db, insertError(context, id, `${failure}: ${why}`));
    return isKnown ? error.code : "internal";
  }
}

export const deleteOldBotRuns = ({ db, now }: SystemContext) =>
  db.run(sql`delete from ${botRuns} where started_at < ${hoursFrom(now, -90 * 24)}
    and id not in (select run_id from ${bots} where run_id is not null)`);
