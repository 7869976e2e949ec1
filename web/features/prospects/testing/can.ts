import type { Prospect } from "../../../../worker/features/prospects/prospects.schema.ts";

/** What a reader may do who moves, assigns and edits a prospect, and does not correct it. */
export const canWork = (change: Partial<Prospect["can"]> = {}): Prospect["can"] => ({
  update: true,
  assign: true,
  moveTo: [],
  setDeadline: true,
  correct: [],
  merge: false,
  remove: false,
  makePasswordLink: false,
  ...change,
});
