import { describe, expect, it } from "vitest";
import { FEATURES } from "./features.ts";
import { definedErrors } from "./lib/errors.ts";
import { GENERAL } from "./lib/validation.ts";
import type { Language } from "./lib/wire.schema.ts";
import { PROPER_NAMES } from "./testing/proper-names.ts";
import { QUOTED } from "./testing/quoted-texts.ts";

const CATALOGUES = import.meta.glob<{ default: Record<string, string> }>("../web/**/*.json", {
  eager: true,
});
const [glossary = ""] = Object.values(
  import.meta.glob<string>("../docs/glossary.md", { eager: true, query: "?raw", import: "default" }),
);

const AREAS = import.meta.glob<string>(["../web/features/*/*.ts", "../web/features/*/*.tsx"], {
  eager: true,
  query: "?raw",
  import: "default",
});

/** Every text that users read, by its key. */
function textsOf(language: Language): [key: string, text: string][] {
  const catalogues = Object.entries(CATALOGUES).flatMap(([path, texts]) =>
    new RegExp(`[/.]${language}\\.json$`).test(path) ? Object.entries(texts.default) : [],
  );
  const ofFeatures = FEATURES.flatMap((feature) => [
    ...Object.entries(("audit" in feature && feature.audit?.texts) || {}),
    ...Object.entries(("notices" in feature && feature.notices?.texts) || {}),
    ...Object.entries(("sentences" in feature && feature.sentences) || {}),
  ]).map(([key, text]): [string, string] => [key, (text as Record<Language, string>)[language]]);
  const permissions = FEATURES.flatMap((feature) =>
    Object.entries(("permissions" in feature && feature.permissions) || {}).flatMap(([key, text]) =>
      (text as Record<Language, readonly string[]>)[language].map((each): [string, string] => [key, each]),
    ),
  );
  const errors = [...definedErrors()].map(([key, entry]): [string, string] => [key, entry[language]]);
  const sentences = Object.entries(GENERAL).map(([key, text]): [string, string] => [key, text[language]]);
  // Names of pages and tabs stand with their paths.
  const names = Object.entries(AREAS).flatMap(([path, source]) =>
    [...source.matchAll(new RegExp(`\\b${language}: "([^"]+)"`, "g"))].map(
      ([, text = ""]): [string, string] => [path, text],
    ),
  );
  return [...names, ...catalogues, ...ofFeatures, ...permissions, ...errors, ...sentences];
}

/** The rows of a table of the glossary, as cells. */
const rowsBelow = (heading: string): string[][] =>
  (glossary.split(`## ${heading}`)[1]?.split("\n## ")[0] ?? "")
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .slice(2)
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

/** Words of the English catalogues, largest first; every branch of a plural or choice counts. */
const WORDS = Object.entries(CATALOGUES)
  .filter(([path]) => path.endsWith(".en.json"))
  .map(([path, texts]) => ({ path, words: Object.values(texts.default).join(" ").split(/\s+/).length }))
  .toSorted((a, b) => b.words - a.words);

const listed = (cell = "") => cell.split(", ").filter((word) => word !== "");
const exceptions = new Set(
  rowsBelow("Where the specification says otherwise").map((cells) => cells.join(" ").toLowerCase()),
);

/** Words of which the case is part: they differ from the right ones by it alone. */
const isCased = (word: string) => /^(My|Team) tasks?$|^Team overview$/.test(word);
const mentions = (text: string, word: string) =>
  new RegExp(`(?<![\\p{L}\\p{N}_.])${word}(?![\\p{L}\\p{N}_])`, isCased(word) ? "u" : "iu").test(text);

/** The words that begin with a capital inside a sentence, beside names. */
function capitals(text: string): string[] {
  const plain = PROPER_NAMES.reduce((left, name) => left.replaceAll(name, "_"), text.replace(/[{}]/g, "\n"));
  return plain.match(/(?<=[\p{Ll}\p{N},&] )\p{Lu}\p{Ll}+/gu) ?? [];
}

it("the English texts of the web app have at most as many words as the glossary says", () => {
  const most = Number(/at most ([\d,]+) words/.exec(glossary)?.[1]?.replace(",", ""));
  const sum = WORDS.reduce((total, { words }) => total + words, 0);
  const table = WORDS.map(({ path, words }) => `${words} ${path}`).join("\n");
  expect(sum, `${sum} words of at most ${most}:\n${table}`).toBeLessThanOrEqual(most);
});

describe.each(["en", "da"] as const)("the texts in %s", (language) => {
  const texts = textsOf(language);
  const quoted: readonly string[] = QUOTED[language];

  it("use the glossary's word for each thing", () => {
    const wrong = rowsBelow("Words").flatMap((cells) => listed(cells[language === "en" ? 3 : 4]));
    expect(wrong.length).toBeGreaterThan(5);
    const found = texts.flatMap(([key, text]) =>
      wrong
        .filter((word) => mentions(text, word) && !exceptions.has(`${key} ${word}`.toLowerCase()))
        .map((word) => `${key}: ${word} (${text})`),
    );
    expect(found).toEqual([]);
  });

  it("include every text that the specification quotes, to the letter", () => {
    const all = texts.map(([, text]) => text);
    const isThere = (quote: string) =>
      all.some(
        (text) =>
          text === quote || (text.startsWith(quote) && /^[.!:,]?( |$)/.test(text.slice(quote.length))),
      );
    expect(quoted.filter((quote) => !isThere(quote))).toEqual([]);
  });

  it("are in sentence case, where the specification does not quote another", () => {
    const titles = [...QUOTED.en, ...QUOTED.da] as readonly string[];
    const found = texts.flatMap(([key, text]) => {
      const left = titles.reduce(
        (rest, title) => (/ [A-Z]/.test(title) ? rest.replaceAll(title, "_") : rest),
        text,
      );
      const words = capitals(left);
      return words.length > 0 ? [`${key}: ${words.join(", ")} (${text})`] : [];
    });
    expect(found).toEqual([]);
  });

  it("have no accent in the imperative of Danish verbs", () => {
    expect(language === "da" ? texts.filter(([, text]) => /\p{L}{2}ér(?!\p{L})/u.test(text)) : []).toEqual(
      [],
    );
  });
});
