import fc from "fast-check";
import { expect, it } from "vitest";
import { timeZone } from "./time-zone.schema.ts";
import { instantOf, wallOf } from "./zones.ts";

const at = (startsAt: string, shifted = false) => ({ startsAt: `${startsAt}:00.000Z`, shifted });

it.each([
  ["2027-03-28T01:59", "Europe/Copenhagen", at("2027-03-28T00:59")],
  ["2027-03-28T02:30", "Europe/Copenhagen", at("2027-03-28T01:00", true)],
  ["2027-10-31T02:30", "Europe/Copenhagen", at("2027-10-31T00:30")],
  ["2027-10-31T03:00", "Europe/Copenhagen", at("2027-10-31T02:00")],
  // Clocks change by two hours.
  ["2027-03-28T01:00", "Antarctica/Troll", at("2027-03-28T01:00", true)],
  ["2027-10-31T01:30", "Antarctica/Troll", at("2027-10-30T23:30")],
  // The gap begins at midnight.
  ["2027-09-05T00:00", "America/Santiago", at("2027-09-05T04:00", true)],
  // The gap is a whole day.
  ["2011-12-30T12:00", "Pacific/Apia", at("2011-12-30T10:00", true)],
  ["2011-12-31T00:00", "Pacific/Apia", at("2011-12-30T10:00")],
  // Clocks were set forward for good.
  ["2016-05-01T02:45", "America/Caracas", at("2016-05-01T07:00", true)],
])("%s in %s is the instant %o", (wall, zone, expected) => {
  expect(instantOf(wall, zone)).toEqual(expected);
});

it("an instant is shown to the minute, on both sides of a change", () => {
  expect(wallOf("2027-03-28T00:59:59.999Z", "Europe/Copenhagen")).toBe("2027-03-28T01:59");
  expect(wallOf("2027-03-28T01:00:00.000Z", "Europe/Copenhagen")).toBe("2027-03-28T03:00");
  expect(wallOf("2027-10-31T00:30:00.000Z", "Europe/Copenhagen")).toBe("2027-10-31T02:30");
  expect(wallOf("2027-10-31T01:30:00.000Z", "Europe/Copenhagen")).toBe("2027-10-31T02:30");
  expect(wallOf("2027-01-01T00:00:00.000Z", "America/St_Johns")).toBe("2026-12-31T20:30");
});

it("in every zone clocks show the time again at its instant, and skip it only where it is shifted", () => {
  const zones = Intl.supportedValuesOf("timeZone");
  expect(zones.filter((zone) => !timeZone.safeParse(zone).success)).toEqual([]);
  const time = fc.integer({ min: Date.UTC(2000, 0, 2), max: Date.UTC(2040, 0, 1) });
  fc.assert(
    fc.property(fc.constantFrom(...zones), time, (zone, instant) => {
      const wall = new Date(instant).toISOString().slice(0, 16);
      const { startsAt, shifted } = instantOf(wall, zone);
      const shown = new Intl.DateTimeFormat("sv", { timeZone: zone, dateStyle: "short", timeStyle: "short" });
      const before = shown.format(Date.parse(startsAt) - 1).replace(" ", "T");
      expect(shown.format(Date.parse(startsAt)).replace(" ", "T")).toBe(wallOf(startsAt, zone));
      if (shifted) expect([before < wall, wallOf(startsAt, zone) > wall]).toEqual([true, true]);
      else expect(wallOf(startsAt, zone)).toBe(wall);
    }),
  );
});
