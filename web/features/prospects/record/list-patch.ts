import type { Prospect } from "../../../../worker/features/prospects/prospects.schema.ts";
import { STAGE_OF } from "../stages.ts";

const URGENT = 24 * 3_600_000;

/** A loaded list: the first pages of it, and whether there are more. */
export type LoadedList = { items: Prospect[]; more: boolean };

type Context = {
  now: number;
  /** Member id of the reader, for lists of their own. */
  me: number | null;
};

/** Whether a prospect belongs to the list that a query asks for; null when only the server can tell. */
export function belongs(prospect: Prospect, query: URLSearchParams, { now, me }: Context): boolean | null {
  const stage = query.get("stage");
  if (stage && STAGE_OF[prospect.status] !== stage) return false;
  const status = query.get("status");
  if (status && prospect.status !== status) return false;
  const assigned = query.get("assignedTo");
  if (assigned) {
    const wanted = assigned === "none" ? null : assigned === "me" ? (me ?? -1) : Number(assigned);
    if (prospect.assignedTo !== wanted) return false;
  }
  const due = prospect.deadline === null ? null : Date.parse(prospect.deadline);
  const isOverdue = due !== null && due < now;
  const isSoon = due !== null && due >= now && due <= now + URGENT;
  const deadline = query.get("deadline");
  if (deadline === "overdue" && !isOverdue) return false;
  if (deadline === "soon" && !isSoon) return false;
  if (deadline === "set" && due === null) return false;
  if (deadline === "none" && due !== null) return false;
  if (query.get("urgent") && (prospect.status === "inactive" || !(isOverdue || isSoon))) return false;
  return query.get("q") ? null : true;
}

/** The server's order: soonest deadline first, those without last, then as they were added. */
function comesBefore(a: Prospect, b: Prospect): boolean {
  const [dueA, dueB] = [a.deadline ?? "~", b.deadline ?? "~"];
  return dueA === dueB ? a.id < b.id : dueA < dueB;
}

/**
 * A list after one of its prospects changed: in its new place, gone, or new in it. It is not added behind the
 * end of what is loaded, where only the server knows what comes next.
 */
export function patchList(
  { items, more }: LoadedList,
  prospect: Prospect,
  query: URLSearchParams,
  context: Context,
): LoadedList {
  const at = items.findIndex((each) => each.id === prospect.id);
  const fits = belongs(prospect, query, context);
  if (fits === null) {
    return at === -1 ? { items, more } : { items: items.with(at, prospect), more };
  }
  if (!fits && at === -1) return { items, more };
  const rest = items.filter((each) => each.id !== prospect.id);
  if (!fits) return { items: rest, more };
  const before = rest.findIndex((each) => comesBefore(prospect, each));
  if (before !== -1) return { items: rest.toSpliced(before, 0, prospect), more };
  return more && at === -1 ? { items: rest, more } : { items: [...rest, prospect], more };
}
