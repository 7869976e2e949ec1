import { sql } from "drizzle-orm";
import { avatarUrl } from "../../lib/avatar.ts";
import type { MemberContext } from "../../lib/context.ts";
import { members } from "../members/index.ts";
import { users } from "../users/index.ts";
import type { InVoice } from "./prospects.schema.ts";
import { discordActivities, IS_VOICE } from "./prospects.table.ts";
import { BELIEVED_HOURS, isWatched } from "./watches.ts";

/** Newest activities in voice that are read. */
const SIGNS = 400;
/** Most people who are answered. */
const MOST = 100;

type Row = {
  id: number;
  displayName: string;
  avatar: string | null;
  discordId: string;
  channel: string | null;
};

/**
 * The active members in voice, by channel and name; nobody while no bot of the organization watches voice. Channels are named to
 * holders of members.read alone: the bot also sees those that other members cannot see in Discord.
 */
export async function listInVoice({ db, actor, now }: MemberContext): Promise<InVoice[]> {
  const { organizationId, permissions } = actor;
  const channel = permissions.has("members.read") ? sql`last.details` : sql`null`;
  const since = new Date(now.getTime() - BELIEVED_HOURS * 3_600_000).toISOString();
  const rows = await db.all<Row>(sql`
    select m.id, u.display_name as displayName, u.avatar, u.discord_id as discordId, ${channel} as channel
    from (select *, row_number() over (partition by discord_id order by timestamp desc, id desc) as nth
      from (select * from ${discordActivities}
        where ${IS_VOICE} and organization_id = ${organizationId} and timestamp > ${since}
          and ${isWatched(organizationId, now)}
        order by timestamp desc limit ${SIGNS})) last
    cross join ${users} u on u.organization_id = ${organizationId} and u.discord_id = last.discord_id
    cross join ${members} m on m.user_id = u.id and m.status = 'active'
    where last.nth = 1 and last.activity_type <> 'voice_leave'
    order by channel, displayName limit ${MOST}`);
  return rows.map(({ discordId, avatar, ...row }) => ({ ...row, avatarUrl: avatarUrl(discordId, avatar) }));
}
