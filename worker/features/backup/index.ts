import type { Feature } from "../../lib/feature.ts";
import { backedUp, technical } from "../../lib/table-rules.ts";
import { backupRoutes } from "./backup.routes.ts";
import { backupAudit } from "./backup.texts.ts";
import { backUpByJob } from "./bucket.ts";
import { backupPlan, hasBucket } from "./export.ts";
import { advanceByClock } from "./restore/apply.ts";
import { rehearseByJob } from "./restore/by-schedule.ts";
import { restoreRoutes } from "./restore/restore.routes.ts";
import { deleteOldRestores } from "./restore/restore.ts";

export { hasBucket, selectLastBackup } from "./export.ts";

const every = ["insert", "update", "delete"] as const;

export const backupFeature = {
  routes: (features) => [...backupRoutes(backupPlan(features)), ...restoreRoutes(backupPlan(features))],
  tables: {
    backups: {
      backup: technical({ ...backedUp("settings"), isKept: "Says which backups there are." }),
      personal: { leftOut: "Says which administrator made a backup; the log of what you did has it." },
    },
    restores: {
      guarded: {
        because: "the whole organization, with roles and passwords",
        rows: "added",
        columns: ["state"],
      },
      backup: { leftOut: "Documents that wait to be restored; a document has none itself." },
      personal: { leftOut: "Says which administrator restored a backup; the log of what you did has it." },
    },
    restore_rows: { backup: { leftOut: "The rows of documents that wait to be restored." } },
  },
  jobs: [
    {
      name: "backup",
      title: { en: "Backup", da: "Backup" },
      every: "daily",
      isOn: hasBucket,
      run: backUpByJob,
    },
    {
      name: "rehearsal",
      title: { en: "Rehearsal of the newest backup", da: "Prøve af den nyeste backup" },
      every: "weekly",
      isOn: hasBucket,
      run: rehearseByJob,
    },
  ],
  permissions: {
    "admin.restore": {
      category: "Admin",
      heldBy: [],
      en: [
        "Restore backups",
        "Brings back a backup, with roles and passwords as they were: as much as an administrator may do.",
      ],
      da: [
        "Gendanne backupper",
        "Gendanner en backup, med roller og adgangskoder som de var: så meget som en administrator må.",
      ],
    },
  },
  audit: backupAudit,
  topics: {
    backups: [{ table: "backups", on: ["insert"] }],
    restores: [{ table: "restores", on: every }],
    pauses: [{ table: "pauses", on: every }],
  },
  bodyLimits: { "/api/backup/restores": Number.POSITIVE_INFINITY },
  whileRestoring: ["/api/backup/restores", "/api/logout", "/api/user/confirm"],
  runsWhilePaused: true,
  often: (context, organizationId, features) => advanceByClock(context, organizationId, backupPlan(features)),
  daily: (context) => deleteOldRestores(context),
} satisfies Feature;
