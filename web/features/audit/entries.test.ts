/// <reference types="node" />
import assert from "node:assert/strict";
import { test } from "node:test";
import type { AuditEntry } from "../../../worker/features/audit/audit.schema.ts";
import { readAddress } from "../../lib/address.ts";
import { auditFilters } from "./address.ts";
import { groupByDay, piecesOf } from "./entries.ts";

const entry = (values: Partial<AuditEntry>): AuditEntry => ({
  id: 1,
  at: "2026-11-22T12:00:00.000Z",
  restoredAt: null,
  actor: { kind: "user", name: "Otto", userId: 2, token: null },
  session: null,
  action: "prospect.status",
  sentence: "Otto moved Vega from Onboarding to Active",
  changes: [{ field: null, from: "Onboarding", to: "Active" }],
  record: { id: 7, name: "Vega", opens: "/crm?prospect=7" },
  ...values,
});
const changesOf = (values: Partial<AuditEntry> = {}) => {
  const { pieces, untold } = piecesOf(entry(values));
  return [pieces.map(({ text, names }) => (names ? `${names}:${text}` : text)), untold];
};

test("cuts a sentence at actor, record, old and new values", () => {
  assert.deepEqual(changesOf(), [
    ["actor:Otto", " moved ", "record:Vega", " from ", "from:Onboarding", " to ", "to:Active"],
    [],
  ]);
});

test("lists a change that the sentence does not contain whole", () => {
  const changes = [{ field: "Assigned to", from: "Ida", to: "Freja" }];
  assert.deepEqual(changesOf({ sentence: "Otto assigned Vega to Freja", changes }), [
    ["actor:Otto", " assigned ", "record:Vega", " to ", "to:Freja"],
    changes,
  ]);
  const first = [{ field: "Assigned to", from: null, to: "Freja" }];
  assert.deepEqual(changesOf({ sentence: "Otto assigned Vega to Freja", changes: first })[1], []);
  const deadline = [{ field: "Deadline", from: null, to: "2026-11-23T12:00:00.000Z" }];
  assert.deepEqual(
    changesOf({ sentence: "Otto changed the deadline of Vega", changes: deadline })[1],
    deadline,
  );
});

test("names an actor once in a sentence about their own record", () => {
  const own = {
    sentence: "Otto changed language",
    changes: [],
    record: { id: 2, name: "Otto", opens: null },
  };
  assert.deepEqual(changesOf(own), [["actor:Otto", " changed language"], []]);
});

test("names an actor twice who assigns to themselves", () => {
  const own = {
    sentence: "Otto assigned Vega to Otto",
    changes: [{ field: "Assigned to", from: null, to: "Otto" }],
  };
  assert.deepEqual(changesOf(own), [["actor:Otto", " assigned ", "record:Vega", " to ", "to:Otto"], []]);
});

test("groups entries by the reader's days, in their order", () => {
  const at = (id: number, local: string) => entry({ id, at: new Date(local).toISOString() });
  const days = groupByDay([at(3, "2026-11-22T00:00"), at(2, "2026-11-21T23:59"), at(1, "2026-11-21T00:00")]);
  assert.deepEqual(
    days.map((day) => day.map(({ id }) => id)),
    [[3], [2, 1]],
  );
});

test("reads days of the address as whole days of the reader's zone, and ignores unknown values", () => {
  const read = (query: string) => readAddress(new URLSearchParams(query), auditFilters.shape);
  const { from, to } = auditFilters.query(read("from=2026-11-22&to=2026-11-22"));
  assert.equal(from, new Date("2026-11-22T00:00").toISOString());
  assert.equal(to, new Date("2026-11-23T00:00").toISOString());
  assert.deepEqual(read("from=yesterday&to=2026-13-01&by=x"), read(""));
  assert.deepEqual(auditFilters.set(read("q=x&by=none&to=2026-11-22")), ["by", "to"]);
});
