import assert from "node:assert/strict";
import { test } from "node:test";
import type { Prospect } from "../../../worker/features/prospects/prospects.schema.ts";
import { readAddress } from "../../lib/address.ts";
import { emphasise } from "../../lib/emphasis.ts";
import { DASHBOARD_SHAPE, NO_FILTER } from "./address.ts";
import { barLengths } from "./figures.ts";
import { firstName, partOfDay } from "./greeting.ts";
import { choicesOf, countFilters } from "./urgent.ts";

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

test("the greeting follows the clock, and the small hours are still evening", () => {
  const parts = [0, 4, 5, 9, 10, 11, 12, 17, 18, 23].map(partOfDay);
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

test("somebody is greeted by the first word of their name, without one by their username", () => {
  assert.equal(firstName({ displayName: "  Freja Ravn", username: "fr" }), "Freja");
  assert.equal(firstName({ displayName: " ", username: "fr" }), "fr");
});

test("bars compare the open stages; many approved do not flatten them, and nobody is no bar", () => {
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

test("names in a sentence are set off", () => {
  assert.equal(marked("Ida assigned Sofie to Bo", "Ida", "Sofie"), "[Ida] assigned [Sofie] to Bo");
});

test("a name inside a longer word is none, also beyond ASCII", () => {
  assert.equal(marked("Idaho saw Ida", "Ida"), "Idaho saw [Ida]");
  assert.equal(marked("Bjørnø saw Bjørn", "Bjørn"), "Bjørnø saw [Bjørn]");
});

test("a name that holds another one is set off as a whole", () => {
  assert.equal(marked("Bo Holm became a member", "Bo", "Bo Holm"), "[Bo Holm] became a member");
  assert.equal(
    marked("from Intro to Intro completed", "Intro", "Intro completed"),
    "from [Intro] to [Intro completed]",
  );
});

test("somebody who did something to themselves is set off twice, somebody unnamed not at all", () => {
  assert.equal(marked("Bo added Bo", "Bo", "Bo"), "[Bo] added [Bo]");
  assert.equal(marked("The sync failed", "Bo", null, ""), "The sync failed");
});

test("nonsense in the address filters nothing", () => {
  const address = readAddress(new URLSearchParams("status=boss&assignee=-1&overdue=yes"), DASHBOARD_SHAPE);
  assert.deepEqual(address, { ...NO_FILTER, prospect: null });
  assert.equal(countFilters(address), 0);
  assert.equal(countFilters({ status: "intro", assignee: "none", overdue: true }), 3);
});

test("the filter offers what occurs and what is chosen, in the order of the pipeline", () => {
  const people = [
    prospect(1, { status: "onboarding", assignedTo: 7 }),
    prospect(2, { status: "intro", assignedTo: null }),
  ];
  assert.deepEqual(choicesOf(people, NO_FILTER), {
    statuses: ["intro", "onboarding"],
    assignees: [7],
    hasUnassigned: true,
  });
  const chosen = choicesOf([], { ...NO_FILTER, status: "active", assignee: 9 });
  assert.deepEqual(chosen, { statuses: ["active"], assignees: [9], hasUnassigned: false });
});
