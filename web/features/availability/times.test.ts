import assert from "node:assert/strict";
import { test } from "node:test";
import {
  between,
  dateText,
  dayAfter,
  hoursOf,
  layoutOf,
  mondayOf,
  movedBy,
  NO_HOURS,
  painted,
  stepOf,
} from "./times.ts";

const at = (day: number, hour: number) => day * 24 + hour;

test("a week begins with its Monday, also on a Sunday and over the end of a year", () => {
  const days = (now: Date, shift: number) => dateText(mondayOf(now.getTime(), shift));
  assert.equal(days(new Date(2026, 11, 6, 23, 59), 0), "2026-11-30");
  assert.equal(days(new Date(2026, 11, 7), 0), "2026-12-07");
  assert.equal(days(new Date(2026, 11, 30), 1), "2027-01-04");
  assert.equal(dateText(dayAfter(mondayOf(new Date(2026, 11, 30).getTime(), 0), 6)), "2027-01-03");
});

test("a week shows days as rows and the evening as columns, all hours when asked, and hours as rows where it is tall", () => {
  const evening = layoutOf(false, false);
  assert.deepEqual(evening.columns, [16, 17, 18, 19, 20, 21, 22, 23]);
  assert.deepEqual(evening.rows[3], { head: 3, hours: evening.columns.map((hour) => at(3, hour)) });
  assert.equal(layoutOf(true, false).columns.length, 24);
  const tall = layoutOf(true, true);
  assert.equal(tall.rows.length, 24);
  assert.deepEqual(tall.rows[20], { head: 20, hours: [0, 1, 2, 3, 4, 5, 6].map((day) => at(day, 20)) });
});

test("arrow keys move among the shown hours and stop at the edges; Home and End go to the ends of a row", () => {
  const layout = layoutOf(false, false);
  const moved = (key: string, from: number) => movedBy(key, layout, from);
  assert.equal(moved("ArrowRight", at(3, 20)), at(3, 21));
  assert.equal(moved("ArrowDown", at(3, 20)), at(4, 20));
  assert.equal(moved("ArrowRight", at(3, 23)), at(3, 23));
  assert.equal(moved("ArrowUp", at(0, 20)), at(0, 20));
  assert.equal(moved("ArrowLeft", at(2, 16)), at(2, 16));
  assert.equal(moved("Home", at(2, 20)), at(2, 16));
  assert.equal(moved("End", at(2, 20)), at(2, 23));
  assert.equal(moved("a", at(2, 20)), null);
  assert.equal(movedBy("ArrowDown", layoutOf(true, true), at(2, 20)), at(2, 21));
});

test("a drag covers the rectangle between its ends, in either direction", () => {
  const expected = [at(1, 20), at(1, 21), at(2, 20), at(2, 21)];
  const layout = layoutOf(false, false);
  assert.deepEqual(between(layout, at(1, 20), at(2, 21)), expected);
  assert.deepEqual(between(layout, at(2, 20), at(1, 21)), expected);
  assert.deepEqual(between(layout, at(1, 20), at(1, 20)), [at(1, 20)]);
});

test("painting marks or clears the given hours and leaves the others", () => {
  const marked = painted(NO_HOURS, [at(1, 20), at(1, 21)], true);
  assert.equal(marked.length, 168);
  assert.equal(marked.indexOf("1"), at(1, 20));
  assert.equal(marked.replaceAll("0", ""), "11");
  assert.equal(painted(marked, [at(1, 20)], false).indexOf("1"), at(1, 21));
});

test("a count has shade 0 for nobody, else one of five, of which the last is for the largest count", () => {
  assert.deepEqual(
    [0, 1, 2, 9, 16, 17, 18].map((count) => stepOf(count, 18)),
    [0, 1, 1, 3, 5, 5, 5],
  );
  assert.equal(stepOf(1, 1), 5);
});

test("a window that goes on into the next week is shown to the end of this one", () => {
  assert.deepEqual(hoursOf(at(3, 20), 3), [at(3, 20), at(3, 21), at(3, 22)]);
  assert.deepEqual(hoursOf(at(6, 23), 3), [at(6, 23)]);
});
