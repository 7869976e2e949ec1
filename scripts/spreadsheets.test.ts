import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { read, type WorkSheet } from "@e965/xlsx";
import { CSV_START, csvRow } from "../worker/lib/csv.ts";
import { HOSTILE_CELLS } from "../worker/testing/hostile-cells.ts";

const HOSTILE = CSV_START + HOSTILE_CELLS.map((text) => csvRow(["Vega", text, -5])).join("");
/** What a file would be that takes its texts as they come. */
const UNSAFE = { ",": `${CSV_START}Vega,=1+1,-5\r\n`, ";": `${CSV_START}Vega;=1+1;-5\r\n` };
/** Separators of cells by locale: Danish spreadsheets keep the comma for decimals. */
const LOCALES = { "en-US": { separator: ",", id: 1033 }, "da-DK": { separator: ";", id: 1030 } } as const;

/** The formulas that SheetJS's own reader finds. */
function formulasOf(file: string, separator: string): string[] {
  const { Sheets } = read(file, { type: "string", FS: separator, cellFormula: true });
  return Object.values(Sheets)
    .flatMap((sheet: WorkSheet) => Object.values(sheet) as { f?: string }[])
    .flatMap(({ f }) => f ?? []);
}

/** The formulas that LibreOffice finds; null where it is not installed. */
function formulasInLibreOffice(file: string, separator: string, locale: number): string[] | null {
  const folder = mkdtempSync(join(tmpdir(), "spreadsheet-"));
  try {
    writeFileSync(join(folder, "file.csv"), file);
    // https://help.libreoffice.org/latest/en-US/text/shared/guide/csv_params.html: token 13 lets formulas be evaluated.
    const filter = `CSV:${separator.charCodeAt(0)},34,76,1,,${locale},false,true,false,false,false,-1,true`;
    const options = ["--headless", "--convert-to", "fods", `--infilter=${filter}`, "--outdir", folder];
    const profile = `-env:UserInstallation=file://${folder}/profile`;
    const { error } = spawnSync("soffice", [profile, ...options, join(folder, "file.csv")]);
    if (error) return null;
    const sheet = readFileSync(join(folder, "file.fods"), "utf8");
    return [...sheet.matchAll(/table:formula="([^"]*)"/g)].map(([, formula = ""]) => formula);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

for (const [locale, { separator, id }] of Object.entries(LOCALES))
  test(`a spreadsheet's own reader finds no formula in a saved file, with the separator of ${locale}`, () => {
    assert.deepEqual(formulasOf(UNSAFE[separator], separator), ["1+1"]);
    assert.deepEqual(formulasOf(HOSTILE, separator), []);
    const found = formulasInLibreOffice(UNSAFE[separator], separator, id);
    if (!found) return;
    assert.deepEqual(found, ["of:=1+1"]);
    assert.deepEqual(formulasInLibreOffice(HOSTILE, separator, id), []);
  });
