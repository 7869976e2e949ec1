import type { Tab } from "../../lib/area.ts";

export const backupTab: Tab = {
  parent: "/admin",
  key: "backup",
  order: 60,
  label: { en: "System Backup", da: "Backup" },
  content: () => import("./backup-tab.tsx"),
  texts: (language) => [import(`./backup.${language}.json`), import(`./restore.${language}.json`)],
  need: "admin.system",
};
