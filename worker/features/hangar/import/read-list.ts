import { csvFormat, jsonFormat, type ListedShip, type RowReading } from "./formats.ts";
import { importErrors } from "./import.errors.ts";
import { IMPORT_ROWS, type ImportFormat, UNREAD_SHOWN, type UnreadRow } from "./import.schema.ts";
import { readCsv } from "./read-csv.ts";

/** A list of ships out of a file. Rows are counted from 1, without a heading. */
export type ShipList = {
  format: ImportFormat;
  ships: (ListedShip & { row: number })[];
  skipped: number;
  unread: UnreadRow[];
  unreadCount: number;
};

/** Characters that the engine shows before the one that it stumbled over. */
const SHOWN_BEFORE = 10;

/** The line at which a JSON text breaks off; the engine tells the place or what stands there, in words. */
function brokenLine(text: string, error: unknown): number {
  const words = String(error);
  const position = /position (\d+)/.exec(words)?.[1];
  const excerpt = /, (?:\.\.\.)?"(.*)"(?:\.\.\.)? is not valid JSON/s.exec(words)?.[1];
  const at = position ?? (excerpt === undefined ? text.length : text.indexOf(excerpt) + SHOWN_BEFORE);
  return text.slice(0, Number(at)).split("\n").length;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw importErrors.import_broken({ line: brokenLine(text, error) });
  }
}

/** The rows of a file with what reads one. */
function openList(
  text: string,
): { format: ImportFormat; rows: readonly unknown[]; read: (row: never) => RowReading } | null {
  if (/^[[{]/.test(text)) return jsonFormat(parseJson(text));
  const [heading = [], ...rows] = readCsv(text);
  const format = csvFormat(heading);
  return format && { ...format, rows };
}

/**
 * Reads a list of ships in any of the formats that are known, told apart by what it holds. Rows that cannot be read are
 * left out and told of. @throws AppError import_unknown, import_web_page, import_broken, import_no_ships, import_too_long
 */
export function readList(content: string): ShipList {
  const text = content.replace(/^\ufeff/, "").trim();
  if (text.startsWith("<")) throw importErrors.import_web_page();
  const list = openList(text);
  if (!list) throw importErrors.import_unknown();
  const { format, rows, read } = list;
  if (rows.length > IMPORT_ROWS) throw importErrors.import_too_long({ limit: IMPORT_ROWS });
  const result: ShipList = { format, ships: [], skipped: 0, unread: [], unreadCount: 0 };
  for (const [at, each] of rows.entries()) {
    const reading = read(each as never);
    if (reading === "other") result.skipped += 1;
    else if (typeof reading !== "string") result.ships.push({ ...reading, row: at + 1 });
    else {
      result.unreadCount += 1;
      if (result.unread.length < UNREAD_SHOWN) result.unread.push({ row: at + 1, reason: reading });
    }
  }
  if (result.ships.length === 0 && result.unreadCount === 0) throw importErrors.import_no_ships();
  return result;
}
