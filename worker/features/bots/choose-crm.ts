import { sql } from "drizzle-orm";
import type { ById, MemberContext } from "../../lib/context.ts";
import { crmBotNotice } from "./bots.notices.ts";
import type { UpdateBotInput } from "./bots.schema.ts";
import { bots } from "./bots.table.ts";
import { botRecord } from "./bots.ts";
import { gatewayMode, orderDelete } from "./gateway/client.ts";
import { endGone } from "./gateway/states.ts";

/**
 * Makes a bot the organization's CRM bot. The former one loses its token, which users who may edit bots could otherwise take.
 * The chosen one is stopped and its folder removed: installed packages could read the token.
 * @throws AppError not_found, stale_version, gateway_… where the folder cannot be removed
 */
export function makeCrmBot(context: MemberContext, { id, version }: ById<Pick<UpdateBotInput, "version">>) {
  const { db, actor, now } = context;
  const { organizationId } = actor;
  const isFormer = sql`organization_id = ${organizationId} and is_crm_bot = 1`;
  return botRecord.edit(context, id, version, async (bot) => {
    if (bot.isCrmBot) return null;
    if (gatewayMode(context.env) !== "none") await orderDelete(context.env, id);
    const details = sql`json_object('from', (select name from ${bots} where ${isFormer}), 'to', ${bot.name})`;
    return {
      set: {},
      audit: [{ action: "bot.crm_chosen", details }],
      writeAfter: [
        db.run(sql`update ${bots} set is_crm_bot = 0, token = null, token_ending = null, version = version + 1,
          updated_at = ${now.toISOString()} where ${isFormer}`),
        db.run(sql`update ${bots} set is_crm_bot = 1 where id = ${id}`),
        ...endGone(db, [bot], now),
      ],
      notices: [crmBotNotice(actor, "bots.crm_chosen", bot)],
    };
  });
}
