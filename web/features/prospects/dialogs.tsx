import type { ComponentType } from "react";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";

/** A dialog that is fetched with the texts of prospects; `load` resolves to the component. */
const dialog = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazyDialog(
    async () => ({ default: await load() }),
    (language) => [import(`./prospect.${language}.json`), import(`./log.${language}.json`)],
  );

const recording = () => import("./record/record-dialogs.tsx");
export const AssignDialog = dialog(async () => (await recording()).AssignDialog);
export const BulkAssignDialog = dialog(async () => (await recording()).BulkAssignDialog);
export const ReassignDialog = dialog(async () => (await recording()).ReassignDialog);
export const CommentDialog = dialog(async () => (await recording()).CommentDialog);
export const TimeDialog = dialog(async () => (await recording()).TimeDialog);

const moving = () => import("./steps/move-dialogs.tsx");
export const MoveDialog = dialog(async () => (await moving()).MoveDialog);
export const BulkMoveDialog = dialog(async () => (await moving()).BulkMoveDialog);

export const MergeDialog = dialog(async () => (await import("./person/merge-dialog.tsx")).MergeDialog);
export const RemoveDialog = dialog(async () => (await import("./person/remove-dialog.tsx")).RemoveDialog);
export const ConflictDialog = dialog(
  async () => (await import("./fields/prospect-conflict.tsx")).ConflictDialog,
);

export const AddProspectDialog = dialog(
  async () => (await import("./add-prospect-dialog-view.tsx")).AddProspectDialog,
);
