import assert from "node:assert/strict";
import { test } from "node:test";
import { readAddress } from "../../lib/address.ts";
import { assignedToOf, countFilters, crmShape, stagesFor } from "./address.ts";

const officer = { team: true, all: true, view: "board", tab: "mine" } as const;
const onboarding = { team: false, all: false, view: "list", tab: "mine" } as const;
const read = (query: string, reader: Parameters<typeof crmShape>[0] = officer) =>
  readAddress(new URLSearchParams(query), crmShape(reader));

test("an empty address is my tasks at the first stage", () => {
  assert.deepEqual(read(""), {
    tab: "mine",
    view: "board",
    stage: "intro",
    q: "",
    assignee: null,
    deadline: null,
    prospect: null,
    new: false,
  });
});

test("the address carries tab, view, stage, filters and the open prospect", () => {
  assert.deepEqual(read("tab=team&view=list&stage=active&q=van&assignee=7&deadline=soon&prospect=12&new=1"), {
    tab: "team",
    view: "list",
    stage: "active",
    q: "van",
    assignee: 7,
    deadline: "soon",
    prospect: 12,
    new: true,
  });
});

test("a reader of their own prospects starts on onboarding and gets neither intro, team nor other assignees", () => {
  const address = read("tab=team&stage=intro&assignee=7", onboarding);
  assert.deepEqual(
    [address.tab, address.stage, address.assignee, address.view],
    ["mine", "onboarding", null, "list"],
  );
  assert.deepEqual(stagesFor(onboarding), ["onboarding", "active", "inactive"]);
});

test("nonsense in the address is left out", () => {
  assert.deepEqual(read("tab=x&view=y&stage=z&assignee=-1&deadline=never&prospect=1e3"), read(""));
});

test("my tasks are mine until another assignee is chosen", () => {
  assert.equal(assignedToOf({ tab: "mine", assignee: null }), "me");
  assert.equal(assignedToOf({ tab: "mine", assignee: "none" }), "none");
  assert.equal(assignedToOf({ tab: "team", assignee: null }), null);
  assert.equal(assignedToOf({ tab: "team", assignee: 7 }), "7");
});

test("an assignee and a deadline are filters, a stage is none", () => {
  assert.equal(countFilters(read("tab=team&stage=active&q=a")), 0);
  assert.equal(countFilters(read("assignee=none&deadline=none")), 2);
});
