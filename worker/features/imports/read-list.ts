import { knownColumns, tableFormat } from "./columns.ts";
import { jsonFormat, namesFormat, plainNames } from "./formats.ts";
import { importErrors } from "./imports.errors.ts";
import { IMPORT_ROWS, type ImportFormat, UNREAD_SHOWN, type UnreadRow } from "./imports.schema.ts";
import type { ListedShip } from "./ship-rows.ts";
import { readTable } from "./tables.ts";

/** A list of ships from a file. Rows are counted from 1, without a heading. */
export type ShipList = {
  format: ImportFormat;
  ships: (ListedShip & { row: number })[];
  skipped: number;
  /** Columns of a table without known values. */
  columns: string[];
  unread: UnreadRow[];
  unreadCount: number;
};

/** Characters that the engine quotes before the invalid one. */
const SHOWN_BEFORE = 10;

/** The line of a JSON error; the engine gives the position, or quotes the text there. */
function brokenLine(text: string, error: unknown): number {
  const words = String(error);
  const position = /position (\d+)/.exec(words)?.[1];
  const excerpt = /, (?:\.\.\.)?"(.*)"(?:\.\.\.)? is not valid JSON/s.exec(words)?.[1];
  const at = position ?? (excerpt === undefined ? text.length : text.indexOf(excerpt) + SHOWN_BEFORE);
  return text.slice(0, Number(at)).split("\n").length;
}

/** The values of JSON Lines, one in each line; null where the text is something else. */
function jsonLines(text: string): unknown[] | null {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  try {
    return lines.length > 1 ? lines.map((line): unknown => JSON.parse(line)) : null;
  } catch {
    return null;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const lines = jsonLines(text);
    if (lines) return lines;
    throw importErrors.import_broken({ line: brokenLine(text, error) });
  }
}

/** Refuses more rows than are read. @throws AppError import_too_long */
function assertRows(rows: readonly unknown[]): void {
  if (rows.length > IMPORT_ROWS) throw importErrors.import_too_long({ limit: IMPORT_ROWS });
}

/** The rows of a file with their reader; null for an unknown format. */
function openList(text: string) {
  if (/^\s*[[{]/.test(text)) return jsonFormat(parseJson(text));
  const table = readTable(text, knownColumns);
  if (table) {
    assertRows(table.records);
    return tableFormat(table.heading, table.records);
  }
  const rows = plainNames(text);
  return rows && rows.length > 0 ? { ...namesFormat, rows } : null;
}

/**
 * Reads a list of ships in any known format. Unreadable rows are left out and listed; rows with an unreadable day are listed,
 * too, and taken without it.
 * @throws AppError import_unknown, import_web_page, import_broken, import_no_ships, import_too_long
 */
export function readList(content: string): ShipList {
  // Leading tabs separate cells; trailing ones belong to empty cells, which may be missing.
  const text = content
    .replace(/^\ufeff/, "")
    .replaceAll(/\r\n?/g, "\n")
    .replace(/^[ \n]+/, "")
    .trimEnd();
  if (/^\s*</.test(text)) throw importErrors.import_web_page();
  const list = openList(text);
  if (!list) throw importErrors.import_unknown();
  const { format, rows, read, columns } = list;
  assertRows(rows);
  const result: ShipList = {
    ...{ format, ships: [], skipped: 0, unread: [], unreadCount: 0 },
    columns: columns.slice(0, UNREAD_SHOWN),
  };
  for (const [at, each] of rows.entries()) {
    const reading = read(each as never);
    if (reading === "other") result.skipped += 1;
    else {
      const isShip = typeof reading !== "string";
      if (isShip) result.ships.push({ ...reading, row: at + 1 });
      const reason = !isShip ? reading : reading.isDayUnread ? "date" : null;
      if (reason) result.unreadCount += 1;
      if (reason && result.unread.length < UNREAD_SHOWN) result.unread.push({ row: at + 1, reason });
    }
  }
  if (result.ships.length === 0 && result.unreadCount === 0) throw importErrors.import_no_ships();
  return result;
}
