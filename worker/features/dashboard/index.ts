import { Hono } from "hono";
import type { Feature } from "../../lib/feature.ts";
import { requires } from "../../lib/http/access.ts";
import { answer } from "../../lib/http/answer.ts";
import { type App, contextOf } from "../../lib/http/app.ts";
import { depends, everyMinute } from "../../lib/http/depends.ts";
import { dashboardStats } from "./dashboard.schema.ts";
import { getDashboardStats } from "./stats.ts";

const routes = new Hono<App>().get(
  "/dashboard/stats/:orgId",
  requires("dashboard.view"),
  depends(["members"], { partly: ["prospects", "bots"], moment: everyMinute }),
  async (c) => answer(c, dashboardStats, await getDashboardStats(contextOf(c))),
);

export const dashboardFeature = { routes: [routes] } satisfies Feature;
