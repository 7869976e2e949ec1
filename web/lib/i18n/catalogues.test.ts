/// <reference types="node" />
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { compileMessageOrThrow } from "@lingui/message-utils/compileMessage";

const web = new URL("../../", import.meta.url);
const english = readdirSync(web, { recursive: true, encoding: "utf8" }).filter((path) =>
  /(^|[/.])en\.json$/.test(path),
);

function read(path: string): Record<string, string> {
  return JSON.parse(readFileSync(new URL(path, web), "utf8"));
}

/** Names of the values that a message takes, with the kind of each. */
function valuesOf(tokens: unknown): string[] {
  if (!Array.isArray(tokens)) return [];
  return tokens.flatMap((token: unknown) => {
    if (!Array.isArray(token)) return [];
    const [name, kind, cases] = token;
    const inner = typeof cases === "object" && cases !== null ? Object.values(cases).flatMap(valuesOf) : [];
    return [`${name}:${kind ?? "text"}`, ...inner];
  });
}

for (const path of english) {
  test(`${path} has the same texts, taking the same values, in Danish`, () => {
    const texts = read(path);
    const danish = read(path.replace(/en\.json$/, "da.json"));
    assert.deepEqual(Object.keys(danish).sort(), Object.keys(texts).sort());
    for (const [key, text] of Object.entries(texts)) {
      assert.notEqual(danish[key]?.trim(), "", key);
      const values = (message: string) => [...new Set(valuesOf(compileMessageOrThrow(message)))].sort();
      assert.deepEqual(values(danish[key] ?? ""), values(text), key);
    }
  });
}

test("no key is in two catalogues", () => {
  const keys = english.flatMap((path) => Object.keys(read(path)));
  assert.deepEqual(
    keys.filter((key, index) => keys.indexOf(key) !== index),
    [],
  );
});
