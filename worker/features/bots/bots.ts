import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Actor } from "../../lib/actor.ts";
import { changedDetails } from "../../lib/audit.ts";
import type { Context } from "../../lib/context.ts";
import type { Db } from "../../lib/db/client.ts";
import type { Env } from "../../lib/env.ts";
import { errors } from "../../lib/errors.ts";
import { faultText } from "../../lib/fault.ts";
import { type Guard, guard } from "../../lib/guard.ts";
import { record } from "../../lib/record.ts";
import { decryptSecret, encryptSecret } from "../../lib/secrets.ts";
import { alertAdministrators, mailAdministrators } from "./alerts.ts";
import { botErrors } from "./bots.errors.ts";
import { botAbilities, mayHoldSecrets, requireChangeable, staysMarked } from "./bots.policy.ts";
import {
  type Bot,
  type BotTokenInput,
  bot,
  type CreateBotInput,
  type UpdateBotInput,
} from "./bots.schema.ts";
import { bots } from "./bots.table.ts";
import { type BotAction, botAudit } from "./bots.texts.ts";
import { insertMainFile } from "./files/main-file.ts";
import { orderDelete } from "./gateway/client.ts";

/** The columns that leave the worker: never the token. */
const botColumns = {
  id: bots.id,
  organizationId: bots.organizationId,
  name: bots.name,
  description: bots.description,
  clientId: bots.clientId,
  tokenEnding: bots.tokenEnding,
  framework: bots.framework,
  status: bots.status,
  statusSince: bots.statusSince,
  statusReason: bots.statusReason,
  statusDetail: bots.statusDetail,
  restarts: bots.restarts,
  discordUserId: bots.discordUserId,
  discordUsername: bots.discordUsername,
  autoStart: bots.autoStart,
  inviteUrl: bots.inviteUrl,
  isCrmBot: bots.isCrmBot,
  createdBy: bots.createdBy,
  createdAt: bots.createdAt,
  updatedAt: bots.updatedAt,
  version: bots.version,
};

export type BotRow = Pick<typeof bots.$inferSelect, keyof typeof botColumns>;

/** The link that invites a bot for which no other was entered; it asks for using application commands. */
const defaultInviteUrl = (clientId: string | null) =>
  clientId && `https://discord.com/oauth2/authorize?client_id=${clientId}&scope=bot&permissions=2147483648`;

const place = (row: number) => ({ table: "bots", row, column: "token" });

/** What is stored of a token, which is encrypted for its row. */
const closeBotToken = async (env: Env, id: number, token: string) => ({
  token: await encryptSecret(env.SECRETS_KEYS, token, place(id)),
  tokenEnding: token.slice(-4),
});

/** The token of a bot, for calls to Discord on its behalf; null when it has none that can be decrypted. */
export const openBotToken = async (env: Env, { id, token }: { id: number; token: string | null }) =>
  token === null ? null : decryptSecret(env.SECRETS_KEYS, token, place(id));

/** A bot as its readers get it. */
export function toBot(row: BotRow, { actor }: Pick<Context, "actor">): Bot {
  const { discordUserId: id, discordUsername, ...bot } = row;
  return {
    ...bot,
    statusSince: bot.statusSince ?? bot.createdAt,
    discordUser: id === null ? null : { id, username: discordUsername ?? "" },
    can: botAbilities(actor, bot.isCrmBot),
  };
}

/** The statement that reads bots of the actor's organization. */
export const selectBots = ({ db, actor }: Pick<Context, "db" | "actor">, which?: SQL) =>
  db
    .select(botColumns)
    .from(bots)
    .where(and(eq(bots.organizationId, actor.organizationId), which));

/** The statement that reads one bot of the actor's organization. */
export const selectBot = (db: Db, actor: Actor, id: number) => selectBots({ db, actor }, eq(bots.id, id));

/** The guard that a bot is of the actor's organization; otherwise not_found. */
export const botExists = ({ db, actor }: Context, id: number): Guard =>
  guard(sql`exists ${selectBot(db, actor, id)}`, errors.not_found());

/** The statement that reads a bot of an organization with its encrypted token, for `openBotToken`. */
export const selectWithToken = (db: Db, organizationId: number, which: SQL) =>
  db
    .select({ id: bots.id, name: bots.name, framework: bots.framework, token: bots.token })
    .from(bots)
    .where(and(eq(bots.organizationId, organizationId), which));

/** The same for an organization's CRM bot. */
export const selectCrmBot = (db: Db, organizationId: number) =>
  selectWithToken(db, organizationId, eq(bots.isCrmBot, true));

/** The statement that reads the status of each bot of an organization. */
export const selectBotStatuses = (db: Db, organizationId: number) =>
  db.select({ status: bots.status }).from(bots).where(eq(bots.organizationId, organizationId)).limit(200);

export const botRecord = record({
  table: bots,
  select: (context, which) => selectBots(context, which),
  answers: bot,
  present: toBot,
  nameOf: ({ name }) => name,
  audit: botAudit,
});

/** The organization's bots, the CRM bot first. */
export async function listBots(context: Context): Promise<Bot[]> {
  const rows = await selectBots(context).orderBy(sql`${bots.isCrmBot} desc, ${bots.id}`).limit(200);
  return rows.map((row) => toBot(row, context));
}

/**
 * Adds a bot with its framework's main file, as the CRM bot where an administrator says so. Tried anew where another
 * bot takes the id that it was to get.
 * @throws AppError not_found for another organization, forbidden, crm_bot_taken where there is a CRM bot
 */
export async function createBot(context: Context, input: CreateBotInput, tries = 3): Promise<Bot> {
  const { db, env, actor, now } = context;
  const { organizationId } = actor;
  if ((input.organizationId ?? organizationId) !== organizationId) throw errors.not_found();
  const { name, framework, token, isCrmBot } = input;
  if (isCrmBot && !actor.permissions.has("admin.system"))
    throw errors.forbidden({ permission: "admin.system" });
  const clientId = input.clientId || null;
  const at = now.toISOString();
  const idTaken = errors.stale_version({ name });
  // Read before the row is written: the encrypted token is bound to it.
  const { id } = await db.get<{ id: number }>(
    sql`select coalesce((select seq from sqlite_sequence where name = 'bots'), 0) + 1 as id`,
  );
  const values = {
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
    isCrmBot,
    createdBy: actor.userId,
    createdAt: at,
    updatedAt: at,
  } as const;
  const chosen = { id, name };
  try {
    const bot = await botRecord.create(context, {
      values,
      name,
      also: () => [
        ...insertMainFile(context, id),
        ...(isCrmBot ? alertAdministrators(context, "bots.crm_chosen", chosen) : []),
      ],
      audit: [{ action: "bot.created" }, ...(isCrmBot ? [{ action: "bot.crm_chosen" } as const] : [])],
      taken: { "bots.id": idTaken, "bots.organization_id": botErrors.crm_bot_taken({ name }) },
    });
    if (isCrmBot) mailAdministrators(context, "bots.crm_chosen", chosen);
    return bot;
  } catch (error) {
    if (error !== idTaken || tries === 1) throw error;
    return createBot(context, input, tries - 1);
  }
}

type Change = UpdateBotInput &
  Partial<Pick<typeof bots.$inferInsert, "inviteUrl" | "autoStart" | "token" | "tokenEnding">>;

/** What of a bot the audit log keeps as it was and is. */
const RECORDED = ["name", "description", "clientId", "inviteUrl", "autoStart"] as const;

/**
 * Makes a verb that changes a bot; nothing is written where it has these values already. An invite link that was
 * made from the client id follows it.
 * @throws AppError not_found, stale_version, forbidden for a secret that the actor may not hold, crm_bot_protected
 */
const changes =
  (action: BotAction, isSecret = false, alert?: "bots.crm_token_changed") =>
  async (context: Context, id: number, { version, ...input }: Change): Promise<Bot> => {
    if (isSecret && !mayHoldSecrets(context.actor)) throw errors.forbidden({ permission: "admin.system" });
    let alerted = null as BotRow | null;
    const changed = await botRecord.edit(context, id, version, (bot) => {
      requireChangeable(context.actor, bot);
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
      const entity = { id, name: input.name ?? bot.name };
      alerted = alert && bot.isCrmBot ? bot : null;
      return {
        set,
        audit: [{ action, entity, details: changedDetails(bot, set, RECORDED) }],
        also: alert && bot.isCrmBot ? alertAdministrators(context, alert, entity) : [],
      };
    });
    if (alert && alerted) mailAdministrators(context, alert, alerted);
    return changed;
  };

export const updateBot = changes("bot.updated");
export const changeAutoStart = changes("bot.auto_start");
export const changeInviteUrl = changes("bot.invite_url", true);
const replaceToken = changes("bot.token", true, "bots.crm_token_changed");

/** Replaces a bot's token, as `changes` says. */
export const changeBotToken = async (context: Context, id: number, { token, version }: BotTokenInput) =>
  replaceToken(context, id, { version, ...(await closeBotToken(context.env, id, token)) });

/**
 * Deletes a bot with all that is stored of it, and has the gateway stop it and remove its folder. A bot that does not
 * run is deleted even when the gateway cannot be asked.
 * @throws AppError not_found, crm_bot_protected, gateway_… for a bot that runs
 */
export async function deleteBot(context: Context, id: number): Promise<void> {
  let deleted = null as BotRow | null;
  await botRecord.remove(context, id, async (bot) => {
    requireChangeable(context.actor, bot);
    const { status } = bot;
    try {
      await orderDelete(context.env, id);
    } catch (error) {
      if (status !== "inactive" && status !== "error") throw error;
      console.warn(JSON.stringify({ deleted: "bot", id, gateway: faultText(error) }));
    }
    deleted = bot;
    return {
      require: [staysMarked(bot)],
      audit: [{ action: "bot.deleted" }],
      also: bot.isCrmBot ? alertAdministrators(context, "bots.crm_deleted", bot) : [],
    };
  });
  if (deleted?.isCrmBot) mailAdministrators(context, "bots.crm_deleted", deleted);
}
