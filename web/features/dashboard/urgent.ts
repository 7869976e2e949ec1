import { PROSPECT_STATUSES } from "../../../worker/features/prospects/pipeline.schema.ts";
import type { Prospect } from "../../../worker/features/prospects/prospects.schema.ts";
import type { UrgentFilter } from "./address.ts";

/** How many of the menu's filters are set; the search is not one of them. */
export const countFilters = ({ status, assignee, overdue }: Omit<UrgentFilter, "q">): number =>
  [status !== null, assignee !== null, overdue].filter(Boolean).length;

/**
 * What can be chosen in the filter: the statuses (in the order of the pipeline) and assignees that occur, and
 * what is chosen already, so that a choice never vanishes while it applies.
 */
export function choicesOf(
  prospects: readonly Prospect[],
  { status, assignee }: Pick<UrgentFilter, "status" | "assignee">,
) {
  const statuses = new Set([...prospects.map((prospect) => prospect.status), status]);
  const assignees = new Set([...prospects.map(({ assignedTo }) => assignedTo ?? "none"), assignee]);
  return {
    statuses: PROSPECT_STATUSES.filter((each) => statuses.has(each)),
    assignees: [...assignees].filter((id) => typeof id === "number"),
    hasUnassigned: assignees.has("none"),
  };
}
