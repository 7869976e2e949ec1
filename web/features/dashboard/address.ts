import { PROSPECT_STATUSES, SEARCH_LENGTH } from "../../../worker/features/prospects/pipeline.schema.ts";
import type { Prospect } from "../../../worker/features/prospects/prospects.schema.ts";
import { type AddressOf, flag, id, oneOf, search } from "../../lib/address.ts";
import { filters, useFilters } from "../../lib/filters.ts";

/** The filters of the urgent deadlines, and the open prospect. */
export const urgentFilters = filters(
  {
    q: search(SEARCH_LENGTH),
    status: oneOf(PROSPECT_STATUSES),
    /** A member id: every task has an assignee. */
    assignee: id,
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
  const assignees = new Set([...prospects.map(({ assignedTo }) => assignedTo), assignee]);
  return {
    statuses: PROSPECT_STATUSES.filter((each) => statuses.has(each)),
    assignees: [...assignees].filter((each) => each !== null),
  };
}
