import { sql } from "drizzle-orm";
import type { Context } from "../../lib/context.ts";
import { type Guard, guard } from "../../lib/guard.ts";
import { settingNumber } from "../settings/index.ts";
import { botErrors } from "./bots.errors.ts";
import { botRuns, bots } from "./bots.table.ts";

/** Milliseconds for which an ordered run counts although the gateway has not reported its state yet. */
const ORDERED_MS = 60_000;

/** The error of a limit, with the setting's value. */
const full =
  ({ db, actor }: Context, key: "bots_most" | "bots_running_most") =>
  async () => {
    const value = settingNumber(actor.organizationId, key);
    const { most } = await db.get<{ most: number }>(sql`select ${value} as most`);
    return key === "bots_most" ? botErrors.bots_full({ most }) : botErrors.bots_running_full({ most });
  };

/** The guard that the organization may have one more bot. */
export const guardRoom = (context: Context): Guard => {
  const { organizationId } = context.actor;
  return guard(
    sql`(select count(*) from ${bots} where organization_id = ${organizationId})
      < ${settingNumber(organizationId, "bots_most")}`,
    full(context, "bots_most"),
  );
};

/**
 * The guard that a bot may run beside the others of its organization. It belongs to the batch that stores the bot's run:
 * another request's ordered run counts as running.
 */
export const guardRunsAtOnce = (context: Context, botId: number): Guard => {
  const { now, actor } = context;
  const { organizationId } = actor;
  const since = new Date(now.getTime() - ORDERED_MS).toISOString();
  return guard(
    sql`(select count(*) from ${bots} other where other.organization_id = ${organizationId} and other.id <> ${botId}
      and (other.status in ('running', 'starting', 'stopping') or exists (select 1 from ${botRuns}
        where id = (select max(id) from ${botRuns} where bot_id = other.id)
          and id > coalesce(other.run_id, 0) and started_at > ${since})))
      < ${settingNumber(organizationId, "bots_running_most")}`,
    full(context, "bots_running_most"),
  );
};
