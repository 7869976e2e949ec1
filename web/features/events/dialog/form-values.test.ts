import assert from "node:assert/strict";
import { test } from "node:test";
import {
  createEventInput,
  type EventDetails,
  eventFields,
} from "../../../../worker/features/events/events.schema.ts";
import type { Rule } from "../../../../worker/features/events/recurrence/recurrence.schema.ts";
import { templateTerms } from "../../../../worker/features/events/templates/templates.schema.ts";
import { blanksOf } from "../../../../worker/lib/fields.schema.ts";
import {
  blankValues,
  changesOf,
  copyOf,
  type EventValues,
  endOfEvent,
  inputOf,
  isRuleEdited,
  lengthOf,
  movedTo,
  newSlot,
  patchOf,
  ruleOf,
  settled,
  startingAt,
  valuesOf,
} from "./form-values.ts";
import { termsOf, withTemplate } from "./template-values.ts";

const HERE = "Europe/Copenhagen";
const blank = blankValues(new Date("2026-11-25T12:00:00"), HERE, 7);

const details = (more: Partial<EventDetails> = {}): EventDetails => ({
  ...blanksOf(eventFields),
  ...{ id: 3, organizationId: 1, seriesId: null, title: "Mining night", description: "Bring a MOLE." },
  ...{ location: "ARC-L1", timeZone: HERE, status: "upcoming" },
  ...{ startsAt: "2026-11-26T19:30:00.000Z", endsAt: "2026-11-26T22:30:00.000Z" },
  organizer: { userId: 7, displayName: "Freja Ravn", avatarUrl: null },
  ...{ maxAttendees: 12, closesMinutes: 60 },
  slots: [{ id: 2, name: "Escort", ship: null, need: { kind: "role", role: "fighter" }, seats: 2 }],
  ...{ closesAt: "2026-11-26T18:30:00.000Z", attendees: 0, waiting: 0, maybe: 0, own: null },
  ...{ cancelReason: null, cancelledBy: null, sequence: 0, createdAt: "", updatedAt: "", version: 4 },
  can: {
    ...{ update: true, cancel: true, putBack: false, delete: false },
    ...{ answer: true, signUpOthers: true, copy: true, attendance: false },
  },
  ...{ why: { answer: null }, people: [], series: null, dates: [] },
  ...more,
});

const weekly: Rule = { every: 1, unit: "week", ends: { kind: "never" } };
const ofSeries = (rest: Rule, more: Partial<EventDetails> = {}) =>
  details({
    seriesId: 5,
    series: { id: 5, rule: rest, rest, timeZone: HERE, start: "2026-11-26T20:30", splitFromId: null },
    ...more,
  });

test("an event's values say the same as the event", () => {
  assert.deepEqual(changesOf(valuesOf(details()), valuesOf(details()), false), {});
  const values = valuesOf(details());
  assert.deepEqual(values.startsAt, { day: "2026-11-26", time: "20:30" });
  assert.deepEqual(values.lengthMinutes, { to: "23:30", days: 0 });
  assert.equal(inputOf(values).startsAt, "2026-11-26T19:30:00.000Z");
  assert.equal(inputOf(values).lengthMinutes, 180);
});

const length = (time: string, to: string, days = 0, day = "2026-11-26") =>
  lengthOf({ startsAt: { day, time }, lengthMinutes: { to, days }, timeZone: HERE });

test("an event that ends before the time of its start ends the next day", () => {
  assert.equal(length("20:30", "23:30"), 180);
  assert.equal(length("22:00", "02:30"), 270);
  assert.equal(length("20:30", "20:30"), 24 * 60);
  assert.equal(length("20:30", "21:30", 1), 25 * 60);
  assert.equal(length("22:00", "02:00", 2), 52 * 60);
});

test("an event over a change of clocks ends when clocks show its end", () => {
  assert.equal(length("23:00", "04:00", 0, "2026-03-28"), 240);
  assert.equal(length("23:00", "04:00", 0, "2026-10-24"), 360);
});

test("a length comes back as the end that it was made of", () => {
  for (const [endsAt, lengthMinutes] of [
    ["2026-11-27T02:00:00.000Z", { to: "03:00", days: 0 }],
    ["2026-11-27T19:30:00.000Z", { to: "20:30", days: 0 }],
    ["2026-11-28T01:00:00.000Z", { to: "02:00", days: 1 }],
    ["2026-11-29T19:30:00.000Z", { to: "20:30", days: 2 }],
  ] as const) {
    const values = valuesOf(details({ endsAt }));
    assert.deepEqual(values.lengthMinutes, lengthMinutes);
    assert.equal(endOfEvent(values), endsAt);
  }
});

test("a time that cannot be read is refused by the schema instead of left out", () => {
  const wrong: EventValues = {
    ...blank,
    title: "Mining",
    startsAt: { ...blank.startsAt, time: "?half past" },
  };
  const { success, error } = createEventInput.safeParse(inputOf(wrong));
  assert.equal(success, false);
  assert.deepEqual([...new Set(error?.issues.map(({ path }) => path[0]))].sort(), [
    "lengthMinutes",
    "startsAt",
  ]);
  assert.ok(createEventInput.safeParse(inputOf({ ...blank, title: "Mining" })).success);
});

const RULES: Rule[] = [
  weekly,
  { every: 2, unit: "week", weekdays: ["tu", "th"], ends: { kind: "count", count: 12 } },
  { every: 3, unit: "day", ends: { kind: "until", day: "2027-01-31" } },
  { every: 1, unit: "month", ends: { kind: "never" } },
  { every: 1, unit: "month", monthDay: "last_day", ends: { kind: "never" } },
  { every: 1, unit: "year", ends: { kind: "count", count: 2 } },
];
for (const rule of RULES)
  test(`the rule ${JSON.stringify(rule)} comes back from the form as it was`, () => {
    const day = rule.monthDay ? "2026-11-30" : "2026-11-26";
    const startsAt = rule.monthDay ? "2026-11-30T19:30:00.000Z" : "2026-11-26T19:30:00.000Z";
    assert.deepEqual(ruleOf(valuesOf(ofSeries(rule, { startsAt })).recurrence, day), rule);
  });

test("a single weekday is that of the first date, which is not said twice", () => {
  const values = valuesOf(ofSeries({ ...weekly, weekdays: ["th"] }));
  assert.deepEqual(values.recurrence.weekdays, ["th"]);
  assert.deepEqual(ruleOf(values.recurrence, "2026-11-26"), weekly);
});

test("the weekday of the first date moves with it, and others stay", () => {
  const before = valuesOf(ofSeries({ ...weekly, weekdays: ["tu", "th"] }));
  const moved: EventValues = {
    ...before,
    startsAt: { ...before.startsAt, day: "2026-11-27" },
    recurrence: movedTo(before.recurrence, "2026-11-26", "2026-11-27"),
  };
  assert.deepEqual(ruleOf(moved.recurrence, "2026-11-27")?.weekdays, ["tu", "fr"]);
  assert.equal(isRuleEdited(before, moved), false);
  assert.equal(isRuleEdited(before, { ...moved, recurrence: { ...moved.recurrence, every: "2" } }), true);
});

test("a new rule and a draft are for the following dates, too, and only of a series", () => {
  const before = valuesOf(ofSeries(weekly));
  const daily: EventValues = { ...before, recurrence: { ...before.recurrence, unit: "day" } };
  assert.equal(settled(before, before, true).which, "this");
  assert.equal(settled(daily, before, true).which, "following");
  assert.equal(settled(daily, before, false).which, "this");
  assert.equal(settled(before, { ...before, status: "draft" }, true).which, "following");
});

test("the last day of months becomes the day of the month when the first date is no last day", () => {
  const last = valuesOf(ofSeries({ every: 1, unit: "month", monthDay: "last_day", ends: { kind: "never" } }));
  assert.equal(movedTo(last.recurrence, "2026-11-30", "2026-12-30").unit, "month");
  assert.equal(movedTo(last.recurrence, "2026-11-30", "2026-12-31").unit, "last_day");
});

test("an edit sends what was changed alone, and the rule for all dates only", () => {
  const before = valuesOf(ofSeries({ ...weekly, weekdays: ["tu", "th"] }));
  const after: EventValues = {
    ...before,
    location: "ARC-L2 ",
    startsAt: { day: "2026-11-27", time: "21:00" },
    lengthMinutes: { to: "00:00", days: 0 },
    recurrence: movedTo(before.recurrence, "2026-11-26", "2026-11-27"),
  };
  const changed = { location: "ARC-L2", startsAt: "2026-11-27T20:00:00.000Z" };
  assert.deepEqual(changesOf(before, after, true), changed);
  const following = changesOf(before, { ...after, which: "following" }, true);
  assert.deepEqual(following, { ...changed, recurrence: { ...weekly, weekdays: ["tu", "fr"] } });
  assert.deepEqual(patchOf(following, after), { ...changed, endsAt: "2026-11-27T23:00:00.000Z" });
});

test("an emptied text and a removed limit are sent", () => {
  const before = valuesOf(details());
  assert.deepEqual(changesOf(before, { ...before, description: " ", maxAttendees: "" }, false), {
    ...{ description: "", maxAttendees: null },
  });
});

test("a new slot gets a number that no slot has had", () => {
  const had = valuesOf(details()).slots;
  assert.equal(newSlot(had, []).id, 3);
  assert.equal(newSlot([], []).id, 1);
  assert.equal(newSlot([], [newSlot(had)]).id, 4);
});

test("a copy has everything but the dates", () => {
  const copy = copyOf(ofSeries(weekly));
  assert.deepEqual(copy.startsAt, { day: "", time: "20:30" });
  assert.equal(ruleOf(copy.recurrence, ""), null);
  assert.deepEqual({ title: copy.title, slots: copy.slots }, { title: "Mining night", slots: copy.slots });
  assert.deepEqual(copy.lengthMinutes, { to: "23:30", days: 0 });
});

test("a template brings back what it was made of, on the day of the form", () => {
  const values = valuesOf(ofSeries(weekly));
  const terms = termsOf(values);
  assert.ok(templateTerms.safeParse(terms).success);
  const begun = withTemplate(blank, terms);
  assert.equal(begun.startsAt.day, blank.startsAt.day);
  const { startsAt: _, recurrence: __, status: ___, which: ____, ...same } = begun;
  for (const [name, value] of Object.entries(same))
    assert.deepEqual(value, values[name as keyof EventValues], name);
  assert.equal(begun.startsAt.time, "20:30");
});

test("a template leaves out what is not finished", () => {
  const terms = termsOf({
    ...blank,
    startsAt: { day: "", time: "?" },
    maxAttendees: "?many",
    slots: [
      { id: 1, name: "", ship: "", need: null, seats: 1 },
      { id: 2, name: "Escort", ship: "", need: { kind: "ship", shipId: null }, seats: 1 },
    ],
  });
  assert.ok(templateTerms.safeParse(terms).success);
  assert.deepEqual(terms.slots, [{ id: 2, name: "Escort", ship: null, need: null, seats: 1 }]);
});

test("another start keeps how long the event lasts, over midnight and over days", () => {
  const moved = (
    from: "20:00" | "23:00",
    to: "00:30" | "22:00" | "23:00",
    days: number,
    time: "19:30" | "23:30",
  ) =>
    startingAt({ startsAt: { day: "2026-11-28", time: from }, lengthMinutes: { to, days } }, from, time)
      .lengthMinutes;
  assert.deepEqual(moved("20:00", "22:00", 0, "19:30"), { to: "21:30", days: 0 });
  assert.deepEqual(moved("20:00", "22:00", 0, "23:30"), { to: "01:30", days: 0 });
  assert.deepEqual(moved("20:00", "00:30", 1, "19:30"), { to: "00:00", days: 1 });
  assert.deepEqual(moved("23:00", "23:00", 0, "19:30"), { to: "19:30", days: 0 });
});
