import { sql } from "drizzle-orm";
import type { Context } from "../../lib/context.ts";
import type { Statement } from "../../lib/db/client.ts";
import type { Language } from "../../lib/wire.schema.ts";
import { memberName } from "./prospects.rows.ts";
import { discordActivities, prospectHistory, prospects } from "./prospects.table.ts";

/** What the history of a prospect says of why it ended. */
const USER_DELETED: Record<Language, string> = { en: "The user was deleted.", da: "Brugeren blev slettet." };

/** SQL condition: a prospect is in a member's hands. */
export const isInHandsOf = ({ actor }: Context, memberId: number | null) =>
  sql`organization_id = ${actor.organizationId} and assigned_to = ${memberId}`;

/** The statements that take a member's prospects out of their hands, with an entry in the history of each. */
export function unassignAll(context: Context, memberId: number): Statement[] {
  const { db, actor, now } = context;
  const at = now.toISOString();
  const isTheirs = isInHandsOf(context, memberId);
  return [
    db.run(sql`insert into ${prospectHistory} (prospect_id, action, performed_by, performed_by_id, previous_value,
        created_at)
      select id, 'assigned', ${actor.name}, ${actor.userId}, ${memberName(memberId)}, ${at}
      from ${prospects} where ${isTheirs}`),
    db.run(sql`update ${prospects} set assigned_to = null, updated_at = ${at}, version = version + 1
      where ${isTheirs}`),
  ];
}

/**
 * The statement that gives a user's prospect the Discord account that the user has linked, for the member sync to find
 * it, or with null takes it away. Breaks the index `prospects_discord` when another prospect has it.
 */
export const setProspectDiscord = (
  { db, now }: Context,
  userId: number,
  discordId: string | null,
): Statement =>
  db.run(sql`update ${prospects} set discord_id = ${discordId}, avatar = null, discord_status = null,
      discord_last_seen = null, updated_at = ${now.toISOString()}
    where user_id = ${userId}`);

/**
 * The statements that end the pipeline of a user who is deleted: what identifies them outside goes, and what a bot saw
 * of them; their name and history stay.
 */
export function forgetPerson(context: Context, userId: number): Statement[] {
  const { db, actor, now, language } = context;
  const at = now.toISOString();
  const isTheirs = sql`${prospects.userId} = ${userId}`;
  return [
    db.run(sql`insert into ${prospectHistory} (prospect_id, action, performed_by, performed_by_id, previous_value,
        new_value, notes, created_at)
      select id, 'status', ${actor.name}, ${actor.userId}, status, 'inactive', ${USER_DELETED[language]}, ${at}
      from ${prospects} where ${isTheirs} and status <> 'inactive'`),
    db.run(sql`delete from ${discordActivities} where (organization_id, discord_id) in (
      select organization_id, discord_id from ${prospects} where ${isTheirs})`),
    db.run(sql`update ${prospects} set user_id = null, email = null, discord_id = null, avatar = null,
        discord_status = null, discord_last_seen = null, deadline = null,
        stage_changed_at = iif(status = 'inactive', stage_changed_at, ${at}), status = 'inactive',
        updated_at = ${at}, version = version + 1
      where ${isTheirs}`),
  ];
}
