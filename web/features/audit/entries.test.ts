/// <reference types="node" />
import assert from "node:assert/strict";
import { test } from "node:test";
import type { AuditEntry } from "../../../worker/features/activity/activity.schema.ts";
import { readAddress } from "../../lib/address.ts";
import { auditShape, countFilters, queryOf } from "./address.ts";
import { groupByDay, piecesOf } from "./entries.ts";

const entry = (values: Partial<AuditEntry>): AuditEntry => ({
  id: 1,
  at: "2026-11-22T12:00:00.000Z",
  actor: { kind: "user", name: "Otto", userId: 2 },
  session: null,
  action: "prospect.status",
  sentence: "Otto moved Vega from Onboarding to Active",
  changes: [{ from: "Onboarding", to: "Active" }],
  record: { id: 7, name: "Vega", prospectId: 7 },
  ...values,
});
const told = (values: Partial<AuditEntry> = {}) => {
  const { pieces, untold } = piecesOf(entry(values));
  return [pieces.map(({ text, names }) => (names ? `${names}:${text}` : text)), untold];
};

test("a sentence is cut at who did it, the record, and the values before and after", () => {
  assert.deepEqual(told(), [
    ["actor:Otto", " moved ", "record:Vega", " from ", "from:Onboarding", " to ", "to:Active"],
    [],
  ]);
});

test("a change that the sentence does not tell whole is told beside it", () => {
  const changes = [{ from: "Ida", to: "Freja" }];
  assert.deepEqual(told({ sentence: "Otto assigned Vega to Freja", changes }), [
    ["actor:Otto", " assigned ", "record:Vega", " to ", "to:Freja"],
    changes,
  ]);
  const first = [{ from: null, to: "Freja" }];
  assert.deepEqual(told({ sentence: "Otto assigned Vega to Freja", changes: first })[1], []);
  const deadline = [{ from: null, to: "2026-11-23T12:00:00.000Z" }];
  assert.deepEqual(told({ sentence: "Otto changed the deadline of Vega", changes: deadline })[1], deadline);
});

test("somebody's own record names them once", () => {
  const own = {
    sentence: "Otto changed language",
    changes: [],
    record: { id: 2, name: "Otto", prospectId: null },
  };
  assert.deepEqual(told(own), [["actor:Otto", " changed language"], []]);
});

test("somebody who assigns to themselves is named twice", () => {
  const own = { sentence: "Otto assigned Vega to Otto", changes: [{ from: null, to: "Otto" }] };
  assert.deepEqual(told(own), [["actor:Otto", " assigned ", "record:Vega", " to ", "to:Otto"], []]);
});

test("entries stand under the reader's days, in their order", () => {
  const at = (id: number, local: string) => entry({ id, at: new Date(local).toISOString() });
  const days = groupByDay([at(3, "2026-11-22T00:00"), at(2, "2026-11-21T23:59"), at(1, "2026-11-21T00:00")]);
  assert.deepEqual(
    days.map((day) => day.map(({ id }) => id)),
    [[3], [2, 1]],
  );
});

test("days in the address are whole days where the reader is, nonsense is none", () => {
  const read = (query: string) => readAddress(new URLSearchParams(query), auditShape);
  const { from, to } = queryOf(read("from=2026-11-22&to=2026-11-22"));
  assert.equal(from, new Date("2026-11-22T00:00").toISOString());
  assert.equal(to, new Date("2026-11-23T00:00").toISOString());
  assert.deepEqual(read("from=yesterday&to=2026-13-01&by=x"), read(""));
  assert.equal(countFilters(read("q=x&by=none&to=2026-11-22")), 2);
});
