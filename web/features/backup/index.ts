import { part } from "../../ui/part.tsx";

/** The administration's tab for backups. */
export const backupTab = part(() => import("./backup-tab.tsx"), ["backup"]);
