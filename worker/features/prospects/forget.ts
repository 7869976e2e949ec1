import { type SQL, sql } from "drizzle-orm";
import type { MemberContext } from "../../lib/context.ts";
import type { Statement } from "../../lib/db/client.ts";
import type { Language } from "../../lib/wire.schema.ts";
import { whenAssigned, whenForgotten } from "./attached.ts";
import { prospectRemovals } from "./corrections/removals.table.ts";
import { withMerged } from "./corrections/removed.ts";
import { insertHistories, memberName } from "./prospects.rows.ts";
import { discordActivities, prospects, REMOVED } from "./prospects.table.ts";

/** The reason in the history of a prospect. */
const USER_DELETED: Record<Language, string> = { en: "The user was deleted.", da: "Brugeren blev slettet." };

export const isInHandsOf = ({ actor }: MemberContext, memberId: number | null) =>
  sql`organization_id = ${actor.organizationId} and assigned_to = ${memberId}`;

/** The statements that unassign a member's prospects, with an entry in the history of each. */
export function unassignAll(context: MemberContext, memberId: number): Statement[] {
  const isTheirs = isInHandsOf(context, memberId);
  const entry = sql`'assigned', ${memberName(memberId)}, null, null, null`;
  return [
    ...whenAssigned(context, sql`select id from ${prospects} where ${isTheirs}`),
    insertHistories(context, sql`id, ${entry} from ${prospects} where ${isTheirs}`),
    context.db.run(sql`update ${prospects} set assigned_to = null, updated_at = ${context.now.toISOString()},
      version = version + 1 where ${isTheirs}`),
  ];
}

/**
 * The statement that sets the Discord account of a user's prospect, by which the member sync finds it; null for none. Violates
 * the index `prospects_discord` when another prospect has it.
 */
export const setProspectDiscord = ({ db, now }: MemberContext, userId: number, discordId: string | null) =>
  db.run(sql`update ${prospects} set discord_id = ${discordId}, avatar = null, discord_status = null,
      discord_last_seen = null, updated_at = ${now.toISOString()}
    where user_id = ${userId}`);

/** The statement that takes a deleted user's name out of the referrals of those who came by their links. @param sources the query of these */
export const forgetReferrals = ({ db, now }: MemberContext, sources: SQL): Statement =>
  db.run(sql`update ${prospects} set referral_source = 'member', updated_at = ${now.toISOString()}
    where source_id in (${sources})`);

/**
 * The statements that end the pipeline of a deleted user: deletes e-mail address, Discord account, RSI handle and
 * activities, also of prospects that were merged into theirs, and keeps name, notes and history.
 */
export function forgetPerson(context: MemberContext, userId: number): Statement[] {
  const { db, now, language } = context;
  const at = now.toISOString();
  const ids = withMerged(sql`select id from ${prospects} where user_id = ${userId}`);
  const isOver = sql`status in ('inactive', ${REMOVED})`;
  const entry = sql`'status', status, 'inactive', ${USER_DELETED[language]}, null`;
  return [
    ...whenForgotten(context, userId),
    insertHistories(context, sql`id, ${entry} from ${prospects} where user_id = ${userId} and not ${isOver}`),
    db.run(sql`delete from ${discordActivities} where (organization_id, discord_id) in (
      select organization_id, discord_id from ${prospects} where id in ${ids})`),
    db.run(
      sql`update ${prospectRemovals} set before = null where prospect_id in ${ids} or into_id in ${ids}`,
    ),
    db.run(sql`update ${prospects} set user_id = null, email = null, discord_id = null, avatar = null,
        star_citizen_id = null,
        discord_status = null, discord_last_seen = null, deadline = null,
        stage_changed_at = iif(${isOver}, stage_changed_at, ${at}),
        status = iif(status = ${REMOVED}, status, 'inactive'), updated_at = ${at}, version = version + 1
      where id in ${ids}`),
  ];
}
