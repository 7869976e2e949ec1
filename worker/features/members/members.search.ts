import { sql } from "drizzle-orm";
import { avatarUrl } from "../../lib/avatar.ts";
import type { Source } from "../../lib/search/search.ts";
import { roles } from "../roles/index.ts";
import { users } from "../users/index.ts";
import { ofOrganization } from "./members.rows.ts";
import type { MemberStatus } from "./members.schema.ts";
import { members } from "./members.table.ts";

type Row = {
  id: number;
  user_id: number;
  status: MemberStatus;
  used_at: string | null;
  last_seen_at: string | null;
  display_name: string;
  username: string;
  discord_id: string | null;
  avatar: string | null;
  role: string;
};

export const memberSearch: Source = {
  group: "people",
  needs: "members.read",
  select: ({ db, actor }, wanted) =>
    db.all<Row>(sql`select ${members.id}, ${members.userId}, ${members.status}, ${members.usedAt}, ${members.lastSeenAt},
        ${users.displayName}, ${users.username}, ${users.discordId}, ${users.avatar}, ${roles.name} as role
      from (${wanted.named("member", actor.organizationId)}) found
      cross join ${members} on ${members.id} = found.id cross join ${users} on ${users.id} = ${members.userId}
      cross join ${roles} on ${roles.id} = ${members.roleId} where ${ofOrganization(actor)}`),
  present: (row: Row) => ({
    ...{ kind: "member", id: row.id, title: row.display_name, name: row.username, line: row.role },
    ...{ path: `/members?member=${row.id}`, avatarUrl: avatarUrl(row.discord_id, row.avatar) },
    ...{ userId: row.user_id, alias: row.discord_id },
    // Former members come after all others.
    weight: row.status === "active" ? Date.parse(row.used_at ?? row.last_seen_at ?? "1990") : 0,
  }),
};
