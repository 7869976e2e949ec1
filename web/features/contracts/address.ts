import {
  CONTRACT_SORTS,
  CONTRACT_STATUSES,
  CONTRACT_TYPES,
  CURRENCIES,
  isAvailable,
  PAYMENT_TYPES,
  RISK_LEVELS,
  SEARCH_LENGTH,
  SERVICE_TYPES,
} from "../../../worker/features/contracts/contracts.schema.ts";
import { type AddressOf, flag, id, oneOf, search, text } from "../../lib/address.ts";
import { filters, useFilters } from "../../lib/filters.ts";
import { useCan } from "../../lib/gate.tsx";
import type { ListQuery } from "../../lib/list.ts";

const CONTRACTS_PATH = "/tools/contracts";

export const TABS = ["active", "drafts", "applications", "money"] as const;

/** States to filter by: available ones as one, then each other state except drafts. */
export const STATUS_FILTERS = [
  "available",
  ...CONTRACT_STATUSES.filter((status) => status !== "draft" && !isAvailable(status)),
] as const;

export const boardFilters = filters(
  {
    q: search(SEARCH_LENGTH),
    type: oneOf(CONTRACT_TYPES),
    serviceType: oneOf(SERVICE_TYPES),
    paymentType: oneOf(PAYMENT_TYPES),
    risk: oneOf(RISK_LEVELS),
    status: oneOf(STATUS_FILTERS),
    currency: oneOf(CURRENCIES),
    location: text(SEARCH_LENGTH),
    /** Only what the reader can apply for. */
    open: flag,
  },
  {
    tab: oneOf(TABS, "active"),
    sort: oneOf(CONTRACT_SORTS, "newest"),
    /** Every contract, to readers whose list begins with what they can apply for. */
    all: flag,
    /** The contract whose dialog is open, and whether it is the form. */
    contract: id,
    edit: flag,
    new: flag,
    /** The wish that a new contract comes from. */
    wish: id,
  },
);
type ContractsAddress = AddressOf<typeof boardFilters.shape>;
export type FilterName = Exclude<keyof typeof boardFilters.none, "q">;

/** The board's list. Readers who write no contracts begin with those that they can apply for, unless they search. */
export function useBoard() {
  const list = useFilters(CONTRACTS_PATH, boardFilters);
  const offersAll = useCan("contracts.write");
  const { open, all, q } = list.address;
  const isOpen = open || !(offersAll || all || q);
  return { ...list, isOpen, setOpen: (is: boolean) => list.change({ open: is, all: !is && !offersAll }) };
}
export type BoardList = ReturnType<typeof useBoard>;

export function queryOf(address: ContractsAddress, isOpen: boolean): ListQuery {
  const { status, open: _, ...query } = boardFilters.query(address);
  // Drafts are newest first, have one status, and cannot be applied for.
  if (address.tab === "drafts") return { show: "drafts", ...query };
  return {
    show: "active",
    ...query,
    status,
    open: isOpen ? boardFilters.shape.open.write(true) : null,
    sort: address.sort === "newest" ? null : address.sort,
  };
}
