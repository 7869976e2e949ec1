import { and, eq, sql } from "drizzle-orm";
import type { BotState, StartOrder } from "../../../../bot-gateway/protocol.ts";
import { actorWithoutSession } from "../../../lib/actor.ts";
import type { Context, SystemContext } from "../../../lib/context.ts";
import type { Statement } from "../../../lib/db/client.ts";
import { AppError, errors } from "../../../lib/errors.ts";
import { guard, write } from "../../../lib/guard.ts";
import { botErrors } from "../bots.errors.ts";
import { type BotRow, openBotToken, selectBot, toBot } from "../bots.rows.ts";
import type { Bot } from "../bots.schema.ts";
import { botFiles, botFileVersions, botRuns, bots } from "../bots.table.ts";
import { type BotAction, botAudit } from "../bots.texts.ts";
import { insertMainFile } from "../files/files.rows.ts";
import { gatewayMode, gatewaySecret, orderStart, orderStop } from "../gateway/client.ts";
import { insertError } from "../gateway/logs.ts";
import { endGone, storeStates } from "../gateway/states.ts";

/** Starts a bot and answers it as the gateway took it. @throws AppError as `orderRun` says */
export const startBot = async (context: Context, id: number): Promise<Bot> =>
  toBot(await orderRun(context, id, "start"), context);

/** Stops a bot where it runs and starts it with the files as they are now. @throws AppError as `orderRun` says */
export const restartBot = async (context: Context, id: number): Promise<Bot> =>
  toBot(await orderRun(context, id, "restart"), context);

/**
 * Has the gateway run a bot with its files and token.
 * @throws AppError not_found, bot_token_missing, bot_already_running (as the gateway says), gateway_… for an
 * order that it did not carry out
 */
export async function orderRun(context: Context, id: number, how: "start" | "restart"): Promise<BotRow> {
  const { db, env, now, actor } = context;
  if (gatewayMode(env) === "none") throw botErrors.gateway_not_configured();
  await gatewaySecret(env, null);
  let noted = await noteRun(context, id);
  if (!noted.files.length && noted.bot.token !== null) {
    // The bot is older than files are.
    await write(db, insertMainFile(context, noted.bot));
    noted = await noteRun(context, id);
  }
  const { bot, runId, files } = noted;
  const token = await openBotToken(env, bot);
  if (token === null) {
    if (runId !== null) await forgetRun(context, runId);
    throw botErrors.bot_token_missing({ name: bot.name });
  }
  if (runId === null) throw errors.not_found();
  const order: StartOrder = {
    runId,
    organizationId: actor.organizationId,
    name: bot.name,
    framework: bot.framework,
    token,
    guildId: env.DISCORD_GUILD_ID,
    files,
  };
  const answer = await orderStart(env, id, how, order).catch(async (error) => {
    // A gateway that gave no answer may have taken the order: then it will report that run.
    const mayRun = error instanceof AppError && error.code === "gateway_unreachable";
    if (!mayRun) await forgetRun(context, runId);
    throw error;
  });
  if (answer.ok) {
    if (answer.body.botId !== id || answer.body.runId !== runId) throw botErrors.gateway_failed();
    return storeAnswer(context, bot, [answer.body], how === "start" ? "bot.started" : "bot.restarted");
  }
  const { code, state } = answer.refusal;
  await forgetRun(
    context,
    runId,
    state?.botId === id ? storeStates(db, [state], { kind: "answer", now }) : [],
  );
  if (code === "already_running") throw botErrors.bot_already_running({ name: bot.name });
  throw botErrors.gateway_failed();
}

/**
 * Starts a bot for a job of the server's own. Answers "runs", or else the code of the error that its log tells,
 * after `failure`.
 */
export async function startForJob(
  context: SystemContext,
  { id, organizationId }: Pick<BotRow, "id" | "organizationId">,
  job: string,
  failure: string,
): Promise<string> {
  try {
    await orderRun({ ...context, actor: actorWithoutSession("job", organizationId, job) }, id, "start");
    return "runs";
  } catch (error) {
    const isKnown = error instanceof AppError;
    if (isKnown && error.code === "bot_already_running") return "runs";
    if (!isKnown) console.error(JSON.stringify({ job, bot: id, error: String(error) }));
    const why = isKnown ? error.text("en") : "Something went wrong.";
    await write(context.db, insertError(context, id, `${failure}: ${why}`));
    return isKnown ? error.code : "internal";
  }
}

/**
 * Notes a run, whose number the gateway is told, and reads what it runs; `runId` is null for a bot without a token or
 * a main file. @throws AppError not_found
 */
async function noteRun({ db, actor, now }: Context, id: number) {
  const [[run], [bot], files] = (await write(db, [
    guard(sql`exists ${selectBot(db, actor, id)}`, errors.not_found()),
    db.all(sql`insert into ${botRuns} (bot_id, files, started_at)
      select id, (select json_group_object(cast(f.id as text), f.version) from ${botFiles} f where f.bot_id = bots.id),
        ${now.toISOString()}
      from ${bots} where id = ${id} and organization_id = ${actor.organizationId} and token is not null
        and exists (select 1 from ${botFiles} f where f.bot_id = bots.id and f.is_main_file = 1)
      returning id`),
    selectBot(db, actor, id),
    db
      .select({ name: botFiles.fileName, content: botFileVersions.content, isMain: botFiles.isMainFile })
      .from(botFiles)
      .innerJoin(
        botFileVersions,
        and(eq(botFileVersions.fileId, botFiles.id), eq(botFileVersions.version, botFiles.version)),
      )
      .where(eq(botFiles.botId, id))
      .orderBy(botFiles.fileName),
  ])) as [{ id: number }[], [BotRow], StartOrder["files"]];
  return { bot, runId: run?.id ?? null, files };
}

/** Deletes the record of a run that did not begin. */
const forgetRun = ({ db }: Context, runId: number, also: Statement[] = []) =>
  write(db, [...also, db.delete(botRuns).where(eq(botRuns.id, runId))]);

/** Stores what the gateway answered and who asked for it, and answers the bot. @throws AppError not_found */
async function storeAnswer(
  context: Context,
  bot: BotRow,
  states: BotState[],
  action: BotAction | null,
  also: Statement[] = [],
): Promise<BotRow> {
  const { db, now, actor } = context;
  const results = await write(db, [
    ...also,
    ...storeStates(db, states, { kind: "answer", now }),
    ...(action ? [botAudit.write(context, { action, entity: bot })] : []),
    selectBot(db, actor, bot.id),
  ]);
  const [changed] = results.at(-1) as BotRow[];
  if (!changed) throw errors.not_found();
  return changed;
}

/**
 * Has the gateway stop a bot.
 * @throws AppError not_found, bot_not_running for an inactive bot, gateway_… for an order that the gateway did not
 * carry out
 */
export async function stopBot(context: Context, id: number): Promise<Bot> {
  const { db, env, now, actor } = context;
  const [bot] = await selectBot(db, actor, id);
  if (!bot) throw errors.not_found();
  if (bot.status === "inactive") throw botErrors.bot_not_running({ name: bot.name });
  const answer = await orderStop(env, id);
  const action = bot.status === "stopping" ? null : "bot.stopped";
  if (answer.ok && answer.body.botId !== id) throw botErrors.gateway_failed();
  if (answer.ok) return toBot(await storeAnswer(context, bot, [answer.body], action), context);
  // A gateway that refuses came up anew since, or never ran this bot.
  const isInactive = [
    ...endGone(db, [id], now, now),
    db
      .update(bots)
      .set({ status: "inactive", statusSince: now.toISOString() })
      .where(and(eq(bots.id, id), eq(bots.status, "error"))),
  ];
  return toBot(await storeAnswer(context, bot, [], action, isInactive), context);
}

/** The statement that deletes records of runs older than 90 days. */
export const deleteOldBotRuns = ({ db, now }: SystemContext) =>
  db.run(sql`delete from ${botRuns}
    where started_at < ${new Date(now.getTime() - 90 * 24 * 3_600_000).toISOString()}
      and id not in (select run_id from ${bots} where run_id is not null)`);
