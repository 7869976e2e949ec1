import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { EventDetails } from "../../../worker/features/events/events.schema.ts";
import type { Translate } from "../../lib/i18n/i18n.ts";
import { lengthText, untilText } from "./clock.ts";
import { lastsText, ruleText, whenText, zoneOf } from "./words.ts";

const before = process.env.TZ;
process.env.TZ = "Europe/Copenhagen";
after(() => {
  if (before === undefined) delete process.env.TZ;
  else process.env.TZ = before;
});

/** Says a text by its key and values. */
const t = ((key: string, values: object = {}) =>
  [key.replace("events.", ""), ...Object.values(values)].join(" ")) as unknown as Translate;

const MINUTE = 60_000;
const times = (startsAt: string, endsAt: string) => ({ startsAt, endsAt });
const NOW = Date.parse("2026-11-21T16:46:00Z");

test("lengths are hours and minutes, or days and hours", () => {
  const lengths = [0, 45, 120, 90, 24 * 60 + 240].map((minutes) => lengthText(t, minutes * MINUTE));
  assert.deepEqual(lengths, [
    "minutes_short 1",
    "minutes_short 45",
    "hours_short 2",
    "hours_short 1 minutes_short 30",
    "days_short 1 hours_short 4",
  ]);
});

test("an event past midnight says when it ends, and a longer one on which day", () => {
  assert.equal(lastsText(t, times("2026-11-28T18:00:00Z", "2026-11-28T20:00:00Z")), "hours_short 2");
  assert.equal(lastsText(t, times("2026-11-28T18:00:00Z", "2026-11-29T01:00:00Z")), "to 02:00");
  assert.equal(lastsText(t, times("2026-11-28T18:00:00Z", "2026-11-30T01:00:00Z")), "to Mon 02:00");
});

test("names tonight and tomorrow, later days by their date", () => {
  const when = (startsAt: string, endsAt: string) => whenText(t, times(startsAt, endsAt), NOW);
  assert.equal(when("2026-11-21T19:00:00Z", "2026-11-21T22:00:00Z"), "when tonight 20:00 23:00");
  assert.equal(when("2026-11-21T16:50:00Z", "2026-11-21T18:00:00Z"), "when Today 17:50 19:00");
  assert.equal(when("2026-11-22T13:00:00Z", "2026-11-22T15:00:00Z"), "when Tomorrow 14:00 16:00");
  assert.match(
    when("2026-11-28T19:00:00Z", "2026-11-28T22:00:00Z"),
    /^when Saturday,? 28 November.* 20:00 23:00$/,
  );
});

test("counts down in hours and minutes, from two days on in days, and ends with the start", () => {
  const until = (startsAt: string) => untilText(t, times(startsAt, startsAt), NOW);
  assert.equal(until("2026-11-21T19:00:00Z"), "hours_short 2 minutes_short 14");
  assert.equal(until("2026-11-24T16:46:00Z"), "days 3");
  assert.equal(until("2026-11-21T16:46:00Z"), null);
});

test("names the reader's zone by its city and as it is called at that time, with the time in UTC", () => {
  const [winter, summer] = [zoneOf(t, "2026-11-21T19:00:00Z"), zoneOf(t, "2026-07-21T19:00:00Z")];
  assert.deepEqual(
    [winter.city, winter.utc, winter.name, summer.name],
    ["copenhagen", "19:00", "CET", "CEST"],
  );
});

test("says a rule with its days in the order of the week, and its end", () => {
  const textOf = (rule: NonNullable<EventDetails["series"]>["rule"]) => ruleText(t, { rule });
  assert.equal(
    textOf({ every: 1, unit: "month", monthDay: "last_day", ends: { kind: "count", count: 4 } }),
    "repeats.month 1repeats.last_dayrepeats.times 4",
  );
  assert.equal(
    textOf({ every: 2, unit: "week", weekdays: ["th", "mo"], ends: { kind: "until", day: "2026-12-31" } }),
    "repeats.week 2repeats.on Monday and Thursdayrepeats.until Thu 31 Dec",
  );
});
