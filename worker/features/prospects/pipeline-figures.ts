import { and, count, eq, lt, sql } from "drizzle-orm";
import type { BatchResponse } from "drizzle-orm/batch";
import { avatarUrl } from "../../lib/avatar.ts";
import { compareNames } from "../../lib/compare-names.ts";
import type { MemberContext } from "../../lib/context.ts";
import { type Db, readBatch } from "../../lib/db/client.ts";
import { hoursFrom } from "../../lib/db/columns.ts";
import { awayUntil, isAssignableRow, members } from "../members/index.ts";
import { roles } from "../roles/index.ts";
import { users } from "../users/index.ts";
import {
  HIDDEN,
  isOurs,
  isOwnAdded,
  isOwnAssigned,
  seesOwnOnly,
  visibleAssigned,
} from "./prospects.policy.ts";
import * as schema from "./prospects.schema.ts";
import { assigneeTotals, prospects, prospectTotals } from "./prospects.table.ts";
import { isInHand, isOpen, isTask, taskCounts, urgentUntil } from "./tasks.ts";

type Total = { status: schema.ProspectStatus; count: number };

const isHiddenStatus = sql`status in (${sql.join(
  schema.STAGES[HIDDEN].map((status) => sql`${status}`),
  sql`, `,
)})`;

/**
 * The statement that counts the prospects that the reader sees by status: from the totals of triggers, and for a reader who
 * sees only their own by counting those that they added.
 */
function selectTotals({ db, actor }: MemberContext, assignedTo?: "me") {
  const { organizationId, memberId } = actor;
  const ofMine = sql`select status, count from ${assigneeTotals}
    where organization_id = ${organizationId} and member_id = ${memberId}`;
  if (!seesOwnOnly(actor))
    return db.all<Total>(
      assignedTo === "me"
        ? ofMine
        : sql`select status, count from ${prospectTotals} where organization_id = ${organizationId}`,
    );
  const counted = (which: unknown) => sql`select status, count(*) as count from ${prospects}
    where ${isOurs(actor)} and ${which} group by status`;
  const assigned = sql`${ofMine} and not ${isHiddenStatus}
    union all ${counted(and(eq(prospects.stage, HIDDEN), isOwnAssigned(actor)))}`;
  return db.all<Total>(
    assignedTo === "me" ? assigned : sql`${assigned} union all ${counted(isOwnAdded(actor))}`,
  );
}

function sumByStatus(totals: readonly Total[]) {
  const none = Object.fromEntries(schema.PROSPECT_STATUSES.map((status) => [status, 0]));
  const counts = none as schema.ProspectCounts;
  for (const { status, count } of totals) counts[status] += count;
  return counts;
}

export const countProspects = async (context: MemberContext, { assignedTo }: schema.CountsQuery) =>
  sumByStatus(await selectTotals(context, assignedTo));

type InHand = { assigned: number | null; added: number | null };

/**
 * The statement for `unassignedOf`: how many open prospects that the reader sees have an assignee, and for a reader who sees
 * only their own how many they added.
 */
function selectInHand({ db, actor }: MemberContext) {
  if (seesOwnOnly(actor))
    return db.all<InHand>(sql`select null as assigned, count(*) as added from ${prospects}
      where ${and(isOurs(actor), isOwnAdded(actor), isOpen)}`);
  return db.all<InHand>(sql`select coalesce(sum(count), 0) as assigned, null as added from ${assigneeTotals}
    where organization_id = ${actor.organizationId} and status not in ('active', 'inactive')`);
}

const countOpen = (counts: schema.ProspectCounts): number =>
  schema.OPEN_STAGES.flatMap((stage) => schema.STAGES[stage]).reduce((sum, each) => sum + counts[each], 0);

const unassignedOf = (counts: schema.ProspectCounts, inHand: InHand | undefined): number =>
  inHand?.added ?? countOpen(counts) - (inHand?.assigned ?? 0);

/** The statements of the pipeline's figures, for a batch; `toPipelineFigures` takes their results. */
export function selectPipelineFigures(context: MemberContext) {
  const { db, actor, now } = context;
  const isUrgent = and(visibleAssigned(actor), isTask, lt(prospects.position, `${urgentUntil(now)}!`));
  return [
    db
      .select({ urgent: count(), overdue: taskCounts(now).overdue })
      .from(prospects)
      .where(isUrgent),
    selectTotals(context),
    db.all<{ count: number }>(sql`select count from ${prospectTotals}
      where organization_id = ${actor.organizationId} and status = 'active' and in_discord = 1`),
    selectInHand(context),
  ] as const;
}

export function toPipelineFigures(
  { actor }: MemberContext,
  ...[[due], totals, [inDiscord], [inHand]]: BatchResponse<ReturnType<typeof selectPipelineFigures>>
) {
  const byStatus = sumByStatus(totals);
  return {
    overdue: due?.overdue ?? 0,
    urgent: due?.urgent ?? 0,
    unassigned: unassignedOf(byStatus, inHand),
    byStatus,
    /** Only for readers of all prospects: the stored totals do not count by assignee who is in Discord. */
    activeInDiscord: seesOwnOnly(actor) ? null : (inDiscord?.count ?? 0),
  };
}

/** The caller's own tasks, and their open prospects without a deadline. */
export async function countTasks(context: MemberContext): Promise<schema.UserStats> {
  const { db, actor, now } = context;
  const none = { assigned: 0, overdue: 0, dueSoon: 0, withoutDeadline: 0 };
  if (!actor.permissions.has("prospects.read")) return none;
  const { overdue, dueSoon } = taskCounts(now);
  const [[tasks = none], totals] = await readBatch(db, [
    db
      .select({ assigned: count(), overdue, dueSoon })
      .from(prospects)
      .where(and(visibleAssigned(actor), isTask, eq(prospects.assignedTo, actor.memberId ?? -1))),
    selectTotals(context, "me"),
  ]);
  return { ...tasks, withoutDeadline: countOpen(sumByStatus(totals)) - tasks.assigned };
}

/** The open work of each assignee, the busiest first, and of no assignee, as far as the reader may see it. */
export async function getTeamOverview(context: MemberContext): Promise<schema.TeamOverview> {
  const { db, actor, now } = context;
  if (!actor.permissions.has("prospects.read")) return { assignees: [], unassigned: 0 };
  const isBusy = seesOwnOnly(actor)
    ? eq(members.id, actor.memberId ?? -1)
    : sql`${members.id} in (select member_id from ${assigneeTotals}
        where organization_id = ${actor.organizationId} and status not in ('active', 'inactive') and count > 0)`;
  const daysInStage = sql`julianday(${now.toISOString()}) - julianday(${prospects.stageChangedAt})`;
  const [found, totals, [inHand]] = await readBatch(db, [
    db
      .select({
        memberId: members.id,
        displayName: users.displayName,
        avatar: users.avatar,
        discordId: users.discordId,
        assignable: sql<boolean>`${isAssignableRow}`.mapWith(Boolean),
        open: count(),
        ...taskCounts(now),
        averageDaysInStage: sql<number>`round(avg(${daysInStage}), 1)`,
        leaves: members.leaves,
      })
      .from(members)
      .innerJoin(users, eq(users.id, members.userId))
      .innerJoin(roles, eq(roles.id, members.roleId))
      .crossJoin(prospects)
      .where(and(isBusy, eq(prospects.assignedTo, members.id), visibleAssigned(actor), isInHand))
      .groupBy(members.id),
    selectTotals(context),
    selectInHand(context),
  ]);
  const compare = compareNames(context.language);
  const loads = found.toSorted((a, b) => b.open - a.open || compare(a.displayName, b.displayName));
  return {
    assignees: loads.map(({ leaves, ...load }) => ({
      ...load,
      avatarUrl: avatarUrl(load.discordId, load.avatar),
      awayUntil: awayUntil(context, leaves),
    })),
    unassigned: unassignedOf(sumByStatus(totals), inHand),
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
