import { SHIP_ROLES, SHIP_SIZES } from "../../../worker/features/ships/ships.schema.ts";
import { type AddressOf, flag, oneOf, search } from "../../lib/address.ts";
import { filters, useFilters } from "../../lib/filters.ts";

export const COLUMNS = ["ship", "roles", "size", "scu", "crew", "owned", "owners", "ready"] as const;
export const VIEWS = ["types", "ships"] as const;
export type ColumnName = (typeof COLUMNS)[number];

/** A column that the table is sorted by; with a minus the highest first. */
const SORTS = COLUMNS.flatMap((name) => [name, `-${name}`] as const);

/** The filters of the table, and the other values of the fleet's address. */
export const fleetFilters = filters(
  {
    q: search(64),
    role: oneOf(SHIP_ROLES),
    size: oneOf(SHIP_SIZES),
    /** Only ships of members who are online. */
    online: flag,
  },
  {
    /** A row for each type of ship, or for each member and type. */
    view: oneOf(VIEWS, "types"),
    sort: oneOf(SORTS, "-size"),
  },
);
export type FleetAddress = AddressOf<typeof fleetFilters.shape>;
export const useFleetList = () => useFilters("/organization", fleetFilters);
export type FleetList = ReturnType<typeof useFleetList>;
