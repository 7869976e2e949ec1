import type { Tab } from "../../lib/area.ts";
import { backupTexts, restoreTexts } from "./texts.ts";

export const backupTab: Tab = {
  of: "/admin",
  key: "backup",
  order: 60,
  label: { en: "System Backup", da: "Sikkerhedskopi" },
  content: () => import("./backup-tab.tsx"),
  texts: [backupTexts, restoreTexts],
  need: "admin.system",
};
