import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { leaveTexts } from "./texts.ts";

export const LeaveDialog = lazyDialog(() => import("./leave-dialog.tsx"), [leaveTexts]);
