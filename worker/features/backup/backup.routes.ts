import { nextTick } from "../../lib/crons.ts";
import { proven, requires } from "../../lib/http/access.ts";
import { file } from "../../lib/http/answers.ts";
import { get } from "../../lib/http/route.ts";
import { backupState } from "./backup.schema.ts";
import { type BackupPlan, backupName, exportBackup, getLastBackup } from "./export.ts";

export const backupRoutes = (plan: BackupPlan) => [
  get("/backup/export", {
    access: proven(requires("admin.system")),
    answers: file("application/json"),
    // Records it at the end of the file, after which nothing can be refused.
    rows: 0,
    summary: "Save everything that the organization has stored",
    run: (context) => ({
      name: backupName(context.now),
      body: exportBackup(context, plan),
    }),
  }),
  get("/backups/:orgId", {
    access: requires("admin.system"),
    answers: backupState,
    depends: ["backups"],
    moment: ({ now }) => nextTick("daily", now).getTime(),
    summary: "Read when the newest backup was saved, and when the schedule makes the next one",
    run: getLastBackup,
  }),
];
