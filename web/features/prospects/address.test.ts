import assert from "node:assert/strict";
import { test } from "node:test";
import { assignedToOf, isFiltered, readAddress, stagesFor, writeAddress } from "./address.ts";

const officer = { team: true, ownOnly: false, view: "board" as const };
const onboarding = { team: false, ownOnly: true, view: "list" as const };
const read = (query: string, reader: Parameters<typeof readAddress>[1] = officer) =>
  readAddress(new URLSearchParams(query), reader);

test("an empty address is my tasks at the first stage", () => {
  assert.deepEqual(read(""), {
    tab: "mine",
    view: "board",
    stage: "intro",
    q: "",
    assignee: null,
    deadline: null,
    prospect: null,
    adding: false,
  });
});

test("the address carries tab, view, stage, filters and the open prospect", () => {
  const address = read("tab=team&view=list&stage=active&q=van&assignee=7&deadline=soon&prospect=12&new=1");
  assert.deepEqual(address, {
    tab: "team",
    view: "list",
    stage: "active",
    q: "van",
    assignee: 7,
    deadline: "soon",
    prospect: 12,
    adding: true,
  });
});

test("the onboarding team starts on onboarding and gets neither intro, team nor other people", () => {
  const address = read("tab=team&stage=intro&assignee=7", onboarding);
  assert.deepEqual(
    [address.tab, address.stage, address.assignee, address.view],
    ["mine", "onboarding", null, "list"],
  );
  assert.deepEqual(stagesFor(onboarding), ["onboarding", "active", "inactive"]);
});

test("nonsense in the address is left out", () => {
  const address = read("tab=x&view=y&stage=z&assignee=-1&deadline=never&prospect=1e3");
  assert.deepEqual(address, read(""));
});

test("changing one thing keeps the rest", () => {
  const params = new URLSearchParams("tab=team&q=van&prospect=12");
  assert.equal(writeAddress(params, { prospect: null }), "/crm?tab=team&q=van");
  assert.equal(writeAddress(params, { q: "", prospect: null, tab: "mine" }), "/crm?tab=mine");
  assert.equal(writeAddress(new URLSearchParams("new=1"), { adding: false }), "/crm");
});

test("my tasks are mine until somebody else is chosen", () => {
  assert.equal(assignedToOf({ tab: "mine", assignee: null }), "me");
  assert.equal(assignedToOf({ tab: "mine", assignee: "none" }), "none");
  assert.equal(assignedToOf({ tab: "team", assignee: null }), null);
  assert.equal(assignedToOf({ tab: "team", assignee: 7 }), "7");
});

test("a search, a person or a deadline makes a list partial", () => {
  assert.equal(isFiltered(read("tab=team&stage=active")), false);
  for (const query of ["q=a", "assignee=none", "deadline=none"]) assert.equal(isFiltered(read(query)), true);
});
