import { and, count, desc, eq, inArray, lt, ne, type SQL, sql } from "drizzle-orm";
import type { BatchResponse } from "drizzle-orm/batch";
import type { Actor } from "../../lib/actor.ts";
import { avatarUrl } from "../../lib/avatar.ts";
import type { MemberContext } from "../../lib/context.ts";
import { type Db, readBatch } from "../../lib/db/client.ts";
import { hoursFrom } from "../../lib/db/columns.ts";
import { isAssignableRow, members } from "../members/index.ts";
import { roles } from "../roles/index.ts";
import { users } from "../users/index.ts";
import { seesAssignee, seesOwnOnly, seesStage, visibleAt, visibleTo } from "./prospects.policy.ts";
import * as schema from "./prospects.schema.ts";
import { assigneeTotals, prospects, prospectTotals } from "./prospects.table.ts";

/** The latest deadline that counts as urgent, as ISO text. */
export const urgentUntil = (now: Date): string => hoursFrom(now, schema.URGENT_HOURS);

type Total = { status: schema.ProspectStatus; count: number };

/** The statement that reads how many prospects have each status, from the totals that triggers keep. */
const selectTotals = ({ db, actor: { organizationId, memberId } }: MemberContext, ownOnly: boolean) =>
  db.all<Total>(
    ownOnly
      ? sql`select status, count from ${assigneeTotals} where organization_id = ${organizationId} and member_id = ${memberId}`
      : sql`select status, count from ${prospectTotals} where organization_id = ${organizationId}`,
  );

/** Totals by status, zero for those that the reader does not see. */
function sumByStatus(actor: Actor, totals: readonly Total[]) {
  const none = Object.fromEntries(schema.PROSPECT_STATUSES.map((status) => [status, 0]));
  const counts = none as schema.ProspectCounts;
  for (const { status, count } of totals)
    if (seesStage(actor, schema.stageOf(status))) counts[status] += count;
  return counts;
}

export const countProspects = async (context: MemberContext, { assignedTo }: schema.CountsQuery) =>
  sumByStatus(context.actor, await selectTotals(context, assignedTo === "me" || seesOwnOnly(context.actor)));

/** The statements of the pipeline's figures, for a batch; `toPipelineFigures` takes their results. */
export function selectPipelineFigures(context: MemberContext) {
  const { db, actor, now } = context;
  const isDue = and(
    visibleTo(actor),
    lt(prospects.position, `${urgentUntil(now)}!`),
    ne(prospects.status, "inactive"),
    // An index has one person's prospects in order within each stage.
    seesOwnOnly(actor) ? inArray(prospects.stage, ["intro", "onboarding", "active"]) : undefined,
  );
  const overdue = sql<number>`count(*) filter (
    where ${prospects.deadline} < ${now.toISOString()} and ${prospects.assignedTo} is not null)`;
  return [
    db.select({ overdue, urgent: count() }).from(prospects).where(isDue),
    selectTotals(context, seesOwnOnly(actor)),
    db.all<{ count: number }>(sql`select count from ${prospectTotals}
      where organization_id = ${actor.organizationId} and status = 'active' and in_discord = 1`),
  ] as const;
}

export const toPipelineFigures = (
  { actor }: MemberContext,
  ...[[due], totals, [inDiscord]]: BatchResponse<ReturnType<typeof selectPipelineFigures>>
) => ({
  overdue: due?.overdue ?? 0,
  urgent: due?.urgent ?? 0,
  byStatus: sumByStatus(actor, totals),
  /** Only for readers of all prospects: the stored totals do not count by assignee who is in Discord. */
  activeInDiscord: seesOwnOnly(actor) ? null : (inDiscord?.count ?? 0),
});

/** SQL condition: a prospect is open, and the reader may see it. */
const isOpen = (actor: Actor) => visibleAt(actor, ["intro", "onboarding"]);

/** SQL: how many rows are overdue, and how many are due within the urgent hours. */
function dueCounts(now: Date) {
  const at = now.toISOString();
  return {
    overdue: sql<number>`count(*) filter (where ${prospects.deadline} < ${at})`,
    dueSoon: sql<number>`count(*) filter (where ${prospects.deadline} between ${at} and ${urgentUntil(now)})`,
  };
}

export async function countTasks({ db, actor, now }: MemberContext) {
  if (!actor.permissions.has("prospects.read")) return { assigned: 0, overdue: 0, dueSoon: 0 };
  const [row] = await db
    .select({ assigned: count(), ...dueCounts(now) })
    .from(prospects)
    .where(and(isOpen(actor), eq(prospects.assignedTo, actor.memberId ?? -1)));
  return row as schema.UserStats;
}

/** The open work of each assignee, the busiest first, and how much has no assignee, as far as the reader may see it. */
export async function getTeamOverview({ db, actor, now }: MemberContext): Promise<schema.TeamOverview> {
  if (!actor.permissions.has("prospects.read")) return { assignees: [], unassigned: 0 };
  const openOf = (totals: typeof prospectTotals | typeof assigneeTotals, what: SQL) => sql`(
    select ${what} from ${totals}
    where organization_id = ${actor.organizationId} and status not in ('active', 'inactive') and count > 0)`;
  const open = sql`coalesce(sum(count), 0)`;
  const isBusy =
    seesAssignee(actor, members.id) ?? sql`${members.id} in ${openOf(assigneeTotals, sql`member_id`)}`;
  const daysInStage = sql`julianday(${now.toISOString()}) - julianday(${prospects.stageChangedAt})`;
  const [loads, [rest]] = await readBatch(db, [
    db
      .select({
        memberId: members.id,
        displayName: users.displayName,
        avatar: users.avatar,
        discordId: users.discordId,
        assignable: sql<boolean>`${isAssignableRow}`.mapWith(Boolean),
        open: count(),
        ...dueCounts(now),
        averageDaysInStage: sql<number>`round(avg(${daysInStage}), 1)`,
      })
      .from(members)
      .innerJoin(users, eq(users.id, members.userId))
      .innerJoin(roles, eq(roles.id, members.roleId))
      .crossJoin(prospects)
      .where(and(isBusy, eq(prospects.assignedTo, members.id), isOpen(actor)))
      .groupBy(members.id)
      .orderBy(desc(count()), users.displayName),
    db.all<{ unassigned: number }>(
      sql`select ${openOf(prospectTotals, open)} - ${openOf(assigneeTotals, open)} as unassigned`,
    ),
  ]);
  return {
    assignees: loads.map((load) => ({ ...load, avatarUrl: avatarUrl(load.discordId, load.avatar) })),
    unassigned: seesOwnOnly(actor) ? 0 : (rest?.unassigned ?? 0),
  };
}

/** When the next deadline of an organization passes or becomes urgent; null for never. */
export async function nextDeadlineMoment(db: Db, organizationId: number, now: Date): Promise<Date | null> {
  const after = (from: string) => sql`(
    select deadline from ${prospects}
    where organization_id = ${organizationId} and position > ${`${from}!`} and position < '~'
      and status <> 'inactive'
    order by position limit 1)`;
  const { passes, urgent } = await db.get<{ passes: string | null; urgent: string | null }>(
    sql`select ${after(now.toISOString())} as passes, ${after(urgentUntil(now))} as urgent`,
  );
  const becomesUrgent = urgent && hoursFrom(new Date(urgent), -schema.URGENT_HOURS);
  const next = [passes, becomesUrgent].filter((each) => each !== null);
  return next.length ? new Date(Math.min(...next.map(Date.parse)) + 1) : null;
}
