import { SHIP_ROLES, SHIP_SIZES } from "../../../worker/features/ships/ships.schema.ts";
import type { ColumnName, FleetAddress } from "./address.ts";
import { type Fleet, fullCrew, type ShipType } from "./fleet.ts";

/** A row of the table: a type of ship with its owners, or with one of them. */
export type Row = ShipType & { id: string };

type Filters = Pick<FleetAddress, "q" | "role" | "size" | "online" | "view">;

/** The rows that search and filters leave, by name of ship. */
export function rowsOf({ types }: Fleet, { q, role, size, online, view }: Filters): Row[] {
  const wanted = q.trim().toLowerCase();
  const says = (text: string) => text.toLowerCase().includes(wanted);
  const isLeft = ({ ship, holdings, ready }: ShipType) =>
    (role === null || ship.roles.includes(role)) &&
    (size === null || ship.size === size) &&
    (!online || ready > 0) &&
    (says(ship.name) || says(ship.nameFull) || holdings.some(({ displayName }) => says(displayName)));
  const rows = types.flatMap((type): Row[] => {
    if (view === "types") return [{ ...type, id: `${type.ship.id}` }];
    return type.holdings.map((holding) => ({
      ship: type.ship,
      owned: holding.quantity,
      ready: holding.isOnline ? holding.quantity : 0,
      holdings: [holding],
      id: `${type.ship.id}.${holding.memberId}`,
    }));
  });
  return rows.filter(isLeft);
}

/** What a row is sorted by in a column; owners by their number, one of them by name. */
export function sortValue({ ship, owned, ready, holdings }: Row, column: ColumnName, view: Filters["view"]) {
  const [role] = ship.roles;
  const values: Record<ColumnName, string | number> = {
    ship: ship.name,
    roles: role ? SHIP_ROLES.indexOf(role) : SHIP_ROLES.length,
    size: ship.size ? SHIP_SIZES.indexOf(ship.size) : -1,
    scu: ship.scu,
    crew: fullCrew(ship),
    owned,
    owners: view === "types" ? holdings.length : (holdings[0]?.displayName ?? ""),
    ready,
  };
  return values[column];
}
