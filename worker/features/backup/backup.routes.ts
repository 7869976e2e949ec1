import { Hono } from "hono";
import * as z from "zod/mini";
import { requires } from "../../lib/http/access.ts";
import { answer } from "../../lib/http/answer.ts";
import { type App, contextOf } from "../../lib/http/app.ts";
import { depends } from "../../lib/http/depends.ts";
import { recent } from "../../lib/http/recent.ts";
import { lastBackup } from "./backup.schema.ts";
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
    answer(c, z.nullable(lastBackup), await getLastBackup(contextOf(c))),
  );
