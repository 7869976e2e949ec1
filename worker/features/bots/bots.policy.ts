import { sql } from "drizzle-orm";
import type { Actor } from "../../lib/actor.ts";
import { errors } from "../../lib/errors.ts";
import { type Guard, guard } from "../../lib/guard.ts";
import { botErrors } from "./bots.errors.ts";
import { bots } from "./bots.table.ts";

/** Whether the actor may do what only administrators may; the server's own jobs start every bot. */
const isTrusted = ({ kind, permissions }: Actor): boolean =>
  kind === "job" || permissions.has("admin.system");

/** Whether the actor may change tokens and invite links. */
export const mayHoldSecrets = ({ permissions }: Actor): boolean =>
  permissions.has("bots.write") && permissions.has("admin.system");

/** What the actor may do with a bot. The CRM bot is an administrator's: whoever edits or runs it has its token. */
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

/** Refuses what takes an administrator where it is done to the CRM bot. @throws AppError crm_bot_protected */
export function requireChangeable(actor: Actor, { isCrmBot }: { isCrmBot: boolean }): void {
  if (isCrmBot && !isTrusted(actor)) throw botErrors.crm_bot_protected();
}

/** The guard that a bot still is the CRM bot, or still is not, as it was when it was read. */
export const staysMarked = ({ id, name, isCrmBot }: { id: number; name: string; isCrmBot: boolean }): Guard =>
  guard(
    sql`(select is_crm_bot from ${bots} where id = ${id}) = ${isCrmBot ? 1 : 0}`,
    errors.stale_version({ name }),
  );

/** The guards that the actor may run a bot that the batch has not read. */
export const isRunnable = (actor: Actor, botId: number): Guard[] =>
  isTrusted(actor)
    ? []
    : [
        guard(
          sql`not exists (select 1 from ${bots} where id = ${botId} and is_crm_bot = 1
            and organization_id = ${actor.organizationId})`,
          botErrors.crm_bot_protected(),
        ),
      ];
