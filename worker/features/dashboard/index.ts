import { Hono } from "hono";
import type { Feature } from "../../lib/feature.ts";
import { requires } from "../../lib/http/access.ts";
import { type App, contextOf } from "../../lib/http/app.ts";
import { depends, everyMinute } from "../../lib/http/depends.ts";
import { getDashboardStats } from "./stats.ts";

const routes = new Hono<App>().get(
  "/dashboard/stats/:orgId",
  requires("dashboard.view"),
  depends(["members"], { partly: ["prospects", "bots"], moment: everyMinute }),
  async (c) => c.json(await getDashboardStats(contextOf(c))),
);

export const dashboardFeature = { routes: [routes] } satisfies Feature;
