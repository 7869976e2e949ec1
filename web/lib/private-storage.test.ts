import assert from "node:assert/strict";
import { test } from "node:test";
import { createPrivateStorage, type Store } from "./private-storage.ts";

function browser(entries: Record<string, string>) {
  const kept = new Map(Object.entries(entries));
  const store: Store = {
    get length() {
      return kept.size;
    },
    key: (at) => [...kept.keys()][at] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
  return { kept, ...createPrivateStorage(() => store) };
}

const TYPED = {
  theme: "dark",
  language: "da",
  "crm-view": "list",
  "prospect-note:7:1": "A secret",
  "bot-file:8:2": "B",
};

test("a session that has ended leaves nothing typed in the browser, and loses nothing of its own user's", () => {
  const { kept, store, hold, release } = browser(TYPED);
  hold();
  store.setItem("prospect-note:7:1", "A secret, and more");
  store.setItem("prospect-note:7:3", "Another");
  hold();
  assert.deepEqual([...kept.keys()], ["theme", "language", "crm-view"]);
  assert.equal(store.getItem("prospect-note:7:1"), "A secret, and more");
  release(7);
  assert.deepEqual(Object.fromEntries(kept), {
    ...{ theme: "dark", language: "da", "crm-view": "list" },
    ...{ "prospect-note:7:1": "A secret, and more", "prospect-note:7:3": "Another" },
  });
  store.removeItem("prospect-note:7:3");
  assert.equal(kept.has("prospect-note:7:3"), false);
});

test("another user gets nothing of it, whether the session had ended or not", () => {
  for (const isEnded of [true, false]) {
    const { kept, store, hold, release } = browser(TYPED);
    if (isEnded) hold();
    release(9);
    assert.deepEqual([...kept.keys()], ["theme", "language", "crm-view"]);
    assert.equal(store.getItem("prospect-note:7:1"), null);
  }
});

test("signing out forgets it, what a page writes late too", () => {
  const { kept, store, forget, release } = browser({ ...TYPED, leftover: "of an older version" });
  forget();
  store.setItem("prospect-note:7:1", "late");
  assert.deepEqual([...kept.keys()], ["theme", "language", "crm-view"]);
  release(8);
  assert.equal(store.length, 3);
});

test("storage that is forbidden is no reason to fail", () => {
  const { hold, release, forget, store } = createPrivateStorage(() => {
    throw new Error("forbidden");
  });
  hold();
  store.setItem("prospect-note:7:1", "in memory");
  assert.equal(store.getItem("prospect-note:7:1"), "in memory");
  release(7);
  forget();
});
