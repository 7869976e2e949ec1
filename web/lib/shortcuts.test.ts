/// <reference types="node" />
import assert from "node:assert/strict";
import { test } from "node:test";

let isModal = false;
Object.assign(globalThis, { document: { querySelectorAll: () => (isModal ? [{}] : []) } });
const { followKeys, setSingleKeys } = await import("./shortcuts.ts");

type Press = Parameters<ReturnType<typeof followKeys>>[0];

/** Presses keys in turn; returns what was run. */
function pressed(keys: Partial<Press>[], known = ["g d", "?", "Mod+k"]): string[] {
  const ran: string[] = [];
  const listener = followKeys((each) => known.includes(each) && ran.push(each) > 0);
  for (const [at, key] of keys.entries())
    listener({
      ...{ ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, isComposing: false },
      ...{ defaultPrevented: false, target: null, timeStamp: at * 200, preventDefault: () => undefined },
      ...{ key: "" },
      ...key,
    });
  return ran;
}
const inField = { target: { closest: () => ({}) } as unknown as EventTarget };

test("runs two keys in turn, single keys, and those with Control or Command", () => {
  assert.deepEqual(pressed([{ key: "g" }, { key: "d" }]), ["g d"]);
  assert.deepEqual(pressed([{ key: "?", shiftKey: true }]), ["?"]);
  assert.deepEqual(pressed([{ key: "k", ctrlKey: true }]), ["Mod+k"]);
  assert.deepEqual(pressed([{ key: "K", metaKey: true }]), ["Mod+k"]);
});

test("forgets the first of two keys after a while, and with another one between", () => {
  assert.deepEqual(pressed([{ key: "g" }, { key: "d", timeStamp: 2_000 }]), []);
  assert.deepEqual(pressed([{ key: "g" }, { key: "x" }, { key: "d" }]), []);
  assert.deepEqual(pressed([{ key: "g" }, { key: "g" }, { key: "d" }]), ["g d"]);
});

test("leaves keys to fields, to input methods and to what has used them, but opens the palette from a field", () => {
  assert.deepEqual(pressed([{ key: "?", ...inField }]), []);
  assert.deepEqual(pressed([{ key: "k", ctrlKey: true, ...inField }]), ["Mod+k"]);
  assert.deepEqual(pressed([{ key: "?", isComposing: true }]), []);
  assert.deepEqual(pressed([{ key: "?", defaultPrevented: true }]), []);
  assert.deepEqual(pressed([{ key: "g", ctrlKey: true }, { key: "d" }]), []);
});

test("does nothing while a dialog is open", () => {
  isModal = true;
  assert.deepEqual(pressed([{ key: "?" }, { key: "k", ctrlKey: true }]), []);
  isModal = false;
});

test("can be turned off but for the keys with Control", () => {
  setSingleKeys(false);
  assert.deepEqual(pressed([{ key: "?" }, { key: "g" }, { key: "d" }, { key: "k", ctrlKey: true }]), [
    "Mod+k",
  ]);
  setSingleKeys(true);
});
