import { expect, it } from "vitest";
import { HOSTILE_CELLS, VALUE_CELLS } from "../testing/hostile-cells.ts";
import { type Cell, csvRow, sheetRow } from "./csv.ts";

/**
 * Reads a file as a spreadsheet does whose separator is this: a quote opens a quoted part only where a cell begins, and
 * what follows its closing quote belongs to the cell.
 */
function cellsOf(file: string, separator: string): string[] {
  const cells: string[] = [];
  for (let at = 0; at < file.length; ) {
    let cell = "";
    if (file[at] === '"') {
      for (at++; at < file.length; at++) {
        if (file[at] !== '"') cell += file[at];
        else if (file[at + 1] === '"') cell += file[at++];
        else break;
      }
      at++;
    }
    while (at < file.length && !`${separator}\r\n`.includes(file[at] ?? "")) cell += file[at++];
    cells.push(cell);
    at += file.startsWith("\r\n", at) ? 2 : 1;
  }
  return cells;
}

const inEnglish = (cells: Cell[]) => sheetRow(cells, "en");
const inDanish = (cells: Cell[]) => sheetRow(cells, "da");

const isNumber = (cell: string) => /^[+-]?\d+([.,]\d+)?$/.test(cell);
const isFormula = (cell: string) => /^[\s"]*[=+\-@＝＋－＠]/.test(cell) && !isNumber(cell);

it("quotes cells with separators, quotes or line breaks, and no others", () => {
  expect(csvRow(["Vega", 'says "hi"', "a,b", "c;d", "two\nlines", "æøå", "", null, 7])).toBe(
    'Vega,"says ""hi""","a,b","c;d","two\nlines",æøå,,,7\r\n',
  );
});

it.each([
  "=1+1",
  "+1",
  "-1",
  "@SUM(A1)",
  "\t=1",
  "\r=1",
  '=HYPERLINK("x","y")',
  "＝1+1",
  "＋1",
  "－1",
  "＠A1",
])("takes %j for a text and not for a formula", (text) =>
  expect(csvRow([text]).replace(/^"/, "")).toMatch(/^'/),
);

it("has no formula for a spreadsheet of any separator, wherever a text tries to begin a cell", () => {
  for (const inner of HOSTILE_CELLS)
    for (const row of [csvRow, inEnglish, inDanish])
      for (const separator of [",", ";", "\t"]) {
        const file = row(["Name", inner, "x", -5]) + row([inner, 12.5, inner]);
        expect([inner, separator, cellsOf(file, separator).filter(isFormula)]).toEqual([
          inner,
          separator,
          [],
        ]);
      }
});

it("keeps texts readable and numbers as they are", () => {
  const cells = ["Ada - Bo", "5-3", "a+b=c", "vega@example.org", "see; then", "2026-11-22"];
  expect(cellsOf(csvRow(cells), ",")).toEqual(cells);
  expect(csvRow([-5, 0, 12.5, "5-3"])).toBe("-5,0,12.5,5-3\r\n");
});

it("has the separator and the decimal mark of the reader, and a time in one form", () => {
  const cells = ["Ada", "a,b", "c;d", 12.5, -5, null, new Date("2026-11-28T19:05:59.999Z"), "æøå"];
  expect(inEnglish(cells)).toBe('Ada,"a,b","c;d",12.5,-5,,2026-11-28 19:05,æøå\r\n');
  expect(inDanish(cells)).toBe('Ada;"a,b";"c;d";12,5;-5;;2026-11-28 19:05;æøå\r\n');
});

it("puts an apostrophe before a text that a spreadsheet would read as a value, and before no other", () => {
  for (const text of VALUE_CELLS)
    for (const row of [inEnglish, inDanish])
      expect([text, row([text])]).toEqual([text, expect.stringMatching(/^"?'/)]);
  const others = [
    "300i",
    "G12a",
    "7th",
    "Mark 2",
    "Mars 3",
    "Maya",
    "890 Jump",
    "e5",
    "m",
    "Ada - Bo",
    "at 5",
    "",
  ];
  expect(inDanish(others)).toBe(`${others.join(";")}\r\n`);
});

it("checks a long text of partial values without backtracking for ever", () => {
  for (const part of ["june", "5am", "1e", "mar", " 5 e "]) {
    const text = `${part.repeat(2_000)}x1`;
    expect(inDanish([text])).toBe(`${text}\r\n`);
  }
});
