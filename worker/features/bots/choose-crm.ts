import { sql } from "drizzle-orm";
import type { Context } from "../../lib/context.ts";
import { alertAdministrators, mailAdministrators } from "./alerts.ts";
import type { Bot, CrmBotInput } from "./bots.schema.ts";
import { bots } from "./bots.table.ts";
import { type BotRow, botRecord } from "./bots.ts";
import { gatewayMode, orderDelete } from "./gateway/client.ts";
import { endGone } from "./gateway/states.ts";

/**
 * Makes a bot the organization's CRM bot. The one that was it loses its token: otherwise whoever may edit bots could
 * take what the server trusted until now. The chosen one is stopped and its folder removed: what it put there itself, such
 * as a package that its files then load, is in no record and would see the token.
 * @throws AppError not_found, stale_version, gateway_… where the folder cannot be removed
 */
export async function makeCrmBot(context: Context, id: number, { version }: CrmBotInput): Promise<Bot> {
  const { db, actor, now } = context;
  const { organizationId } = actor;
  const isFormer = sql`organization_id = ${organizationId} and is_crm_bot = 1`;
  let chosen = null as BotRow | null;
  const made = await botRecord.edit(context, id, version, async (bot) => {
    if (bot.isCrmBot) return null;
    if (gatewayMode(context.env) !== "none") await orderDelete(context.env, id);
    chosen = bot;
    const details = sql`json_object('from', (select name from ${bots} where ${isFormer}), 'to', ${bot.name})`;
    return {
      set: {},
      audit: [{ action: "bot.crm_chosen", details }],
      also: [
        db.run(sql`update ${bots} set is_crm_bot = 0, token = null, token_ending = null, version = version + 1,
          updated_at = ${now.toISOString()} where ${isFormer}`),
        db.run(sql`update ${bots} set is_crm_bot = 1 where id = ${id}`),
        ...endGone(db, [bot], now),
        ...alertAdministrators(context, "bots.crm_chosen", bot),
      ],
    };
  });
  if (chosen) mailAdministrators(context, "bots.crm_chosen", chosen);
  return made;
}
