import { Hono } from "hono";
import * as z from "zod/mini";
import type { Audit } from "../../lib/audit.ts";
import { requires } from "../../lib/http/access.ts";
import { answer, answerPage } from "../../lib/http/answer.ts";
import { type App, contextOf } from "../../lib/http/app.ts";
import { depends, everyMinute } from "../../lib/http/depends.ts";
import { input } from "../../lib/http/input.ts";
import { activity, auditActionOption, auditEntry, auditFilters, auditQuery } from "./activity.schema.ts";
import { exportAudit } from "./export.ts";
import { listActivity } from "./list.ts";
import { listAuditActions, searchAudit } from "./search.ts";

/** @param audits the audit actions of all features, which word the entries */
export const activityRoutes = (audits: readonly Audit[]) =>
  new Hono<App>()
    .get("/activities/:orgId", requires("dashboard.view"), depends(["activity"]), async (c) =>
      answer(c, z.array(activity), await listActivity(contextOf(c), audits)),
    )
    .get(
      "/audit/:orgId",
      requires("audit.read"),
      input("query", auditQuery),
      // Private entries raise no topic: they show within a minute.
      depends(["activity"], { moment: everyMinute }),
      async (c) => answerPage(c, auditEntry, await searchAudit(contextOf(c), c.req.valid("query"), audits)),
    )
    .get("/audit/:orgId/actions", requires("audit.read"), (c) =>
      answer(c, z.array(auditActionOption), listAuditActions(audits, c.var.language)),
    )
    .get("/audit/:orgId/export", requires("audit.read"), input("query", auditFilters), (c) => {
      const name = `audit-log-${c.var.now.toISOString().slice(0, 10)}.csv`;
      return c.body(exportAudit(contextOf(c), c.req.valid("query"), audits), 200, {
        "Content-Type": "text/csv; charset=utf-8",
        "Content-Disposition": `attachment; filename="${name}"`,
      });
    });
