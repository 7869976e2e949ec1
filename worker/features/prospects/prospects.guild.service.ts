import { sql } from "drizzle-orm";
import type { Db, Statement } from "../../db/client.ts";
import { users } from "../users/users.table.ts";
import { discordActivities, prospectHistory, prospects } from "./prospects.table.ts";

type Writer = { organizationId: number; performedBy: string; at: string };

/**
 * The statements that put people of the guild into the pipeline and keep their names and presence true.
 * What an officer edits (stage, notes, deadline) is not touched, so the record's version stays.
 */
export function upsertGuildProspects(
  db: Db,
  { organizationId, performedBy, at }: Writer,
  people: string,
): Statement[] {
  return [
    db.run(sql`insert into ${prospects} (organization_id, user_id, display_name, username, status, discord_id, avatar,
        discord_status, referral_source, stage_changed_at, created_at, updated_at)
      select ${organizationId}, users.id, value ->> 'displayName', value ->> 'username', value ->> 'firstStatus',
        value ->> 'discordId', value ->> 'avatar', 'active', 'discord', ${at}, ${at}, ${at}
      from json_each(${people})
      cross join ${users} on users.organization_id = ${organizationId} and users.discord_id = value ->> 'discordId'
      where true
      on conflict (organization_id, discord_id) do update set
        user_id = coalesce(prospects.user_id, excluded.user_id), display_name = excluded.display_name,
        username = excluded.username, avatar = excluded.avatar, discord_status = 'active',
        updated_at = excluded.updated_at
      where prospects.user_id is null or prospects.display_name <> excluded.display_name
        or prospects.username <> excluded.username or prospects.avatar is not excluded.avatar
        or prospects.discord_status is not 'active'`),
    db.run(sql`insert into ${prospectHistory} (prospect_id, action, performed_by, new_value, notes, changes, created_at)
      select prospects.id, 'discord', ${performedBy}, prospects.status, null,
        json_object('discordRole', json_object('from', null, 'to', value ->> 'because')), ${at}
      from json_each(${people})
      cross join ${prospects} on prospects.organization_id = ${organizationId}
        and prospects.discord_id = value ->> 'discordId'
      where value ->> 'isNew'`),
    db.run(sql`insert into ${discordActivities} (organization_id, discord_id, username, activity_type, timestamp)
      select ${organizationId}, value ->> 'discordId', value ->> 'username', 'server_join', ${at}
      from json_each(${people}) where value ->> 'isBack'`),
  ];
}

/** The statements that take people whose Discord role made them members to active, with a history entry each. */
export function promoteByRole(
  db: Db,
  { organizationId, performedBy, at }: Writer,
  people: string,
): Statement[] {
  const promoted = sql`from json_each(${people})
    cross join ${prospects} on prospects.organization_id = ${organizationId}
      and prospects.discord_id = value ->> 'discordId' and prospects.status = value ->> 'promotedFrom'`;
  return [
    db.run(sql`insert into ${prospectHistory} (prospect_id, action, performed_by, previous_value, new_value, changes, created_at)
      select prospects.id, 'status', ${performedBy}, prospects.status, 'active',
        json_object('discordRole', json_object('from', null, 'to', value ->> 'because')), ${at} ${promoted}`),
    db.run(sql`update ${prospects} set status = 'active', stage_changed_at = ${at}, updated_at = ${at},
        version = version + 1
      where id in (select prospects.id ${promoted})`),
  ];
}

/** The statements that mark people as no longer in the server; nothing of theirs is deleted. */
export function markLeft(db: Db, { organizationId, at }: Writer, ids: string): Statement[] {
  const isGone = sql`organization_id = ${organizationId} and discord_id in (select value from json_each(${ids}))`;
  return [
    db.run(sql`insert into ${discordActivities} (organization_id, discord_id, username, activity_type, timestamp)
      select organization_id, discord_id, username, 'server_leave', ${at} from ${prospects}
      where ${isGone} and discord_status is not 'left'`),
    db.run(sql`update ${prospects} set discord_status = 'left', updated_at = ${at}
      where ${isGone} and discord_status is not 'left'`),
  ];
}

/** The statement that deletes activities older than 90 days. */
export const deleteOldActivities = (db: Db, now: Date) =>
  db.run(sql`delete from ${discordActivities}
    where timestamp < ${new Date(now.getTime() - 90 * 24 * 3_600_000).toISOString()}`);
