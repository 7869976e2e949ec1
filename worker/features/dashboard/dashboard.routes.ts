import { Hono } from "hono";
import { type App, contextOf, ownOrganization, requires } from "../../lib/http/access.ts";
import { minuteOf, unlessUnchanged } from "../../lib/http/revision.ts";
import { getDashboardStats } from "./stats.ts";

export const dashboardRoutes = new Hono<App>().get(
  "/dashboard/stats/:orgId",
  requires("dashboard.view"),
  (c) => {
    ownOrganization(c);
    return unlessUnchanged(
      c,
      ["prospects", "members", "bots"],
      async () => c.json(await getDashboardStats(contextOf(c))),
      minuteOf(c.var.now),
    );
  },
);
