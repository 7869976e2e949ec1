import {
  AVAILABLE,
  CONTRACT_SORTS,
  CONTRACT_STATUSES,
  CONTRACT_TYPES,
  CURRENCIES,
  PAYMENT_TYPES,
  RISK_LEVELS,
  SEARCH_LENGTH,
  SERVICE_TYPES,
} from "../../../worker/features/contracts/contracts.schema.ts";
import { type AddressOf, flag, id, oneOf, text } from "../../lib/address.ts";
import type { ListQuery } from "../../lib/list.ts";

export const CONTRACTS_PATH = "/tools/contracts";

export const TABS = ["active", "drafts", "applications", "money"] as const;

/** States to filter by: what can be taken first, then each of the others that are no draft. */
export const STATUS_FILTERS = [
  "available",
  ...CONTRACT_STATUSES.filter((status) => status !== "draft" && !AVAILABLE.includes(status)),
] as const;

const filters = {
  type: oneOf(CONTRACT_TYPES),
  serviceType: oneOf(SERVICE_TYPES),
  paymentType: oneOf(PAYMENT_TYPES),
  risk: oneOf(RISK_LEVELS),
  status: oneOf(STATUS_FILTERS),
  currency: oneOf(CURRENCIES),
  location: text(SEARCH_LENGTH),
  /** Only what the reader can apply for. */
  open: flag,
};

/** Everything that the page's address says. */
export const contractsShape = {
  tab: oneOf(TABS, "active"),
  q: text(SEARCH_LENGTH),
  ...filters,
  sort: oneOf(CONTRACT_SORTS, "newest"),
  /** The contract whose dialog is open, and whether it is the form. */
  contract: id,
  edit: flag,
  /** The form for a new contract is open. */
  new: flag,
};
export type ContractsAddress = AddressOf<typeof contractsShape>;
export type FilterName = keyof typeof filters;

/** What clears search and filters. */
export const NO_FILTERS = {
  ...{ q: "", type: null, serviceType: null, paymentType: null, risk: null },
  ...{ status: null, currency: null, location: "", open: false },
} as const;

/** The filters that an address sets, the search not counted. */
export const setFilters = (address: ContractsAddress): FilterName[] =>
  (Object.keys(filters) as FilterName[]).filter((name) => address[name] !== NO_FILTERS[name]);

/** What the list of a tab is asked for with. */
export function queryOf(address: ContractsAddress): ListQuery {
  const { tab, q, sort, open, type, serviceType, paymentType, risk, status, currency, location } = address;
  return {
    show: tab === "drafts" ? "drafts" : "active",
    ...{ q, type, serviceType, paymentType, risk, currency, location },
    // Drafts are newest first, have one status, and none can be applied for.
    ...(tab === "drafts" ? {} : { status, open: open ? "1" : null, sort: sort === "newest" ? null : sort }),
  };
}
