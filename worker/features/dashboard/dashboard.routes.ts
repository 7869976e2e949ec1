import { Hono } from "hono";
import { requires } from "../../lib/http/access.ts";
import { type App, contextOf } from "../../lib/http/app.ts";
import { depends, minuteOf } from "../../lib/http/depends.ts";
import { getDashboardStats } from "./stats.ts";

export const dashboardRoutes = new Hono<App>().get(
  "/dashboard/stats/:orgId",
  requires("dashboard.view"),
  depends(["members"], { partly: ["prospects", "bots"], moment: (c) => minuteOf(c.var.now) }),
  async (c) => c.json(await getDashboardStats(contextOf(c))),
);
