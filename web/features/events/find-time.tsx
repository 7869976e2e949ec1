import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { timesTexts } from "./times.texts.ts";

/** Shows when most members can; `onPlan` plans an event at a time. */
export const FindTimeDialog = lazyDialog(() => import("./best-time.tsx"), [timesTexts]);
