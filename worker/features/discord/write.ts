import { sql } from "drizzle-orm";
import type { Context } from "../../lib/context.ts";
import type { Statement } from "../../lib/db/client.ts";
import { changeGuildRoles, insertGuildMembers, setMembersInDiscord } from "../members/index.ts";
import { markLeft, promoteByRole, upsertGuildProspects } from "../prospects/index.ts";
import { endDiscordSessions } from "../sessions/index.ts";
import { upsertGuildUsers } from "../users/index.ts";
import { guildMembers } from "./discord.table.ts";
import type { PagePlan } from "./plan.ts";

/**
 * The statements that write a page of a sync. However many people it holds there are a handful, each
 * reading its rows from one JSON parameter; a page without changes has none.
 */
export function pageStatements(context: Context, { changes, leaves }: PagePlan): Statement[] {
  const { organizationId } = context.actor;
  const people = JSON.stringify(changes);
  const gone = JSON.stringify(leaves);
  const hasAny = (field: "memberRoleId" | "roleId" | "promotedFrom") =>
    changes.some((each) => each[field] !== null);
  const presence = [
    ...changes.map(({ discordId }) => ({ organizationId, discordId, inDiscord: true })),
    ...leaves.map((discordId) => ({ organizationId, discordId, inDiscord: false })),
  ];
  return [
    ...(changes.length ? [upsertGuildUsers(context, people), upsertMirror(context, people)] : []),
    ...(changes.length ? upsertGuildProspects(context, people) : []),
    ...(hasAny("memberRoleId") ? insertGuildMembers(context, people) : []),
    ...(hasAny("roleId") ? changeGuildRoles(context, people) : []),
    ...(hasAny("promotedFrom") ? promoteByRole(context, people) : []),
    ...(leaves.length ? [markMirrorLeft(context, gone), ...markLeft(context, gone)] : []),
    ...(leaves.length ? [endDiscordSessions(context.db, organizationId, gone)] : []),
    ...(presence.length ? [setMembersInDiscord(context.db, presence)] : []),
  ];
}

const upsertMirror = ({ db, actor, now }: Context, people: string) =>
  db.run(sql`insert into ${guildMembers} (organization_id, discord_id, username, display_name, avatar, roles, present, updated_at)
    select ${actor.organizationId}, value ->> 'discordId', value ->> 'username', value ->> 'displayName',
      value ->> 'avatar', value -> 'roles', 1, ${now.toISOString()}
    from json_each(${people}) where true
    on conflict (organization_id, discord_id) do update set username = excluded.username,
      display_name = excluded.display_name, avatar = excluded.avatar, roles = excluded.roles,
      present = 1, updated_at = excluded.updated_at`);

const markMirrorLeft = ({ db, actor, now }: Context, ids: string) =>
  db.run(sql`update ${guildMembers} set present = 0, updated_at = ${now.toISOString()}
    where organization_id = ${actor.organizationId} and discord_id in (select value from json_each(${ids}))`);
