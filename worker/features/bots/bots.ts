import { sql } from "drizzle-orm";
import type { AuditEntry } from "../../lib/audit.ts";
import type { Context } from "../../lib/context.ts";
import { errors } from "../../lib/errors.ts";
import { record } from "../../lib/record.ts";
import {
  type BotRow,
  closeBotToken,
  defaultInviteUrl,
  mayHoldSecrets,
  selectBots,
  toBot,
} from "./bots.rows.ts";
import type {
  AutoStartInput,
  Bot,
  BotTokenInput,
  CreateBotInput,
  InviteUrlInput,
  UpdateBotInput,
} from "./bots.schema.ts";
import { bots } from "./bots.table.ts";
import { type BotAction, botAudit } from "./bots.texts.ts";
import { insertMainFile } from "./files/files.rows.ts";
import { orderDelete } from "./gateway/client.ts";

const botRecord = record({
  table: bots,
  select: (context, which) => selectBots(context, which),
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
  if (input.organizationId !== undefined && input.organizationId !== organizationId) {
    throw errors.not_found();
  }
  const at = now.toISOString();
  const clientId = input.clientId || null;
  const token = input.token?.trim();
  const idTaken = errors.stale_version({ name: input.name });
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
          name: input.name,
          description: input.description || null,
          token: token ? await closeBotToken(env, id, token) : null,
          tokenEnding: token?.slice(-4) ?? null,
          clientId,
          framework: input.framework,
          status: "inactive",
          autoStart: false,
          inviteUrl: input.inviteUrl || (clientId ? defaultInviteUrl(clientId) : null),
          isCrmBot: sql`not exists (select 1 from ${bots} where organization_id = ${organizationId} and is_crm_bot = 1)`,
          createdBy: actor.userId,
          createdAt: at,
          updatedAt: at,
        },
        name: input.name,
        also: () => insertMainFile(context, { id, framework: input.framework }),
        audit: [{ action: "bot.created" }],
        taken: { "bots.id": idTaken },
      });
    } catch (error) {
      if (error !== idTaken || tries === TRIES) throw error;
    }
  }
}

/** Changes a bot; nothing is written where it has these values already. */
const change = (
  context: Context,
  id: number,
  version: number | undefined,
  entry: Pick<AuditEntry<BotAction>, "action" | "details">,
  setOf: (bot: BotRow) => Partial<BotRow>,
): Promise<Bot> =>
  botRecord.edit(context, id, version, (bot) => {
    const set = setOf(bot);
    const isSame = Object.entries(set).every(([key, value]) => bot[key as keyof BotRow] === value);
    return isSame ? null : { set, audit: [{ entity: { id, name: set.name ?? bot.name }, ...entry }] };
  });

/** @throws AppError forbidden for actors that may not change tokens and invite links */
function requireSecrets({ actor }: Context): void {
  if (!mayHoldSecrets(actor)) throw errors.forbidden({ permission: "admin.system" });
}

/** Replaces a bot's token. @throws AppError forbidden, not_found, stale_version */
export async function changeBotToken(context: Context, id: number, input: BotTokenInput): Promise<Bot> {
  requireSecrets(context);
  const token = input.token.trim();
  const set = { token: await closeBotToken(context.env, id, token), tokenEnding: token.slice(-4) };
  return change(context, id, input.version, { action: "bot.token" }, () => set);
}

/** Replaces the link that invites a bot. @throws AppError forbidden, not_found, stale_version */
export async function changeInviteUrl(context: Context, id: number, input: InviteUrlInput): Promise<Bot> {
  requireSecrets(context);
  const { inviteUrl, version } = input;
  return change(context, id, version, { action: "bot.invite_url" }, () => ({ inviteUrl }));
}

/** Says whether a bot starts with the gateway. @throws AppError not_found, stale_version */
export function changeAutoStart(context: Context, id: number, input: AutoStartInput): Promise<Bot> {
  const { autoStart, version } = input;
  const details = { on: Number(autoStart) };
  return change(context, id, version, { action: "bot.auto_start", details }, () => ({ autoStart }));
}

/**
 * Changes a bot's name, description and client id; an invite link that was made from the client id follows it.
 * @throws AppError not_found, stale_version
 */
export const updateBot = (context: Context, id: number, input: UpdateBotInput): Promise<Bot> =>
  change(context, id, input.version, { action: "bot.updated" }, (bot) => {
    const set: Partial<BotRow> = {};
    if (input.name !== undefined) set.name = input.name;
    if (input.description !== undefined) set.description = input.description || null;
    if (input.clientId !== undefined) {
      set.clientId = input.clientId || null;
      const isOwn = bot.inviteUrl !== null && bot.inviteUrl !== defaultInviteUrl(bot.clientId ?? "");
      if (!isOwn) set.inviteUrl = set.clientId ? defaultInviteUrl(set.clientId) : null;
    }
    return set;
  });

/**
 * Deletes a bot with its files, log and runs, and has the gateway stop it and remove its folder. A bot that
 * does not run is deleted even when the gateway cannot be asked.
 * @throws AppError not_found; the gateway's error when it cannot stop a bot that runs
 */
export function deleteBot(context: Context, id: number): Promise<void> {
  return botRecord.remove(context, id, async ({ status }) => {
    try {
      await orderDelete(context.env, id);
    } catch (error) {
      if (status !== "inactive" && status !== "error") throw error;
      if (!(error instanceof Error)) throw error;
      console.warn(JSON.stringify({ deleted: "bot", id, gateway: error.message }));
    }
    return { audit: [{ action: "bot.deleted" }] };
  });
}
