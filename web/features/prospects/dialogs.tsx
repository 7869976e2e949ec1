import { Suspense } from "react";
import { part } from "../../lib/part.ts";
import type { AssignDialogProps } from "./record/assign-dialog-view.tsx";
import type { ProspectDialogProps } from "./record/prospect-dialog-view.tsx";
import type { MoveDialogProps } from "./steps/move-dialog-view.tsx";

const prospectView = part(() => import("./record/prospect-dialog-view.tsx"), "prospect");
const assignView = part(() => import("./record/assign-dialog-view.tsx"), "prospect");
const moveView = part(() => import("./steps/move-dialog-view.tsx"), "prospect");

/** Everything about one prospect, over the page. */
export function ProspectDialog(props: ProspectDialogProps) {
  return (
    <Suspense>
      <prospectView.View key={props.id} {...props} />
    </Suspense>
  );
}

/** Gives a prospect to somebody. */
export function AssignDialog(props: AssignDialogProps) {
  return (
    <Suspense>
      <assignView.View {...props} />
    </Suspense>
  );
}

/** Takes a step along the pipeline, asking for what it needs. */
export function MoveDialog(props: MoveDialogProps) {
  return (
    <Suspense>
      <moveView.View {...props} />
    </Suspense>
  );
}
