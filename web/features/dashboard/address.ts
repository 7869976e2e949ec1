import { PROSPECT_STATUSES, SEARCH_LENGTH } from "../../../worker/features/prospects/pipeline.schema.ts";
import type { Prospect } from "../../../worker/features/prospects/prospects.schema.ts";
import { type AddressOf, flag, id, idOr, oneOf, search } from "../../lib/address.ts";
import { filters, useFilters } from "../../lib/filters.ts";

/** The filters of the urgent deadlines, and the open prospect. */
export const urgentFilters = filters(
  {
    q: search(SEARCH_LENGTH),
    status: oneOf(PROSPECT_STATUSES),
    /** A member id, or "none" for prospects without an assignee. */
    assignee: idOr(["none"]),
    overdue: flag,
  },
  { prospect: id },
);
export type UrgentFilter = AddressOf<Omit<typeof urgentFilters.shape, "prospect">>;

export const useDashboardAddress = () => useFilters("/dashboard", urgentFilters);

/** The options of the filter: the statuses, in the order of the pipeline, and assignees of prospects and of the filter. */
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
