import assert from "node:assert/strict";
import { test } from "node:test";
import { asStored, dropDraft, keepDraft, readDraft, savedAgo } from "./notes.ts";

function memory() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}
const draft = { text: "Calm on comms", base: "Calm", version: 4 };

test("a draft comes back to the person who wrote it and to nobody else", () => {
  const store = memory();
  keepDraft(store, 1, 9, draft);
  assert.deepEqual(readDraft(store, 1, 9), draft);
  assert.equal(readDraft(store, 2, 9), null);
  assert.equal(readDraft(store, 1, 8), null);
});

test("saving drops the draft unless more was typed meanwhile", () => {
  const store = memory();
  keepDraft(store, 1, 9, { ...draft, text: "Calm on comms, owns a Cutlass" });
  dropDraft(store, 1, 9, "Calm on comms");
  assert.equal(readDraft(store, 1, 9)?.text, "Calm on comms, owns a Cutlass");
  dropDraft(store, 1, 9, "Calm on comms, owns a Cutlass");
  assert.equal(readDraft(store, 1, 9), null);
});

test("what is no draft is none, and storage that throws costs nothing", () => {
  const store = memory();
  store.setItem("prospect-note:1:9", '{"text":1}');
  assert.equal(readDraft(store, 1, 9), null);
  const broken = {
    getItem: () => {
      throw new Error("denied");
    },
    setItem: () => {
      throw new Error("full");
    },
    removeItem: () => {
      throw new Error("denied");
    },
  };
  keepDraft(broken, 1, 9, draft);
  dropDraft(broken, 1, 9);
  assert.equal(readDraft(broken, 1, 9), null);
});

test("notes compare as the server stores them", () => {
  assert.equal(asStored("  Calm \n"), "Calm");
  assert.equal(asStored("   "), null);
});

test("the time since a save goes from seconds to minutes", () => {
  assert.deepEqual(savedAgo(0, 4_200), { unit: "seconds", amount: 4 });
  assert.deepEqual(savedAgo(0, 60_000), { unit: "minutes", amount: 1 });
});
