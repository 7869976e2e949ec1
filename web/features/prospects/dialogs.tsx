import { type ComponentType, Suspense } from "react";
import { part } from "../../ui/part.tsx";

/** A dialog that is fetched with its texts when it is first opened. */
export function lazyDialog<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const { View } = part(async () => ({ default: await load() }), "prospect");
  return (props: Props) => (
    <Suspense>
      <View {...props} />
    </Suspense>
  );
}

const recording = () => import("./record/record-dialogs.tsx");
export const AssignDialog = lazyDialog(async () => (await recording()).AssignDialog);
export const BulkAssignDialog = lazyDialog(async () => (await recording()).BulkAssignDialog);
export const ReassignDialog = lazyDialog(async () => (await recording()).ReassignDialog);
export const CommentDialog = lazyDialog(async () => (await recording()).CommentDialog);
export const TimeDialog = lazyDialog(async () => (await recording()).TimeDialog);

const moving = () => import("./steps/move-dialogs.tsx");
export const MoveDialog = lazyDialog(async () => (await moving()).MoveDialog);
export const BulkMoveDialog = lazyDialog(async () => (await moving()).BulkMoveDialog);

export const AddProspectDialog = lazyDialog(
  async () => (await import("./add-prospect-dialog-view.tsx")).AddProspectDialog,
);
