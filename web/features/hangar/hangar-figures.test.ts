/// <reference types="node" />
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Ship, ShipRole } from "../../../worker/features/ships/ships.schema.ts";
import { readAddress } from "../../lib/address.ts";
import { hangarFilters } from "./address.ts";
import { crewText, hangarFigures, shownEntries } from "./hangar-figures.ts";

const entry = (
  name: string,
  companyName: string,
  roles: ShipRole[],
  { quantity = 1, nickname = null as string | null, ...ship }: Record<string, unknown> = {},
) => ({
  ship: { name, companyName, roles, scu: 0, crewMin: 1, crewMax: 1, isListed: true, ...ship } as Ship,
  quantity: quantity as number,
  nickname: nickname as string | null,
});

const CARRACK = entry("Carrack", "Anvil", ["exploration", "cargo"], {
  scu: 456,
  crewMax: 6,
  nickname: "Langskibet",
});
const ANDROMEDA = entry("Andromeda", "RSI", ["military", "cargo", "exploration"], { scu: 96, crewMax: 4 });
const HORNET = entry("Hornet", "Anvil", ["military", "fighter"], { quantity: 3, isListed: false });
const ALL = [CARRACK, ANDROMEDA, HORNET];

const shown = (query: string) =>
  shownEntries(ALL, readAddress(new URLSearchParams(query), hangarFilters.shape)).map(
    ({ ship }) => ship.name,
  );

test("counts several ships of one type in every figure", () => {
  assert.deepEqual(hangarFigures(ALL), {
    total: 5,
    types: 3,
    unlisted: 3,
    counts: { military: 4, cargo: 2, exploration: 2, mining: 0, racing: 0, fighter: 3 },
    militaryFighters: 3,
    cargoScu: 552,
    explorationCrew: 10,
  });
});

test("filters by category and by words of name, nickname and maker, in any case", () => {
  assert.deepEqual(shown("category=exploration"), ["Carrack", "Andromeda"]);
  assert.deepEqual(shown("q=anvil"), ["Carrack", "Hornet"]);
  assert.deepEqual(shown("q=LANGSKIB anv"), ["Carrack"]);
  assert.deepEqual(shown("category=cargo&q=hornet"), []);
});

test("keeps the server's order unless the address has another one, and ignores unknown values", () => {
  assert.deepEqual(shown(""), ["Carrack", "Andromeda", "Hornet"]);
  assert.deepEqual(shown("sort=nothing&category=all"), ["Carrack", "Andromeda", "Hornet"]);
  assert.deepEqual(shown("sort=name"), ["Andromeda", "Carrack", "Hornet"]);
  assert.deepEqual(shown("sort=maker"), ["Carrack", "Hornet", "Andromeda"]);
  assert.deepEqual(shown("sort=scu"), ["Carrack", "Andromeda", "Hornet"]);
  assert.deepEqual(shown("sort=crew"), ["Carrack", "Andromeda", "Hornet"]);
});

test("formats a crew as a number, a range or null", () => {
  assert.deepEqual(
    [{ crew: "1" }, { crew: "2-5" }, { crew: null }].map((ship) => crewText(ship)),
    ["1", "2–5", null],
  );
});
