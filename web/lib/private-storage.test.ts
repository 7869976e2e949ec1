import assert from "node:assert/strict";
import { test } from "node:test";
import { storeOf } from "../testing/storage.ts";
import { createPrivateStorage, keysOf } from "./private-storage.ts";

function browser(entries: Record<string, string>) {
  const kept = new Map(Object.entries(entries));
  const tab = new Map<string, string>();
  const load = () =>
    createPrivateStorage(
      () => storeOf(kept),
      () => storeOf(tab),
    );
  return { kept, tab, load, ...load() };
}

const TYPED = {
  theme: "dark",
  language: "da",
  "crm-view": "list",
  "prospect-note:7:1": "A secret",
  "bot-file:8:2": "B",
};

test("a session that ended leaves no typed text in the browser, and gives it back to its user", () => {
  const { kept, store, hold, release } = browser(TYPED);
  hold();
  store.setItem("prospect-note:7:1", "A secret, and more");
  store.setItem("prospect-note:7:3", "Another");
  hold();
  assert.deepEqual([...kept.keys()], ["theme", "language", "crm-view"]);
  assert.equal(store.getItem("prospect-note:7:1"), "A secret, and more");
  assert.deepEqual(keysOf(store), ["prospect-note:7:1", "bot-file:8:2", "prospect-note:7:3"]);
  release(7);
  assert.deepEqual(keysOf(store), [...kept.keys()]);
  assert.deepEqual(Object.fromEntries(kept), {
    ...{ theme: "dark", language: "da", "crm-view": "list" },
    ...{ "prospect-note:7:1": "A secret, and more", "prospect-note:7:3": "Another" },
  });
  store.removeItem("prospect-note:7:3");
  assert.equal(kept.has("prospect-note:7:3"), false);
});

test("a page that is reloaded after its session has ended gives typed texts back to their user alone", () => {
  for (const [userId, text] of [[7, "A secret"] as const, [9, null] as const]) {
    const { kept, tab, load, hold, carry } = browser(TYPED);
    hold();
    carry();
    const next = load();
    assert.equal(tab.size, 0);
    next.hold();
    assert.deepEqual([...kept.keys()], ["theme", "language", "crm-view"]);
    next.release(userId);
    assert.equal(next.store.getItem("prospect-note:7:1"), text);
    assert.equal(load().store.getItem("prospect-note:7:1"), text);
  }
});

test("carries nothing in the tab while the user is signed in", () => {
  const { kept, tab, carry, release } = browser(TYPED);
  release(7);
  carry();
  assert.equal(tab.size, 0);
  assert.equal(kept.get("prospect-note:7:1"), "A secret");
});

test("another user gets no typed text, whether the session had ended or not", () => {
  for (const isEnded of [true, false]) {
    const { kept, store, hold, release } = browser(TYPED);
    if (isEnded) hold();
    release(9);
    assert.deepEqual([...kept.keys()], ["theme", "language", "crm-view"]);
    assert.equal(store.getItem("prospect-note:7:1"), null);
  }
});

test("signing out forgets typed texts, also those that a page writes afterwards", () => {
  const { kept, store, forget, release } = browser({ ...TYPED, leftover: "of an older version" });
  forget();
  store.setItem("prospect-note:7:1", "late");
  assert.deepEqual([...kept.keys()], ["theme", "language", "crm-view"]);
  release(8);
  assert.equal(store.length, 3);
});

test("forbidden storage causes no failure", () => {
  const forbidden = () => {
    throw new Error("forbidden");
  };
  const { hold, release, forget, carry, store } = createPrivateStorage(forbidden, forbidden);
  hold();
  store.setItem("prospect-note:7:1", "in memory");
  assert.equal(store.getItem("prospect-note:7:1"), "in memory");
  carry();
  release(7);
  forget();
});
