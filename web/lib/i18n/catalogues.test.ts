/// <reference types="node" />
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { compileMessageOrThrow } from "@lingui/message-utils/compileMessage";
import fc from "fast-check";
import "../../testing/hooks.ts";
import { storeOf } from "../../testing/storage.ts";
import type { MessageKey } from "./i18n.ts";

const { loadTexts, showLanguage, translate } = await import("./i18n.ts");
type Translate = import("./i18n.ts").Translate;

const web = new URL("../../", import.meta.url);
const english = readdirSync(web, { recursive: true, encoding: "utf8" }).filter((path) =>
  path.endsWith(".en.json"),
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

/** The values that a message takes, with what each is used for, and by which words it is chosen. */
function usesOf(tokens: unknown): { name: string; kind: string; cases: string[]; format: unknown }[] {
  if (!Array.isArray(tokens)) return [];
  return tokens.filter(Array.isArray).flatMap(([name, kind = "text", format]) => {
    const isChoice = typeof format === "object" && format !== null && kind !== "number" && kind !== "date";
    const cases = isChoice ? Object.entries(format).filter(([key]) => key !== "offset") : [];
    const own = { name, kind, cases: cases.map(([key]) => key), format: isChoice ? undefined : format };
    return [own, ...cases.flatMap(([, inner]) => usesOf(inner))];
  });
}

/** Texts as users may have typed them, sequences and places among them that a formatter could take for its own. */
const typed = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc
    .array(
      fc.constantFrom(
        ...["\\x5A", "\\u0041", "\\u{1F600}", "\\", "{name}", "{", "}", "#", "'", "''", "$&", "$1"],
        ...["%__lingui_octothorpe__%", "\uE000", "\uE0000\uE000", "ORRO", "Å", " "],
      ),
      { minLength: 1 },
    )
    .map((parts) => parts.join("")),
);

for (const language of ["en", "da"] as const)
  test(`a value that a user has typed comes out of every text as it went in, in ${language}`, async () => {
    const texts = Object.assign(
      {},
      ...english.map((path) => read(path.replace(/en\.json$/, `${language}.json`))),
    );
    const stored = new Map<string, string>();
    Object.defineProperty(globalThis, "localStorage", { value: storeOf(stored), configurable: true });
    await loadTexts(() => [Promise.resolve({ default: texts })]);
    await showLanguage(language, false);
    for (const [key, message] of Object.entries<string>(texts)) {
      assert.doesNotMatch(message, /[\uE000\\]/, key);
      const uses = usesOf(compileMessageOrThrow(message));
      const names = [...new Set(uses.map(({ name }) => name))];
      if (names.length === 0) continue;
      for (const { kind, cases, format } of uses) {
        assert.ok(["text", "number", "plural", "select"].includes(kind), `${key}: ${kind}`);
        assert.equal(format, undefined, `${key}: a format that the formatter does not have raises an error`);
        if (kind === "select") for (const word of cases) assert.match(word, /^[\w-]+$/, key);
      }
      const valuesOf = (text: (name: string) => string, number: number, choice: number) =>
        Object.fromEntries(
          names.map((name) => {
            const placeholders = uses.filter((use) => use.name === name);
            if (placeholders.some(({ kind }) => kind === "number" || kind === "plural"))
              return [name, number];
            const words = placeholders.flatMap(({ cases }) => cases.filter((word) => word !== "other"));
            return [name, words[choice % (words.length + 1)] ?? text(name)];
          }),
        );
      const say = (values: Record<string, string | number>) => translate(key as MessageKey, values);
      const place = (name: string) => `Q${names.indexOf(name)}Q`;
      fc.assert(
        fc.property(
          fc.array(typed, { minLength: names.length, maxLength: names.length }),
          fc.nat(3),
          fc.nat(5),
          (given, number, choice) => {
            const sentence = say(valuesOf((name) => given[names.indexOf(name)] ?? "", number, choice));
            const expected = say(valuesOf(place, number, choice)).replace(
              /Q(\d+)Q/g,
              (_, at) => given[at] ?? "",
            );
            assert.equal(sentence, expected, key);
          },
        ),
        { numRuns: 5 },
      );
    }
  });

/** A call by key with the values that it writes out, one level of braces inside them included. */
const CALL = /\b(?:t|t\.rich|translate)\(\s*"([\w.]+)"\s*(?:,\s*(\{(?:[^{}]|\{[^{}]*\})*\})|(,)|\))/g;
/** A value that is a text, also one that was a number: "1,234" is none any more. */
const TEXT = /^(["'`]|String\(|format\.|format[A-Z]\w*\()|\?\? ["'`]/;

test("each call gives a number to a text that formats one, or chooses words by one", () => {
  const numbers = new Map<string, string[]>();
  for (const [key, message] of english.flatMap((path) => Object.entries(read(path)))) {
    const uses = usesOf(compileMessageOrThrow(message)).filter(({ kind }) =>
      ["number", "plural"].includes(kind),
    );
    if (uses.length > 0) numbers.set(key, [...new Set(uses.map(({ name }) => name))]);
  }
  const wrong: string[] = [];
  const seen = new Set<string>();
  for (const path of readdirSync(web, { recursive: true, encoding: "utf8" })) {
    if (!/(?<!\.test)\.tsx?$/.test(path)) continue;
    const source = readFileSync(new URL(path, web), "utf8");
    for (const [, key = "", values = "", isOther] of source.matchAll(CALL)) {
      const names = numbers.get(key);
      if (!names || isOther || values.includes("...")) continue;
      seen.add(key);
      for (const name of names) {
        const given = new RegExp(`[{,]\\s*${name}\\s*(?::\\s*([^,]+?))?\\s*[,}]`).exec(values);
        if (!given || TEXT.test(given[1] ?? "")) wrong.push(`${path}: ${key} ${name}`);
      }
    }
  }
  assert.deepEqual(wrong, []);
  // What the calls do not write out is a table of keys, or values of a variable.
  assert.ok(seen.size > numbers.size / 2, `${seen.size} of ${numbers.size}`);
});

test("the types refuse a number that may be missing or is a bigint, which is read as NaN", () => {
  const [key, some] = ["users.hangar_ships", undefined as number | undefined] as const;
  const rich: Translate["rich"] = () => [];
  // @ts-expect-error It may be missing.
  assert.match(translate(key, { count: some }), /NaN/);
  // @ts-expect-error It is a bigint.
  assert.match(translate(key, { count: 1n }), /NaN/);
  // @ts-expect-error It may be missing.
  rich(key, { count: some });
  // @ts-expect-error It is a bigint.
  rich(key, { count: 1n });
});
