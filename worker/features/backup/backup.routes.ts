import { Hono } from "hono";
import { requires } from "../../lib/http/access.ts";
import { type App, contextOf } from "../../lib/http/app.ts";
import { depends } from "../../lib/http/depends.ts";
import { recent } from "../../lib/http/recent.ts";
import { exportBackup } from "./export.ts";
import { getLastBackup } from "./last.ts";

export const backupRoutes = new Hono<App>()
  .get("/backup/export", requires("admin.system"), recent(), (c) => {
    const minute = c.var.now.toISOString().replace(/\D/g, "").slice(0, 12);
    return c.body(exportBackup(contextOf(c)), 200, {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": `attachment; filename="crm-backup-${minute}.json"`,
    });
  })
  .get("/backups/:orgId", requires("admin.system"), depends(["backups"]), async (c) =>
    c.json(await getLastBackup(contextOf(c))),
  );
