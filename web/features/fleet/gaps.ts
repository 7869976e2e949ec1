import type { Ship, ShipRole } from "../../../worker/features/ships/ships.schema.ts";
import { type Fleet, fullCrew, type Holding, type ShipType } from "./fleet.ts";

/** Something that the organization lacks. */
export type Gap =
  /** Nobody owns a ship with the role; `closedBy` are ships of the catalogue that have it. */
  | { kind: "nobody"; role: ShipRole; closedBy: Ship[] }
  /** One member alone owns ships with the role. */
  | { kind: "one_owner"; role: ShipRole; owner: Holding; ships: number; type: ShipType }
  /** Ships that take more people than there are members, or people online; `largest` takes the most. */
  | { kind: "crew_members" | "crew_online"; types: number; largest: ShipType };

/** Ships of the catalogue that a gap names. */
const NAMED = 2;

function roleGap({ types }: Fleet, catalogue: readonly Ship[], role: ShipRole): Gap | null {
  const has = ({ roles }: Ship) => roles.includes(role);
  const able = types.filter(({ ship }) => has(ship));
  const [type] = able;
  if (!type) {
    // The ships with the smallest crews, since one member can close the gap with them.
    const closedBy = catalogue
      .filter((ship) => has(ship) && ship.isListed)
      .sort((a, b) => fullCrew(a) - fullCrew(b))
      .slice(0, NAMED);
    return closedBy.length > 0 ? { kind: "nobody", role, closedBy } : null;
  }
  const holdings = able.flatMap(({ holdings }) => holdings);
  const [owner] = holdings;
  if (!owner || holdings.some(({ memberId }) => memberId !== owner.memberId)) return null;
  return {
    kind: "one_owner",
    role,
    owner,
    ships: holdings.reduce((all, { quantity }) => all + quantity, 0),
    type,
  };
}

function crewGap({ types }: Fleet, kind: "crew_members" | "crew_online", people: number): Gap[] {
  const beyond = types.filter(({ ship }) => fullCrew(ship) > people);
  const largest = beyond.toSorted((a, b) => fullCrew(b.ship) - fullCrew(a.ship))[0];
  return largest ? [{ kind, types: beyond.length, largest }] : [];
}

/**
 * What the fleet lacks, the worst first: roles that nobody can fly, ships larger than the organization, roles that hang
 * on one person, ships larger than the crew that is online. A role that no ship of the catalogue has is no gap.
 */
export function gapsOf(fleet: Fleet, catalogue: readonly Ship[], roles: readonly ShipRole[]): Gap[] {
  const ofRoles = roles.flatMap((role) => roleGap(fleet, catalogue, role) ?? []);
  const members = crewGap(fleet, "crew_members", fleet.members);
  return [
    ...ofRoles.filter(({ kind }) => kind === "nobody"),
    ...members,
    ...ofRoles.filter(({ kind }) => kind === "one_owner"),
    // With nobody online every ship lacks its crew, which the sentence above says once.
    ...(fleet.online > 0 && members.length === 0 ? crewGap(fleet, "crew_online", fleet.online) : []),
  ];
}
