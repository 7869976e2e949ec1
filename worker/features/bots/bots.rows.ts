import { and, eq, type SQL } from "drizzle-orm";
import type { Actor } from "../../lib/actor.ts";
import type { Context } from "../../lib/context.ts";
import type { Db } from "../../lib/db/client.ts";
import type { Env } from "../../lib/env.ts";
import { decryptSecret, encryptSecret } from "../../lib/secrets.ts";
import type { Bot } from "./bots.schema.ts";
import { bots } from "./bots.table.ts";

export type BotRow = typeof bots.$inferSelect;

/** Permissions that a bot asks for when it is invited: using application commands. */
const INVITE_PERMISSIONS = "2147483648";

/** The link that invites a bot for which no other link was entered. */
export const defaultInviteUrl = (clientId: string) =>
  `https://discord.com/oauth2/authorize?client_id=${clientId}&scope=bot&permissions=${INVITE_PERMISSIONS}`;

const place = (row: number) => ({ table: "bots", row, column: "token" });

/** Encrypts a token for the row it is stored in. */
export const closeBotToken = (env: Env, id: number, token: string): Promise<string> =>
  encryptSecret(env.SECRETS_KEYS, token, place(id));

/** The token of a bot, for calls to Discord on its behalf; null when it has none that can be decrypted. */
export async function openBotToken(
  env: Env,
  bot: { id: number; token: string | null },
): Promise<string | null> {
  return bot.token === null ? null : decryptSecret(env.SECRETS_KEYS, bot.token, place(bot.id));
}

/** Whether the actor may change tokens and invite links. */
export const mayHoldSecrets = ({ permissions }: Actor): boolean =>
  permissions.has("bots.write") && permissions.has("admin.system");

/** A bot as its readers get it. */
export function toBot(row: BotRow, { actor }: Pick<Context, "actor">): Bot {
  const mayWrite = actor.permissions.has("bots.write");
  return {
    id: row.id,
    organizationId: row.organizationId,
    name: row.name,
    description: row.description,
    clientId: row.clientId,
    framework: row.framework,
    status: row.status,
    statusSince: row.statusSince ?? row.createdAt,
    statusReason: row.statusReason,
    statusDetail: row.statusDetail,
    restarts: row.restarts,
    discordUser:
      row.discordUserId === null ? null : { id: row.discordUserId, username: row.discordUsername ?? "" },
    autoStart: row.autoStart,
    inviteUrl: row.inviteUrl,
    isCrmBot: row.isCrmBot,
    tokenEnding: row.tokenEnding,
    createdBy: row.createdBy,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    version: row.version,
    can: {
      update: mayWrite,
      run: mayWrite,
      secrets: mayHoldSecrets(actor),
      syncMembers: mayWrite && row.isCrmBot,
      delete: mayWrite,
    },
  };
}

/** The statement that reads bots of the actor's organization. */
export const selectBots = ({ db, actor }: Pick<Context, "db" | "actor">, which?: SQL) =>
  db
    .select()
    .from(bots)
    .where(and(eq(bots.organizationId, actor.organizationId), which));

/** The statement that reads one bot of the actor's organization. */
export const selectBot = (db: Db, actor: Actor, id: number) => selectBots({ db, actor }, eq(bots.id, id));

/** The statement that reads an organization's CRM bot. */
export const selectCrmBot = (db: Db, organizationId: number) =>
  db
    .select({ id: bots.id, name: bots.name, token: bots.token })
    .from(bots)
    .where(and(eq(bots.organizationId, organizationId), eq(bots.isCrmBot, true)));

/** The statement that reads the status of each bot of an organization. */
export const selectBotStatuses = (db: Db, organizationId: number) =>
  db.select({ status: bots.status }).from(bots).where(eq(bots.organizationId, organizationId)).limit(200);
