/// <reference types="node" />
import assert from "node:assert/strict";
import { test } from "node:test";
import { preferredLanguage, readLanguage, splitPlaceholders } from "./i18n.ts";

test("only English and Danish are accepted; anything else is ignored", () => {
  assert.deepEqual(["en", "da"].map(readLanguage), ["en", "da"]);
  for (const value of ["EN", "sv", "", null, undefined, 1, "en-GB"]) assert.equal(readLanguage(value), null);
});

test("the first of the browser's languages that the product has is chosen, English without one", () => {
  assert.equal(preferredLanguage(["sv-SE", "da-DK", "en"]), "da");
  assert.equal(preferredLanguage(["fr"]), "en");
  assert.equal(preferredLanguage([]), "en");
});

test("elements replace their placeholders in any order", () => {
  const bold = ["bold"];
  const name = ["name"];
  const parts = splitPlaceholders(({ who, what, count }) => `${what}: ${who} (${count})`, {
    who: name,
    what: bold,
    count: 2,
  });
  assert.deepEqual(parts, ["", bold, ": ", name, " (2)"]);
});

test("passes words and numbers unchanged to a text, which may choose its wording by them", () => {
  const parts = splitPlaceholders(
    ({ kind, count }) => (kind === "best-in-show" && count === 1 ? "one ship" : "others"),
    { kind: "best-in-show", count: 1 },
  );
  assert.deepEqual(parts, ["one ship"]);
});
