import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { read, type WorkSheet } from "@e965/xlsx";
import { CSV_START, sheetRow } from "../worker/lib/csv.ts";
import { HOSTILE_CELLS, VALUE_CELLS } from "../worker/testing/hostile-cells.ts";

const TEXTS = [...HOSTILE_CELLS, ...VALUE_CELLS];
/** A saved file: of each line the number is no text. */
const fileOf = (language: "en" | "da") =>
  CSV_START + TEXTS.map((text) => sheetRow(["Vega", text, -12.5], language)).join("");
/** A file that writes its texts unchanged. */
const UNSAFE = { ",": `${CSV_START}007,=1+1,-12.5\r\n`, ";": `${CSV_START}007;=1+1;-12,5\r\n` };
/** How spreadsheets of a locale separate cells, and LibreOffice's number of it. */
const LOCALES = {
  "en-US": { language: "en", separator: ",", id: 1033 },
  "da-DK": { language: "da", separator: ";", id: 1030 },
} as const;

type Found = { formulas: string[]; values: number };

/** The formulas, and the number of cells that are no texts, which SheetJS's own reader finds. */
function foundBySheetJs(file: string, separator: string): Found {
  const { Sheets } = read(file, { type: "string", FS: separator, cellFormula: true });
  const cells = Object.values(Sheets).flatMap((sheet: WorkSheet) =>
    Object.entries(sheet).flatMap(([at, cell]) =>
      at.startsWith("!") ? [] : (cell as { t: string; f?: string }),
    ),
  );
  return {
    formulas: cells.flatMap(({ f }) => f ?? []),
    values: cells.filter(({ t, f }) => t !== "s" && f === undefined).length,
  };
}

/** The same by LibreOffice; null where it is not installed. */
function foundByLibreOffice(file: string, separator: string, locale: number): Found | null {
  const folder = mkdtempSync(join(tmpdir(), "spreadsheet-"));
  try {
    writeFileSync(join(folder, "file.csv"), file);
    // https://help.libreoffice.org/latest/en-US/text/shared/guide/csv_params.html: token 8 lets days and the like be found,
    // token 13 lets formulas be evaluated.
    const filter = `CSV:${separator.charCodeAt(0)},34,76,1,,${locale},false,true,false,false,false,-1,true`;
    const options = ["--headless", "--convert-to", "fods", `--infilter=${filter}`, "--outdir", folder];
    const profile = `-env:UserInstallation=file://${folder}/profile`;
    const { error } = spawnSync("soffice", [profile, ...options, join(folder, "file.csv")]);
    if (error) return null;
    const sheet = readFileSync(join(folder, "file.fods"), "utf8");
    const cells = [...sheet.matchAll(/<table:table-cell[^>]* office:value-type="(\w+)"[^>]*>/g)];
    return {
      formulas: [...sheet.matchAll(/table:formula="([^"]*)"/g)].map(([, formula = ""]) => formula),
      values: cells.filter(([cell, type]) => type !== "string" && !cell.includes("table:formula")).length,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

for (const [locale, { language, separator, id }] of Object.entries(LOCALES))
  test(`a spreadsheet's own reader finds texts and numbers alone in a saved file of ${locale}, and no formula`, () => {
    const saved = fileOf(language);
    assert.deepEqual(foundBySheetJs(UNSAFE[separator], separator), { formulas: ["1+1"], values: 2 });
    assert.deepEqual(foundBySheetJs(saved, separator), { formulas: [], values: TEXTS.length });
    const found = foundByLibreOffice(UNSAFE[separator], separator, id);
    if (!found) return;
    assert.deepEqual(found, { formulas: ["of:=1+1"], values: 2 });
    assert.deepEqual(foundByLibreOffice(saved, separator, id), { formulas: [], values: TEXTS.length });
  });
