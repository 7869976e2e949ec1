import { csvFormat, jsonFormat, type ListedShip, namesFormat, plainNames } from "./formats.ts";
import { importErrors } from "./imports.errors.ts";
import { IMPORT_ROWS, type ImportFormat, UNREAD_SHOWN, type UnreadRow } from "./imports.schema.ts";

/** A list of ships out of a file. Rows are counted from 1, without a heading. */
export type ShipList = {
  format: ImportFormat;
  ships: (ListedShip & { row: number })[];
  skipped: number;
  unread: UnreadRow[];
  unreadCount: number;
};

/**
 * The records of a CSV text (RFC 4180), their cells trimmed; empty lines are none. A cell may be quoted after spaces, as
 * exporters write it that put a space behind each comma. Tabs separate where the first line has one, as copied from a
 * spreadsheet, and semicolons where it has no comma.
 */
export function readCsv(text: string): string[][] {
  const [first = ""] = text.split("\n", 1);
  const separator = ["\t", ","].find((each) => first.includes(each)) ?? ";";
  const records: string[][] = [];
  let record: string[] = [];
  let cell = "";
  let isQuoted = false;
  const endCell = () => {
    record.push(cell.trim());
    cell = "";
  };
  const endRecord = () => {
    endCell();
    if (record.some((each) => each !== "")) records.push(record);
    record = [];
  };
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] as string;
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (character === '"' && cell.trim() === "") {
      cell = "";
      isQuoted = true;
    } else if (character === separator) endCell();
    else if (character === "\n") endRecord();
    else cell += character;
  }
  endRecord();
  return records;
}

/** Characters that the engine quotes before the wrong one. */
const SHOWN_BEFORE = 10;

/** The line of a JSON error; the engine names the position, or quotes the text there. */
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

/** The rows of a file with what reads one; null for a file of no known format. */
function openList(text: string) {
  if (/^[[{]/.test(text)) return jsonFormat(parseJson(text));
  const [heading = [], ...records] = readCsv(text);
  const table = csvFormat(heading, records);
  if (table) return table;
  const rows = plainNames(text);
  return rows && rows.length > 0 ? { ...namesFormat, rows } : null;
}

/**
 * Reads a list of ships in any known format. Rows that cannot be read are left out and listed.
 * @throws AppError import_unknown, import_web_page, import_broken, import_no_ships, import_too_long
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
