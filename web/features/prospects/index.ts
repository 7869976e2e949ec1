import type { Prospect } from "../../../worker/features/prospects/prospects.schema.ts";
import { act } from "../../lib/action.ts";
import { request } from "../../lib/api.ts";
import { loadTexts, translate } from "../../lib/i18n/i18n.ts";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { part } from "../../ui/part.tsx";
import { prospects } from "./prospects.api.ts";
import { tellChanged } from "./undo.ts";

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
export { Uncovered } from "./uncovered.tsx";

/**
 * Assigns a prospect to the reader's own membership, and tells it in a toast.
 * @param failed the title of the toast where it could not be assigned
 */
export const takeProspect = (id: number, me: { memberId: number; name: string }, failed: string) =>
  act(
    async () => {
      await loadTexts((language) => [import(`./prospect.${language}.json`)]);
      const prospect = await request<Prospect>(`/api/prospects/${id}/record`);
      const body = { assignedTo: me.memberId };
      const saved = await prospects.edit(prospect, { call: "/assign", body, patch: body });
      tellChanged(saved, {
        title: translate("prospect.assign.done"),
        description: translate("prospect.now", { name: saved.displayName, value: me.name }),
      });
    },
    { failed },
  );

/** A prospect, over the page; its key is the prospect's id. */
export const ProspectDialog = lazyDialog(
  () => import("./record/prospect-dialog-view.tsx"),
  (language) => [import(`./prospect.${language}.json`), import(`./log.${language}.json`)],
);

/** The button of the member sync with its progress, for holders of `admin.system`. */
export const memberSync = part(
  () => import("./member-sync.tsx"),
  (language) => [import(`./prospects.${language}.json`)],
);
