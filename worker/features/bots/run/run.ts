import { and, eq, sql } from "drizzle-orm";
import type { BotState, StartOrder } from "../../../../bot-gateway/protocol.ts";
import type { Context, Performer, SystemContext } from "../../../lib/context.ts";
import { performerOf } from "../../../lib/context.ts";
import { guard, isRefused, readBatch, runBatch, type Statement } from "../../../lib/db/client.ts";
import { AppError, errors } from "../../../lib/errors.ts";
import { type AuditAction, audit } from "../../activity/list.ts";
import { botErrors } from "../bots.errors.ts";
import { type BotRow, openBotToken, toBot } from "../bots.rows.ts";
import type { Bot } from "../bots.schema.ts";
import { botFiles, botFileVersions, botRuns, bots } from "../bots.table.ts";
import { insertMainFile } from "../files/files.rows.ts";
import { gatewayMode, gatewaySecret, orderStart, orderStop } from "../gateway/client.ts";
import { endGone, storeStates } from "../gateway/states.ts";

/** Who orders a bot about, and whose bots those are. */
export type Orderer = { context: SystemContext; organizationId: number; by: Performer };

const ordererOf = (context: Context): Orderer => ({
  context,
  organizationId: context.actor.organizationId,
  by: performerOf(context.actor),
});

const ownedBy = ({ organizationId }: Orderer, id: number) =>
  and(eq(bots.id, id), eq(bots.organizationId, organizationId));

/** Starts a bot and answers it as the gateway took it. @throws AppError as `orderRun` says */
export const startBot = async (context: Context, id: number): Promise<Bot> =>
  toBot(await orderRun(ordererOf(context), id, "start"), context);

/** Stops a bot where it runs and starts it with the files as they are now. @throws AppError as `orderRun` says */
export const restartBot = async (context: Context, id: number): Promise<Bot> =>
  toBot(await orderRun(ordererOf(context), id, "restart"), context);

/**
 * Has the gateway run a bot with its files and token.
 * @throws AppError not_found, bot_token_missing, bot_already_running (the gateway's own word), gateway_… for
 * what the gateway did not do
 */
export async function orderRun(orderer: Orderer, id: number, how: "start" | "restart"): Promise<BotRow> {
  const { db, env } = orderer.context;
  if (gatewayMode(env) === "none") throw botErrors.gateway_not_configured();
  await gatewaySecret(env, null);
  const { bot, runId, files } = await beginRun(orderer, id);
  const token = await openBotToken(env, bot);
  if (token === null) {
    if (runId !== null) await forgetRun(orderer, runId, []);
    throw botErrors.bot_token_missing({ name: bot.name });
  }
  if (runId === null) throw errors.not_found();
  const order: StartOrder = {
    runId,
    organizationId: orderer.organizationId,
    name: bot.name,
    framework: bot.framework,
    token,
    guildId: env.DISCORD_GUILD_ID,
    files,
  };
  const answer = await orderStart(env, id, how, order).catch(async (error) => {
    // A gateway that gave no answer may have taken the order: then it will report that run.
    const mayRun = error instanceof AppError && error.code === "gateway_unreachable";
    if (!mayRun) await forgetRun(orderer, runId, []);
    throw error;
  });
  if (answer.ok) {
    if (answer.body.botId !== id || answer.body.runId !== runId) throw botErrors.gateway_failed();
    return storeAnswer(orderer, bot, [answer.body], how === "start" ? "bot.started" : "bot.restarted");
  }
  const { code, state } = answer.refusal;
  const source = { kind: "answer", now: orderer.context.now } as const;
  await forgetRun(orderer, runId, state?.botId === id ? storeStates(db, [state], source) : []);
  if (code === "already_running") throw botErrors.bot_already_running({ name: bot.name });
  throw botErrors.gateway_failed();
}

type Begun = { bot: BotRow; runId: number | null; files: StartOrder["files"] };

/** Reads what a bot runs and notes the run, whose number the gateway is told. @throws AppError not_found */
async function beginRun(orderer: Orderer, id: number): Promise<Begun> {
  const { db, now } = orderer.context;
  const at = now.toISOString();
  const [, [run], [bot], files] = await readBatch(db, [
    guard(db, sql`exists (select 1 from ${bots} where ${ownedBy(orderer, id)})`),
    db.all<{ id: number }>(sql`insert into ${botRuns} (bot_id, files, started_at)
      select id, (select json_group_object(cast(f.id as text), f.version) from ${botFiles} f where f.bot_id = bots.id), ${at}
      from ${bots} where id = ${id} and organization_id = ${orderer.organizationId} and token is not null
        and exists (select 1 from ${botFiles} f where f.bot_id = bots.id and f.is_main_file = 1)
      returning id`),
    db.select().from(bots).where(ownedBy(orderer, id)),
    db.all<{ name: string; content: string; isMain: 0 | 1 }>(sql`
      select f.file_name as name, v.content, f.is_main_file as isMain
      from ${botFiles} f cross join ${botFileVersions} v on v.file_id = f.id and v.version = f.version
      where f.bot_id = ${id} order by f.file_name`),
  ]).catch((error) => {
    throw isRefused(error) ? errors.not_found() : error;
  });
  if (!bot) throw errors.not_found();
  if (!run && bot.token !== null && !files.length) {
    // The bot is older than files are.
    await runBatch(db, insertMainFile(db, bot, orderer.by.name, at));
    return beginRun(orderer, id);
  }
  return {
    bot,
    runId: run?.id ?? null,
    files: files.map((file) => ({ ...file, isMain: file.isMain === 1 })),
  };
}

const forgetRun = ({ context: { db } }: Orderer, runId: number, also: Statement[]) =>
  runBatch(db, [...also, db.run(sql`delete from ${botRuns} where id = ${runId}`)]);

/** Stores what the gateway answered and who asked for it, and answers the bot. @throws AppError not_found */
async function storeAnswer(
  orderer: Orderer,
  bot: BotRow,
  states: BotState[],
  action: AuditAction | null,
  also: Statement[] = [],
): Promise<BotRow> {
  const { context, organizationId, by } = orderer;
  const { db, now } = context;
  const results = await runBatch(db, [
    ...also,
    ...storeStates(db, states, { kind: "answer", now }),
    ...(action
      ? [audit(db, organizationId, by, { action, entity: { id: bot.id, name: bot.name } }, now)]
      : []),
    db.select().from(bots).where(ownedBy(orderer, bot.id)),
  ]);
  const [changed] = results.at(-1) as BotRow[];
  if (!changed) throw errors.not_found();
  return changed;
}

/**
 * Has the gateway stop a bot.
 * @throws AppError not_found, bot_not_running for one that stands as inactive, gateway_… for what the gateway
 * did not do
 */
export async function stopBot(context: Context, id: number): Promise<Bot> {
  const orderer = ordererOf(context);
  const { db, env, now } = context;
  const [bot] = await db.select().from(bots).where(ownedBy(orderer, id));
  if (!bot) throw errors.not_found();
  if (bot.status === "inactive") throw botErrors.bot_not_running({ name: bot.name });
  const answer = await orderStop(env, id);
  const action = bot.status === "stopping" ? null : "bot.stopped";
  if (answer.ok) {
    if (answer.body.botId !== id) throw botErrors.gateway_failed();
    return toBot(await storeAnswer(orderer, bot, [answer.body], action), context);
  }
  // It began anew since, or never ran this one.
  return toBot(await storeAnswer(orderer, bot, [], action, stopError(context, bot, now)), context);
}

/** The statements that take a bot of which the gateway knows nothing for inactive, also where it stood in error. */
const stopError = ({ db }: Context, bot: BotRow, now: Date): Statement[] => [
  ...endGone(db, [bot.id], now, now),
  ...(bot.status === "error"
    ? [
        db
          .update(bots)
          .set({ status: "inactive", statusSince: now.toISOString() })
          .where(and(eq(bots.id, bot.id), eq(bots.status, "error"))),
      ]
    : []),
];

/** The statement that deletes records of runs older than 90 days. */
export const deleteOldBotRuns = ({ db, now }: SystemContext) =>
  db.run(sql`delete from ${botRuns}
    where started_at < ${new Date(now.getTime() - 90 * 24 * 3_600_000).toISOString()}
      and id not in (select run_id from ${bots} where run_id is not null)`);
