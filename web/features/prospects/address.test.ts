import assert from "node:assert/strict";
import { test } from "node:test";
import { readAddress } from "../../lib/address.ts";
import { assignedToOf, crmFilters, stagesFor } from "./address.ts";

const officer = { team: true, all: true, view: "board", tab: "mine" } as const;
const onboarding = { team: false, all: false, view: "list", tab: "mine" } as const;
const read = (query: string, reader: Parameters<typeof crmFilters>[0] = officer) =>
  readAddress(new URLSearchParams(query), crmFilters(reader).shape);

test("reads an empty address as the tab mine at the first stage", () => {
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

test("reads tab, view, stage, filters and the open prospect", () => {
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

test("gives a reader of their own prospects neither the intro stage nor the team tab nor other assignees", () => {
  const address = read("tab=team&stage=intro&assignee=7", onboarding);
  assert.deepEqual(
    [address.tab, address.stage, address.assignee, address.view],
    ["mine", "onboarding", null, "list"],
  );
  assert.deepEqual(stagesFor(onboarding), ["onboarding", "active", "inactive"]);
});

test("reads unknown values of the address as the defaults", () => {
  assert.deepEqual(read("tab=x&view=y&stage=z&assignee=-1&deadline=never&prospect=1e3"), read(""));
});

test("asks for the reader's prospects in the tab mine until another assignee is chosen", () => {
  assert.equal(assignedToOf({ tab: "mine", assignee: null }), "me");
  assert.equal(assignedToOf({ tab: "mine", assignee: "none" }), "none");
  assert.equal(assignedToOf({ tab: "team", assignee: null }), null);
  assert.equal(assignedToOf({ tab: "team", assignee: 7 }), "7");
});

const count = (query: string) => crmFilters(officer).set(read(query)).length;

test("counts an assignee and a deadline as filters, a stage and a search not", () => {
  assert.equal(count("tab=team&stage=active&q=a"), 0);
  assert.equal(count("assignee=none&deadline=none"), 2);
});
