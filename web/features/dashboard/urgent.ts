import {
  PROSPECT_STATUSES,
  type ProspectStatus,
} from "../../../worker/features/prospects/pipeline.schema.ts";
import type { Prospect } from "../../../worker/features/prospects/prospects.schema.ts";
import type { UrgentFilter } from "./address.ts";

/** How many of the menu's filters are set; the search is not one of them. */
export function countFilters({ status, assignee, overdue }: Omit<UrgentFilter, "q">): number {
  return Number(status !== null) + Number(assignee !== null) + Number(overdue);
}

/**
 * What can be chosen in the filter: the statuses (in the order of the pipeline) and assignees that occur, and
 * what is chosen already, so that a choice never vanishes while it applies.
 */
export function choicesOf(
  prospects: readonly Prospect[],
  { status, assignee }: Pick<UrgentFilter, "status" | "assignee">,
) {
  const statuses = new Set<ProspectStatus>(prospects.map((prospect) => prospect.status));
  if (status) statuses.add(status);
  const assignees = new Set(prospects.map((prospect) => prospect.assignedTo ?? "none"));
  if (assignee !== null) assignees.add(assignee);
  return {
    statuses: PROSPECT_STATUSES.filter((each) => statuses.has(each)),
    assignees: [...assignees].filter((id) => id !== "none"),
    hasUnassigned: assignees.has("none"),
  };
}
