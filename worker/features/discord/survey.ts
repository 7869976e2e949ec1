import type { MemberContext } from "../../lib/context.ts";
import { readBatch } from "../../lib/db/client.ts";
import { selectCrmBot } from "../bots/index.ts";
import { readGuild } from "./client.ts";
import { selectKnown, selectMappings, selectMappingVersion, selectRetired } from "./discord.rows.ts";
import { readPages } from "./read.ts";
import { openCrmToken } from "./roles/discord-roles.ts";

/**
 * Reads the server and the stored people and compares them like a sync, for previews: nothing is written. `ms` is how long
 * Discord took for its first answer.
 * @throws AppError crm_bot_not_found, sync_… for errors of Discord
 */
export async function surveyServer({ db, env, actor: { organizationId } }: MemberContext) {
  const [[bot], stored, known, retired, [set]] = await readBatch(db, [
    selectCrmBot(db, organizationId),
    selectMappings(db, organizationId),
    selectKnown(db, organizationId),
    selectRetired(db, organizationId),
    selectMappingVersion(db, organizationId),
  ]);
  const token = await openCrmToken(env, bot);
  const asked = Date.now();
  const guild = await readGuild(env, token);
  const ms = Date.now() - asked;
  const pages = await readPages(env, token, guild, known);
  return { token, stored, known, retired, version: set?.version ?? 0, guild, ms, pages };
}
