import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { run } from "../../testing/hooks.ts";
import { storeOf } from "../../testing/storage.ts";

const { currentLanguage, loadTexts, showLanguage, startLanguage, translate, useLanguage, useT } =
  await import("./i18n.ts");

const kept = new Map<string, string>();
const browser = { languages: ["en-GB"] };
Object.defineProperty(globalThis, "localStorage", { value: storeOf(kept), configurable: true });
Object.defineProperty(globalThis, "navigator", { value: browser, configurable: true });

const label = () => translate("language.label");

beforeEach(async () => {
  kept.clear();
  await showLanguage("en", false);
});

test("shows a language to components and the page, and stores one that the user chose", async () => {
  const language = await run(useLanguage);
  await language.act(() => showLanguage("da", false));
  assert.deepEqual([language.now, label(), document.documentElement.lang], ["da", "Sprog", "da"]);
  assert.equal(kept.size, 0);
  await language.act(() => showLanguage("en"));
  assert.deepEqual([language.now, label(), document.documentElement.lang], ["en", "Language", "en"]);
  assert.equal(kept.get("language"), "en");
  await language.end();
});

test("starts with the language that is stored, else that of the browser, and stores nothing by that", async () => {
  browser.languages = ["da-DK"];
  await startLanguage();
  assert.deepEqual([currentLanguage(), kept.size], ["da", 0]);
  kept.set("language", "en");
  await startLanguage();
  assert.equal(currentLanguage(), "en");
});

test("follows the language that another tab stores, and draws nothing again for anything else that it stores", async () => {
  await startLanguage();
  await showLanguage("en", false);
  const drawn = await run(useT);
  const storeInOtherTab = (key: string, newValue: string | null) =>
    drawn.act(() => void dispatchEvent(Object.assign(new Event("storage"), { key, newValue })));
  const english = drawn.now;
  for (const [key, value] of [
    ["theme", "da"],
    ["language", "sv"],
    ["language", null],
    ["language", "en"],
  ] as const) {
    await storeInOtherTab(key, value);
    assert.equal(drawn.now, english, `${key} ${value}`);
  }
  await storeInOtherTab("language", "da");
  assert.deepEqual([currentLanguage(), drawn.now("language.label"), kept.size], ["da", "Sprog", 0]);
  await drawn.end();
});

test("shows the language chosen last, even when the texts of one before it arrive later", async () => {
  const danish = Promise.withResolvers<{ default: Record<string, string> }>();
  await loadTexts((language) => [language === "da" ? danish.promise : Promise.resolve({ default: {} })]);
  const first = showLanguage("da");
  await showLanguage("en");
  danish.resolve({ default: {} });
  await first;
  assert.deepEqual([currentLanguage(), label(), kept.get("language")], ["en", "Language", "en"]);
});

test("loads texts once in each language, those on screen and those of a change that is under way", async () => {
  const loaded: string[] = [];
  const textsOf = (name: string) => (language: string) => {
    loaded.push(`${name} ${language}`);
    return [Promise.resolve({ default: {} })];
  };
  await loadTexts(textsOf("first"));
  assert.deepEqual(loaded, ["first en"]);
  const change = showLanguage("da", false);
  await loadTexts(textsOf("further"));
  await change;
  assert.deepEqual(loaded.sort(), ["first da", "first en", "further da", "further en"]);
});

test("loads texts again that could not be loaded", async () => {
  let isAway = true;
  const load = async () => {
    if (isAway) throw new Error("away");
    return { default: { "language.label": "Tongue" } };
  };
  const texts = () => [load()];
  await assert.rejects(loadTexts(texts), /away/);
  isAway = false;
  await loadTexts(texts);
  assert.equal(label(), "Tongue");
});
