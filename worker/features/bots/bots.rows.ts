import { and, eq, type SQL } from "drizzle-orm";
import type { Actor, Context } from "../../lib/context.ts";
import type { Db } from "../../lib/db/client.ts";
import type { Env } from "../../lib/env.ts";
import { decryptSecret, encryptSecret } from "../../lib/secrets.ts";
import type { Bot } from "./bots.schema.ts";
import { bots } from "./bots.table.ts";

export type BotRow = typeof bots.$inferSelect;

/** Permissions a bot asks for when it is invited: using application commands. */
const INVITE_PERMISSIONS = "2147483648";

/** The link that invites a bot where nobody chose another. */
export const defaultInviteUrl = (clientId: string) =>
  `https://discord.com/oauth2/authorize?client_id=${clientId}&scope=bot&permissions=${INVITE_PERMISSIONS}`;

const place = (row: number) => ({ table: "bots", row, column: "token" });

/** Closes a token for the row it is stored in. */
export const closeBotToken = (env: Env, id: number, token: string): Promise<string> =>
  encryptSecret(env.SECRETS_KEYS, token, place(id));

/** The token of a bot, for calls to Discord on its behalf; null when it has none that opens. */
export async function openBotToken(
  env: Env,
  bot: { id: number; token: string | null },
): Promise<string | null> {
  return bot.token === null ? null : decryptSecret(env.SECRETS_KEYS, bot.token, place(bot.id));
}

/** Whether somebody may change tokens and invite links. */
export const mayHoldSecrets = ({ permissions, role }: Actor): boolean =>
  permissions.has("bots.write") && role?.key === "administrator";

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

/** The condition that a bot is the one asked for and the actor's organization's. */
export const ownBot = (actor: Actor, id: number): SQL | undefined =>
  and(eq(bots.id, id), eq(bots.organizationId, actor.organizationId));

/** The statement that reads one bot of the actor's organization. */
export const selectBot = (db: Db, actor: Actor, id: number) =>
  db.select().from(bots).where(ownBot(actor, id));
