import { lazyDialog } from "../../ui/lazy-dialog.tsx";

export const LeaveDialog = lazyDialog(() => import("./leave-dialog.tsx"));
