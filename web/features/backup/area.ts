import type { Tab } from "../../lib/area.ts";
import { backupTexts } from "./texts.ts";

export const backupTab: Tab = {
  of: "/admin",
  key: "backup",
  order: 60,
  label: { en: "System Backup", da: "Sikkerhedskopi" },
  content: () => import("./backup-tab.tsx"),
  texts: [backupTexts],
  need: "admin.system",
};
