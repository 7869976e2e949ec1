import assert from "node:assert/strict";
import { test } from "node:test";
import type { BotFile } from "../../../../worker/features/bots/bots.schema.ts";
import { type Draft, dropDraft, entriesOf, isOutdated, keepDraft, readDrafts } from "./entries.ts";

function storage(entries: Record<string, string> = {}) {
  const map = new Map(Object.entries(entries));
  return {
    get length() {
      return map.size;
    },
    key: (at: number) => [...map.keys()][at] ?? null,
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
  };
}

const draft = (more: Partial<Draft> = {}): Draft => ({
  botId: 1,
  fileName: "bot.js",
  text: "mine",
  version: 3,
  ...more,
});

const file = (id: number, more: Partial<BotFile> = {}): BotFile => ({
  id,
  botId: 1,
  fileName: "bot.js",
  content: "theirs",
  isMainFile: false,
  version: 3,
  updatedAt: "2026-11-21T10:00:00.000Z",
  updatedBy: "Freja",
  lastGoodVersion: null,
  can: { update: true, delete: true },
  ...more,
});

test("a draft comes back as it was typed, for its reader alone", () => {
  const store = storage();
  keepDraft(store, 7, 12, draft());
  assert.deepEqual(readDrafts(store, 7), new Map([[12, draft()]]));
  assert.equal(readDrafts(store, 8).size, 0);
  dropDraft(store, 7, 12);
  assert.equal(readDrafts(store, 7).size, 0);
});

test("what is broken or foreign in the storage is left alone", () => {
  const store = storage({
    "bot-file:7:1": "{",
    "bot-file:7:2": '{"text":1}',
    "bot-file:70:3": "{}",
    theme: "dark",
  });
  assert.equal(readDrafts(store, 7).size, 0);
});

test("full storage is told, so that the page can warn before it is closed", () => {
  const full = { ...storage(), setItem: () => assert.fail("full") };
  assert.equal(keepDraft(full, 7, 12, draft()), false);
});

test("text that says what was saved is no draft", () => {
  const [entry] = entriesOf(1, [file(12, { content: "mine" })], new Map([[12, draft()]]));
  assert.equal(entry?.draft, null);
});

test("the text of a file that somebody deleted stays in its bot's list", () => {
  const drafts = new Map([
    [12, draft()],
    [13, draft({ botId: 2 })],
  ]);
  const [entry, ...others] = entriesOf(1, [], drafts);
  assert.equal(entry?.file, null);
  assert.equal(entry?.draft?.text, "mine");
  assert.equal(others.length, 0);
});

test("the file that is started comes first, the others by name", () => {
  const files = [
    file(1, { fileName: "b.js" }),
    file(2, { fileName: "main.js", isMainFile: true }),
    file(3, { fileName: "a.js" }),
  ];
  assert.deepEqual(
    entriesOf(1, files, new Map()).map(({ id }) => id),
    [2, 3, 1],
  );
});

test("a draft is outdated once somebody saved a newer version", () => {
  const drafts = new Map([[12, draft()]]);
  const entries = [file(12), file(12, { version: 4 })].map((each) => entriesOf(1, [each], drafts)[0]);
  assert.deepEqual(
    entries.map((entry) => entry && isOutdated(entry)),
    [false, true],
  );
});
