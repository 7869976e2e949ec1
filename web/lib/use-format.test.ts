import assert from "node:assert/strict";
import { test } from "node:test";
import { run } from "../testing/hooks.ts";

const { useFormat } = await import("./use-format.ts");

test("tells days of leave by their month once, with the year only of another one", async (context) => {
  context.mock.timers.enable({ apis: ["Date"], now: new Date(2026, 10, 23, 18, 30) });
  const format = (await run(useFormat)).now;
  const days = (from: string, to: string) => Object.values(format.days({ from, to }));
  assert.deepEqual(days("2026-12-03", "2026-12-10"), ["3", "10 December"]);
  assert.deepEqual(days("2026-12-03", "2026-12-03"), ["3 December", "3 December"]);
  assert.deepEqual(days("2026-12-30", "2027-01-02"), ["30 December", "2 January 2027"]);
  assert.deepEqual(days("2026-01-03", "2027-01-03"), ["3 January", "3 January 2027"]);
});

test("leaves the year out of dates of this year, and the time out of moments of another", async (context) => {
  context.mock.timers.enable({ apis: ["Date"], now: new Date(2026, 10, 23, 18, 30) });
  const format = (await run(useFormat)).now;
  const [recent, old] = [new Date(2026, 2, 5, 9, 15), new Date(2024, 2, 5, 9, 15)];
  assert.deepEqual([format.moment(recent), format.moment(old)], ["5 Mar, 09:15", "5 Mar 2024"]);
  assert.deepEqual([format.shortDate(recent), format.shortDate(old)], ["5 Mar", "5 Mar 2024"]);
  assert.deepEqual(
    [-1, 0, 1].map((days) => format.moment(new Date(2026, 10, 23 + days, 9, 15))),
    ["date.yesterday", "date.today", "date.tomorrow"],
  );
});

test("shows a missing date as none, and a text that is no date as unreadable", async () => {
  const { date } = (await run(useFormat)).now;
  assert.deepEqual([null, undefined, "", "soon"].map(date), [
    ...["date.none", "date.none", "date.none"],
    "date.invalid",
  ]);
});
