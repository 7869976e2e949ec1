import { part } from "../../ui/part.tsx";
import { backupTexts } from "./texts.ts";

export const backupTab = part(() => import("./backup-tab.tsx"), [backupTexts]);
