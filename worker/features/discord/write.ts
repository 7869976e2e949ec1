import { sql } from "drizzle-orm";
import type { Db, Statement } from "../../lib/db/client.ts";
import { auditRoleChanges } from "../activity/list.ts";
import { changeGuildRoles, insertGuildMembers } from "../members/guild.ts";
import { markLeft, promoteByRole, upsertGuildProspects } from "../prospects/guild.ts";
import { endDiscordSessions } from "../sessions/sessions.ts";
import { upsertGuildUsers } from "../users/guild.ts";
import { guildMembers } from "./discord.table.ts";
import type { PagePlan } from "./plan.ts";

/** Who a sync's entries are attributed to. */
export type SyncWriter = { organizationId: number; performedBy: string; at: string };

/**
 * The statements that write a page of a sync. However many people it holds there are a handful, each
 * reading its rows from one JSON parameter; a page without changes has none.
 */
export function pageStatements(db: Db, writer: SyncWriter, plan: PagePlan): Statement[] {
  const statements: Statement[] = [];
  if (plan.changes.length) {
    const people = JSON.stringify(plan.changes);
    statements.push(
      ...upsertGuildUsers(db, writer, people),
      upsertMirror(db, writer, people),
      ...upsertGuildProspects(db, writer, people),
    );
    if (plan.changes.some((each) => each.memberRoleId !== null)) {
      statements.push(insertGuildMembers(db, writer, people));
    }
    if (plan.changes.some((each) => each.roleId !== null)) {
      statements.push(auditRoleChanges(db, writer, people), changeGuildRoles(db, writer, people));
    }
    if (plan.changes.some((each) => each.promotedFrom !== null)) {
      statements.push(...promoteByRole(db, writer, people));
    }
  }
  if (plan.leaves.length) {
    const ids = JSON.stringify(plan.leaves);
    statements.push(
      db.run(sql`update ${guildMembers} set present = 0, updated_at = ${writer.at}
        where organization_id = ${writer.organizationId} and discord_id in (select value from json_each(${ids}))`),
      ...markLeft(db, writer, ids),
      endDiscordSessions(db, writer.organizationId, ids),
    );
  }
  return statements;
}

const upsertMirror = (db: Db, { organizationId, at }: SyncWriter, people: string) =>
  db.run(sql`insert into ${guildMembers} (organization_id, discord_id, username, display_name, avatar, roles, present, updated_at)
    select ${organizationId}, value ->> 'discordId', value ->> 'username', value ->> 'displayName',
      value ->> 'avatar', value -> 'roles', 1, ${at}
    from json_each(${people}) where true
    on conflict (organization_id, discord_id) do update set username = excluded.username,
      display_name = excluded.display_name, avatar = excluded.avatar, roles = excluded.roles,
      present = 1, updated_at = excluded.updated_at`);
