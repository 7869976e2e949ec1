import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { part } from "../../ui/part.tsx";

export { figurePath, stagesFor } from "./address.ts";
export { AssignDialog } from "./dialogs.tsx";
export {
  assignablePath,
  MY_WORK_PATH,
  prospects,
  teamPath,
  useAssignable,
  useAssignees,
  useMyWork,
} from "./prospects.api.ts";
export { STATUS_TONE } from "./stages.ts";
export { takeProspect } from "./take.ts";
export { Uncovered } from "./uncovered.tsx";

/** A prospect, over the page; its key is the prospect's id. */
export const ProspectDialog = lazyDialog(
  () => import("./record/prospect-dialog-view.tsx"),
  (language) => [import(`./prospect.${language}.json`)],
);

/** The button of the member sync with its progress, for holders of `admin.system`. */
export const memberSync = part(
  () => import("./member-sync.tsx"),
  (language) => [import(`./prospects.${language}.json`)],
);
