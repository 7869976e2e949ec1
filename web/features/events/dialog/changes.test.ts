import assert from "node:assert/strict";
import { test } from "node:test";
import { changesBetween, isTold, placesLost, signUpsFrom } from "./changes.ts";
import { blankValues, type EventValues, type SlotValues } from "./form-values.ts";

const slot = (id: number, more: Partial<SlotValues> = {}): SlotValues => ({
  ...{ id, name: `Slot ${id}`, ship: "", need: null, seats: 2 },
  ...more,
});
const base: EventValues = {
  ...blankValues(new Date("2026-11-25T12:00:00"), "Europe/Copenhagen", 7),
  slots: [slot(1), slot(2), slot(3)],
};
const changed = (more: Partial<EventValues>) => changesBetween(base, { ...base, ...more });
const fields = (more: Partial<EventValues>) =>
  changed(more).map((change) => (change.kind === "field" ? change.field : change.kind));

test("nothing changes without a change, and by spaces around a text", () => {
  assert.deepEqual(changed({}), []);
  assert.deepEqual(changed({ title: " ", description: "\n" }), []);
});

test("names what changes in the order of the form", () => {
  assert.deepEqual(
    fields({
      hasWaitingList: false,
      title: "Mining",
      lengthMinutes: { to: "23:00", days: 0 },
      recurrence: { ...base.recurrence, unit: "day" },
    }),
    ["title", "recurrence", "time", "hasWaitingList"],
  );
  assert.deepEqual(fields({ recurrence: { ...base.recurrence, unit: "day" } }), ["recurrence"]);
});

test("names a slot that is new, gone or another, and another order alone", () => {
  const renamed = slot(1, { name: "Miner" });
  assert.deepEqual(changed({ slots: [renamed, slot(3), slot(4)] }), [
    { kind: "slot", id: 1, from: slot(1), to: renamed },
    { kind: "slot", id: 2, from: slot(2), to: null },
    { kind: "slot", id: 4, from: null, to: slot(4) },
  ]);
  assert.deepEqual(changed({ slots: [slot(2), slot(1), slot(3)] }), [{ kind: "order" }]);
});

test("people are told of when, where and what it is called, not of places", () => {
  assert.equal(isTold(changed({ location: "Orison" })), true);
  assert.equal(isTold(changed({ startsAt: { day: "2026-12-01", time: "20:00" } })), true);
  assert.equal(isTold(changed({ maxAttendees: "5", slots: [], description: "New" })), false);
});

test("counts who loses a place to fewer seats of a slot or of the event", () => {
  const seated = [1, 1, 1, 2, null].map((slotId) => ({ slotId }));
  const lost = (maxAttendees: string, slots = [slot(1), slot(2)]) =>
    placesLost({ slots, maxAttendees }, seated);
  assert.deepEqual(lost(""), { slots: [{ id: 1, count: 1 }], total: 1 });
  assert.deepEqual(lost("3", [slot(1, { seats: 3 })]), { slots: [], total: 2 });
  assert.deepEqual(lost("4"), { slots: [{ id: 1, count: 1 }], total: 1 });
  assert.deepEqual(lost("5", [slot(1, { seats: 3 })]), { slots: [], total: 0 });
});

test("sign-ups are added up from a date of a series on, and after it", () => {
  const dates = [1, 2, 3].map((id) => ({ id, startsAt: "", isCancelled: false, signUps: 10 ** id }));
  assert.deepEqual(signUpsFrom({ id: 2, dates }), { all: 1100, later: 1000 });
});
