/// <reference types="node" />
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import fc from "fast-check";
import { YEARS } from "../../worker/lib/years.schema.ts";
import { dayOf, nextEvenings, readDay, readMoment } from "./date-input.ts";
import { DATE_FORMATS } from "./format.ts";

/** A Monday, 18:30 by the reader's clock. */
const NOW = new Date(2026, 10, 23, 18, 30);
const moment = (text: string) => {
  const read = readMoment(text, NOW);
  return read && `${dayOf(read)} ${read.toTimeString().slice(0, 5)}`;
};

test("reads days of both languages, by numbers, names and words", () => {
  for (const text of [
    ...["27.11.2026", "27/11/2026", "27-11-2026", "27.11.26", "27/11", "27.11.", "2026-11-27", "27 11 2026"],
    ...["27 Nov 2026", "27 November", "27. nov. 2026", "27. november", "Nov 27, 2026", "27nov"],
    ...["Friday", "fri", "fredag", "fre", "Fri, 27 Nov 2026", "fre. 27. nov. 2026", "11/27/2026"],
  ])
    assert.equal(readDay(text, NOW), "2026-11-27", text);
  for (const text of ["tomorrow", "i morgen", " TOMORROW "])
    assert.equal(readDay(text, NOW), "2026-11-24", text);
  // Only a month above 12 turns the two round.
  for (const [text, day] of [
    ["10/12/2026", "2026-12-10"],
    ["12/12/2026", "2026-12-12"],
    ["12/13/2026", "2026-12-13"],
    ["13/12/2026", "2026-12-13"],
  ] as const)
    assert.equal(readDay(text, NOW), day, text);
  assert.equal(readDay("1 okt", NOW), "2027-10-01");
  assert.equal(readDay("1 Oct", NOW, "past"), "2026-10-01");
  assert.equal(readDay("24 Dec", NOW, "past"), "2025-12-24");
  assert.equal(readDay("i går", NOW, "past"), "2026-11-22");
  assert.equal(readDay("29 Feb", NOW), "2028-02-29");
});

test("takes the first of two numbers for the day where both can be months", () => {
  assert.equal(readDay("5/11/2026", NOW), "2026-11-05");
  assert.equal(readDay("5.12.2026", NOW), "2026-12-05");
});

test("takes a day without a year for today where it is today, in either direction", () => {
  for (const towards of ["past", "future"] as const)
    assert.equal(readDay("23 Nov", NOW, towards), "2026-11-23", towards);
});

test("reads every day of the years that the product knows, from the first to the last", () => {
  for (const day of [`${YEARS.first}-01-01`, `${YEARS.last}-12-31`]) assert.equal(readDay(day, NOW), day);
  for (const day of [`${YEARS.first - 1}-12-31`, `${YEARS.last + 1}-01-01`])
    assert.equal(readDay(day, NOW), null, day);
});

test("reads no day that does not exist, is out of range or cannot be told", () => {
  for (const text of [
    "",
    "31.02.2026",
    "13.13.2026",
    "27.11.1999",
    "27.11.2200",
    "soon",
    "27",
    "27 Foo",
    "0.1.2026",
    "1/2/3/4",
  ])
    assert.equal(readDay(text, NOW), null, text);
});

test("reads a time after the day in either language, and takes the evening without one", () => {
  for (const text of [
    ...[
      "27.11.2026 19.30",
      "27/11/2026 19:30",
      "2026-11-27T19:30",
      "27 Nov 2026, 19:30",
      "27. nov. 2026 kl. 19.30",
    ],
    ...["Friday 19:30", "fredag 19.30", "fri 7:30 pm", "27/11 at 19:30"],
  ])
    assert.equal(moment(text), "2026-11-27 19:30", text);
  assert.equal(moment("fredag"), "2026-11-27 20:00");
  assert.equal(moment("27.11"), "2026-11-27 20:00");
  assert.equal(moment("i morgen kl. 21"), "2026-11-24 21:00");
  assert.equal(moment("tomorrow 9pm"), "2026-11-24 21:00");
  assert.equal(moment("27.11 at 9"), "2026-11-27 09:00");
  assert.equal(moment("27.11 23:59"), "2026-11-27 23:59");
  assert.equal(moment("20:00"), "2026-11-23 20:00");
  assert.equal(moment("18:00"), "2026-11-24 18:00");
  assert.equal(moment("monday 18:00"), "2026-11-30 18:00");
  assert.equal(moment("18:30"), "2026-11-24 18:30", "the next one of a time that is now");
  for (const text of ["27.11 25:00", "27.11 19:60", "13 pm", "later", ""])
    assert.equal(moment(text), null, text);
});

test("reads the hours of a clock with twelve, which has no hour 0 and begins its halves with 12", () => {
  const hours = ["12 am", "1 am", "11 am", "12 pm", "1 pm", "11 pm"].map((hour) => moment(`27.11 ${hour}`));
  assert.deepEqual(
    hours.map((each) => each?.slice(11)),
    ["00:00", "01:00", "11:00", "12:00", "13:00", "23:00"],
  );
  for (const hour of ["0 am", "0 pm"]) assert.equal(moment(`27.11 ${hour}`), null, hour);
});

const minutes = fc
  .integer({ min: Date.UTC(2001, 0, 1) / 60_000, max: Date.UTC(2198, 0, 1) / 60_000 })
  .map((each) => new Date(each * 60_000));
const language = fc.constantFrom("en", "da");

test("reads every date that the field shows back, in both languages", () => {
  fc.assert(
    fc.property(minutes, language, (at, language) => {
      const shown = DATE_FORMATS.moment(at, language) ?? "";
      // One of the two hours that a clock shows twice when summer time ends.
      assert.equal(DATE_FORMATS.moment(readMoment(shown, NOW), language), shown);
      assert.equal(readDay(DATE_FORMATS.date(at, language) ?? "", NOW), dayOf(at));
    }),
  );
});

test("takes a day for that day of the reader's zone, on whichever side of Greenwich", () => {
  const script = `
    import { dayOf, startOf } from "./date-input.ts";
    import { DATE_FORMATS } from "./format.ts";
    console.log(dayOf(startOf("2026-03-14")), DATE_FORMATS.date("2026-03-14", "en"));`;
  for (const TZ of ["Pacific/Auckland", "America/Los_Angeles"]) {
    const options = { cwd: import.meta.dirname, env: { ...process.env, TZ }, encoding: "utf8" } as const;
    const printed = execFileSync(process.execPath, ["--input-type=module", "-e", script], options);
    assert.equal(printed.trim(), "2026-03-14 14 Mar 2026", TZ);
  }
});

test("offers the next evenings, each once and none within the hour", () => {
  const offered = (now: Date) =>
    nextEvenings(now).map((each) => `${dayOf(each).slice(8)} ${each.getHours()}`);
  assert.deepEqual(offered(NOW), ["23 20", "24 20", "27 20", "29 20"]);
  assert.deepEqual(offered(new Date(2026, 10, 23, 19, 0)), ["23 20", "24 20", "27 20", "29 20"]);
  assert.deepEqual(offered(new Date(2026, 10, 23, 19, 0, 1)), ["24 20", "27 20", "29 20"]);
  assert.deepEqual(offered(new Date(2026, 10, 23, 19, 30)), ["24 20", "27 20", "29 20"]);
  assert.deepEqual(offered(new Date(2026, 10, 26, 21, 0)), ["27 20", "29 20"]);
  assert.deepEqual(offered(new Date(2026, 10, 27, 12, 0)), ["27 20", "28 20", "29 20"]);
});
