import type { Feature } from "../../lib/feature.ts";
import { backupRoutes } from "./backup.routes.ts";
import { backupAudit } from "./backup.texts.ts";

export const backupFeature = {
  routes: [backupRoutes],
  audit: backupAudit,
  topics: { backups: [{ table: "backups", on: ["insert"] }] },
} satisfies Feature;
