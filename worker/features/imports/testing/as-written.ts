import {
  type Arbitrary,
  boolean,
  constant,
  constantFrom,
  date,
  integer,
  nat,
  oneof,
  record,
  shuffledSubarray,
  tuple,
} from "fast-check";
import type { CatalogueShip } from "../match.ts";
import { CATALOGUE } from "./imports.factory.ts";

// Spellings of names, headings and numbers by people in English and Danish, each with its meaning.

type Spelling = (ship: CatalogueShip) => string;
const words = ({ name }: CatalogueShip) => name.split(" ");

/** Spellings with one possible ship. */
const SURE: Spelling[] = [
  ({ name }) => name,
  ({ nameFull }) => nameFull,
  ({ name }) => name.toLowerCase(),
  ({ nameFull }) => nameFull.toUpperCase(),
  (ship) => words(ship).join("-"),
  (ship) => words(ship).join("_"),
  (ship) => words(ship).join("\u00a0 "),
  ({ name }) => `\u200b${name}\u2060`,
  ({ name, companyName }) => `${name} (${companyName})`,
  ({ name, companyName }) => `${companyName} - ${name}`,
  ({ name }) => `“${name}”`,
  ({ name }) => `${name} LTI`,
  ({ nameFull }) => `${nameFull} - Warbond`,
  ({ name }) => name.replace("Best In Show", "BIS"),
  ({ name }) => name.replace(" Edition", ""),
  ({ name }) => name.replace("Executive", "Exec").replace("Expedition", "XP"),
  (ship) => words(ship).toReversed().join(" "),
];

/** Spellings with a word of no ship, so that they may mean something else. */
const UNSURE: Spelling[] = [
  ({ name }) => `${name} Polar`,
  ({ name }) => `${name} PYAM Exec`,
  ({ name }) => `2954 ${name}`,
  ({ name }) => `${name} Best in Show 2951 Skin`,
  ({ nameFull }) => `${nameFull} Mk II`,
  ({ name }) => `Model of ${name}`,
  ({ name }) => `${name} + Idris`,
];

const LISTED = CATALOGUE.filter(({ isListed }) => isListed);

/** The catalogue with an edition of each ship. */
export const EDITIONS: readonly CatalogueShip[] = [
  ...CATALOGUE,
  ...LISTED.filter(({ name }) => !/Edition|Expedition/.test(name)).map((ship) => {
    const [name, nameFull] = [ship.name, ship.nameFull].map((each) => `${each} Executive Edition`);
    return { ...ship, id: ship.id + 100, name: name as string, nameFull: nameFull as string, slug: "" };
  }),
];

const spelled = (ships: readonly CatalogueShip[], spellings: readonly Spelling[], isSure: boolean) =>
  tuple(constantFrom(...ships), constantFrom(...spellings)).map(([ship, write]) => {
    return { ship, text: write(ship), isSure };
  });

/** A spelling of a ship, and whether it can only mean that ship. */
export const writtenName = (ships: readonly CatalogueShip[] = LISTED) =>
  oneof(
    { weight: 3, arbitrary: spelled(ships, SURE, true) },
    { weight: 1, arbitrary: spelled(ships, UNSURE, false) },
  );

const COUNTS: ((count: number) => string)[] = [
  (count) => `${count}`,
  (count) => ` ${count}\u00a0stk. `,
  (count) => `${count} stk`,
  (count) => `x${count}`,
  (count) => `${count} x`,
  (count) => `${count},0`,
  (count) => `${count}.00`,
  (count) => `${count} pcs`,
  (count) => `${count} skibe`,
  (count) => `\u200b${count}`,
];

/** A number of ships; null for an ambiguous one. */
export const writtenCount = oneof(
  {
    weight: 4,
    arbitrary: tuple(oneof({ weight: 9, arbitrary: nat(3) }, nat(120)), constantFrom(...COUNTS)).map(
      ([count, write]) => ({ count: count as number | null, text: write(count) }),
    ),
  },
  constant({ count: 1, text: "" }),
  constantFrom("1.000", "1,5", "-1", "2-3", "ca. 2", "mange", "½", "two", "2+1").map((text) => ({
    count: null,
    text,
  })),
);

const LINES: ((name: string, count: number) => string)[] = [
  (name, count) => `${count}x ${name}`,
  (name, count) => `- ${count} stk. ${name}`,
  (name, count) => `x${count} ${name}`,
  (name, count) => `${name} x${count}`,
  (name, count) => `* ${name} (${count})`,
  (name, count) => `3. ${name} (x${count})`,
  (name, count) => `${name}: ${count}`,
  (name, count) => `${name}  ${count} stk`,
];

/** A line of a list of names with a number of ships. */
export const writtenLine = tuple(
  writtenName().filter(({ isSure }) => isSure),
  integer({ min: 2, max: 20 }),
  constantFrom(...LINES),
).map(([{ ship, text }, count, write]) => ({ ship, count, text: write(text, count) }));

const inWords = (locale: string, dateStyle: "full" | "long" | "medium" | "short") => {
  const format = new Intl.DateTimeFormat(locale, { dateStyle, timeZone: "UTC" });
  return (day: Date) => format.format(day);
};
const parts = (day: Date) => [day.getUTCDate(), day.getUTCMonth() + 1, day.getUTCFullYear()] as const;
const DAYS: ((day: Date) => string)[] = [
  (day) => day.toISOString(),
  (day) => day.toISOString().slice(0, 10),
  ...(["full", "long", "medium", "short"] as const).map((style) => inWords("da-DK", style)),
  ...(["full", "long", "medium", "short"] as const).map((style) => inWords("en-GB", style)),
  ...(["full", "long", "medium"] as const).map((style) => inWords("en-US", style)),
  (day) => `den ${inWords("da-DK", "long")(day)}`,
  (day) => `${parts(day)[0]}/${parts(day)[1]}-${parts(day)[2]}`,
  (day) => `d. ${parts(day)[0]}. ${parts(day)[1]}. ${parts(day)[2]}`,
  (day) => `${inWords("da-DK", "short")(day)} 14.30`,
];

/** The day of a pledge; null for none, and unread for a text that is no day. */
export const writtenDay = oneof(
  tuple(
    date({ min: new Date("2012-10-10"), max: new Date("2026-11-01"), noInvalidDate: true }),
    constantFrom(...DAYS),
  ).map(([day, write]) => ({ day: day.toISOString().slice(0, 10) as string | null, text: write(day) })),
  constant({ day: null, text: "" }),
  constantFrom("snart", "31.2.2020", "13/13/2020", "2020", "maj 2020", "19.12.20").map((text) => ({
    day: null,
    text,
  })),
);

const NICKNAMES = ["", "Ørnen", "Røde Orm", "O'Neill; the 2nd", '"Quote"', "Serenity 🦅"];

/** A row of a table. */
export const writtenRow = record({
  name: writtenName(),
  count: writtenCount,
  day: writtenDay,
  nickname: constantFrom(...NICKNAMES),
  insurance: constantFrom<[text: string, insurance: string | undefined]>(
    ["", undefined],
    ["LTI", "LTI"],
    ["livstid", "LTI"],
    ["120 mdr.", "120MI"],
    ["10 years", "120MI"],
    ["10 år", "120MI"],
    ["6 Month Insurance", "6MI"],
  ),
  note: constantFrom("", "købt på messe", "=1+1"),
});
export type WrittenRow = typeof writtenRow extends Arbitrary<infer Row> ? Row : never;

const DECORATED: ((heading: string) => string)[] = [
  (heading) => heading,
  (heading) => heading.toUpperCase(),
  (heading) => heading.toLowerCase().replaceAll(" ", "_"),
  (heading) => ` ${heading}: `,
  (heading) => `${heading}*`,
  (heading) => `\u200b${heading}`,
  (heading) => `${heading} (se note)`,
];
const heading = (...names: string[]) =>
  tuple(constantFrom(...names), constantFrom(...DECORATED)).map(([name, decorate]) => decorate(name));

/** The columns of a table: their names, and their cell of a row. */
const COLUMNS = {
  count: [
    heading("Antal", "Stk.", "Quantity", "Qty", "Count", "Antal skibe", "How many", "Hvor mange"),
    ({ count }: WrittenRow) => count.text,
  ],
  day: [
    heading("Dato", "Købt", "Købsdato", "Date", "Pledge date", "Purchase date", "Bought", "Anskaffet"),
    ({ day }: WrittenRow) => day.text,
  ],
  insurance: [heading("Forsikring", "Insurance"), ({ insurance }: WrittenRow) => insurance[0]],
  note: [heading("Noter", "Remarks", "Ejer", "Sort"), ({ note }: WrittenRow) => note],
} as const;
const KINDS = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];
const NAMED = constantFrom<[ship: string, nickname: string]>(
  ["Skib", "Kælenavn"],
  ["Skib", "Navn"],
  ["Skibsmodel", "Skibsnavn"],
  ["Fartøj", "Øgenavn"],
  ["Ship", "Nickname"],
  ["Model", "Ship name"],
  ["Vehicle", "Custom name"],
);

const quoted = (cell: string, separator: string) =>
  cell.includes(separator) || cell.includes('"') ? `"${cell.replaceAll('"', '""')}"` : cell;

type Column = { title: string; cell: (row: WrittenRow) => string };

/** The text of a table, with its rows and the kinds of its columns; all kinds for a complete one. */
export const writtenTable = (rows: Arbitrary<WrittenRow[]>, isComplete = false) =>
  record({
    rows,
    named: NAMED,
    decorate: constantFrom(...DECORATED),
    isNicknamed: constantFrom(true, isComplete),
    kinds: shuffledSubarray(KINDS, { minLength: isComplete ? KINDS.length : 0 }),
    titles: record({
      count: COLUMNS.count[0],
      day: COLUMNS.day[0],
      insurance: COLUMNS.insurance[0],
      note: COLUMNS.note[0],
    }),
    at: integer({ min: 0, max: 5 }),
    /** With the numbers of its rows in a column without a name; without empty cells at the ends of lines. */
    isNumbered: boolean(),
    isRagged: boolean(),
    above: constantFrom("", "Min flåde 2026\n", "sep=;\n", "\ufeff"),
    separator: constantFrom(";", ",", "\t"),
    end: constantFrom("\n", "\r\n", "\r"),
  }).map(({ rows: all, named, decorate, isNicknamed, kinds, titles, at, ...look }) => {
    const columns: Column[] = kinds.map((kind) => ({ title: titles[kind], cell: COLUMNS[kind][1] }));
    columns.splice(at, 0, { title: decorate(named[0]), cell: ({ name }) => name.text });
    if (isNicknamed) columns.push({ title: named[1], cell: ({ nickname }) => nickname });
    const separator = look.above === "sep=;\n" ? ";" : look.separator;
    const endOf = (cells: string[]) =>
      look.isRagged ? cells.findLastIndex((cell) => cell.trim() !== "") + 1 : cells.length;
    const lines = [
      columns.map(({ title }) => title),
      ...all.map((row) => columns.map(({ cell }) => cell(row))),
    ]
      .map((cells, row) => (look.isNumbered ? [row === 0 ? "" : String(row), ...cells] : cells))
      .map((cells) => cells.slice(0, endOf(cells)))
      .map((cells) => cells.map((cell) => quoted(cell, separator)).join(separator));
    const has = (kind: keyof typeof COLUMNS) => kinds.includes(kind);
    return {
      text: look.above + lines.join("\n").replaceAll("\n", look.end),
      rows: all,
      has: { count: has("count"), day: has("day"), insurance: has("insurance"), nickname: isNicknamed },
      note: has("note") ? titles.note : null,
    };
  });
