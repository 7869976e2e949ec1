import type { Feature } from "../../lib/feature.ts";
import { backedUp } from "../../lib/table-rules.ts";
import { backupRoutes } from "./backup.routes.ts";
import { backupAudit } from "./backup.texts.ts";
import { backUpByJob } from "./bucket.ts";
import { backupPlan } from "./export.ts";

export { openNewestBackup, storeBackup } from "./bucket.ts";

export const backupFeature = {
  routes: (features) => backupRoutes(backupPlan(features)),
  tables: {
    backups: {
      backup: backedUp("settings"),
      personal: { leftOut: "Says which administrator made a backup; the log of what you did has it." },
    },
  },
  jobs: [
    {
      name: "backup",
      title: { en: "Backup", da: "Sikkerhedskopi" },
      every: "daily",
      isOn: ({ BACKUPS }) => BACKUPS !== undefined,
      run: backUpByJob,
    },
  ],
  audit: backupAudit,
  topics: { backups: [{ table: "backups", on: ["insert"] }] },
} satisfies Feature;
