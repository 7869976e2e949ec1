import { and, eq, getTableColumns, type InferSelectModel, type SQL, sql } from "drizzle-orm";
import type { Actor } from "../../lib/actor.ts";
import type { Context } from "../../lib/context.ts";
import type { Db } from "../../lib/db/client.ts";
import type { Env } from "../../lib/env.ts";
import { errors } from "../../lib/errors.ts";
import { type Guard, guard } from "../../lib/guard.ts";
import { decryptSecret, encryptSecret } from "../../lib/secrets.ts";
import type { Bot } from "./bots.schema.ts";
import { bots } from "./bots.table.ts";

/** The columns that leave the worker: never the token, nor what tells older states from newer. */
const {
  token: _token,
  runId: _runId,
  gatewayInstance: _gatewayInstance,
  stateSequence: _stateSequence,
  ...columns
} = getTableColumns(bots);

export type BotRow = Pick<InferSelectModel<typeof bots>, keyof typeof columns>;

/** The link that invites a bot for which no other was entered; it asks for using application commands. */
export const defaultInviteUrl = (clientId: string | null) =>
  clientId && `https://discord.com/oauth2/authorize?client_id=${clientId}&scope=bot&permissions=2147483648`;

const place = (row: number) => ({ table: "bots", row, column: "token" });

/** What is stored of a token, which is encrypted for its row. */
export const closeBotToken = async (env: Env, id: number, token: string) => ({
  token: await encryptSecret(env.SECRETS_KEYS, token, place(id)),
  tokenEnding: token.slice(-4),
});

/** The token of a bot, for calls to Discord on its behalf; null when it has none that can be decrypted. */
export const openBotToken = async (env: Env, { id, token }: { id: number; token: string | null }) =>
  token === null ? null : decryptSecret(env.SECRETS_KEYS, token, place(id));

/** Whether the actor may change tokens and invite links. */
export const mayHoldSecrets = ({ permissions }: Actor): boolean =>
  permissions.has("bots.write") && permissions.has("admin.system");

/** A bot as its readers get it. */
export function toBot(row: BotRow, { actor }: Pick<Context, "actor">): Bot {
  const { discordUserId: id, discordUsername, ...bot } = row;
  const mayWrite = actor.permissions.has("bots.write");
  return {
    ...bot,
    statusSince: bot.statusSince ?? bot.createdAt,
    discordUser: id === null ? null : { id, username: discordUsername ?? "" },
    can: {
      update: mayWrite,
      run: mayWrite,
      secrets: mayHoldSecrets(actor),
      syncMembers: mayWrite && bot.isCrmBot,
      delete: mayWrite,
    },
  };
}

/** The statement that reads bots of the actor's organization. */
export const selectBots = ({ db, actor }: Pick<Context, "db" | "actor">, which?: SQL) =>
  db
    .select(columns)
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
