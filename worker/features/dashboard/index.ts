import { and, eq, lte, sql } from "drizzle-orm";
import type { MemberContext } from "../../lib/context.ts";
import { readBatch } from "../../lib/db/client.ts";
import { hoursFrom } from "../../lib/db/columns.ts";
import type { Feature } from "../../lib/feature.ts";
import { requires } from "../../lib/http/access.ts";
import { everyMinute } from "../../lib/http/depends.ts";
import { get } from "../../lib/http/route.ts";
import { EVERY_ROLE } from "../../lib/permissions.ts";
import { selectBotStatuses } from "../bots/index.ts";
import { memberDays, selectActiveTotal } from "../members/index.ts";
import { selectPipelineFigures, toPipelineFigures } from "../prospects/index.ts";
import { type DashboardStats, dashboardStats } from "./dashboard.schema.ts";

/** Days back that the member total is compared with. */
const COMPARED_DAYS = 30;

/** The dashboard's figures in one round trip; null where the reader lacks permission. */
async function getDashboardStats(context: MemberContext): Promise<DashboardStats> {
  const { db, actor, now } = context;
  const { organizationId, permissions } = actor;
  const day = hoursFrom(now, -COMPARED_DAYS * 24).slice(0, 10);
  const [[total], [then], bots, ...figures] = await readBatch(db, [
    selectActiveTotal(db, organizationId),
    db
      .select()
      .from(memberDays)
      .where(and(eq(memberDays.organizationId, organizationId), lte(memberDays.day, day)))
      .orderBy(sql`${memberDays.day} desc`)
      .limit(1),
    selectBotStatuses(db, organizationId),
    ...selectPipelineFigures(context),
  ]);
  const totalMembers = total?.active ?? 0;
  const pipeline = permissions.has("prospects.read") ? toPipelineFigures(context, ...figures) : null;
  const running = bots.filter(({ status }) => status === "running").length;
  return {
    overdueTasks: pipeline?.overdue ?? null,
    activeProspects: pipeline?.activeInDiscord ?? null,
    totalMembers,
    memberChangePercent: then?.active ? Math.round(((totalMembers - then.active) / then.active) * 100) : null,
    pipelineStats: pipeline?.byStatus ?? null,
    bots: permissions.has("bots.read") ? { running, total: bots.length } : null,
    urgent: pipeline?.urgent ?? null,
    unassigned: pipeline?.unassigned ?? null,
  };
}

export const dashboardFeature = {
  routes: [
    get("/dashboard/stats/:orgId", {
      access: requires("dashboard.view"),
      answers: dashboardStats,
      depends: ["members"],
      partly: ["prospects", "bots"],
      moment: everyMinute,
      summary: "Count what the dashboard shows",
      run: getDashboardStats,
    }),
  ],
  permissions: {
    "dashboard.view": {
      category: "Dashboard",
      heldBy: EVERY_ROLE,
      en: ["View dashboard", "Opens the dashboard with its figures and the recent activity."],
      da: ["Se overblik", "Åbner overblikket med tal og seneste aktivitet."],
    },
  },
} satisfies Feature;
