/// <reference types="node" />
import assert from "node:assert/strict";
import { test } from "node:test";
import type { SearchAnswer, SearchHit } from "../../../worker/lib/search/search.schema.ts";
import { type Command, groupsOf, marked, readTyped, stillLike, withoutVerb } from "./rows.ts";

const both = (text: string) => ({ en: text, da: text });
const start = (label: string, also: string, keys?: string): Command => ({
  ...{ kind: "start", to: `/${label}`, label: both(label), also: both(also), area: both("Tools") },
  ...(keys ? { keys } : {}),
});
const page = (label: string): Command => ({
  ...{ kind: "page", to: `/${label}`, label: both(label), area: both(label) },
});
const hit = (kind: SearchHit["kind"], id: number, title: string, canTake = false): SearchHit => ({
  ...{ kind, id, title, name: null, line: "", at: null, path: `/${kind}/${id}`, avatarUrl: null, canTake },
});
const SAYS = {
  language: "en" as const,
  assign: (name: string) => `Assign ${name} to me`,
  within: (place: string) => `in ${place}`,
  also: (name: string) => `also ${name}`,
};
const COMMANDS = [
  start("New contract", "job"),
  start("New event", "plan"),
  start("Add prospect", "new prospect"),
  page("Dashboard"),
  page("News"),
];
const people: SearchAnswer = [
  {
    group: "people",
    hits: [
      hit("prospect", 1, "Newman", true),
      hit("member", 2, "Newbæk"),
      hit("member", 3, "New"),
      hit("member", 4, "Newt"),
    ],
  },
];

const shown = (text: string, answer: SearchAnswer = [], recent: SearchHit[] = []) =>
  groupsOf(readTyped(text), { commands: COMMANDS, answer, recent }, SAYS).map(({ name, rows }) => [
    name,
    ...rows.map(({ title }) => title),
  ]);

test("shows what was opened last, the actions, and the pages before the first letter", () => {
  assert.deepEqual(shown("", [], [hit("event", 1, "Mining")]), [
    ["recent", "Mining"],
    ["actions", "New contract", "New event", "Add prospect"],
    ["pages", "Dashboard", "News"],
  ]);
});

test("groups hits, three of each, then the actions with the first person", () => {
  assert.deepEqual(shown("new", people), [
    ["actions", "New contract", "New event", "Add prospect"],
    ["people", "Newman", "Assign Newman to me", "Newbæk", "New"],
    ["pages", "News"],
  ]);
});

test("narrows to people, to contracts and events, and to actions by a mark", () => {
  assert.deepEqual(readTyped(" @ new "), { mode: "people", q: "new" });
  assert.deepEqual(readTyped("#new"), { mode: "records", q: "new" });
  assert.deepEqual(readTyped("new > old"), { mode: "all", q: "new > old" });
  assert.deepEqual(shown("@new", people), [
    ["people", "Newman", "Assign Newman to me", "Newbæk", "New", "Newt"],
  ]);
  assert.deepEqual(shown(">"), [["actions", "New contract", "New event", "Add prospect"]]);
  assert.deepEqual(shown(">newman", people), [["actions", "Assign Newman to me"]]);
});

test("finds an action by another name, and says which", () => {
  const [group] = groupsOf(readTyped("job"), { commands: COMMANDS, answer: [], recent: [] }, SAYS);
  assert.deepEqual([group?.rows[0]?.title, group?.rows[0]?.name], ["New contract", "also job"]);
  assert.deepEqual(shown("contrcat"), [["actions", "New contract"]]);
});

test("takes the word for assigning off a name, but not a name that begins like it", () => {
  assert.equal(withoutVerb("assign tobias", "assign"), "tobias");
  assert.equal(withoutVerb("Ass Vang", "assign"), "Vang");
  assert.equal(withoutVerb("as vang", "assign"), "as vang");
  assert.equal(withoutVerb("tobias", "assign"), "tobias");
});

test("keeps the hits of an earlier answer that match the longer text", () => {
  assert.deepEqual(
    stillLike(people, "newbae").flatMap(({ hits }) => hits.map(({ title }) => title)),
    ["Newbæk"],
  );
});

test("marks what was typed in a title, at the beginnings of words before other places", () => {
  const bold = (title: string, q: string) =>
    marked(title, q)
      .map(({ text, isMatch }) => (isMatch ? `[${text}]` : text))
      .join("");
  assert.equal(bold("Renewal of a new ship", "new"), "Renewal of a [new] ship");
  assert.equal(bold("Sofie Ørsted", "orst"), "Sofie [Ørst]ed");
  assert.equal(bold("Pyro escort", "escort pyro"), "[Pyro] [escort]");
  assert.equal(bold("Tobias", "tobais"), "Tobias");
});
