import assert from "node:assert/strict";
import { test } from "node:test";
import { instantAt } from "../../../../worker/lib/zones.schema.ts";
import { allZones, cityOf, clockNotes, dayBeside, elsewhere } from "./zoned.ts";

const HERE = "Europe/Copenhagen";

test("a change of clocks is told at the first date behind it, the event's before the reader's", () => {
  const weekly = ["2027-03-18", "2027-03-25", "2027-04-01", "2027-04-08"].map(
    (day) => instantAt(`${day}T20:30`, HERE).instant,
  );
  assert.deepEqual(clockNotes(weekly, HERE, HERE), [null, null, "summer", null]);
  assert.deepEqual(clockNotes(weekly, HERE, "UTC"), [null, null, "summer", null]);
  // In New York summer time has begun on 14 March.
  const march = ["2027-03-11", "2027-03-18"].map((day) => instantAt(`${day}T20:30`, HERE).instant);
  assert.deepEqual(clockNotes(march, HERE, "America/New_York"), [null, "own"]);
  const autumn = ["2026-10-22", "2026-10-29"].map((day) => instantAt(`${day}T20:30`, HERE).instant);
  assert.deepEqual(clockNotes(autumn, HERE, HERE), [null, "winter"]);
});

test("a date that was moved by itself is no change of clocks", () => {
  assert.deepEqual(clockNotes(["2026-11-05T19:30:00.000Z", "2026-11-12T20:30:00.000Z"], HERE, HERE), [
    null,
    null,
  ]);
});

test("every zone is found by its place, and so is one that has another name here", () => {
  const zones = allZones("Asia/Atlantis");
  assert.ok(zones.some(({ value, label }) => value === HERE && label === "Copenhagen, Europe"));
  assert.ok(
    zones.some(
      ({ label }) => label === "Buenos Aires, Argentina, America" || label === "Buenos Aires, America",
    ),
  );
  assert.equal(zones.filter(({ value }) => value === "UTC").length, 1);
  assert.equal(zones[0]?.value, "Asia/Atlantis");
  assert.ok(
    zones.some(({ label }) => label === "Kyiv, Europe") &&
      !zones.some(({ label }) => label === "Kiev, Europe"),
  );
});

const zones = ["Europe/Berlin", "America/New_York", "Europe/London", "Asia/Katmandu", "Mars/Base"].map(
  (timeZone) => ({ timeZone }),
);
const citiesAt = (instant: string, shown: string[] = []) =>
  elsewhere(zones, instant, HERE, shown).map(({ timeZone }) => cityOf(timeZone));

test("clocks elsewhere are those that show another time at that instant, in their order", () => {
  const evening = "2026-11-26T19:30:00.000Z";
  assert.deepEqual(citiesAt(evening), ["New York", "London", "Kathmandu"]);
  assert.deepEqual(citiesAt(evening, ["America/New_York", "Asia/Kathmandu"]), ["London"]);
  // Lagos has no summer time: it shows what Copenhagen does in winter alone.
  const lagos = [{ timeZone: "Africa/Lagos" }];
  assert.deepEqual(elsewhere(lagos, evening, HERE, []), []);
  assert.deepEqual(elsewhere(lagos, "2026-07-02T19:30:00.000Z", HERE, []), lagos);
});

test("clocks elsewhere are five at most", () => {
  const many = [1, 2, 3, 4, 5, 6, 7].map((hours) => ({ timeZone: `Etc/GMT+${hours}` }));
  assert.deepEqual(elsewhere(many, "2026-11-26T19:30:00.000Z", HERE, []), many.slice(0, 5));
});

test("a day elsewhere is the one before, the same or the one after", () => {
  const evening = "2026-11-26T19:30:00.000Z";
  assert.equal(dayBeside(evening, "Asia/Kathmandu", HERE), "after");
  assert.equal(dayBeside(evening, "America/New_York", HERE), "same");
  assert.equal(dayBeside("2026-11-26T01:00:00.000Z", "America/New_York", HERE), "before");
  assert.equal(dayBeside("2026-12-31T23:30:00.000Z", HERE, "UTC"), "after");
});
