/// <reference types="node" />
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { formatNumber } from "./format.ts";
import { asFieldNumber, fieldNumber, numberOf, readNumber } from "./number.ts";
import { unreadText } from "./unread.ts";

const LANGUAGES = ["en", "da"] as const;
const language = fc.constantFrom(...LANGUAGES);
const read = (text: string, language: "en" | "da", decimals: 0 | 2 = 2) => {
  const { value, fault } = readNumber(text, language, decimals);
  return fault ?? value;
};

test("reads amounts in the convention of the reader", () => {
  assert.equal(read("1.000.000", "da", 0), 1_000_000);
  assert.equal(read("1.000", "da", 0), 1_000);
  assert.equal(read("1,5", "da"), 1.5);
  assert.equal(read("1.234,56", "da"), 1234.56);
  assert.equal(read("1,000,000", "en", 0), 1_000_000);
  assert.equal(read("1,000", "en", 0), 1_000);
  assert.equal(read("1,234.56", "en"), 1234.56);
});

test("reads the other convention where it can mean nothing else", () => {
  assert.equal(read("1,000,000", "da"), 1_000_000);
  assert.equal(read("1.000.000", "en"), 1_000_000);
  assert.equal(read("1.5", "da"), 1.5);
  assert.equal(read("1,50", "en"), 1.5);
  assert.equal(read("1.234,5", "en"), 1234.5);
  assert.equal(read("0,500", "en"), 0.5);
});

test("asks where the two conventions are a thousand apart and the reader's own has three decimals", () => {
  for (const [text, language] of [
    ["1.000", "en"],
    ["1,000", "da"],
  ] as const) {
    const { fault, meanings } = readNumber(text, language);
    assert.deepEqual({ fault, meanings }, { fault: "ambiguous", meanings: [1, 1_000] });
  }
  assert.equal(read("1.234,567", "da"), "ambiguous");
  assert.equal(read("1.234,567", "en"), "ambiguous");
});

test("reads numbers pasted with currencies, units, spaces, non-breaking spaces and apostrophes", () => {
  for (const language of LANGUAGES) {
    for (const text of [
      ...["1 000 000", "1\u00a0000\u00a0000", "1\u202f000\u202f000", "1'000'000", "1’000’000", " 1000000 "],
      ...["1 000 000 aUEC", "aUEC 1 000 000", "1000000UEC", "¤1 000 000", "+1000000"],
    ])
      assert.equal(read(text, language), 1_000_000, text);
    assert.equal(read("12 %", language), 12);
    assert.equal(read(".5", language), 0.5);
    assert.equal(readNumber(".4", language).value, 0);
    assert.equal(read("-", language), "unreadable");
    assert.equal(read("5,", language), 5);
  }
  assert.equal(read("1.000,-", "da"), 1000);
});

test("refuses texts that are no number, and says of negative ones that they are negative", () => {
  for (const language of LANGUAGES) {
    for (const text of [
      "many",
      "1e5",
      "1k",
      "1 mio",
      "1,2,3",
      "1.0000.000",
      "10 00",
      "½",
      "%",
      ".",
      "1 000'000",
      "0x10",
    ])
      assert.equal(read(text, language), "unreadable", text);
    for (const text of ["-1", "−1", "(5)", "-1.000.000"])
      assert.equal(read(text, language), "negative", text);
    assert.equal(read("", language), null);
    assert.equal(read("\u00a0", language), null);
  }
});

test("rounds halves up to the decimals of the field, and tells", () => {
  const rounded = (text: string, decimals: 0 | 2) => {
    const { value, isRounded } = readNumber(text, "en", decimals);
    return [value, isRounded];
  };
  assert.deepEqual(rounded("2.5", 0), [3, true]);
  assert.deepEqual(rounded("2.49", 0), [2, true]);
  assert.deepEqual(rounded("2.0", 0), [2, false]);
  assert.deepEqual(rounded("1.0050", 2), [1.01, true]);
  assert.deepEqual(rounded("1.25", 2), [1.25, false]);
});

test("reads every formatted number back, in both languages", () => {
  const hundredths = fc.integer({ min: 0, max: 10 ** 13 });
  fc.assert(
    fc.property(hundredths, language, (units, language) => {
      assert.equal(read(formatNumber(units / 100, language), language, 2), units / 100);
      assert.equal(read(formatNumber(units, language), language, 0), units);
    }),
  );
});

test("never reads a number formatted in the other language as another one without asking", () => {
  const hundredths = fc.oneof(fc.integer({ min: 0, max: 10 ** 13 }), fc.integer({ min: 0, max: 10 ** 6 }));
  fc.assert(
    fc.property(hundredths, language, (units, language) => {
      const value = units / 100;
      const text = formatNumber(value, language === "en" ? "da" : "en");
      const result = readNumber(text, language, 2);
      if (result.fault === null) assert.ok(result.value === value, `${text} was read as ${result.value}`);
      else assert.ok(result.fault === "ambiguous" && result.meanings.includes(value), text);
    }),
  );
});

test("never reads any text a thousand times too small or too big", () => {
  const text = fc.array(fc.constantFrom("1", "0", "000", "25", ".", ",", " ", "'"), {
    minLength: 1,
    maxLength: 7,
  });
  fc.assert(
    fc.property(text, language, (parts, language) => {
      const typed = parts.join("");
      const { value, fault } = readNumber(typed, language, 2);
      if (fault !== null || value === null) return;
      const digits = Number(typed.replace(/\D/g, ""));
      const [, decimals = ""] = /[.,](\d*)$/.exec(typed.trim()) ?? [];
      // Three digits after the last separator are thousands, unless the number could not be grouped like that.
      if (decimals.length === 3 && /^[1-9]\d{0,2}(?:[.,' ]\d{3})+$/.test(typed.trim()))
        assert.equal(value, digits, typed);
    }),
    { numRuns: 2_000 },
  );
});

test("types numbers and dates in the product's fields: those of the browser follow its own language", () => {
  const web = fileURLToPath(new URL("..", import.meta.url));
  const sources = readdirSync(web, { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith(".tsx"),
  );
  const foreign = /type="(?:number|date|datetime-local|time|month|week)"|valueAsNumber/;
  assert.ok(sources.length > 100);
  assert.deepEqual(
    sources.filter((path) => foreign.test(readFileSync(`${web}/${path}`, "utf8"))),
    [],
  );
});

test("holds a number in a text that means the same in every language, and an unread text as no number", () => {
  assert.deepEqual([fieldNumber(1234.5), fieldNumber(null), fieldNumber(0)], ["1234.5", "", "0"]);
  const unread = readNumber("1.000", "en").input;
  assert.ok(Number.isNaN(numberOf(unread)));
  assert.equal(unreadText(unread), "1.000");
  assert.equal(numberOf(""), null);
  assert.deepEqual(["1.5", "", "12", "?x", "1.000", "1,5"].map(asFieldNumber), [
    "1.5",
    "",
    "12",
    "?x",
    "?1.000",
    "?1,5",
  ]);
});
