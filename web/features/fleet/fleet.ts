import type { FleetOwner } from "../../../worker/features/fleet/fleet.schema.ts";
import {
  SHIP_ROLES,
  SHIP_SIZES,
  type Ship,
  type ShipRole,
  type ShipSize,
} from "../../../worker/features/ships/ships.schema.ts";

/** A member with the ships of one type. */
export type Holding = FleetOwner["owner"] & { quantity: number; isOnline: boolean };

/** A type of ship with all who own it, those online first, then by name. */
export type ShipType = {
  ship: Ship;
  /** Ships of this type. */
  owned: number;
  /** Those of them whose owners are online. */
  ready: number;
  holdings: Holding[];
};

/** What an organization's members own and who they are. */
export type Fleet = {
  /** By name. */
  types: ShipType[];
  /** Members who own ships of the fleet. */
  owners: number;
  /** Active members, with ships or without. */
  members: number;
  /** Those of them who are online. */
  online: number;
};

/** People that a ship takes with every station crewed; where the catalogue names no crew, one. */
export const fullCrew = ({ crewMin, crewMax }: Ship): number => crewMax ?? crewMin ?? 1;

/** The people that flying a ship takes. */
export const leastCrew = ({ crewMin }: Ship): number => crewMin ?? 1;

/** Orders names as the browser's language does. */
export const compareNames = new Intl.Collator().compare;

const sum = <Item>(items: readonly Item[], of: (item: Item) => number): number =>
  items.reduce((all, item) => all + of(item), 0);

/** Puts the ships of owners together by type; ships that no catalogue entry describes are left out. */
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
    for (const { shipId, quantity } of known) {
      const type = types.get(shipId);
      type?.holdings.push({ ...owner, quantity, isOnline });
    }
  }
  const owned = [...types.values()]
    .filter(({ holdings }) => holdings.length > 0)
    .sort((a, b) => compareNames(a.ship.name, b.ship.name));
  for (const type of owned) {
    type.owned = sum(type.holdings, ({ quantity }) => quantity);
    type.ready = sum(type.holdings, ({ quantity, isOnline }) => (isOnline ? quantity : 0));
    type.holdings.sort(
      (a, b) => Number(b.isOnline) - Number(a.isOnline) || compareNames(a.displayName, b.displayName),
    );
  }
  return { types: owned, owners: owning, members, online: onlineIds.size };
}

/** Ships, the cargo that they hold, the largest hold of one, and the people to fly all of them at once. */
export function totalsOf({ types }: Fleet) {
  return {
    ships: sum(types, ({ owned }) => owned),
    cargo: sum(types, ({ ship, owned }) => ship.scu * owned),
    largestHold: Math.max(0, ...types.map(({ ship }) => ship.scu)),
    crew: sum(types, ({ ship, owned }) => fullCrew(ship) * owned),
  };
}

/** Ships of one kind, with the people to fly all of them at once. */
type Part<Kind> = { kind: Kind; ships: number; crew: number };

const partOf = <Kind>(kind: Kind, types: readonly ShipType[]): Part<Kind> => ({
  kind,
  ships: sum(types, ({ owned }) => owned),
  crew: sum(types, ({ ship, owned }) => fullCrew(ship) * owned),
});

/** The ships by role, most first, roles without any too. A ship counts in each of its roles. */
export const byRole = ({ types }: Fleet): Part<ShipRole>[] =>
  SHIP_ROLES.map((role) =>
    partOf(
      role,
      types.filter(({ ship }) => ship.roles.includes(role)),
    ),
  ).sort((a, b) => b.ships - a.ships);

/** The ships by size, smallest first; `unknown` for those whose size the catalogue does not name, if there are any. */
export const bySize = ({ types }: Fleet): Part<ShipSize | "unknown">[] =>
  [...SHIP_SIZES, "unknown" as const]
    .map((size) =>
      partOf(
        size,
        types.filter(({ ship }) => (ship.size ?? "unknown") === size),
      ),
    )
    .filter(({ kind, ships }) => kind !== "unknown" || ships > 0);

/** What the people of the organization are compared with. */
type CrewNeed = { key: "every" | "large" | "capital_group" | "cargo"; needed: number };

/**
 * The people that it takes to fly every ship; all large and capital ones; one of each type of capital ship; all cargo
 * ships with a pilot alone. Needs of nobody are left out.
 */
export function crewNeeds({ types }: Fleet): CrewNeed[] {
  const of = (...sizes: (ShipSize | null)[]) => types.filter(({ ship }) => sizes.includes(ship.size));
  const cargo = types.filter(({ ship }) => ship.roles.includes("cargo"));
  const needs: CrewNeed[] = [
    { key: "every", needed: partOf(null, types).crew },
    { key: "large", needed: partOf(null, of("large", "capital")).crew },
    { key: "capital_group", needed: sum(of("capital"), ({ ship }) => fullCrew(ship)) },
    { key: "cargo", needed: sum(cargo, ({ owned }) => owned) },
  ];
  return needs.filter(({ needed }) => needed > 0);
}

/**
 * The most ships that the people online can fly at once: of the ships whose owners are online, as many as there are
 * people for the least crew of each.
 */
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
