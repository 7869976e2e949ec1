import assert from "node:assert/strict";
import { test } from "node:test";
import type { Prospect } from "../../../worker/features/prospects/prospects.schema.ts";
import { readAddress } from "../../lib/address.ts";
import { emphasise } from "../../lib/emphasis.ts";
import { choicesOf, urgentFilters } from "./address.ts";
import { partOfDay } from "./greeting.ts";
import { barLengths } from "./pipeline-counters.ts";

const prospect = (id: number, rest: Partial<Prospect>) =>
  ({
    id,
    username: `user${id}`,
    displayName: `Person ${id}`,
    discordId: null,
    status: "onboarding",
    assignedTo: null,
    ...rest,
  }) as Prospect;

test("greets by the time of day, with the small hours as evening", () => {
  const parts = [0, 3, 4, 9, 10, 11, 12, 17, 18, 23].map(partOfDay);
  assert.deepEqual(parts, [
    "evening",
    "evening",
    "morning",
    "morning",
    "forenoon",
    "forenoon",
    "afternoon",
    "afternoon",
    "evening",
    "evening",
  ]);
});

test("compares the open stages only, and gives an empty stage no bar", () => {
  const counts = { intro: 20, intro_completed: 10, assigned_onboarding: 0, onboarding: 5, inactive: 900 };
  assert.deepEqual(barLengths({ ...counts, active: 146 }), {
    intro: 0.8,
    intro_completed: 0.4,
    assigned_onboarding: 0,
    onboarding: 0.2,
    active: 1,
  });
  const none = {
    intro: 0,
    intro_completed: 0,
    assigned_onboarding: 0,
    onboarding: 0,
    active: 0,
    inactive: 3,
  };
  assert.deepEqual([...new Set(Object.values(barLengths(none)))], [0]);
});

const marked = (sentence: string, ...names: (string | null)[]) =>
  emphasise(sentence, names)
    .map(({ text, strong }) => (strong ? `[${text}]` : text))
    .join("");

test("marks the names in a sentence", () => {
  assert.equal(marked("Ida assigned Sofie to Bo", "Ida", "Sofie"), "[Ida] assigned [Sofie] to Bo");
});

test("ignores a name inside of a longer word, also beyond ASCII", () => {
  assert.equal(marked("Idaho saw Ida", "Ida"), "Idaho saw [Ida]");
  assert.equal(marked("Bjørnø saw Bjørn", "Bjørn"), "Bjørnø saw [Bjørn]");
});

test("cuts a sentence at its names into no empty pieces", () => {
  assert.deepEqual(emphasise("Ida", ["Ida"]), [{ text: "Ida", strong: true }]);
});

test("marks a name that contains another one as a whole", () => {
  assert.equal(marked("Bo Holm became a member", "Bo", "Bo Holm"), "[Bo Holm] became a member");
  assert.equal(
    marked("from Intro to Intro completed", "Intro", "Intro completed"),
    "from [Intro] to [Intro completed]",
  );
});

test("marks a repeated name twice, and ignores missing names", () => {
  assert.equal(marked("Bo added Bo", "Bo", "Bo"), "[Bo] added [Bo]");
  assert.equal(marked("The sync failed", "Bo", null, ""), "The sync failed");
});

test("ignores unknown values of the address", () => {
  const address = readAddress(
    new URLSearchParams("status=boss&assignee=-1&overdue=yes"),
    urgentFilters.shape,
  );
  assert.deepEqual(address, { ...urgentFilters.none, prospect: null });
  assert.deepEqual(urgentFilters.set(address), []);
  assert.equal(urgentFilters.set({ q: "x", status: "intro", assignee: 7, overdue: true }).length, 3);
});

test("offers the values of the list and the present filter, in the order of the pipeline", () => {
  const people = [
    prospect(1, { status: "onboarding", assignedTo: 7 }),
    prospect(2, { status: "intro", assignedTo: null }),
  ];
  assert.deepEqual(choicesOf(people, urgentFilters.none), {
    statuses: ["intro", "onboarding"],
    assignees: [7],
  });
  const chosen = choicesOf([], { ...urgentFilters.none, status: "active", assignee: 9 });
  assert.deepEqual(chosen, { statuses: ["active"], assignees: [9] });
});
