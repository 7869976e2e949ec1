import fc from "fast-check";
import { expect, it } from "vitest";
import { skeletonOf } from "./skeleton.ts";

const anyText = fc.string({ unit: "binary", maxLength: 20 });
const latin = fc.string({
  unit: fc.constantFrom(..."abcdefghijklmnopqrstuvwxyzæøåéüñ0123456789 .-_"),
  maxLength: 20,
});
/** Wide, mathematical and script forms of the same letters. */
const dressed = (text: string, at: number) =>
  [...text]
    .map((letter) => {
      const code = letter.charCodeAt(0);
      if (!/[a-z]/.test(letter)) return letter;
      const base = [0xff41, 0x1d41a, 0x1d68a, 0x24d0][at] ?? 0x61;
      return String.fromCodePoint(base + code - 0x61);
    })
    .join("");

it("the skeleton of a skeleton is the same", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(skeletonOf(skeletonOf(text))).toBe(skeletonOf(text));
    }),
  );
});

it("case, width, compatibility forms and invisible characters do not change a skeleton", () => {
  fc.assert(
    fc.property(
      latin,
      fc.nat(3),
      fc.constantFrom("", "\u200b", "\u2060", "\ufe0f", "\u00ad"),
      (text, at, gap) => {
        const plain = skeletonOf(text);
        expect(skeletonOf(text.toUpperCase())).toBe(plain);
        expect(skeletonOf(dressed(text, at))).toBe(plain);
        expect(skeletonOf([...text].join(gap))).toBe(plain);
        expect(skeletonOf(text.normalize("NFD"))).toBe(plain);
      },
    ),
  );
});

it("names that look alike have one skeleton, and others do not", () => {
  const alike: [string, ...string[]][] = [
    ["admin", "аdmin", "АDМIN", "ADMlN", "adm1n", "ａｄｍｉｎ", "adrnin", "𝐚𝐝𝐦𝐢𝐧", "αdmin", "аԁｍіո"],
    ["vega", "νega", "vеgа", "vegɑ"],
    ["officer", "0fficer", "оfficer", "оffісеr", "օfficer"],
    ["kær", "kаer", "KÆR"],
    ["bøje", "BØJE", "bо̸jе"],
  ];
  for (const [name, ...others] of alike) {
    expect(others.filter((other) => skeletonOf(other) !== skeletonOf(name))).toEqual([]);
  }
  const different = ["admin", "admin2", "søren", "soren", "åse", "ase", "мария", "марина", "محمد", "山田"];
  expect(new Set(different.map(skeletonOf)).size).toBe(different.length);
});
