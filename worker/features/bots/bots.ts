import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { Actor } from "../../lib/actor.ts";
import { changedDetails } from "../../lib/audit.ts";
import type { ById, Context, MemberContext } from "../../lib/context.ts";
import type { Db } from "../../lib/db/client.ts";
import { aliased } from "../../lib/db/columns.ts";
import type { Env } from "../../lib/env.ts";
import { errors } from "../../lib/errors.ts";
import { blanksOf, fieldNames, fieldsWith } from "../../lib/fields.schema.ts";
import { valuesAfter } from "../../lib/fields.ts";
import { Changed, type Guard, guard } from "../../lib/guard.ts";
import { logWarning } from "../../lib/log.ts";
import { record } from "../../lib/record.ts";
import { decryptSecret, encryptSecret } from "../../lib/secrets.ts";
import { users } from "../users/index.ts";
import { botErrors } from "./bots.errors.ts";
import { botFields } from "./bots.fields.ts";
import { crmBotNotice } from "./bots.notices.ts";
import {
  assertChangeable,
  assertChangesToken,
  botAbilities,
  changesToken,
  isMarkedAs,
} from "./bots.policy.ts";
import {
  type Bot,
  type BotTokenInput,
  bot,
  type CreateBotInput,
  defaultInviteUrl,
  isMadeFrom,
  type UpdateBotInput,
} from "./bots.schema.ts";
import { bots } from "./bots.table.ts";
import { type BotAction, botAudit } from "./bots.texts.ts";
import { insertMainFile } from "./files/main-file.ts";
import { orderDelete } from "./gateway/client.ts";
import { guardRoom } from "./limits.ts";

const { token: _t, runId: _r, gatewayInstance: _g, stateSequence: _s, ...botColumns } = getTableColumns(bots);

export type BotRow = Pick<typeof bots.$inferSelect, keyof typeof botColumns> & { creator: string | null };

const place = (row: number) => ({ table: "bots", row, column: "token" });

/** The columns of a token, which is encrypted for its row. */
const closeBotToken = async (env: Env, id: number, token: string) => ({
  token: await encryptSecret(env.SECRETS_KEYS, token, place(id)),
  tokenEnding: token.slice(-4),
});

/** The token of a bot, for calls to Discord on its behalf; null when it has none that can be decrypted. */
export const openBotToken = async (env: Env, bot: { id: number; token: string | null } | undefined) =>
  bot?.token ? decryptSecret(env.SECRETS_KEYS, bot.token, place(bot.id)) : null;

export const toBot = (row: BotRow, { actor }: Context): Bot => ({
  ...row,
  statusSince: row.statusSince ?? row.createdAt,
  discordUser: row.discordUserId ? { id: row.discordUserId, username: row.discordUsername ?? "" } : null,
  can: { ...botAbilities(actor, row.isCrmBot), token: changesToken(actor, row) },
});

export const selectBots = ({ db, actor }: Pick<Context, "db" | "actor">, which?: SQL) =>
  db
    .select({ ...botColumns, creator: aliased(users.displayName, "creator") })
    .from(bots)
    .leftJoin(users, eq(users.id, bots.createdBy))
    .where(and(eq(bots.organizationId, actor.organizationId), which));

export const selectBot = (db: Db, actor: Actor, id: number) => selectBots({ db, actor }, eq(bots.id, id));

export const guardBot = ({ db, actor }: Context, id: number): Guard =>
  guard(sql`exists ${selectBot(db, actor, id)}`, errors.not_found());

export const selectWithToken = (db: Db, organizationId: number, which: SQL) =>
  db
    .select({ id: bots.id, name: bots.name, framework: bots.framework, token: bots.token })
    .from(bots)
    .where(and(eq(bots.organizationId, organizationId), which));

export const selectCrmBot = (db: Db, organizationId: number) =>
  selectWithToken(db, organizationId, eq(bots.isCrmBot, true));

export const selectBotStatuses = (db: Db, organizationId: number) =>
  db.select({ status: bots.status }).from(bots).where(eq(bots.organizationId, organizationId));

export const botRecord = record({
  table: bots,
  select: selectBots,
  answers: bot,
  present: toBot,
  nameOf: ({ name }) => name,
  audit: botAudit,
});

/** Lists all bots: a setting limits their number, and none may run without being listed. */
export async function listBots(context: MemberContext): Promise<Bot[]> {
  const rows = await selectBots(context).orderBy(sql`${bots.isCrmBot} desc, ${bots.id}`);
  return rows.map((row) => toBot(row, context));
}

/** Adds a bot with its main file. @throws AppError not_found for another organization, forbidden, crm_bot_taken, bots_full */
export async function createBot(context: MemberContext, input: CreateBotInput): Promise<Bot> {
  const { db, env, actor, now } = context;
  const { organizationId } = actor;
  const { organizationId: target = organizationId, name, token, isCrmBot } = input;
  if (target !== organizationId) throw errors.not_found();
  const permission = "admin.system";
  if (isCrmBot && !actor.permissions.has(permission)) throw errors.forbidden({ permission });
  const settings = valuesAfter(botFields, input, { ...blanksOf(botFields), name });
  const at = now.toISOString();
  return botRecord.create(context, async () => {
    // The encrypted token is bound to the id, which another request may take meanwhile: then this one tries again.
    const { id } = await db.get<{ id: number }>(
      sql`select coalesce((select seq from sqlite_sequence where name = 'bots'), 0) + 1 as id`,
    );
    return {
      values: {
        ...settings,
        inviteUrl: settings.inviteUrl ?? defaultInviteUrl(settings.clientId),
        isCrmBot,
        ...(token ? await closeBotToken(env, id, token) : {}),
        id,
        organizationId,
        status: "inactive",
        autoStart: false,
        createdBy: actor.userId,
        createdAt: at,
        updatedAt: at,
      },
      name,
      checkBefore: [guardRoom(context)],
      writeAfter: () => insertMainFile(context, id),
      notices: isCrmBot ? [crmBotNotice(actor, "bots.crm_chosen", { name })] : [],
      audit: [{ action: "bot.created" }, ...(isCrmBot ? [{ action: "bot.crm_chosen" } as const] : [])],
      taken: {
        "bots.id": new Changed(errors.stale_version({ name })),
        "bots.organization_id": botErrors.crm_bot_taken({ name }),
      },
    };
  });
}

type Change = UpdateBotInput &
  Partial<Pick<typeof bots.$inferInsert, "inviteUrl" | "autoStart" | "token" | "tokenEnding">>;

/**
 * Returns a verb that changes a bot.
 * @throws AppError not_found, stale_version, forbidden, as `assertChangeable`
 */
const changes =
  (action: BotAction, alert?: "bots.crm_token_changed") =>
  async (context: MemberContext, { id, version, ...input }: ById<Change>): Promise<Bot> =>
    botRecord.edit(context, id, version, (bot) => {
      assertChangeable(context, bot);
      if (input.token) assertChangesToken(context.actor, bot);
      const set = { ...input, ...valuesAfter(botFields, input, bot) };
      const isMade = bot.inviteUrl === null || isMadeFrom(bot.clientId, bot.inviteUrl);
      if (isMade && input.clientId !== undefined) set.inviteUrl = defaultInviteUrl(set.clientId);
      const details = changedDetails(bot, set, [...fieldNames(fieldsWith(botFields, "audit")), "autoStart"]);
      if (!details && !set.token) return null;
      const entity = { id, name: set.name };
      return {
        set,
        audit: [{ action, entity, details }],
        notices: alert && bot.isCrmBot ? [crmBotNotice(context.actor, alert, entity)] : [],
      };
    });

export const updateBot = changes("bot.updated");
export const changeAutoStart = changes("bot.auto_start");
export const changeInviteUrl = changes("bot.invite_url");
const replaceToken = changes("bot.token", "bots.crm_token_changed");

export async function changeBotToken(context: MemberContext, { token, ...input }: ById<BotTokenInput>) {
  return replaceToken(context, { ...input, ...(await closeBotToken(context.env, input.id, token)) });
}

/** Deletes a bot and its folder. @throws AppError not_found, gateway_… for a bot that runs, as `assertChangeable` */
export async function deleteBot(context: MemberContext, { id }: ById): Promise<void> {
  await botRecord.remove(context, id, async (bot) => {
    assertChangeable(context, bot);
    await orderDelete(context.env, id).catch((error) => {
      if (bot.status !== "inactive" && bot.status !== "error") throw error;
      logWarning("deleteBot", { bot: id }, error);
    });
    return {
      checkBefore: [botRecord.guardRead(context, bot, isMarkedAs(id, bot.isCrmBot))],
      audit: [{ action: "bot.deleted" }],
      notices: bot.isCrmBot ? [crmBotNotice(context.actor, "bots.crm_deleted", bot)] : [],
    };
  });
}
