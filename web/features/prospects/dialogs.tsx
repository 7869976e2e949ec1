import { type ComponentType, Suspense } from "react";
import { part } from "../../ui/part.tsx";

/** A dialog that is fetched with its texts when it is first opened. */
export function lazyDialog<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const { View } = part(load, "prospect");
  return (props: Props) => (
    <Suspense>
      <View {...props} />
    </Suspense>
  );
}

export const AssignDialog = lazyDialog(() => import("./record/assign-dialog-view.tsx"));
export const MoveDialog = lazyDialog(() => import("./steps/move-dialog-view.tsx"));
export const CommentDialog = lazyDialog(() => import("./record/comment-dialog-view.tsx"));
export const TimeDialog = lazyDialog(() => import("./record/time-dialog-view.tsx"));
export const AddProspectDialog = lazyDialog(() => import("./add-prospect-dialog-view.tsx"));
export const BulkDialog = lazyDialog(() => import("./bulk/bulk-dialog-view.tsx"));
export const ReassignDialog = lazyDialog(() => import("./bulk/reassign-dialog-view.tsx"));
