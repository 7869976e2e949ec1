import assert from "node:assert/strict";
import { test } from "node:test";
import type { DashboardStats } from "../../../worker/features/dashboard/dashboard.schema.ts";
import type { Prospect } from "../../../worker/features/prospects/prospects.schema.ts";
import { emphasise } from "./emphasis.ts";
import { barLengths, cardsOf } from "./figures.ts";
import { firstName, partOfDay } from "./greeting.ts";
import { choicesOf, countFilters, isUrgent, narrow, readFilter, writeFilter } from "./urgent.ts";

const now = Date.UTC(2026, 10, 21, 20, 0);
const HOUR = 3_600_000;
const at = (hours: number) => new Date(now + hours * HOUR).toISOString();
const prospect = (id: number, rest: Partial<Prospect>) =>
  ({
    id,
    username: `user${id}`,
    displayName: `Person ${id}`,
    discordId: null,
    status: "onboarding",
    assignedTo: null,
    deadline: at(1),
    ...rest,
  }) as Prospect;
const everything = readFilter(new URLSearchParams());

const stats: DashboardStats = {
  overdueTasks: 3,
  activeProspects: 146,
  totalMembers: 1200,
  memberChangePercent: 4,
  pipelineStats: null,
  bots: { running: 2, total: 3 },
  urgent: 4,
};

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

test("a figure that is null has no card", () => {
  assert.deepEqual(cardsOf(stats), ["overdue", "active", "members", "bots"]);
  assert.deepEqual(cardsOf({ ...stats, overdueTasks: null, activeProspects: null, bots: null }), ["members"]);
  assert.deepEqual(cardsOf({ ...stats, overdueTasks: 0, bots: { running: 0, total: 0 } }).length, 4);
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

test("somebody who did something to themselves is set off twice, somebody unnamed not at all", () => {
  assert.equal(marked("Bo added Bo", "Bo", "Bo"), "[Bo] added [Bo]");
  assert.equal(marked("The sync failed", "Bo", null, ""), "The sync failed");
});

test("a deadline is urgent up to 24 hours ahead and ever after", () => {
  const urgent = [null, at(-900), at(0), at(24), at(24.01)].map((deadline) => isUrgent({ deadline }, now));
  assert.deepEqual(urgent, [false, true, true, true, false]);
});

test("the search finds username, display name and Discord id in any case", () => {
  const people = [
    prospect(1, { username: "Vanta.Black", displayName: "X" }),
    prospect(2, { displayName: "Sofie ØRSTED" }),
    prospect(3, { discordId: "285100000000000003" }),
  ];
  const ids = (q: string) => narrow(people, { ...everything, q }, now).map(({ id }) => id);
  assert.deepEqual(ids("vANTA"), [1]);
  assert.deepEqual(ids(" ørsted "), [2]);
  assert.deepEqual(ids("0000003"), [3]);
  assert.deepEqual(ids("nobody"), []);
});

test("filters narrow by status, assignee, nobody and overdue, and together", () => {
  const people = [
    prospect(1, { status: "intro", assignedTo: 7, deadline: at(-1) }),
    prospect(2, { status: "intro", assignedTo: null }),
    prospect(3, { status: "onboarding", assignedTo: 7, deadline: at(-2) }),
  ];
  const ids = (query: string) =>
    narrow(people, readFilter(new URLSearchParams(query)), now).map(({ id }) => id);
  assert.deepEqual(ids("status=intro"), [1, 2]);
  assert.deepEqual(ids("assignee=7"), [1, 3]);
  assert.deepEqual(ids("assignee=none"), [2]);
  assert.deepEqual(ids("overdue=1"), [1, 3]);
  assert.deepEqual(ids("status=intro&overdue=1&assignee=7"), [1]);
});

test("nonsense in the address filters nothing", () => {
  const filter = readFilter(new URLSearchParams("status=boss&assignee=-1&overdue=yes"));
  assert.deepEqual(filter, everything);
  assert.equal(countFilters(filter), 0);
});

test("a filter comes back from the address as it went in and leaves the rest of it alone", () => {
  const filter = { q: "a&b", status: "intro", assignee: "none", overdue: true } as const;
  const params = writeFilter(new URLSearchParams("prospect=12"), filter);
  assert.deepEqual(readFilter(params), filter);
  assert.equal(params.get("prospect"), "12");
  assert.equal(writeFilter(params, everything).toString(), "prospect=12");
  assert.equal(countFilters(filter), 3);
});

test("the filter offers what occurs and what is chosen, in the order of the pipeline", () => {
  const people = [
    prospect(1, { status: "onboarding", assignedTo: 7 }),
    prospect(2, { status: "intro", assignedTo: null }),
  ];
  assert.deepEqual(choicesOf(people, everything), {
    statuses: ["intro", "onboarding"],
    assignees: [7],
    hasUnassigned: true,
  });
  const chosen = choicesOf([], { ...everything, status: "active", assignee: 9 });
  assert.deepEqual(chosen, { statuses: ["active"], assignees: [9], hasUnassigned: false });
});
