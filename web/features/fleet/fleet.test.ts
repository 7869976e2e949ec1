/// <reference types="node" />
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { FleetOwner } from "../../../worker/features/fleet/fleet.schema.ts";
import { SHIP_ROLES, SHIP_SIZES, type Ship } from "../../../worker/features/ships/ships.schema.ts";
import { readAddress } from "../../lib/address.ts";
import { fleetFilters } from "./address.ts";
import {
  byRole,
  bySize,
  crewNeeds,
  fleetOf,
  flyable,
  fullCrew,
  gapsOf,
  rowsOf,
  sortValue,
  totalsOf,
} from "./fleet.ts";

const ship = (id: number, values: Partial<Ship> = {}): Ship => ({
  id,
  name: `Ship ${id}`,
  nameFull: `Maker Ship ${id}`,
  slug: `ship-${id}`,
  companyName: "Maker",
  urlPhoto: null,
  scu: 0,
  crew: null,
  crewMin: 1,
  crewMax: 1,
  size: "small",
  roles: [],
  containerSizes: null,
  isMilitary: false,
  isCargo: false,
  isExploration: false,
  isMining: false,
  isRacing: false,
  isFighter: false,
  isListed: true,
  ...values,
});
const owner = (memberId: number, displayName: string, ...ships: [number, number?][]): FleetOwner => ({
  owner: { memberId, displayName, avatarUrl: null },
  ships: ships.map(([shipId, quantity = 1]) => ({ shipId, quantity })),
});

const CATERPILLAR = ship(1, { name: "Caterpillar", scu: 576, crewMax: 4, size: "large", roles: ["cargo"] });
const HORNET = ship(2, { name: "Hornet", scu: 2, roles: ["military", "fighter"] });
const IDRIS = ship(3, {
  name: "Idris",
  scu: 800,
  crewMin: 8,
  crewMax: 28,
  size: "capital",
  roles: ["military"],
});
const VULCAN = ship(4, { name: "Vulcan", crewMax: 3, size: "medium", roles: ["repair"] });
const CRUCIBLE = ship(5, { name: "Crucible", crewMax: 8, size: "large", roles: ["repair"] });
const MYSTERY = ship(6, { name: "Mystery", crewMin: null, crewMax: null, size: null });
const CATALOGUE = [CATERPILLAR, HORNET, IDRIS, VULCAN, CRUCIBLE, MYSTERY];

const FREJA = owner(1, "Freja Ravn", [1], [2, 2]);
const MIKKEL = owner(2, "Mikkel Toft", [2], [3]);
const IDA = owner(3, "Ida Storm", [6]);
const fleet = (online: number[] = [], owners = [FREJA, MIKKEL, IDA], members = 10) =>
  fleetOf(owners, CATALOGUE, members, new Set(online));

test("groups ships by type, with online owners first", () => {
  const { types, owners, members, online } = fleet([2]);
  assert.deepEqual([owners, members, online], [3, 10, 1]);
  const hornet = types.find(({ ship }) => ship.id === HORNET.id);
  assert.deepEqual([hornet?.owned, hornet?.ready], [3, 1]);
  assert.deepEqual(
    hornet?.holdings.map(({ displayName, quantity, isOnline }) => [displayName, quantity, isOnline]),
    [
      ["Mikkel Toft", 1, true],
      ["Freja Ravn", 2, false],
    ],
  );
});

test("counts every ship with its full crew, one without a crew in the catalogue", () => {
  assert.deepEqual(totalsOf(fleet()), {
    ships: 6,
    cargo: 576 + 3 * 2 + 800,
    largestHold: 800,
    crew: 4 + 3 + 28 + 1,
  });
  assert.deepEqual(totalsOf(fleet([], [])), { ships: 0, cargo: 0, largestHold: 0, crew: 0 });
});

test("counts a ship in each of its roles and in one size, and lists those with ships alone", () => {
  const roles = byRole(fleet());
  assert.deepEqual(roles.slice(0, 3), [
    { kind: "military", ships: 4, crew: 31 },
    { kind: "fighter", ships: 3, crew: 3 },
    { kind: "cargo", ships: 1, crew: 4 },
  ]);
  assert.ok(roles.every(({ ships }) => ships > 0));
  assert.deepEqual(
    bySize(fleet()).map(({ kind, ships }) => [kind, ships]),
    [
      ["small", 3],
      ["large", 1],
      ["capital", 1],
      ["unknown", 1],
    ],
  );
});

test("computes the crews for all ships, large ones, one of each capital ship, and cargo pilots", () => {
  const two = owner(2, "Mikkel Toft", [3, 2], [1, 3]);
  assert.deepEqual(crewNeeds(fleet([], [two])), [
    { key: "every", needed: 2 * 28 + 3 * 4 },
    { key: "large", needed: 2 * 28 + 3 * 4 },
    { key: "capital_group", needed: 28 },
    { key: "cargo", needed: 3 },
  ]);
  assert.deepEqual(crewNeeds(fleet([], [IDA])), [{ key: "every", needed: 1 }]);
});

test("computes how many ships of online owners can fly with the least crew of each", () => {
  assert.equal(flyable(fleet([1])), 1);
  assert.equal(flyable(fleet([1, 7, 8, 9])), 3);
  // Seven more users are too few for the Idris besides the Hornet.
  assert.equal(flyable(fleet([2, 4, 5, 6, 7, 8, 9, 10])), 1);
  assert.equal(flyable(fleet([2, 4, 5, 6, 7, 8, 9, 10, 11])), 2);
  assert.equal(flyable(fleet()), 0);
});

test("reports roles without ships or with one owner, and ships larger than the crew, at most one gap of a kind", () => {
  const gaps = (online: number[], members: number) =>
    gapsOf(fleet(online, undefined, members), CATALOGUE, SHIP_ROLES).map((gap) => {
      if (gap.kind === "nobody") return `${gap.kind} ${gap.roles}`;
      if (gap.kind === "one_owner")
        return `${gap.kind} ${gap.roles.map(({ role, owner }) => `${role} ${owner.displayName}`)}`;
      return `${gap.kind} ${gap.largest.ship.name}`;
    });
  assert.deepEqual(gaps([], 30), ["nobody repair", "one_owner cargo Freja Ravn"]);
  assert.deepEqual(gaps([1, 2], 30), ["nobody repair", "one_owner cargo Freja Ravn", "crew_online Idris"]);
  assert.deepEqual(gaps([1, 2], 10), ["nobody repair", "crew_members Idris", "one_owner cargo Freja Ravn"]);
});

test("reports no gap for a role that no listed ship has", () => {
  const gaps = (catalogue: Ship[]) => gapsOf(fleet([], undefined, 30), catalogue, ["repair"]);
  assert.deepEqual(gaps([CRUCIBLE]), [{ kind: "nobody", roles: ["repair"] }]);
  assert.deepEqual(gaps([{ ...VULCAN, isListed: false }, HORNET]), []);
});

test("searches and filters the types of ships, or the ships of each owner", () => {
  const rows = (query: string, online = [2]) =>
    rowsOf(fleet(online), readAddress(new URLSearchParams(query), fleetFilters.shape)).map(({ id }) => id);
  assert.deepEqual(rows(""), ["1", "2", "3", "6"]);
  assert.deepEqual(rows("view=ships"), ["1.1", "2.2", "2.1", "3.2", "6.3"]);
  assert.deepEqual(rows("role=military"), ["2", "3"]);
  assert.deepEqual(rows("size=large"), ["1"]);
  assert.deepEqual(rows("online=1"), ["2", "3"]);
  assert.deepEqual(rows("online=1&view=ships&role=fighter"), ["2.2"]);
  assert.deepEqual(rows("q=FREJA"), ["1", "2"]);
  assert.deepEqual(rows("q=freja&view=ships"), ["1.1", "2.1"]);
  assert.deepEqual(rows("q=maker ship 3"), ["3"]);
  assert.deepEqual(rows("q=nobody"), []);
});

test("reads the address and ignores unknown values", () => {
  const address = readAddress(
    new URLSearchParams("role=none&sort=-crew&view=all&online=yes"),
    fleetFilters.shape,
  );
  assert.deepEqual(
    [address.role, address.sort, address.view, address.online],
    [null, "-crew", "types", false],
  );
  assert.deepEqual(fleetFilters.set({ ...address, role: "cargo", online: true }), ["role", "online"]);
});

test("sorts types by the number of owners, and ships by the name of the owner", () => {
  const [row] = rowsOf(fleet(), { q: "hornet", role: null, size: null, online: false, view: "types" });
  assert.ok(row);
  assert.equal(sortValue(row, "owners", "types"), 2);
  assert.equal(sortValue(row, "owners", "ships"), "Freja Ravn");
});

const someShip = (id: number) =>
  fc
    .record({
      scu: fc.nat(5_000),
      crewMin: fc.option(fc.integer({ min: 1, max: 9 })),
      crewMax: fc.option(fc.integer({ min: 9, max: 30 })),
      size: fc.option(fc.constantFrom(...SHIP_SIZES)),
      roles: fc.uniqueArray(fc.constantFrom(...SHIP_ROLES), { maxLength: 4 }),
    })
    .map((values) => ship(id, values));
const anyFleet = fc.tuple(...Array.from({ length: 12 }, (_, id) => someShip(id))).chain((catalogue) =>
  fc.record({
    catalogue: fc.constant(catalogue),
    // Number 12 is not in the catalogue.
    hangars: fc.array(fc.dictionary(fc.nat(12).map(String), fc.integer({ min: 1, max: 99 })), {
      maxLength: 20,
    }),
    online: fc.uniqueArray(fc.nat(25)),
  }),
);

test("sums like counting every single ship", () => {
  fc.assert(
    fc.property(anyFleet, ({ catalogue, hangars, online }) => {
      const owners = hangars.map((ships, memberId) =>
        owner(
          memberId,
          `Owner ${memberId}`,
          ...Object.entries(ships).map(([id, n]): [number, number] => [Number(id), n]),
        ),
      );
      const all = owners.flatMap(({ owner: { memberId }, ships }) =>
        ships.flatMap(({ shipId, quantity }) => {
          const known = catalogue[shipId];
          return known ? Array.from({ length: quantity }, () => ({ ship: known, memberId })) : [];
        }),
      );
      const count = (is: (each: (typeof all)[number]) => boolean) => all.filter(is).length;
      const sum = (amountOf: (ship: Ship) => number) =>
        all.reduce((sum, { ship }) => sum + amountOf(ship), 0);
      const made = fleetOf(owners, catalogue, 30, new Set(online));

      assert.equal(made.owners, new Set(all.map(({ memberId }) => memberId)).size);
      const totals = totalsOf(made);
      assert.equal(totals.ships, all.length);
      assert.equal(
        totals.cargo,
        sum(({ scu }) => scu),
      );
      assert.equal(totals.crew, sum(fullCrew));
      for (const { kind, ships } of byRole(made))
        assert.equal(
          ships,
          count(({ ship }) => ship.roles.includes(kind)),
        );
      const sizes = bySize(made);
      assert.equal(
        sizes.reduce((sum, { ships }) => sum + ships, 0),
        all.length,
      );
      assert.equal(
        sizes.reduce((sum, { crew }) => sum + crew, 0),
        totals.crew,
      );
      const ready = count(({ memberId }) => online.includes(memberId));
      assert.equal(
        made.types.reduce((sum, type) => sum + type.ready, 0),
        ready,
      );
      const flown = flyable(made);
      assert.ok(flown <= ready && flown <= online.length);
      const everyRow = rowsOf(made, { q: "", role: null, size: null, online: false, view: "ships" });
      assert.equal(
        everyRow.reduce((sum, { owned }) => sum + owned, 0),
        all.length,
      );
      for (const gap of gapsOf(made, catalogue, SHIP_ROLES))
        if (gap.kind === "one_owner")
          for (const { role, owner } of gap.roles)
            assert.ok(
              all.every(({ ship, memberId }) => !ship.roles.includes(role) || memberId === owner.memberId),
            );
    }),
  );
});
