/// <reference types="node" />
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { CONTAINER_SIZES, type ContainerSize } from "../../../worker/features/ships/ships.schema.ts";
import {
  type Boxes,
  countOf,
  fewestBoxes,
  planBoxes,
  planLoad,
  scuOf,
  type Trips,
  tripsOf,
} from "./cargo.ts";

const load = fc.integer({ min: 1, max: 5_000 });
const capacity = fc.integer({ min: 1, max: 700 });
const sizes = fc.subarray([...CONTAINER_SIZES], { minLength: 1 });
const withOne = sizes.map((all): ContainerSize[] => [1, ...all.filter((size) => size !== 1)]);

function carried(trips: readonly Trips[]): Boxes {
  const sum: Boxes = {};
  for (const size of CONTAINER_SIZES) {
    const count = trips.reduce((all, { times, boxes }) => all + times * (boxes[size] ?? 0), 0);
    if (count > 0) sum[size] = count;
  }
  return sum;
}

function assertCarries(trips: readonly Trips[], boxes: Boxes, most: number): void {
  assert.deepEqual(carried(trips), boxes);
  for (const trip of trips) {
    assert.ok(trip.times >= 1 && trip.scu > 0 && trip.scu <= most);
    assert.equal(trip.scu, scuOf(trip.boxes));
  }
}

/** The fewest boxes by trying all of them. */
function fewestByTrying(scu: number, all: readonly ContainerSize[]): number {
  const best = [0];
  for (let at = 1; at <= scu; at++)
    best[at] = 1 + Math.min(...all.map((size) => best[at - size] ?? Number.POSITIVE_INFINITY));
  return best[scu] ?? Number.POSITIVE_INFINITY;
}

test("holds a load exactly in the fewest boxes", () => {
  fc.assert(
    fc.property(load, sizes, (scu, all) => {
      const boxes = fewestBoxes(scu, all);
      const fewest = fewestByTrying(scu, all);
      if (!boxes) return assert.equal(fewest, Number.POSITIVE_INFINITY);
      assert.equal(scuOf(boxes), scu);
      assert.equal(countOf(boxes), fewest);
      for (const size of CONTAINER_SIZES) assert.ok(!boxes[size] || all.includes(size));
    }),
  );
  assert.deepEqual(fewestBoxes(100, CONTAINER_SIZES), { 32: 3, 4: 1 });
  assert.deepEqual(fewestBoxes(48, [1, 24, 32]), { 24: 2 });
  assert.equal(fewestBoxes(7, [2, 4]), null);
});

test("carries a load in the fewest trips, none over the capacity", () => {
  fc.assert(
    fc.property(load, capacity, withOne, (scu, most, all) => {
      const plan = planLoad(scu, most, all);
      assert.ok(plan);
      assertCarries(plan.trips, plan.boxes, most);
      assert.equal(scuOf(plan.boxes), scu);
      assert.equal(tripsOf(plan.trips), Math.ceil(scu / most));
    }),
  );
});

test("carries a load with any sizes, or reports that they cannot hold it", () => {
  fc.assert(
    fc.property(load, capacity, sizes, (scu, most, all) => {
      const plan = planLoad(scu, most, all);
      const fitting = all.filter((size) => size <= most);
      if (!plan) return assert.equal(fewestBoxes(scu, fitting), null);
      assertCarries(plan.trips, plan.boxes, most);
      assert.equal(scuOf(plan.boxes), scu);
    }),
  );
});

test("takes the fewest boxes unless they need more trips, then full trips", () => {
  assert.deepEqual(planLoad(48, 31, [1, 2, 4, 8, 16, 24])?.boxes, { 24: 2 });
  assert.deepEqual(planLoad(80, 40, [1, 2, 4, 8, 16, 24, 32])?.trips, [
    { times: 2, boxes: { 32: 1, 8: 1 }, scu: 40 },
  ]);
  assert.deepEqual(planLoad(1_200, 576, CONTAINER_SIZES)?.trips, [
    { times: 2, boxes: { 32: 18 }, scu: 576 },
    { times: 1, boxes: { 32: 1, 16: 1 }, scu: 48 },
  ]);
});

const counts = fc.record(
  Object.fromEntries(CONTAINER_SIZES.map((size) => [size, fc.integer({ min: 0, max: 6 })])),
) as fc.Arbitrary<Boxes>;

/** The fewest trips by trying every way; small numbers only. */
function fewestTripsByTrying(items: readonly number[], most: number): number {
  let best = items.length;
  const place = (at: number, rooms: number[]): void => {
    if (rooms.length >= best) return;
    const item = items[at];
    if (item === undefined) {
      best = rooms.length;
      return;
    }
    const tried = new Set<number>();
    rooms.forEach((room, index) => {
      if (room < item || tried.has(room)) return;
      tried.add(room);
      place(at + 1, rooms.with(index, room - item));
    });
    place(at + 1, [...rooms, most - item]);
  };
  place(0, []);
  return best;
}

test("carries given boxes in nearly the fewest trips, and lists those that are too large", () => {
  fc.assert(
    fc.property(counts, fc.integer({ min: 1, max: 120 }), sizes, (boxes, most, all) => {
      const plan = planBoxes(boxes, most, all);
      assertCarries(plan.trips, plan.boxes, most);
      for (const size of CONTAINER_SIZES) {
        assert.equal((plan.boxes[size] ?? 0) + (plan.left[size] ?? 0), boxes[size] ?? 0);
        assert.ok(!plan.left[size] || size > most || !all.includes(size));
      }
    }),
  );
  const few = fc.array(fc.constantFrom(...CONTAINER_SIZES), { minLength: 1, maxLength: 9 });
  fc.assert(
    fc.property(few, fc.integer({ min: 32, max: 120 }), (items, most) => {
      const boxes: Boxes = {};
      for (const size of items) boxes[size] = (boxes[size] ?? 0) + 1;
      const trips = tripsOf(planBoxes(boxes, most, CONTAINER_SIZES).trips);
      const fewest = fewestTripsByTrying(
        items.toSorted((a, b) => b - a),
        most,
      );
      assert.ok(trips >= fewest && trips <= fewest + 1, `${trips} trips, not ${fewest}`);
    }),
    { numRuns: 2000 },
  );
});

test("fills trips better than the largest boxes first, where that saves a trip", () => {
  const trips = (boxes: Boxes, most: number) => tripsOf(planBoxes(boxes, most, CONTAINER_SIZES).trips);
  assert.equal(trips({ 32: 1, 24: 2, 16: 3 }, 64), 2);
  assert.equal(trips({ 32: 2, 24: 1, 16: 3, 8: 1, 4: 1, 1: 1 }, 52), 3);
});
