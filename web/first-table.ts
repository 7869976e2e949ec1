import { PLACES } from "./areas.ts";
import * as features from "./features.ts";
import type { Area, First, Tab } from "./lib/area.ts";
import { allOf, type Need } from "./lib/can.ts";

/** What each page asks for first, for `first.js`. The start is the first page that users land on. */
export function firstTable(): Record<string, readonly First[]> {
  const { first = [], need } = Object.values<Area | Tab>(features).find(
    (each) => "path" in each && each.navigation?.landing === 1,
  ) as Area;
  const alsoNeeds = (own: Need): Need => ({ all: [need, own].flatMap((each) => allOf(each)) });
  const start = first.map((each) => ({ ...each, need: alsoNeeds(each.need) }));
  return {
    "/": start,
    ...Object.fromEntries(PLACES.flatMap(({ path, first }) => (first ? [[path, first]] : []))),
  };
}
