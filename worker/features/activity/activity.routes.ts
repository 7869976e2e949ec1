import { Hono } from "hono";
import type { Audit } from "../../lib/audit.ts";
import { requires } from "../../lib/http/access.ts";
import { type App, contextOf } from "../../lib/http/app.ts";
import { depends } from "../../lib/http/depends.ts";
import { listActivity } from "./list.ts";

/** The routes of the recent activity, which is worded by the audit actions of all features. */
export const activityRoutes = (audits: readonly Audit[]) =>
  new Hono<App>().get("/activities/:orgId", requires("dashboard.view"), depends(["activity"]), async (c) =>
    c.json(await listActivity(contextOf(c), audits)),
  );
