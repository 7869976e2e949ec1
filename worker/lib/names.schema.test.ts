import fc from "fast-check";
import { expect, it, vi } from "vitest";
import { cleanName, personName, TEXT_FAULTS, text } from "./names.schema.ts";

const name = personName(64);
/** Ranges that every fault of a name comes from, and letters beside. */
const HOSTILE = [
  "\u0000",
  "\n",
  "\u009f",
  "\u00ad",
  "\u034f",
  "\u115f",
  "\u200b",
  "\u200d",
  "\u202e",
  "\u2066",
];
const MORE = [
  "\u2800",
  "\u3164",
  "\ud800",
  "\ue000",
  "\ufe0f",
  "\ufeff",
  "\u{e0041}",
  "\u{e0100}",
  "\u0301",
  "\u0378",
];
const mixed = fc.string({
  unit: fc.oneof(
    fc.constantFrom(...HOSTILE, ...MORE, "a", "å", " ", "م", "क", "👩"),
    fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
  ),
  maxLength: 80,
});

it("does not normalize a text that is far too long, which would take long", () => {
  const normalized = vi.spyOn(String.prototype, "normalize");
  const long = "x".repeat(40_000);
  expect(name.safeParse(long).error?.issues).toMatchObject([{ code: "too_big", maximum: 64 }]);
  expect(cleanName(long, 64)).toHaveLength(64);
  const lengths = normalized.mock.contexts.map((text) => String(text).length);
  normalized.mockRestore();
  expect(Math.max(...lengths)).toBeLessThan(1_000);
});

it("accepts names in many scripts unchanged", () => {
  const names = [
    ...["Astrid Holm", "Søren Ærø Åkjær", "O'Neill-Smith", "Zoë", "Nguyễn Thị Hằng", "Łukasz", "Ἀλέξανδρος"],
    ...[
      "Мария",
      "محمد علي",
      "می‌خواهم",
      "שָׁלוֹם",
      "प्रिया शर्मा",
      "ක්‍රිෂ්",
      "สมชาย",
      "山田太郎",
      "김철수",
      "Rook 7 🏳️‍🌈",
      ...[":)", "★★★", "🦅", "???", "---", "👩‍🚀"],
    ],
  ];
  for (const each of names) expect(name.parse(each)).toBe(each.normalize("NFC"));
  expect(name.parse("  A\u00a0\u2003 B ")).toBe("A B");
  expect(name.parse("e\u0301")).toBe("é");
  expect(name.safeParse("𝒶".repeat(64)).success).toBe(true);
});

it("accepts no name with hidden characters, line breaks, a change of direction or piles of accents", () => {
  for (const each of [
    ...HOSTILE,
    "\u2800",
    "\u{1d159}",
    "\u3164",
    "\ud800",
    "\ue000",
    "\ufeff",
    "\u{e0041}",
    "\u{e0100}",
    "\u0378",
  ]) {
    const { error } = name.safeParse(`Vega${each}Rook`);
    expect([each, error?.issues.map(({ message }) => message)]).toEqual([each, ["hidden_characters"]]);
  }
  expect(name.safeParse(`a${"\u0301\u0302".repeat(5)}`).error?.issues[0]?.message).toBe("hidden_characters");
  expect(name.safeParse("\u0301").error?.issues.map(({ message }) => message)).toEqual(["nothing_visible"]);
  fc.assert(
    fc.property(mixed, (typed) => {
      const { success, data, error } = name.safeParse(typed);
      if (success) {
        expect(data).toMatch(/[\p{L}\p{N}\p{P}\p{S}]/u);
        expect(data).not.toMatch(
          /[\p{Cc}\p{Zl}\p{Zp}\p{Co}\p{Cs}\u202a-\u202e\u2066-\u2069\u200b]|\p{M}{5}/u,
        );
        expect([...data].length).toBeLessThanOrEqual(64);
        expect(name.parse(data)).toBe(data);
      } else
        for (const { code } of error.issues) expect(code).toMatch(/^(too_small|too_big|invalid_format)$/);
    }),
  );
});

it("cleans a name of another service into one that every input accepts unchanged, or an empty one", () => {
  fc.assert(
    fc.property(mixed, (given) => {
      const cleaned = cleanName(given, 64);
      expect(personName(64, 0).safeParse(cleaned)).toMatchObject({ success: true, data: cleaned });
      if (name.safeParse(given).success) expect(cleaned).toBe(name.parse(given));
    }),
  );
  expect(cleanName("Ve\u200bga\u202e\nRook")).toBe("Vega Rook");
  expect(cleanName("\u3164\u200b")).toBe("");
});

it("cuts no name right after a joiner", () => {
  expect(cleanName("Vega 👩‍🚀", 7)).toBe("Vega 👩‍🚀".slice(0, 7));
  expect(cleanName("ල්‍ල", 3)).toBe("ල්");
});

it("keeps the lines of a text, and refuses control characters and a change of direction", () => {
  expect(text(100).parse(" one\n\ttwo\r\nthree ")).toBe("one\n\ttwo\r\nthree");
  for (const each of ["\u0000", "\u001b", "\u009b", "\u202e", "\u2067", "\ud800"]) {
    expect(text(100).safeParse(`one${each}two`).error?.issues[0]?.message).toBe("hidden_characters");
  }
  expect(TEXT_FAULTS).toContain("hidden_characters");
});

it("reports hidden characters alone, at the beginning of a name and in a name that consists of them", () => {
  for (const each of ["\u200bVega", "\u200b", "-\u202e-"])
    expect(name.safeParse(each).error?.issues.map(({ message }) => message)).toEqual(["hidden_characters"]);
});

it("accepts lengths from the minimum to the maximum, and an empty optional name", () => {
  const some = personName(4, 2, "name_short");
  expect(["ab", "abcd"].map((each) => some.safeParse(each).success)).toEqual([true, true]);
  expect(some.safeParse("a").error?.issues).toMatchObject([{ code: "too_small", message: "name_short" }]);
  expect(some.safeParse("abcde").error?.issues).toMatchObject([{ code: "too_big", maximum: 4 }]);
  expect(personName(4, 0).parse("")).toBe("");
});

it("keeps joiners that belong to a script or an emoji in names of other services, and marks alone make no name", () => {
  expect(cleanName("می‌خواهم 👩‍🚀\u200b")).toBe("می‌خواهم 👩‍🚀");
  expect(cleanName("Ve\u{f0000}ga")).toBe("Vega");
  expect(cleanName("\u0301")).toBe("");
});
