import { SHIP_ROLES, SHIP_SIZES } from "../../../worker/features/ships/ships.schema.ts";
import { type AddressOf, flag, oneOf, text } from "../../lib/address.ts";

/** Longest text that ships and owners are searched for. */
export const SEARCH_LENGTH = 64;

/** Columns of the table, in their order. */
export const COLUMNS = ["ship", "roles", "size", "scu", "crew", "owned", "owners", "ready"] as const;
export type ColumnName = (typeof COLUMNS)[number];

/** A column that the table is sorted by; with a minus the highest first. */
const SORTS = COLUMNS.flatMap((name) => [name, `-${name}`] as const);

/** Everything that the fleet's address says. */
export const fleetShape = {
  q: text(SEARCH_LENGTH),
  role: oneOf(SHIP_ROLES),
  size: oneOf(SHIP_SIZES),
  /** Only ships of members who are online. */
  online: flag,
  /** A row for each type of ship, or for each member and type. */
  view: oneOf(["types", "ships"], "types"),
  sort: oneOf(SORTS, "-owned"),
};
export type FleetAddress = AddressOf<typeof fleetShape>;

/** What clears search and filters. */
export const NO_FILTERS = { q: "", role: null, size: null, online: false } as const;

/** Number of filters that narrow the table, the search not counted. */
export const countFilters = ({ role, size, online }: FleetAddress): number =>
  [role !== null, size !== null, online].filter(Boolean).length;
