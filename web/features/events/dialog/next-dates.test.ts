import assert from "node:assert/strict";
import { test } from "node:test";
import { ruledDates, storedDates } from "./next-dates.ts";

const dates = [
  { id: 4, startsAt: "2026-11-19T19:30:00.000Z", isCancelled: false, signUps: 0 },
  { id: 5, startsAt: "2026-11-26T19:30:00.000Z", isCancelled: false, signUps: 0 },
  { id: 6, startsAt: "2026-12-03T19:30:00.000Z", isCancelled: true, signUps: 0 },
  { id: 7, startsAt: "2026-12-10T19:30:00.000Z", isCancelled: false, signUps: 0 },
];
const stored = storedDates({ id: 5, dates }, "2026-11-26T20:00:00.000Z");

test("the stored dates begin with the edited one, at the time of the form", () => {
  assert.deepEqual(
    stored.map(({ id, startsAt }) => [id, startsAt]),
    [
      [5, "2026-11-26T20:00:00.000Z"],
      [6, "2026-12-03T19:30:00.000Z"],
      [7, "2026-12-10T19:30:00.000Z"],
    ],
  );
});

test("a date that is left out stays so under another rule, in its place in the order", () => {
  const found = ["2026-11-27", "2026-12-04", "2026-12-11", "2026-12-18"].map((day) => ({
    startsAt: `${day}T19:30:00.000Z`,
    isMoved: false,
  }));
  assert.deepEqual(
    ruledDates(found, stored).map(({ id, isCancelled }) => [id, isCancelled]),
    [
      [5, false],
      [6, true],
      [7, false],
      [null, false],
    ],
  );
});
