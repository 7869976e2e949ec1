import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import * as z from "zod/mini";
import { storeOf } from "../testing/storage.ts";
import { createContentDrafts, createDrafts, isOutdated } from "./drafts.ts";
import { privateStorage } from "./private-storage.ts";

const schema = z.object({ text: z.string(), base: z.nullable(z.string()), version: z.number() });
const draft = { text: "Calm on comms", base: "Calm", version: 4 };

const memory = (entries: Record<string, string> = {}) => storeOf(new Map(Object.entries(entries)));

function shownTo(userId: number, drafts: ReturnType<typeof begin>) {
  drafts.open(userId);
  return drafts.shown.get();
}

function begin(entries?: Record<string, string>) {
  const store = memory(entries);
  return createDrafts("note", schema, () => store);
}

test("returns a draft to its user and record only", () => {
  const drafts = begin();
  assert.equal(drafts.keep(1, 9, draft), true);
  assert.deepEqual(drafts.read(1, 9), draft);
  assert.equal(drafts.read(2, 9), null);
  assert.equal(drafts.read(1, 8), null);
  assert.deepEqual(shownTo(1, drafts), new Map([[9, draft]]));
  assert.equal(shownTo(11, drafts).size, 0);
});

test("drops a saved draft unless it has changed since", () => {
  const drafts = begin();
  drafts.keep(1, 9, { ...draft, text: "Calm on comms, owns a Cutlass" });
  drafts.drop(1, 9, "Calm on comms");
  assert.equal(drafts.read(1, 9)?.text, "Calm on comms, owns a Cutlass");
  drafts.drop(1, 9, "Calm on comms, owns a Cutlass");
  assert.equal(drafts.read(1, 9), null);
});

test("ignores broken and foreign entries of the storage", () => {
  const drafts = begin({ "note:7:1": "{", "note:7:2": '{"text":1}', "note:70:3": "{}", theme: "dark" });
  assert.equal(drafts.read(7, 1), null);
  assert.equal(shownTo(7, drafts).size, 0);
});

test("reports full or forbidden storage without throwing", () => {
  const drafts = createDrafts("note", schema, () => {
    throw new Error("denied");
  });
  assert.equal(drafts.keep(1, 9, draft), false);
  drafts.drop(1, 9);
  assert.equal(drafts.read(1, 9), null);
  assert.equal(shownTo(1, drafts).size, 0);
});

test("shows a draft that the browser could not store for as long as the page is open", () => {
  const drafts = createDrafts("note", schema, () => {
    throw new Error("denied");
  });
  drafts.open(1);
  drafts.keep(1, 9, draft);
  assert.equal(drafts.hasUnkept(), true);
  assert.deepEqual(shownTo(1, drafts), new Map([[9, draft]]));
  drafts.drop(1, 9);
  assert.equal(drafts.hasUnkept(), false);
  assert.equal(shownTo(1, drafts).size, 0);
  drafts.keep(1, 9, draft);
  assert.equal(shownTo(2, drafts).size, 0);
  assert.equal(drafts.hasUnkept(), false, "a draft of the user before is asked about no more");
});

test("shows to a user who opens the drafts again what the browser has then", () => {
  const store = memory();
  const [mine, ofOtherTab] = [1, 2].map(() => createDrafts("note", schema, () => store)) as [
    ReturnType<typeof begin>,
    ReturnType<typeof begin>,
  ];
  mine.open(1);
  mine.keep(1, 9, draft);
  ofOtherTab.drop(1, 9);
  assert.equal(shownTo(1, mine).size, 0);
  ofOtherTab.keep(1, 9, draft);
  assert.equal(shownTo(1, mine).size, 1);
});

test("shows what another tab has kept beside the drafts that components follow", () => {
  const store = memory();
  const mine = createDrafts("note", schema, () => store);
  const ofOtherTab = createDrafts("note", schema, () => store);
  mine.open(1);
  mine.shown.subscribe(() => undefined);
  mine.keep(1, 9, draft);
  ofOtherTab.keep(1, 9, { ...draft, text: "Of the other tab" });
  ofOtherTab.keep(1, 10, draft);
  assert.deepEqual(
    [...shownTo(1, mine)],
    [
      [9, draft],
      [10, draft],
    ],
  );
});

test("tells components that follow of drafts that were not shown yet, and of nothing else", () => {
  const drafts = begin();
  drafts.open(1);
  drafts.keep(1, 9, draft);
  let notified = 0;
  drafts.shown.subscribe(() => {
    notified += 1;
  });
  drafts.open(1);
  assert.equal(notified, 0);
  drafts.open(2);
  assert.deepEqual([notified, drafts.shown.get().size], [1, 0]);
});

test("keeps how saving went for the components that follow, and forgets it once none does", () => {
  const drafts = begin();
  const failed = { kind: "failed", error: "Refused.", failure: null } as const;
  drafts.open(1);
  drafts.saves.set({ 9: failed });
  const leave = drafts.shown.subscribe(() => undefined);
  drafts.open(1);
  assert.deepEqual(drafts.saves.get(), { 9: failed });
  leave();
  drafts.open(1);
  assert.deepEqual(drafts.saves.get(), {});
});

test("forgets the older text that is stored of a draft that the browser could not store any more", () => {
  const store = memory();
  const drafts = createDrafts("note", schema, () => store);
  drafts.open(1);
  drafts.keep(1, 9, draft);
  const setItem = store.setItem;
  store.setItem = () => {
    throw new Error("full");
  };
  const longer = { ...draft, text: `${draft.text} and more` };
  assert.equal(drafts.keep(1, 9, longer), false);
  store.setItem = setItem;
  drafts.drop(1, 9, longer.text);
  assert.equal(drafts.read(1, 9), null);
});

test("shows nothing that is kept for another user", () => {
  const drafts = begin();
  drafts.open(1);
  drafts.keep(2, 9, draft);
  assert.equal(drafts.shown.get().size, 0);
});

test("marks a draft as outdated after its record was saved again", () => {
  assert.equal(isOutdated(draft, { version: 4 }), false);
  assert.equal(isOutdated(draft, { version: 5 }), true);
});

test("keeps a draft of several values, ignores one of another shape, and removes it", () => {
  privateStorage.hold();
  const drafts = createContentDrafts("sheet", z.object({ total: z.number() }));
  assert.equal(drafts.keep(1, 9, { total: 5 }), true);
  assert.deepEqual(drafts.read(1, 9), { total: 5 });
  assert.equal(createContentDrafts("sheet", z.object({ sum: z.number() })).read(1, 9), null);
  assert.equal(drafts.keep(1, 9, null), true);
  assert.equal(drafts.read(1, 9), null);
});

test("two features keep their drafts under different names", () => {
  const files = globSync("**/*.{ts,tsx}", { cwd: new URL("..", import.meta.url), exclude: ["node_modules"] });
  const names = files
    .filter((file) => !file.includes(".test."))
    .flatMap((file) => {
      const source = readFileSync(new URL(`../${file}`, import.meta.url), "utf8");
      return [...source.matchAll(/create(?:Content)?Drafts(?:<[^>(]*>)?\(\s*"(\w+)"/g)].map(
        ([, name]) => name,
      );
    });
  assert.ok(names.length > 3, String(names));
  assert.deepEqual(names.toSorted(), [...new Set(names)].sort());
});
