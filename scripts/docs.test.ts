import assert from "node:assert/strict";
import { test } from "node:test";
import { makePages } from "./docs.ts";
import { importFromWorker } from "./lib/declared.ts";

type Declared = { notices: string[]; announcements: string[]; commands: string[] };

const pages = await makePages();
const declared = await importFromWorker<Declared>(`
  import { FEATURES } from "./worker/features.ts";
  const titlesOf = (texts = {}, of) => Object.values(texts).map(of);
  export const notices = FEATURES.flatMap((each) => titlesOf(each.notices?.texts, (text) => text.title.en));
  export const announcements = FEATURES.flatMap((each) => titlesOf(each.announcements?.texts, (text) => text.en.title));
  export const commands = FEATURES.flatMap(({ commands = [] }) => typeof commands === "function" ? commands(FEATURES) : commands)
    .map(({ kind, name }) => (kind === "chat" ? "\`/" + name.en + "\`" : name.en));`);

/** Returns the first cells of all rows of a page's tables, in the order of the alphabet. */
const firstCells = (page: string) =>
  [...page.matchAll(/^\| ([^|]+?) +\|.*\n(?!\| -)/gm)]
    .map(([, cell = ""]) => cell)
    .filter((cell) => !/^-+$/.test(cell))
    .sort();

test("the page of notifications names every notice and announcement that a feature declares, and no other", () => {
  assert.ok(declared.notices.length > 30);
  assert.deepEqual(firstCells(pages.notifications), [...declared.notices, ...declared.announcements].sort());
});

test("the page of commands names every command that a feature declares, and no other", () => {
  assert.ok(declared.commands.length > 10);
  assert.deepEqual(firstCells(pages.commands), [...declared.commands].sort());
});

test("the page of commands says what a command takes, where it works and for whom it is listed", () => {
  const cells = /^\| `\/wish`.*$/m
    .exec(pages.commands)?.[0]
    .split("|")
    .map((cell) => cell.trim());
  assert.deepEqual(cells?.slice(4, 7), ["`title` (optional)", "server", "`events.read`"]);
});
