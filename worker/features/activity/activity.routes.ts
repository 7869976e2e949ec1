import { Hono } from "hono";
import { type App, contextOf, ownOrganization, requires } from "../../lib/http/access.ts";
import { unlessUnchanged } from "../../lib/http/revision.ts";
import { listActivity } from "./list.ts";

export const activityRoutes = new Hono<App>().get("/activities/:orgId", requires("dashboard.view"), (c) => {
  ownOrganization(c);
  return unlessUnchanged(c, ["activity"], async () => c.json(await listActivity(contextOf(c))));
});
