import { sql } from "drizzle-orm";
import javaScript from "../../../../bot-gateway/templates/discord-js/bot.js" with { type: "text" };
import python from "../../../../bot-gateway/templates/discord-py/bot.py" with { type: "text" };
import type { Context } from "../../../lib/context.ts";
import type { Statement } from "../../../lib/db/client.ts";
import { users } from "../../users/index.ts";
import type { BotFramework } from "../bots.schema.ts";
import { botFiles, botFileVersions, bots } from "../bots.table.ts";

/** Saved the main file of a bot whose creator is not known. */
const UNKNOWN = "Command Centre";

export const MAIN_FILES: Record<BotFramework, { fileName: string; content: string }> = {
  "discord.js": { fileName: "bot.js", content: javaScript },
  "discord.py": { fileName: "bot.py", content: python },
};

/**
 * The statements that give a bot of the actor's organization without files its framework's main file, in the name of the user
 * who added the bot: the actor may only be reading a bot that is older than files.
 */
export function insertMainFile({ db, actor }: Context, botId: number): Statement[] {
  const ofBot = sql`from ${bots} b cross join json_each(${JSON.stringify(MAIN_FILES)}) main on main.key = b.framework`;
  const which = sql`b.id = ${botId} and b.organization_id = ${actor.organizationId}`;
  return [
    db.run(sql`insert into ${botFiles} (bot_id, file_name, is_main_file, size, updated_at, updated_by)
      select b.id, main.value ->> 'fileName', 1, length(cast(main.value ->> 'content' as blob)),
        b.created_at, coalesce((select display_name from ${users} where id = b.created_by), ${UNKNOWN})
      ${ofBot} where ${which} and not exists (select 1 from ${botFiles} where bot_id = b.id)`),
    db.run(sql`insert into ${botFileVersions} (file_id, version, content, size, origin, saved_at, saved_by)
      select f.id, 1, main.value ->> 'content', f.size, 'created', f.updated_at, f.updated_by
      ${ofBot} cross join ${botFiles} f on f.bot_id = b.id
      where ${which} and not exists (select 1 from ${botFileVersions} where file_id = f.id)`),
  ];
}
