import assert from "node:assert/strict";
import { test } from "node:test";
import { storeOf } from "../testing/storage.ts";
import { createKeptForms, stillFitting, typedInto } from "./kept-forms.ts";

const DEFAULTS = { title: "Haul", note: "", people: ["Anna"], password: "" };

function begin() {
  const kept = new Map<string, string>();
  return { kept, ...createKeptForms(() => storeOf(kept)) };
}

test("keeps only changed fields, and no secret one", () => {
  const values = { ...DEFAULTS, note: "Bring fuel", people: ["Anna"], password: "secret" };
  assert.deepEqual(typedInto(DEFAULTS, values, ["password"]), { note: { from: "", to: "Bring fuel" } });
  assert.deepEqual(typedInto(DEFAULTS, DEFAULTS), {});
});

test("a field gets back what was typed unless its first value has changed since", () => {
  const typed = typedInto(DEFAULTS, { ...DEFAULTS, title: "Long haul", people: ["Anna", "Bo"] });
  assert.deepEqual(stillFitting(typed, DEFAULTS), [
    ["title", "Long haul"],
    ["people", ["Anna", "Bo"]],
  ]);
  assert.deepEqual(stillFitting(typed, { ...DEFAULTS, title: "Short haul" }), [["people", ["Anna", "Bo"]]]);
});

test("gives a form back once, to its user and under its name", () => {
  const { kept, keep, take } = begin();
  const typed = typedInto(DEFAULTS, { ...DEFAULTS, note: "Bring fuel" });
  keep(7, "/crm Unchanged", {});
  assert.equal(kept.size, 0);
  keep(7, "/crm Not added", typed);
  keep(7, "/crm Not moved", typed);
  keep(7, "/crm Unchanged", {});
  assert.deepEqual(take(8, "/crm Not added"), {});
  assert.deepEqual(take(7, "/crm Unchanged"), {});
  assert.deepEqual(take(7, "/crm Not added"), typed);
  assert.deepEqual(take(7, "/crm Not added"), {});
  assert.deepEqual(take(7, "/crm Not moved"), typed);
  assert.equal(kept.size, 0);
});

test("ignores stored text that is not a kept form", () => {
  const { kept, take } = begin();
  for (const text of ["", "[]", '{"text":"{","version":0}', '{"text":"{\\"a\\":1}","version":0}']) {
    kept.set("forms:7:0", text);
    assert.deepEqual(take(7, "a"), {});
  }
});
