import { sql } from "drizzle-orm";
import type { Context } from "../../lib/context.ts";
import { errors } from "../../lib/errors.ts";
import { reading, record } from "../../lib/record.ts";
import {
  type BotRow,
  closeBotToken,
  defaultInviteUrl,
  mayHoldSecrets,
  selectBots,
  toBot,
} from "./bots.rows.ts";
import type { Bot, BotTokenInput, CreateBotInput, UpdateBotInput } from "./bots.schema.ts";
import { bots } from "./bots.table.ts";
import { type BotAction, botAudit } from "./bots.texts.ts";
import { insertMainFile } from "./files/main-file.ts";
import { orderDelete } from "./gateway/client.ts";

const botRecord = record({
  table: bots,
  select: (context, which) => reading<BotRow>(selectBots(context, which)),
  present: toBot,
  nameOf: ({ name }) => name,
  audit: botAudit,
});

/** The organization's bots, the CRM bot first. */
export async function listBots(context: Context): Promise<Bot[]> {
  const rows = await selectBots(context).orderBy(sql`${bots.isCrmBot} desc, ${bots.id}`).limit(200);
  return rows.map((row) => toBot(row, context));
}

/** How often creating a bot is tried when other bots take the id that it was to get. */
const TRIES = 3;

/**
 * Adds a bot with its framework's main file; the organization's first becomes its CRM bot. The token is
 * stored encrypted and never answered.
 * @throws AppError not_found for another organization
 */
export async function createBot(context: Context, input: CreateBotInput): Promise<Bot> {
  const { db, env, actor, now } = context;
  const { organizationId } = actor;
  if ((input.organizationId ?? organizationId) !== organizationId) throw errors.not_found();
  const { name, framework, token } = input;
  const clientId = input.clientId || null;
  const at = now.toISOString();
  const idTaken = errors.stale_version({ name });
  for (let tries = 1; ; tries++) {
    // Read before the row is written: the encrypted token is bound to it.
    const { id } = await db.get<{ id: number }>(
      sql`select coalesce((select seq from sqlite_sequence where name = 'bots'), 0) + 1 as id`,
    );
    try {
      return await botRecord.create(context, {
        values: {
          id,
          organizationId,
          name,
          description: input.description || null,
          ...(token ? await closeBotToken(env, id, token) : {}),
          clientId,
          framework,
          status: "inactive",
          autoStart: false,
          inviteUrl: input.inviteUrl || defaultInviteUrl(clientId),
          isCrmBot: sql`not exists (select 1 from ${bots} where organization_id = ${organizationId} and is_crm_bot = 1)`,
          createdBy: actor.userId,
          createdAt: at,
          updatedAt: at,
        },
        name,
        also: () => insertMainFile(context, id),
        audit: [{ action: "bot.created" }],
        taken: { "bots.id": idTaken },
      });
    } catch (error) {
      if (error !== idTaken || tries === TRIES) throw error;
    }
  }
}

type Change = UpdateBotInput &
  Partial<Pick<typeof bots.$inferInsert, "inviteUrl" | "autoStart" | "token" | "tokenEnding">>;

/**
 * Makes a verb that changes a bot; nothing is written where it has these values already. An invite link that was
 * made from the client id follows it.
 * @throws AppError not_found, stale_version, forbidden for a secret that the actor may not hold
 */
const changes =
  (action: BotAction, isSecret = false) =>
  async (context: Context, id: number, { version, ...input }: Change): Promise<Bot> => {
    if (isSecret && !mayHoldSecrets(context.actor)) throw errors.forbidden({ permission: "admin.system" });
    return botRecord.edit(context, id, version, (bot) => {
      const set = { ...input };
      if (input.description === "") set.description = null;
      if (input.clientId !== undefined) {
        set.clientId = input.clientId || null;
        const isMade = bot.inviteUrl === null || bot.inviteUrl === defaultInviteUrl(bot.clientId);
        if (isMade) set.inviteUrl = defaultInviteUrl(set.clientId);
      }
      const isNew = ([key, value]: [string, unknown]) =>
        value !== undefined && value !== bot[key as keyof BotRow];
      if (!Object.entries(set).some(isNew)) return null;
      const details = input.autoStart === undefined ? {} : { details: { on: Number(input.autoStart) } };
      return { set, audit: [{ action, entity: { id, name: input.name ?? bot.name }, ...details }] };
    });
  };

export const updateBot = changes("bot.updated");
export const changeAutoStart = changes("bot.auto_start");
export const changeInviteUrl = changes("bot.invite_url", true);
const replaceToken = changes("bot.token", true);

/** Replaces a bot's token, as `changes` says. */
export const changeBotToken = async (context: Context, id: number, { token, version }: BotTokenInput) =>
  replaceToken(context, id, { version, ...(await closeBotToken(context.env, id, token)) });

/**
 * Deletes a bot with its files, log and runs, and has the gateway stop it and remove its folder. A bot that
 * does not run is deleted even when the gateway cannot be asked.
 * @throws AppError not_found; the gateway's error when it cannot stop a bot that runs
 */
export function deleteBot(context: Context, id: number): Promise<void> {
  return botRecord.remove(context, id, undefined, async ({ status }) => {
    try {
      await orderDelete(context.env, id);
    } catch (error) {
      if (status !== "inactive" && status !== "error") throw error;
      console.warn(JSON.stringify({ deleted: "bot", id, gateway: String(error) }));
    }
    return { audit: [{ action: "bot.deleted" }] };
  });
}
