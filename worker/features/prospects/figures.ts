import { and, eq, inArray, lt, ne, type SQL, sql } from "drizzle-orm";
import type { BatchResponse } from "drizzle-orm/batch";
import type { Actor } from "../../lib/actor.ts";
import { avatarUrl } from "../../lib/avatar.ts";
import type { UserContext } from "../../lib/context.ts";
import { type Db, readBatch } from "../../lib/db/client.ts";
import { hoursFrom } from "../../lib/db/columns.ts";
import { isAssignableRow } from "../members/index.ts";
import { seesOwnOnly } from "./prospects.policy.ts";
import {
  type AssigneeLoad,
  PROSPECT_STATUSES,
  type ProspectCounts,
  type ProspectStatus,
  stageOf,
  type TeamOverview,
  URGENT_HOURS,
  type UserStats,
} from "./prospects.schema.ts";
import { assigneeTotals, prospects, prospectTotals } from "./prospects.table.ts";

/** The latest deadline that counts as urgent, as ISO text. */
export const urgentUntil = (now: Date): string => hoursFrom(now, URGENT_HOURS);

const selectTotals = ({ db, actor }: UserContext) =>
  db.select().from(prospectTotals).where(eq(prospectTotals.organizationId, actor.organizationId));

const selectOwnTotals = ({ db, actor }: UserContext) =>
  db
    .select()
    .from(assigneeTotals)
    .where(
      and(
        eq(assigneeTotals.organizationId, actor.organizationId),
        eq(assigneeTotals.memberId, actor.memberId ?? -1),
      ),
    );

/** Totals by status, without the intro stage for a reader who sees only their own prospects. */
function sumByStatus(actor: Actor, totals: readonly { status: ProspectStatus; count: number }[]) {
  const counts = Object.fromEntries(PROSPECT_STATUSES.map((status) => [status, 0])) as ProspectCounts;
  for (const { status, count } of totals) {
    if (stageOf(status) !== "intro" || !seesOwnOnly(actor)) counts[status] += count;
  }
  return counts;
}

/** Number of prospects in each status: of the organization, or only those assigned to the reader. */
export async function countProspects(context: UserContext, ownOnly: boolean): Promise<ProspectCounts> {
  const isOwn = ownOnly || seesOwnOnly(context.actor);
  return sumByStatus(context.actor, await (isOwn ? selectOwnTotals(context) : selectTotals(context)));
}

/**
 * The statements of the pipeline's figures, for a batch; `toPipelineFigures` puts their answers together.
 * Totals come from what triggers keep; only prospects that are due are counted.
 */
export function selectPipelineFigures(context: UserContext) {
  const { db, actor, now } = context;
  const isDue = and(
    eq(prospects.organizationId, actor.organizationId),
    lt(prospects.position, `${urgentUntil(now)}!`),
    seesOwnOnly(actor)
      ? and(
          eq(prospects.assignedTo, actor.memberId ?? -1),
          inArray(prospects.stage, ["onboarding", "active"]),
        )
      : ne(prospects.status, "inactive"),
  );
  const overdue = sql<number>`coalesce(sum(${prospects.deadline} < ${now.toISOString()} and ${prospects.assignedTo} is not null), 0)`;
  return [
    db.select({ overdue, urgent: sql<number>`count(*)` }).from(prospects).where(isDue),
    selectTotals(context),
    selectOwnTotals(context),
  ] as const;
}

/** The pipeline in figures, as far as the reader sees it. */
export function toPipelineFigures(
  { actor }: UserContext,
  ...[[due], totals, own]: BatchResponse<ReturnType<typeof selectPipelineFigures>>
) {
  return {
    overdue: due?.overdue ?? 0,
    urgent: due?.urgent ?? 0,
    pipeline: sumByStatus(actor, seesOwnOnly(actor) ? own : totals),
    /** Of the organization, for every reader. */
    activeInDiscord: totals.find(({ status, inDiscord }) => status === "active" && inDiscord)?.count ?? 0,
  };
}

/** SQL: how many of some rows are overdue, and how many are due within the urgent hours. */
function dueCounts(now: Date): { overdue: SQL<number>; dueSoon: SQL<number> } {
  const at = now.toISOString();
  return {
    overdue: sql<number>`coalesce(sum(${prospects.deadline} < ${at}), 0)`,
    dueSoon: sql<number>`coalesce(sum(${prospects.deadline} between ${at} and ${urgentUntil(now)}), 0)`,
  };
}

/** The reader's own open prospects at a glance. */
export async function countTasks({ db, actor, now }: UserContext): Promise<UserStats> {
  const [row] = await db
    .select({ assigned: sql<number>`count(*)`, ...dueCounts(now) })
    .from(prospects)
    .where(
      and(
        eq(prospects.organizationId, actor.organizationId),
        eq(prospects.assignedTo, actor.memberId ?? -1),
        inArray(prospects.stage, ["intro", "onboarding"]),
      ),
    );
  return row ?? { assigned: 0, overdue: 0, dueSoon: 0 };
}

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
    with assignee as (
      select distinct member_id from ${assigneeTotals}
      where organization_id = ${organizationId} and status not in ('active', 'inactive') and count > 0),
    load as (
      select assigned_to as memberId, count(*) as open, ${overdue} as overdue, ${dueSoon} as dueSoon,
        avg(julianday(${now.toISOString()}) - julianday(stage_changed_at)) as averageDaysInStage
      from assignee cross join ${prospects} on organization_id = ${organizationId}
        and assigned_to = assignee.member_id and stage in ('intro', 'onboarding')
      group by assigned_to)
    select load.*, users.display_name as displayName, users.avatar, users.discord_id as discordId,
      ${isAssignableRow} as assignable
    from load
    cross join members on members.id = load.memberId
    join users on users.id = members.user_id
    join roles on roles.id = members.role_id
    order by load.open desc, users.display_name`);
  const openOf = (totals: typeof prospectTotals | typeof assigneeTotals) => sql`
    coalesce((select sum(count) from ${totals}
      where organization_id = ${organizationId} and status not in ('active', 'inactive')), 0)`;
  const unassigned = db.all<{ count: number }>(
    sql`select ${openOf(prospectTotals)} - ${openOf(assigneeTotals)} as count`,
  );
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

/**
 * When time alone next changes what is overdue or urgent in an organization, null for never: a deadline
 * passes, or comes within the hours in which it counts as urgent. Reads the next prospect of each.
 */
export async function nextDeadlineMoment(db: Db, organizationId: number, now: Date): Promise<Date | null> {
  const after = (from: string) => sql`(
    select deadline from ${prospects}
    where organization_id = ${organizationId} and position > ${`${from}!`} and position < '~'
      and status <> 'inactive'
    order by position limit 1)`;
  const row = await db.get<{ passes: string | null; urgent: string | null }>(
    sql`select ${after(now.toISOString())} as passes, ${after(urgentUntil(now))} as urgent`,
  );
  const moments = [
    ...(row?.passes ? [Date.parse(row.passes)] : []),
    ...(row?.urgent ? [Date.parse(row.urgent) - URGENT_HOURS * 3_600_000] : []),
  ];
  return moments.length ? new Date(Math.min(...moments) + 1) : null;
}
