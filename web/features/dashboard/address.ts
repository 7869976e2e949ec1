import { PROSPECT_STATUSES, SEARCH_LENGTH } from "../../../worker/features/prospects/pipeline.schema.ts";
import { type AddressOf, flag, id, idOr, oneOf, text, useAddress } from "../../lib/address.ts";

/** Everything that the dashboard's address says: what the urgent deadlines are narrowed to, and the open prospect. */
export const DASHBOARD_SHAPE = {
  q: text(SEARCH_LENGTH),
  status: oneOf(PROSPECT_STATUSES),
  /** A member id, or "none" for prospects without an assignee. */
  assignee: idOr(["none"]),
  overdue: flag,
  prospect: id,
};

export type UrgentFilter = Omit<AddressOf<typeof DASHBOARD_SHAPE>, "prospect">;

/** What clears search and filters. */
export const NO_FILTER: UrgentFilter = { q: "", status: null, assignee: null, overdue: false };

export const useDashboardAddress = () => useAddress("/dashboard", DASHBOARD_SHAPE);

/** Marks what opens a prospect, so that the focus finds its way back to it. */
export const openerMark = (name: string) => ({ "data-opener": name });
