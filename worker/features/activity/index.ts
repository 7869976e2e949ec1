import { Hono } from "hono";
import type { Audit } from "../../lib/audit.ts";
import type { Feature } from "../../lib/feature.ts";
import { requires } from "../../lib/http/access.ts";
import { type App, contextOf } from "../../lib/http/app.ts";
import { depends } from "../../lib/http/depends.ts";
import { listActivity } from "./list.ts";

/** @param audits the audit actions of all features, which word the recent activity */
export const activityFeature = (audits: readonly Audit[]): Feature => ({
  routes: [
    new Hono<App>().get("/activities/:orgId", requires("dashboard.view"), depends(["activity"]), async (c) =>
      c.json(await listActivity(contextOf(c), audits)),
    ),
  ],
  topics: { activity: [{ table: "audit_log", on: ["insert"], when: "new.audience <> 'private'" }] },
});
