import { lazyDialog } from "../../ui/lazy-dialog.tsx";

/** The dialog in which members say that they are away. */
export const LeaveDialog = lazyDialog(
  () => import("./leave-dialog.tsx"),
  (language) => [import(`./leave.${language}.json`)],
);
