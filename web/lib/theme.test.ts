import assert from "node:assert/strict";
import { test } from "node:test";
import { run } from "../testing/hooks.ts";
import { storeOf } from "../testing/storage.ts";

const kept = new Map([["theme", "dark"]]);
Object.defineProperty(globalThis, "localStorage", { value: storeOf(kept), configurable: true });
const { setTheme, useTheme } = await import("./theme.ts");

/** The event of a browser in a tab when another one has stored a text. */
function storeInOtherTab(key: string, value: string): void {
  kept.set(key, value);
  dispatchEvent(Object.assign(new Event("storage"), { key, newValue: value }));
}

test("starts with the theme that is stored, and follows that of another tab and nothing else it stores", async () => {
  const theme = await run(useTheme);
  assert.equal(theme.now, "dark");
  await theme.act(() => storeInOtherTab("theme", "light"));
  assert.deepEqual([theme.now, document.documentElement.dataset.theme], ["light", "light"]);
  kept.set("theme", "dark");
  await theme.act(() => storeInOtherTab("language", "da"));
  assert.equal(theme.now, "light");
  await theme.act(() => storeInOtherTab("theme", "sepia"));
  assert.equal(theme.now, "system", "a theme that the product does not have");
  await theme.end();
});

test("shows and stores a chosen theme, and stores none for that of the system", async () => {
  const theme = await run(useTheme);
  await theme.act(() => setTheme("dark"));
  assert.deepEqual([theme.now, document.documentElement.dataset.theme], ["dark", "dark"]);
  assert.equal(kept.get("theme"), "dark");
  await theme.act(() => setTheme("system"));
  assert.deepEqual([theme.now, kept.has("theme")], ["system", false]);
  await theme.end();
});
