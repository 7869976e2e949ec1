import { lazyDialog } from "./lazy-dialog.tsx";

/** Gives a prospect to a member. */
export const AssignDialog = lazyDialog(() => import("./record/assign-dialog-view.tsx"));

/** Takes a step along the pipeline, asking for what it needs. */
export const MoveDialog = lazyDialog(() => import("./steps/move-dialog-view.tsx"));

/** A comment for the log, a new deadline, or both. */
export const CommentDialog = lazyDialog(() => import("./record/comment-dialog-view.tsx"));

/** Logs the minutes that were spent on a prospect. */
export const TimeDialog = lazyDialog(() => import("./record/time-dialog-view.tsx"));
