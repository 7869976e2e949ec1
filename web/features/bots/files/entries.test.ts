import assert from "node:assert/strict";
import { test } from "node:test";
import type { BotFile } from "../../../../worker/features/bots/bots.schema.ts";
import { entriesOf, type FileDraft, isBehind } from "./entries.ts";

const draft = (more: Partial<FileDraft> = {}): FileDraft => ({
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

test("ignores a draft that equals the saved text", () => {
  const [entry] = entriesOf(1, [file(12, { content: "mine" })], new Map([[12, draft()]]));
  assert.equal(entry?.draft, null);
});

test("keeps the draft of a deleted file in its bot's list", () => {
  const drafts = new Map([
    [12, draft()],
    [13, draft({ botId: 2 })],
  ]);
  const [entry, ...others] = entriesOf(1, [], drafts);
  assert.equal(entry?.file, null);
  assert.equal(entry?.draft?.text, "mine");
  assert.equal(others.length, 0);
});

test("sorts the main file first, the others by name", () => {
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

test("marks a draft as outdated after another user saved a newer version", () => {
  const drafts = new Map([[12, draft()]]);
  const entries = [file(12), file(12, { version: 4 })].map((each) => entriesOf(1, [each], drafts)[0]);
  assert.deepEqual(
    entries.map((entry) => entry && isBehind(entry)),
    [false, true],
  );
});
