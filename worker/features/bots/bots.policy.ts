import { type SQL, sql } from "drizzle-orm";
import { type Actor, isRecent } from "../../lib/actor.ts";
import { type Context, proofMissing } from "../../lib/context.ts";
import { type AppError, errors } from "../../lib/errors.ts";
import { type Guard, guard } from "../../lib/guard.ts";
import { botErrors } from "./bots.errors.ts";
import { bots } from "./bots.table.ts";

/** Whether the actor may change and run the CRM bot. Jobs may: they start every bot. */
const isTrusted = ({ kind, permissions }: Actor): boolean =>
  kind === "job" || permissions.has("admin.system");

const mayHoldSecrets = ({ permissions }: Actor): boolean =>
  permissions.has("bots.write") && permissions.has("admin.system");

/** The actor's abilities on a bot. Only administrators may edit or run the CRM bot, which has the server's token. */
export function botAbilities(actor: Actor, isCrmBot: boolean) {
  const mayWrite = actor.permissions.has("bots.write");
  const mayChange = mayWrite && (!isCrmBot || isTrusted(actor));
  return {
    update: mayChange,
    run: mayChange,
    secrets: mayHoldSecrets(actor),
    syncMembers: mayWrite && isCrmBot,
    delete: mayChange,
    makeCrm: !isCrmBot && actor.permissions.has("admin.system"),
  };
}

type Token = { tokenEnding: string | null; isCrmBot: boolean };

/** Whether the actor may set a bot's token: the first one like adding a bot, another as an administrator. */
export const changesToken = (actor: Actor, { tokenEnding, isCrmBot }: Token): boolean =>
  mayHoldSecrets(actor) || (actor.permissions.has("bots.write") && tokenEnding === null && !isCrmBot);

/** @throws AppError forbidden */
export function assertChangesToken(actor: Actor, bot: Token): void {
  if (!changesToken(actor, bot)) throw errors.forbidden({ permission: "admin.system" });
}

/**
 * Why the actor cannot change or run the CRM bot now, or null: its changes decide who gets the server's token, so they require
 * an administrator who has recently proved their identity.
 */
function crmRefusal({ actor, now }: Context): AppError | null {
  if (!isTrusted(actor)) return botErrors.crm_bot_protected();
  return actor.kind === "job" || isRecent(actor, now) ? null : proofMissing(actor);
}

/** @throws AppError crm_bot_protected, reauthentication_required for the CRM bot */
export function assertChangeable(context: Context, { isCrmBot }: { isCrmBot: boolean }): void {
  const refusal = isCrmBot ? crmRefusal(context) : null;
  if (refusal) throw refusal;
}

/** SQL condition: a bot is still, or still is not, the CRM bot as it was read. */
export const isMarkedAs = (id: number, isCrmBot: boolean): SQL =>
  sql`(select is_crm_bot from ${bots} where id = ${id}) = ${isCrmBot ? 1 : 0}`;

/** The guard that the actor may run a bot, for a batch that has not read it. */
export function guardRunnable(context: Context, botId: number): Guard {
  const refusal = crmRefusal(context);
  return guard(
    sql`${Number(refusal === null)} or not exists (select 1 from ${bots} where id = ${botId} and is_crm_bot = 1
      and organization_id = ${context.actor.organizationId})`,
    refusal ?? botErrors.crm_bot_protected(),
  );
}
