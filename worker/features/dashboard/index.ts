import type { Feature } from "../../lib/feature.ts";
import { requires } from "../../lib/http/access.ts";
import { everyMinute } from "../../lib/http/depends.ts";
import { get } from "../../lib/http/route.ts";
import { EVERY_ROLE } from "../../lib/permissions.ts";
import { dashboardStats } from "./dashboard.schema.ts";
import { getDashboardStats } from "./stats.ts";

export const dashboardFeature = {
  routes: [
    get("/dashboard/stats/:orgId", {
      access: requires("dashboard.view"),
      answers: dashboardStats,
      depends: ["members"],
      partly: ["prospects", "bots", "wishes", "applications"],
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
