import type { FleetOwner } from "../../../worker/features/fleet/fleet.schema.ts";
import {
  SHIP_ROLES,
  SHIP_SIZES,
  type Ship,
  type ShipRole,
  type ShipSize,
} from "../../../worker/features/ships/ships.schema.ts";
import { currentLanguage } from "../../lib/i18n/i18n.ts";
import type { ColumnName, FleetAddress } from "./address.ts";

/** A member with the ships of one type. */
export type Holding = FleetOwner["owner"] & { quantity: number; isOnline: boolean };
/** A type of ship with its owners, online ones first, then by name; `ready` are the ships of online owners. */
type ShipType = { ship: Ship; owned: number; ready: number; holdings: Holding[] };
/** The types by name, and the numbers of owners, of all active members and of those who are online. */
export type Fleet = { types: ShipType[]; owners: number; members: number; online: number };

/** The full crew of a ship; one where the catalogue names no crew. */
export const fullCrew = ({ crewMin, crewMax }: Ship): number => crewMax ?? crewMin ?? 1;
const leastCrew = ({ crewMin }: Ship): number => crewMin ?? 1;

const sum = <Item>(items: readonly Item[], amountOf: (item: Item) => number): number =>
  items.reduce((all, item) => all + amountOf(item), 0);

/** Groups the ships of owners by type, without ships that are not in the catalogue. */
export function fleetOf(
  owners: readonly FleetOwner[],
  catalogue: readonly Ship[],
  members: number,
  onlineIds: ReadonlySet<number>,
): Fleet {
  const types = new Map(
    catalogue.map((ship) => [ship.id, { ship, owned: 0, ready: 0, holdings: [] as Holding[] }]),
  );
  let owning = 0;
  for (const { owner, ships } of owners) {
    const isOnline = onlineIds.has(owner.memberId);
    const known = ships.filter(({ shipId }) => types.has(shipId));
    if (known.length > 0) owning += 1;
    for (const { shipId, quantity } of known)
      types.get(shipId)?.holdings.push({ ...owner, quantity, isOnline });
  }
  const { compare } = new Intl.Collator(currentLanguage(), { numeric: true });
  const owned = [...types.values()]
    .filter(({ holdings }) => holdings.length > 0)
    .sort((a, b) => compare(a.ship.name, b.ship.name));
  for (const type of owned) {
    type.owned = sum(type.holdings, ({ quantity }) => quantity);
    type.ready = sum(type.holdings, ({ quantity, isOnline }) => (isOnline ? quantity : 0));
    type.holdings.sort(
      (a, b) => Number(b.isOnline) - Number(a.isOnline) || compare(a.displayName, b.displayName),
    );
  }
  return { types: owned, owners: owning, members, online: onlineIds.size };
}

/** Number of ships, and the crew to fly all of them at once. */
const countsOf = (types: readonly ShipType[]) => ({
  ships: sum(types, ({ owned }) => owned),
  crew: sum(types, ({ ship, owned }) => fullCrew(ship) * owned),
});

/** Number of ships, their crew and cargo, and the largest hold. */
export const totalsOf = ({ types }: Fleet) => ({
  ...countsOf(types),
  cargo: sum(types, ({ ship, owned }) => ship.scu * owned),
  largestHold: Math.max(0, ...types.map(({ ship }) => ship.scu)),
});

/** The ships by role, most first, without roles that have none. A ship counts in each of its roles. */
export const byRole = ({ types }: Fleet) =>
  SHIP_ROLES.map((kind) => ({
    kind,
    ...countsOf(types.filter(({ ship }) => ship.roles.includes(kind))),
  }))
    .filter(({ ships }) => ships > 0)
    .sort((a, b) => b.ships - a.ships);

/** The ships by size, smallest first, without sizes that have none; `unknown` for ships without a size in the catalogue. */
export const bySize = ({ types }: Fleet) =>
  [...SHIP_SIZES, "unknown" as const]
    .map((kind) => ({ kind, ...countsOf(types.filter(({ ship }) => (ship.size ?? "unknown") === kind)) }))
    .filter(({ ships }) => ships > 0);

/** The crews of all ships, of large and capital ones, of one of each capital type, and the pilots of cargo ships. */
export function crewNeeds({ types }: Fleet) {
  const ofSizes = (...sizes: (ShipSize | null)[]) => types.filter(({ ship }) => sizes.includes(ship.size));
  const needs = [
    { key: "every", needed: countsOf(types).crew },
    { key: "large", needed: countsOf(ofSizes("large", "capital")).crew },
    { key: "capital_group", needed: sum(ofSizes("capital"), ({ ship }) => fullCrew(ship)) },
    { key: "cargo", needed: countsOf(types.filter(({ ship }) => ship.roles.includes("cargo"))).ships },
  ] as const;
  return needs.filter(({ needed }) => needed > 0);
}

/** The most ships of online owners that the online members can fly at once with the least crew of each. */
export function flyable({ types, online }: Fleet): number {
  const byCrew = types.toSorted((a, b) => leastCrew(a.ship) - leastCrew(b.ship));
  let people = online;
  let ships = 0;
  for (const { ship, ready } of byCrew) {
    const crew = Math.max(1, leastCrew(ship));
    const flown = Math.min(ready, Math.floor(people / crew));
    people -= flown * crew;
    ships += flown;
  }
  return ships;
}

export type Gap =
  /** Roles that no ship of the fleet has, but a listed one of the catalogue. */
  | { kind: "nobody"; roles: ShipRole[] }
  /** Roles whose ships belong to one member. */
  | { kind: "one_owner"; roles: { role: ShipRole; owner: Holding }[] }
  /** Ships whose crew exceeds the members, or the online members; `largest` has the largest crew. */
  | { kind: "crew_members" | "crew_online"; largest: ShipType };

function crewGap({ types }: Fleet, kind: "crew_members" | "crew_online", people: number): Gap[] {
  const beyond = types.filter(({ ship }) => fullCrew(ship) > people);
  const largest = beyond.toSorted((a, b) => fullCrew(b.ship) - fullCrew(a.ship))[0];
  return largest ? [{ kind, largest }] : [];
}

/** The gaps of the fleet, at most one of a kind, the worst first. */
export function gapsOf(fleet: Fleet, catalogue: readonly Ship[], roles: readonly ShipRole[]): Gap[] {
  const held = roles.map((role) => {
    const able = fleet.types.filter(({ ship }) => ship.roles.includes(role));
    return { role, holdings: able.flatMap(({ holdings }) => holdings) };
  });
  const nobody = held.filter(
    ({ role, holdings }) =>
      holdings.length === 0 && catalogue.some((ship) => ship.isListed && ship.roles.includes(role)),
  );
  const single = held.flatMap(({ role, holdings: [owner, ...others] }) =>
    owner && others.every(({ memberId }) => memberId === owner.memberId) ? [{ role, owner }] : [],
  );
  const members = crewGap(fleet, "crew_members", fleet.members);
  return [
    ...(nobody.length > 0 ? [{ kind: "nobody" as const, roles: nobody.map(({ role }) => role) }] : []),
    ...members,
    ...(single.length > 0 ? [{ kind: "one_owner" as const, roles: single }] : []),
    // Without online members every ship lacks its crew, which the totals say once.
    ...(fleet.online > 0 && members.length === 0 ? crewGap(fleet, "crew_online", fleet.online) : []),
  ];
}

/** A row of the table: a type of ship with its owners, or with one of them. */
export type Row = ShipType & { id: string };
type Filters = Pick<FleetAddress, "q" | "role" | "size" | "online" | "view">;

/** The rows that match search and filters, by name of ship. */
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

/** The value that a column sorts a row by; owners by their number, a single owner by name. */
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
