import type { Backup, BackupTable } from "../../../worker/features/backup/backup.schema.ts";

/** The numbers of tables that are read and of all, and the present section; null before the first. */
export type Progress = { done: number; total: number; section: BackupTable["section"] | null };

/** A backup that ended too early or whose checksums are wrong. */
export class BackupError extends Error {
  readonly reason: "cut" | "damaged";
  constructor(reason: "cut" | "damaged") {
    super(`The backup is ${reason}.`);
    this.reason = reason;
  }
}

async function sha256(lines: readonly string[]): Promise<string> {
  const bytes = new TextEncoder().encode(lines.map((line) => `${line}\n`).join(""));
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Reads a backup by its lines: the header names the tables, each has a first and a last line. Passes the lines of each table's
 * rows to `rows` unparsed, because parsing loses digits of 64-bit numbers.
 */
function follow(onProgress: (progress: Progress) => void) {
  const progress: Progress = { done: 0, total: 0, section: null };
  const rows: string[][] = [];
  /** The pieces of the last line, so that each is read once. */
  let open: string[] = [];
  const read = (line: string) => {
    if (line.startsWith('{"header":')) {
      const { header } = JSON.parse(`${line.replace(/,$/, "")}}`) as Pick<Backup, "header">;
      progress.total = header.sections.flatMap(({ tables }) => tables).length;
    } else if (line.startsWith('{"section":')) {
      const { section } = JSON.parse(`${line}]}`) as BackupTable;
      progress.section = section;
      rows.push([]);
    } else if (line.startsWith('],"count":')) progress.done += 1;
    else {
      if (line.startsWith("[")) rows.at(-1)?.push(line.replace(/,$/, ""));
      return;
    }
    onProgress({ ...progress });
  };
  const take = (text: string) => {
    const lines = text.split("\n");
    const rest = lines.pop() ?? "";
    if (lines.length > 0) {
      lines[0] = `${open.join("")}${lines[0]}`;
      open = [];
    }
    open.push(rest);
    for (const line of lines) read(line);
  };
  return { take, rows };
}

/** @throws BackupError when counts or checksums do not match the rows */
async function verify({ header, tables, manifest }: Backup, lines: readonly string[][]): Promise<void> {
  const sums: string[] = [];
  let rows = 0;
  for (const [at, table] of tables.entries()) {
    const sum = await sha256(lines[at] ?? []);
    if (sum !== table.sha256 || table.rows.length !== table.count) throw new BackupError("damaged");
    sums.push(`${table.name}:${table.count}:${sum}`);
    rows += table.count;
  }
  const promised = header.sections.flatMap((section) => section.tables);
  const isWhole = promised.join() === tables.map(({ name }) => name).join() && manifest.rows === rows;
  if (!isWhole || manifest.sha256 !== (await sha256(sums))) throw new BackupError("damaged");
}

/** Reads a backup while it arrives, and checks every checksum. @throws BackupError */
export async function readBackup(
  body: ReadableStream<Uint8Array>,
  onProgress: (progress: Progress) => void,
): Promise<{ file: Blob; manifest: Backup["manifest"] }> {
  const chunks: string[] = [];
  const decoder = new TextDecoder();
  const { take, rows } = follow(onProgress);
  const reader = body.getReader();
  let backup: Backup;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      const text = decoder.decode(value, { stream: !done });
      chunks.push(text);
      take(text);
      if (done) break;
    }
    backup = JSON.parse(chunks.join("")) as Backup;
  } catch {
    throw new BackupError("cut");
  }
  await verify(backup, rows);
  return { file: new Blob(chunks, { type: "application/json" }), manifest: backup.manifest };
}
