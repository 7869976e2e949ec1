import { and, eq, lte, sql } from "drizzle-orm";
import type { Context } from "../../lib/context.ts";
import { readBatch } from "../../lib/db/client.ts";
import { selectBotStatuses } from "../bots/edit.ts";
import { memberDays, memberTotals } from "../members/members.table.ts";
import { seesOwnOnly } from "../prospects/prospects.policy.ts";
import { PROSPECT_STATUSES, type ProspectStatus } from "../prospects/prospects.schema.ts";
import { assigneeTotals, prospects, prospectTotals } from "../prospects/prospects.table.ts";
import { urgentUntil } from "../prospects/read.ts";
import type { DashboardStats } from "./dashboard.schema.ts";

const isPastIntro = ({ status }: { status: ProspectStatus }) =>
  status !== "intro" && status !== "intro_completed";

/** Days back that the member total is compared with. */
const COMPARED_DAYS = 30;

/**
 * The dashboard's figures in one round trip. Totals come from what triggers keep; only open tasks are
 * counted, from an index that holds nothing else. What the reader may not see is null.
 */
export async function getDashboardStats(context: Context): Promise<DashboardStats> {
  const { db, actor, now } = context;
  const { organizationId, permissions } = actor;
  const at = now.toISOString();
  const day = new Date(now.getTime() - COMPARED_DAYS * 24 * 3_600_000).toISOString().slice(0, 10);
  const until = urgentUntil(now);
  const openTasks = seesOwnOnly(actor)
    ? sql`${prospects} indexed by prospects_assignee_due where organization_id = ${organizationId}
        and assigned_to = ${actor.memberId} and due <= ${until}
        and status not in ('intro', 'intro_completed', 'inactive')`
    : sql`${prospects} indexed by prospects_open_tasks where organization_id = ${organizationId}
        and deadline is not null and status <> 'inactive' and deadline <= ${until}`;
  const [[tasks], totals, ownTotals, members, [then], bots] = await readBatch(db, [
    db.all<{ overdue: number; urgent: number }>(sql`
      select coalesce(sum(deadline < ${at} and assigned_to is not null), 0) as overdue, count(*) as urgent
      from ${openTasks}`),
    db.select().from(prospectTotals).where(eq(prospectTotals.organizationId, organizationId)),
    db
      .select()
      .from(assigneeTotals)
      .where(
        and(
          eq(assigneeTotals.organizationId, organizationId),
          eq(assigneeTotals.memberId, seesOwnOnly(actor) ? (actor.memberId ?? -1) : -1),
        ),
      ),
    db
      .select()
      .from(memberTotals)
      .where(and(eq(memberTotals.organizationId, organizationId), eq(memberTotals.status, "active"))),
    db
      .select()
      .from(memberDays)
      .where(and(eq(memberDays.organizationId, organizationId), lte(memberDays.day, day)))
      .orderBy(sql`${memberDays.day} desc`)
      .limit(1),
    selectBotStatuses(db, organizationId),
  ]);
  const totalMembers = members[0]?.count ?? 0;
  const seesProspects = permissions.has("prospects.read");
  const pipeline = Object.fromEntries(PROSPECT_STATUSES.map((status) => [status, 0])) as Record<
    ProspectStatus,
    number
  >;
  for (const row of seesOwnOnly(actor) ? ownTotals.filter(isPastIntro) : totals) {
    pipeline[row.status] += row.count;
  }
  const inDiscord = totals.find((row) => row.status === "active" && row.inDiscord)?.count ?? 0;
  return {
    overdueTasks: seesProspects ? (tasks?.overdue ?? 0) : null,
    activeProspects: seesProspects ? inDiscord : null,
    totalMembers,
    memberChangePercent:
      then && then.active > 0 ? Math.round(((totalMembers - then.active) / then.active) * 100) : null,
    pipelineStats: seesProspects ? pipeline : null,
    bots: permissions.has("bots.read")
      ? { running: bots.filter((bot) => bot.status === "running").length, total: bots.length }
      : null,
    urgent: seesProspects ? (tasks?.urgent ?? 0) : null,
  };
}
