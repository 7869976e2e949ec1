import * as z from "zod/mini";
import { proven, requires } from "../../lib/http/access.ts";
import { file } from "../../lib/http/answers.ts";
import { get } from "../../lib/http/route.ts";
import { lastBackup } from "./backup.schema.ts";
import { type BackupPlan, exportBackup, getLastBackup } from "./export.ts";

export const backupRoutes = (plan: BackupPlan) => [
  get("/backup/export", {
    access: proven(requires("admin.system")),
    answers: file("application/json"),
    // It is recorded at the end of the file, when nothing can be refused any more.
    rows: 0,
    summary: "Save everything that the organization has stored",
    run: (context) => ({
      name: `crm-backup-${context.now.toISOString().replace(/\D/g, "").slice(0, 12)}.json`,
      body: exportBackup(context, plan),
    }),
  }),
  get("/backups/:orgId", {
    access: requires("admin.system"),
    answers: z.nullable(lastBackup),
    depends: ["backups"],
    summary: "Read when the newest backup was saved",
    run: getLastBackup,
  }),
];
