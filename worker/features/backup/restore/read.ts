import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { createGunzip } from "node:zlib";
import { AppError } from "../../../lib/errors.ts";
import { BACKUP_VERSION, type BackupHeader, type BackupManifest } from "../backup.schema.ts";
import { lineHash } from "../line-hash.ts";
import { restoreErrors } from "./restore.errors.ts";

/** Most bytes of one line: D1 stores no row and no value of more than 2 MB. */
const LONGEST_LINE = 1_900_000;
/** Most characters of a name or text of a header: those of the product are far shorter. */
const LONGEST_NAME = 1_000;
/** Most bytes of a document: no database of D1 holds more. https://developers.cloudflare.com/d1/platform/limits/ */
const MOST_BYTES = 10_000_000_000;
/** Most characters of the rows that are yielded at once, except for a single longer one. */
const PIECE = 500_000;
/** Most tables of a document. */
const MOST_TABLES = 1_000;
/** Bytes that are unpacked at once, each of which becomes 1,032 at most. */
const PACKED_PIECE = 4_096;
/** Greatest ratio of unpacked to packed size: backups reach about 15. */
const MOST_PACKED = 50;
/** Unpacked bytes from which on the ratio is checked. */
const UNWEIGHED = 200_000;

/** A part of a document, in its order. */
export type Piece =
  | { kind: "header"; header: BackupHeader }
  | { kind: "table"; name: string; columns: string[] }
  /** Rows of the last table, each a JSON array of as many values as it has columns; `first` counts from 1. */
  | { kind: "rows"; name: string; first: number; lines: string[] }
  | { kind: "end"; manifest: BackupManifest; bytes: number };

/**
 * Unpacks a document while it is read, a piece at a time: workerd's DecompressionStream would hold all that the available input
 * unpacks to.
 * @throws AppError restore_packed for a ratio above MOST_PACKED; Error for an invalid one
 */
export async function* unpacked(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const made: Uint8Array[] = [];
  let settle: (error?: Error | null) => void = () => {};
  const gunzip = createGunzip()
    .on("data", (bytes: Uint8Array) => made.push(bytes))
    .on("error", (error) => settle(error))
    .on("end", () => settle());
  const settled = (begin: () => void) =>
    new Promise<void>((resolve, reject) => {
      settle = (error) => (error ? reject(error) : resolve());
      begin();
    });
  let [sent, size] = [0, 0];
  const weighed = () => {
    size += made.reduce((sum, { length }) => sum + length, 0);
    if (size > UNWEIGHED + MOST_PACKED * sent) throw restoreErrors.restore_packed({ times: MOST_PACKED });
    return made.splice(0);
  };
  try {
    for await (const bytes of packed) {
      // The rest is padding, for which no event would come any more.
      for (let at = 0; at < bytes.length && !gunzip.readableEnded; at += PACKED_PIECE) {
        const piece = bytes.subarray(at, at + PACKED_PIECE);
        sent += piece.length;
        await settled(() => gunzip.write(piece, settle));
        yield* weighed();
      }
    }
    if (!gunzip.readableEnded) await settled(() => gunzip.end());
    yield* weighed();
  } finally {
    gunzip.destroy();
  }
}

const isLong = (line: string) => line.length * 3 > LONGEST_LINE && Buffer.byteLength(line) > LONGEST_LINE;

/**
 * The lines of a text, without line feeds. Reads each piece once, however long its line.
 * @param counted is called with the number of bytes read
 * @throws AppError restore_line for a line that is too long or invalid UTF-8, restore_cut where the stream ends early
 */
async function* linesOf(
  stream: AsyncIterable<Uint8Array>,
  counted: (bytes: number) => void,
): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let buffered: string[] = [];
  let [size, line] = [0, 0];
  try {
    for await (const bytes of stream) {
      counted(bytes.length);
      let text: string;
      try {
        text = decoder.decode(bytes, { stream: true });
      } catch {
        throw restoreErrors.restore_line({ line: line + 1 });
      }
      const lines = text.split("\n");
      const rest = lines.pop() ?? "";
      if (lines.length > 0) {
        lines[0] = `${buffered.join("")}${lines[0]}`;
        [buffered, size] = [[], 0];
      }
      for (const each of lines) {
        line += 1;
        if (isLong(each)) throw restoreErrors.restore_line({ line });
        yield each;
      }
      buffered.push(rest);
      size += rest.length;
      if (size > LONGEST_LINE) throw restoreErrors.restore_line({ line: line + 1 });
    }
  } catch (error) {
    throw error instanceof AppError ? error : restoreErrors.restore_cut({ line });
  }
  if (size > 0) throw line === 0 ? restoreErrors.restore_no_backup() : restoreErrors.restore_cut({ line });
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const isText = (value: unknown): value is string => typeof value === "string" && value.length <= LONGEST_NAME;
const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Whether the header is of a document that this version reads. @throws AppError restore_newer */
function isHeader(value: unknown): value is BackupHeader {
  if (!isObject(value) || value["format"] !== "command-centre-backup") return false;
  const { version, schema, createdAt, createdBy, organization, permissions = [], sections = [] } = value;
  if (!isTexts(permissions)) return false;
  if (!Array.isArray(sections) || !sections.every((each) => isObject(each) && isTexts(each["tables"])))
    return false;
  if (!isCount(version) || !isText(schema) || !isText(createdBy) || !isText(createdAt)) return false;
  if (version > BACKUP_VERSION) throw restoreErrors.restore_newer({ schema });
  if (!isObject(organization) || !isCount(organization["id"]) || !isText(organization["name"])) return false;
  return !Number.isNaN(Date.parse(createdAt));
}

/** Whether a line is a row: an array with as many values as columns, each null, a number or a text. */
function isRow(line: string, columns: number): boolean {
  const row = parsed(line);
  return (
    Array.isArray(row) &&
    row.length === columns &&
    row.every((value) => value === null || typeof value === "string" || typeof value === "number")
  );
}

/**
 * Reads and verifies a backup: its form line by line, each table's count and checksum, and the checksum of the whole. Values
 * that it yields before its end may still prove damaged. Keeps one piece in memory.
 * @throws AppError restore_no_backup, restore_newer, restore_cut, restore_line, restore_row, restore_checksum, restore_altered,
 * restore_tables
 */
export async function* readBackup(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Piece> {
  let [bytes, line] = [0, 0];
  const lines = linesOf(stream, (more) => {
    bytes += more;
    if (bytes > MOST_BYTES) throw restoreErrors.restore_line({ line });
  });
  const whole = lineHash();
  const next = async (): Promise<string> => {
    const { done, value } = await lines.next();
    if (done) throw line === 0 ? restoreErrors.restore_no_backup() : restoreErrors.restore_cut({ line });
    line += 1;
    return value;
  };
  /** The next line, where it is before the manifest's. */
  const nextHashed = async (): Promise<string> => {
    const value = await next();
    whole.add(value);
    return value;
  };
  const wrong = () => restoreErrors.restore_line({ line });

  const first = await nextHashed();
  const header = first.startsWith('{"header":') && first.endsWith(",") ? parsed(first.slice(10, -1)) : null;
  if (!isHeader(header)) throw restoreErrors.restore_no_backup();
  yield { kind: "header", header };
  if ((await nextHashed()) !== '"tables":[') throw wrong();

  const all = createHash("sha256");
  const seen = new Set<string>();
  let total = 0;
  for (let isLast = false; !isLast; ) {
    const begin = await nextHashed();
    const table = begin.endsWith(',"rows":[') ? parsed(`${begin.slice(0, -9)}}`) : null;
    if (!isObject(table)) throw wrong();
    const { name, columns } = table;
    if (!isText(name) || !isTexts(columns)) throw wrong();
    if (seen.size === MOST_TABLES) throw wrong();
    if (seen.has(name)) throw restoreErrors.restore_tables({ table: name });
    seen.add(name);
    yield { kind: "table", name, columns };

    const hash = lineHash();
    let [count, size] = [0, 0];
    let rows: string[] = [];
    const piece = (last: number): Piece => ({
      kind: "rows",
      name,
      first: last - rows.length + 1,
      lines: rows,
    });
    for (let isMore = true; isMore; ) {
      const row = await nextHashed();
      isMore = row.endsWith(",");
      // A table without rows has an empty line.
      if (row === "" && count === 0) break;
      const text = isMore ? row.slice(0, -1) : row;
      count += 1;
      if (!isRow(text, columns.length)) throw restoreErrors.restore_row({ row: count, table: name });
      hash.add(text);
      if (size + text.length > PIECE && rows.length > 0) {
        yield piece(count - 1);
        [rows, size] = [[], 0];
      }
      rows.push(text);
      size += text.length;
    }
    if (rows.length > 0) yield piece(count);
    const end = await nextHashed();
    isLast = !end.endsWith(",");
    const sums = end.startsWith('],"count":')
      ? parsed(`{${(isLast ? end : end.slice(0, -1)).slice(2)}`)
      : null;
    if (!isObject(sums)) throw wrong();
    const sha256 = hash.digest();
    if (sums["count"] !== count || sums["sha256"] !== sha256)
      throw restoreErrors.restore_checksum({ table: name });
    all.update(`${name}:${count}:${sha256}\n`);
    total += count;
  }

  if ((await nextHashed()) !== "],") throw wrong();
  const end = await next();
  const manifest = end.startsWith('"manifest":') ? parsed(end.slice(11, -1)) : null;
  if (!end.endsWith("}}") || !isObject(manifest) || !isCount(manifest["changesMeanwhile"])) throw wrong();
  const { tables, rows, sha256 } = manifest;
  if (tables !== seen.size || rows !== total || sha256 !== all.digest("hex"))
    throw restoreErrors.restore_checksum({ table: [...seen].join(", ") });
  const sums = `${tables}:${rows}:${manifest["changesMeanwhile"]}`;
  if (header.version > 1 && manifest["document"] !== whole.digest(sums))
    throw restoreErrors.restore_altered();
  const declared = header.sections?.flatMap((section) => section.tables) ?? [];
  const missing = declared.find((name) => !seen.has(name));
  if (missing !== undefined) throw restoreErrors.restore_tables({ table: missing });
  if (!(await lines.next()).done) {
    line += 1;
    throw wrong();
  }
  yield { kind: "end", manifest: manifest as BackupManifest, bytes };
}
