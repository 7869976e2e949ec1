import fc from "fast-check";
import { expect, it } from "vitest";
import { timeZone } from "./time-zone.schema.ts";
import { instantAt, offsetAt, wallAt } from "./zones.schema.ts";

const HERE = "Europe/Copenhagen";
const once = (instant: string) => ({ instant: `${instant}:00.000Z`, isMoved: false, isTwice: false });
const moved = (instant: string) => ({ ...once(instant), isMoved: true });
const twice = (instant: string) => ({ ...once(instant), isTwice: true });

it.each([
  ["2026-11-26T20:30", HERE, once("2026-11-26T19:30")],
  ["2026-07-02T20:30", HERE, once("2026-07-02T18:30")],
  ["2026-11-26T20:30", "America/New_York", once("2026-11-27T01:30")],
  ["2026-11-26T00:15", "Asia/Kathmandu", once("2026-11-25T18:30")],
  ["2026-11-26T00:00", "UTC", once("2026-11-26T00:00")],
  ["2026-01-01T13:45", "Pacific/Auckland", once("2026-01-01T00:45")],
  ["2027-03-28T01:59", HERE, once("2027-03-28T00:59")],
  ["2027-03-28T02:00", HERE, moved("2027-03-28T01:00")],
  ["2027-03-28T02:30", HERE, moved("2027-03-28T01:00")],
  ["2027-03-28T02:59", HERE, moved("2027-03-28T01:00")],
  ["2027-03-28T03:00", HERE, once("2027-03-28T01:00")],
  ["2027-10-31T02:30", HERE, twice("2027-10-31T00:30")],
  ["2027-10-31T03:00", HERE, once("2027-10-31T02:00")],
  ["2026-11-01T01:30", "America/New_York", twice("2026-11-01T05:30")],
  // Clocks change by half an hour.
  ["2026-10-04T02:10", "Australia/Lord_Howe", moved("2026-10-03T15:30")],
  // Clocks change by two hours.
  ["2027-03-28T01:00", "Antarctica/Troll", moved("2027-03-28T01:00")],
  ["2027-10-31T01:30", "Antarctica/Troll", twice("2027-10-30T23:30")],
  // The gap begins at midnight.
  ["2027-09-05T00:00", "America/Santiago", moved("2027-09-05T04:00")],
  // The gap is a whole day.
  ["2011-12-30T00:00", "Pacific/Apia", moved("2011-12-30T10:00")],
  ["2011-12-30T12:00", "Pacific/Apia", moved("2011-12-30T10:00")],
  ["2011-12-30T23:59", "Pacific/Apia", moved("2011-12-30T10:00")],
  ["2011-12-31T00:00", "Pacific/Apia", once("2011-12-30T10:00")],
  // Clocks were set forward for good.
  ["2016-05-01T02:45", "America/Caracas", moved("2016-05-01T07:00")],
])("%s in %s is the instant %o", (wall, zone, expected) => {
  expect(instantAt(wall, zone)).toEqual(expected);
});

it.each(["", "2026-11-26T25:00", "2026-13-01T10:00", "?T20:30"])("refuses %j, which is no time", (wall) => {
  expect(() => instantAt(wall, HERE)).toThrow(RangeError);
});

it("shows an instant to the minute, on both sides of a change", () => {
  expect(wallAt("2027-03-28T00:59:59.999Z", HERE)).toBe("2027-03-28T01:59");
  expect(wallAt("2027-03-28T01:00:00.000Z", HERE)).toBe("2027-03-28T03:00");
  expect(wallAt("2027-10-31T00:30:00.000Z", HERE)).toBe("2027-10-31T02:30");
  expect(wallAt("2027-10-31T01:30:00.000Z", HERE)).toBe("2027-10-31T02:30");
  expect(wallAt("2027-01-01T00:00:00.000Z", "America/St_Johns")).toBe("2026-12-31T20:30");
  expect(wallAt(0, "UTC")).toBe("1970-01-01T00:00");
});

it("counts the minutes by which clocks are ahead of UTC", () => {
  expect(offsetAt("2026-11-26T00:00:00.000Z", HERE)).toBe(60);
  expect(offsetAt("2026-11-26T00:00:59.999Z", "America/New_York")).toBe(-300);
  expect(offsetAt("2026-11-26T00:00:00.000Z", "Asia/Kathmandu")).toBe(345);
});

it("finds, in every zone, the instant at which clocks show the time, and moves only what they skip", () => {
  const zones = Intl.supportedValuesOf("timeZone");
  expect(zones.filter((zone) => !timeZone.safeParse(zone).success)).toEqual([]);
  const time = fc.integer({ min: Date.UTC(2000, 0, 2), max: Date.UTC(2040, 0, 1) });
  fc.assert(
    fc.property(fc.constantFrom(...zones), time, (zone, at) => {
      const wall = new Date(at).toISOString().slice(0, 16);
      const { instant, isMoved, isTwice } = instantAt(wall, zone);
      const parts = new Intl.DateTimeFormat("en", {
        ...{ timeZone: zone, hourCycle: "h23", year: "numeric", month: "numeric", day: "numeric" },
        ...{ hour: "numeric", minute: "numeric" },
      }).formatToParts(Date.parse(instant));
      const shown = parts.flatMap(({ type, value }) => (type === "literal" ? [] : Number(value)));
      const [year, month, day, hour, minute] = wallAt(instant, zone).split(/\D/).map(Number);
      expect(shown).toEqual([month, day, year, hour, minute]);
      const before = wallAt(Date.parse(instant) - 1, zone);
      if (isMoved) expect([before < wall, wallAt(instant, zone) > wall]).toEqual([true, true]);
      else expect(wallAt(instant, zone)).toBe(wall);
      if (isTwice) expect(offsetAt(at + 86_400_000, zone)).toBeLessThan(offsetAt(at - 86_400_000, zone));
    }),
  );
});
