import { and, eq, sql } from "drizzle-orm";
import { type Context, performerOf } from "../../lib/context.ts";
import { type Db, guard, isRefused, isUniqueViolation, runBatch } from "../../lib/db/client.ts";
import { errors } from "../../lib/errors.ts";
import { type AuditAction, audit } from "../activity/list.ts";
import {
  type BotRow,
  closeBotToken,
  defaultInviteUrl,
  mayHoldSecrets,
  openBotToken,
  ownBot,
  selectBot,
  toBot,
} from "./bots.rows.ts";
import type { Bot, CreateBotInput, UpdateBotInput } from "./bots.schema.ts";
import { bots } from "./bots.table.ts";
import { insertMainFile } from "./files/files.rows.ts";
import { orderDelete } from "./gateway/client.ts";

export { openBotToken };

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

/**
 * Adds a bot with its framework's main file; the organization's first becomes its CRM bot. The token is
 * stored encrypted and never answered.
 */
export async function createBot(context: Context, input: CreateBotInput): Promise<Bot> {
  const { db, env, actor, now } = context;
  if (input.organizationId !== undefined && input.organizationId !== actor.organizationId) {
    throw errors.not_found();
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
    token: token ? await closeBotToken(env, id, token) : null,
    tokenEnding: token?.slice(-4) ?? null,
    clientId,
    framework: input.framework,
    status: "inactive" as const,
    autoStart: false,
    inviteUrl: input.inviteUrl || (clientId ? defaultInviteUrl(clientId) : null),
    createdAt: at,
    updatedAt: at,
  };
  try {
    const results = await runBatch(db, [
      db.insert(bots).values({
        ...row,
        isCrmBot: sql`not exists (select 1 from ${bots} where organization_id = ${actor.organizationId} and is_crm_bot = 1)`,
      }),
      ...insertMainFile(db, { id, framework: row.framework }, actor.name, at),
      auditBot(context, "bot.created", row),
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

/** The audit statement of something the actor did to a bot. */
export const auditBot = (
  { db, actor, now }: Context,
  action: AuditAction,
  { id, name }: Pick<BotRow, "id" | "name">,
  details?: Record<string, string | number | null>,
) =>
  audit(
    db,
    actor.organizationId,
    performerOf(actor),
    { action, entity: { id, name }, ...(details ? { details } : {}) },
    now,
  );

type Change = {
  action: AuditAction;
  set: Partial<BotRow>;
  details?: Record<string, string | number | null>;
};

/**
 * Changes a bot's record; where the change leaves everything as it is, nothing is written.
 * @throws AppError not_found, stale_version
 */
async function changeBot(
  context: Context,
  id: number,
  version: number | undefined,
  change: (bot: BotRow) => Change | Promise<Change>,
): Promise<Bot> {
  const { db, actor, now } = context;
  const [found] = await selectBot(db, actor, id);
  if (!found) throw errors.not_found();
  if (version !== undefined && version !== found.version) {
    throw errors.stale_version({ name: found.name }, { current: toBot(found, context) });
  }
  const { action, set, details } = await change(found);
  const isSame = Object.entries(set).every(([key, value]) => found[key as keyof BotRow] === value);
  if (isSame) return toBot(found, context);
  const isAsRead = sql`exists (select 1 from ${bots} where id = ${id} and version = ${found.version})`;
  const isThere = sql`exists (select 1 from ${bots} where id = ${id})`;
  try {
    const results = await runBatch(db, [
      guard(db, version === undefined ? isThere : isAsRead),
      db
        .update(bots)
        .set({ ...set, updatedAt: now.toISOString(), version: sql`${bots.version} + 1` })
        .where(ownBot(actor, id)),
      auditBot(context, action, { id, name: set.name ?? found.name }, details),
      db.select().from(bots).where(eq(bots.id, id)),
    ]);
    const [changed] = results.at(-1) as BotRow[];
    return toBot(changed as BotRow, context);
  } catch (error) {
    // Somebody changed or deleted it between reading and writing: reading again says so.
    if (isRefused(error)) return changeBot(context, id, version, change);
    throw error;
  }
}

/** @throws AppError forbidden for anybody but administrators who may write bots */
function requireSecrets({ actor }: Context): void {
  if (!mayHoldSecrets(actor)) throw errors.forbidden({ permission: "administrator" });
}

/** Replaces a bot's token. @throws AppError forbidden, not_found, stale_version */
export function changeBotToken(
  context: Context,
  id: number,
  input: { token: string; version?: number | undefined },
): Promise<Bot> {
  requireSecrets(context);
  const token = input.token.trim();
  return changeBot(context, id, input.version, async () => ({
    action: "bot.token",
    set: { token: await closeBotToken(context.env, id, token), tokenEnding: token.slice(-4) },
  }));
}

/** Replaces the link that invites a bot. @throws AppError forbidden, not_found, stale_version */
export function changeInviteUrl(
  context: Context,
  id: number,
  input: { inviteUrl: string; version?: number | undefined },
): Promise<Bot> {
  requireSecrets(context);
  return changeBot(context, id, input.version, () => ({
    action: "bot.invite_url",
    set: { inviteUrl: input.inviteUrl },
  }));
}

/** Says whether a bot starts with the gateway. @throws AppError not_found, stale_version */
export function changeAutoStart(
  context: Context,
  id: number,
  input: { autoStart: boolean; version?: number | undefined },
): Promise<Bot> {
  return changeBot(context, id, input.version, () => ({
    action: "bot.auto_start",
    set: { autoStart: input.autoStart },
    details: { on: Number(input.autoStart) },
  }));
}

/**
 * Changes a bot's name, description and client id; an invite link that was made from the client id follows it.
 * @throws AppError not_found, stale_version
 */
export function updateBot(context: Context, id: number, input: UpdateBotInput): Promise<Bot> {
  return changeBot(context, id, input.version, (bot) => {
    const set: Partial<BotRow> = {};
    if (input.name !== undefined) set.name = input.name;
    if (input.description !== undefined) set.description = input.description || null;
    if (input.clientId !== undefined) {
      set.clientId = input.clientId || null;
      const isOwn = bot.inviteUrl !== null && bot.inviteUrl !== defaultInviteUrl(bot.clientId ?? "");
      if (!isOwn) set.inviteUrl = set.clientId ? defaultInviteUrl(set.clientId) : null;
    }
    return { action: "bot.updated", set };
  });
}

/**
 * Deletes a bot with its files, log and runs, and has the gateway stop it and remove its folder. A gateway
 * that cannot be asked keeps nobody from deleting a bot that does not run.
 * @throws AppError not_found; what keeps the gateway from stopping a bot that runs
 */
export async function deleteBot(context: Context, id: number): Promise<void> {
  const { db, env, actor } = context;
  const [found] = await selectBot(db, actor, id);
  if (!found) throw errors.not_found();
  try {
    await orderDelete(env, id);
  } catch (error) {
    if (found.status !== "inactive" && found.status !== "error") throw error;
    if (!(error instanceof Error)) throw error;
    console.warn(JSON.stringify({ deleted: "bot", id, gateway: error.message }));
  }
  try {
    await runBatch(db, [
      guard(db, sql`exists (select 1 from ${bots} where id = ${id})`),
      db.delete(bots).where(ownBot(actor, id)),
      auditBot(context, "bot.deleted", found),
    ]);
  } catch (error) {
    // A second click found it gone.
    if (isRefused(error)) throw errors.not_found();
    throw error;
  }
}

/** The statement that reads an organization's CRM bot. */
export const selectCrmBot = (db: Db, organizationId: number) =>
  db
    .select({ id: bots.id, name: bots.name, token: bots.token })
    .from(bots)
    .where(and(eq(bots.organizationId, organizationId), eq(bots.isCrmBot, true)));

/** The statement that counts an organization's bots: an organization has a handful. */
export const selectBotStatuses = (db: Db, organizationId: number) =>
  db.select({ status: bots.status }).from(bots).where(eq(bots.organizationId, organizationId)).limit(200);
