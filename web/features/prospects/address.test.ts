import assert from "node:assert/strict";
import { test } from "node:test";
import { FIGURES, PROSPECT_STATUSES } from "../../../worker/features/prospects/pipeline.schema.ts";
import { readAddress } from "../../lib/address.ts";
import { assignedToOf, crmFilters, figurePath, stagesFor } from "./address.ts";

const officer = { team: true, all: true, view: "board", tab: "mine" } as const;
const onboarding = { team: false, all: false, view: "list", tab: "mine" } as const;
const read = (query: string, reader: Parameters<typeof crmFilters>[0] = officer) =>
  readAddress(new URLSearchParams(query), crmFilters(reader).shape);

test("reads an empty address as the open prospects of the tab mine", () => {
  assert.deepEqual(read(""), {
    tab: "mine",
    view: "board",
    sort: null,
    stage: "open",
    q: "",
    assignee: null,
    deadline: null,
    status: null,
    inDiscord: null,
    prospect: null,
    new: false,
  });
});

test("reads tab, view, order, stage, filters and the open prospect", () => {
  assert.deepEqual(
    read("tab=team&view=list&sort=-here&stage=active&q=van&assignee=7&deadline=soon&prospect=12&new=1"),
    {
      tab: "team",
      view: "list",
      sort: "-here",
      stage: "active",
      q: "van",
      assignee: 7,
      deadline: "soon",
      status: null,
      inDiscord: null,
      prospect: 12,
      new: true,
    },
  );
});

test("gives a reader of their own prospects no team tab", () => {
  const address = read("tab=team", onboarding);
  assert.deepEqual([address.tab, address.stage, address.view], ["mine", "open", "list"]);
});

test("offers a reader of their own prospects the intro stage while they have added one there", () => {
  const none = Object.fromEntries(PROSPECT_STATUSES.map((status) => [status, 0]));
  const counts = none as Record<(typeof PROSPECT_STATUSES)[number], number>;
  const rest = ["onboarding", "active", "inactive"];
  assert.deepEqual(stagesFor(onboarding, undefined), rest);
  assert.deepEqual(stagesFor(onboarding, counts), rest);
  assert.deepEqual(stagesFor(onboarding, { ...counts, intro_completed: 1 }), ["intro", ...rest]);
  assert.deepEqual(stagesFor(officer, counts), ["intro", ...rest]);
});

test("reads unknown values of the address as the defaults", () => {
  assert.deepEqual(read("tab=x&view=y&sort=id&stage=z&assignee=-1&deadline=never&prospect=1e3"), read(""));
});

test("asks for the reader's prospects in the tab mine until another assignee is chosen", () => {
  assert.equal(assignedToOf({ tab: "mine", assignee: null }, officer), "me");
  assert.equal(assignedToOf({ tab: "mine", assignee: "none" }, officer), "none");
  assert.equal(assignedToOf({ tab: "team", assignee: null }, officer), null);
  assert.equal(assignedToOf({ tab: "team", assignee: 7 }, officer), "7");
});

test("asks for everything that a reader of their own prospects sees, which is theirs", () => {
  assert.equal(assignedToOf({ tab: "mine", assignee: null }, onboarding), null);
});

/** Returns the query of the list at an address, as `prospects-page.tsx` makes it. */
function asked(path: string, reader: Parameters<typeof crmFilters>[0]) {
  const filters = crmFilters(reader);
  const address = readAddress(new URLSearchParams(path.split("?")[1]), filters.shape);
  const { assignee: _, ...query } = filters.query(address);
  const all = { ...query, stage: address.stage, assignedTo: assignedToOf(address, reader) };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
}

test("the address of a figure asks the list for what the figure counts, for every reader", () => {
  const readsAll = { ...officer, team: false };
  for (const reader of [officer, readsAll, { ...officer, tab: "team" as const }])
    for (const figure of [
      ...Object.values(FIGURES),
      { ...FIGURES.tasks, assignedTo: "me" as const },
      { ...FIGURES.withoutDeadline, assignedTo: 7 },
    ]) {
      const wanted = Object.entries(figure).map(([name, value]) => [name, String(value)]);
      const { stage, ...rest } = asked(figurePath(figure), reader);
      const implied = "status" in figure ? {} : { stage };
      assert.deepEqual({ ...rest, ...implied }, Object.fromEntries(wanted));
    }
  for (const status of PROSPECT_STATUSES)
    assert.equal(asked(figurePath({ status }), officer)["status"], status);
  // All that they see is theirs, so that "me" goes without saying.
  const mine = asked(figurePath({ ...FIGURES.tasks, assignedTo: "me" }), onboarding);
  assert.deepEqual(mine, { ...FIGURES.tasks });
  assert.deepEqual(asked(figurePath(FIGURES.unassigned), onboarding), { ...FIGURES.unassigned });
});

const count = (query: string) => crmFilters(officer).set(read(query)).length;

test("counts an assignee and a deadline as filters, a stage and a search not", () => {
  assert.equal(count("tab=team&stage=active&q=a"), 0);
  assert.equal(count("assignee=none&deadline=none"), 2);
});
