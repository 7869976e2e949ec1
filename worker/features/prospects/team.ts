import { sql } from "drizzle-orm";
import { avatarUrl } from "../../lib/avatar.ts";
import type { UserContext } from "../../lib/context.ts";
import { readBatch } from "../../lib/db/client.ts";
import { isAssignableRow } from "../members/index.ts";
import type { AssigneeLoad, TeamOverview } from "./prospects.schema.ts";
import { assigneeTotals, prospects, prospectTotals } from "./prospects.table.ts";
import { dueCounts } from "./read.ts";

type LoadRow = Omit<AssigneeLoad, "avatarUrl" | "assignable"> & {
  avatar: string | null;
  discordId: string | null;
  assignable: number;
};

/** The open work of each assignee, the busiest first, and how much of it has none. Reads only open work. */
export async function getTeamOverview({ db, actor, now }: UserContext): Promise<TeamOverview> {
  const { organizationId } = actor;
  const { overdue, dueSoon } = dueCounts(now);
  const loads = db.all<LoadRow>(sql`
    with load as (
      select assigned_to as memberId, count(*) as open, ${overdue} as overdue, ${dueSoon} as dueSoon,
        avg(julianday(${now.toISOString()}) - julianday(stage_changed_at)) as averageDaysInStage
      from ${prospects}
      where organization_id = ${organizationId} and stage in ('intro', 'onboarding') and +assigned_to is not null
      group by +assigned_to)
    select load.*, users.display_name as displayName, users.avatar, users.discord_id as discordId,
      ${isAssignableRow} as assignable
    from load
    cross join members on members.id = load.memberId
    join users on users.id = members.user_id
    join roles on roles.id = members.role_id
    order by load.open desc, users.display_name`);
  const isOpen = sql.raw("status not in ('active', 'inactive')");
  const unassigned = db.all<{ count: number }>(sql`
    select coalesce((select sum(count) from ${prospectTotals} where organization_id = ${organizationId} and ${isOpen}), 0)
      - coalesce((select sum(count) from ${assigneeTotals} where organization_id = ${organizationId} and ${isOpen}), 0)
      as count`);
  const [rows, [rest]] = await readBatch(db, [loads, unassigned]);
  return {
    assignees: rows.map(({ avatar, discordId, assignable, averageDaysInStage, ...row }) => ({
      ...row,
      avatarUrl: avatarUrl(discordId, avatar),
      assignable: assignable === 1,
      averageDaysInStage: Math.round(averageDaysInStage * 10) / 10,
    })),
    unassigned: rest?.count ?? 0,
  };
}
