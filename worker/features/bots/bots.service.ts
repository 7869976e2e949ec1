import { and, eq, sql } from "drizzle-orm";
import { type Context, performerOf } from "../../context.ts";
import { type Db, guard, isRefused, isUniqueViolation, runBatch } from "../../db/client.ts";
import type { Env } from "../../env.ts";
import { AppError } from "../../errors.ts";
import { decryptSecret, encryptSecret } from "../../secrets.ts";
import { audit } from "../activity/activity.service.ts";
import type { Bot, CreateBotInput } from "./bots.schema.ts";
import { bots } from "./bots.table.ts";

type BotRow = typeof bots.$inferSelect;

/** Permissions a bot asks for when it is invited: using application commands. */
const INVITE_PERMISSIONS = "2147483648";

const place = (row: number) => ({ table: "bots", row, column: "token" });

function toBot(row: BotRow, { actor }: Pick<Context, "actor">): Bot {
  const { token: _token, ...rest } = row;
  return { ...rest, can: { update: actor.permissions.has("bots.write") } };
}

/** The organization's bots, the CRM bot first. */
export async function listBots(context: Context): Promise<Bot[]> {
  const rows = await context.db
    .select()
    .from(bots)
    .where(eq(bots.organizationId, context.actor.organizationId))
    .orderBy(sql`${bots.isCrmBot} desc, ${bots.id}`)
    .limit(200);
  return rows.map((row) => toBot(row, context));
}

const inviteUrl = (clientId: string) =>
  `https://discord.com/oauth2/authorize?client_id=${clientId}&scope=bot&permissions=${INVITE_PERMISSIONS}`;

/** Adds a bot; the organization's first becomes its CRM bot. The token is stored encrypted and never answered. */
export async function createBot(context: Context, input: CreateBotInput): Promise<Bot> {
  const { db, env, actor, now } = context;
  if (input.organizationId !== undefined && input.organizationId !== actor.organizationId) {
    throw new AppError("not_found");
  }
  const at = now.toISOString();
  const clientId = input.clientId || null;
  const id = await reserveId(db);
  const token = input.token?.trim();
  const row = {
    id,
    organizationId: actor.organizationId,
    name: input.name,
    description: input.description || null,
    token: token ? await encryptSecret(env.SECRETS_KEYS, token, place(id)) : null,
    tokenEnding: token?.slice(-4) ?? null,
    clientId,
    framework: input.framework,
    status: "inactive" as const,
    autoStart: false,
    inviteUrl: input.inviteUrl || (clientId ? inviteUrl(clientId) : null),
    createdAt: at,
    updatedAt: at,
  };
  try {
    const results = await runBatch(db, [
      db.insert(bots).values({
        ...row,
        isCrmBot: sql`not exists (select 1 from ${bots} where organization_id = ${actor.organizationId} and is_crm_bot = 1)`,
      }),
      audit(
        db,
        actor.organizationId,
        performerOf(actor),
        { action: "bot.created", entity: { id, name: row.name } },
        now,
      ),
      db.select().from(bots).where(eq(bots.id, id)),
    ]);
    const [created] = results.at(-1) as BotRow[];
    return toBot(created as BotRow, context);
  } catch (error) {
    // Two bots added in the same instant took the same id: the second goes again.
    if (isUniqueViolation(error, "bots.id")) return createBot(context, input);
    throw error;
  }
}

/** The id the next bot gets: the token is bound to it, so it has to be known before the row is written. */
async function reserveId(db: Db): Promise<number> {
  const row = await db.get<{ id: number }>(
    sql`select coalesce((select seq from sqlite_sequence where name = 'bots'), 0) + 1 as id`,
  );
  return row.id;
}

/** Replaces a bot's token. @throws AppError not_found, stale_version */
export async function changeBotToken(
  context: Context,
  id: number,
  input: { token: string; version?: number | undefined },
): Promise<Bot> {
  const { db, env, actor, now } = context;
  const [found] = await db
    .select()
    .from(bots)
    .where(and(eq(bots.id, id), eq(bots.organizationId, actor.organizationId)));
  if (!found) throw new AppError("not_found");
  if (input.version !== undefined && input.version !== found.version) {
    throw new AppError("stale_version", { name: found.name }, { current: toBot(found, context) });
  }
  const token = input.token.trim();
  const isAsRead = sql`exists (select 1 from ${bots} where id = ${id} and version = ${found.version})`;
  try {
    const results = await runBatch(db, [
      ...(input.version === undefined ? [] : [guard(db, isAsRead)]),
      db
        .update(bots)
        .set({
          token: await encryptSecret(env.SECRETS_KEYS, token, place(id)),
          tokenEnding: token.slice(-4),
          updatedAt: now.toISOString(),
          version: sql`${bots.version} + 1`,
        })
        .where(eq(bots.id, id)),
      audit(
        db,
        actor.organizationId,
        performerOf(actor),
        { action: "bot.token", entity: { id, name: found.name } },
        now,
      ),
      db.select().from(bots).where(eq(bots.id, id)),
    ]);
    const [changed] = results.at(-1) as BotRow[];
    return toBot(changed as BotRow, context);
  } catch (error) {
    // Somebody changed it between reading and writing: reading again says so, with what it is now.
    if (isRefused(error)) return changeBotToken(context, id, input);
    throw error;
  }
}

/** The statement that reads an organization's CRM bot. */
export const selectCrmBot = (db: Db, organizationId: number) =>
  db
    .select({ id: bots.id, name: bots.name, token: bots.token })
    .from(bots)
    .where(and(eq(bots.organizationId, organizationId), eq(bots.isCrmBot, true)));

/** The token of a bot, for calls to Discord on its behalf; null when it has none that opens. */
export async function openBotToken(
  env: Env,
  bot: { id: number; token: string | null },
): Promise<string | null> {
  return bot.token === null ? null : decryptSecret(env.SECRETS_KEYS, bot.token, place(bot.id));
}

/** The statement that counts an organization's bots: an organization has a handful. */
export const selectBotStatuses = (db: Db, organizationId: number) =>
  db.select({ status: bots.status }).from(bots).where(eq(bots.organizationId, organizationId)).limit(200);
