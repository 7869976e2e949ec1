import { lazyDialog } from "../../ui/lazy-dialog.tsx";

/** Shows when most members can; `onPlan` plans an event at a time. */
export const FindTimeDialog = lazyDialog(
  () => import("./best-time.tsx"),
  (language) => [import(`./times.${language}.json`)],
);
