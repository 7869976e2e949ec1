import type {
  Backup,
  BackupManifest,
  BackupSection,
  BackupTable,
} from "../../../worker/features/backup/backup.schema.ts";

/** How far reading a backup has come. */
export type Progress = {
  /** Tables that were read to their end, of how many. */
  done: number;
  total: number;
  /** The part that is being read; null before the first. */
  section: BackupSection | null;
};

/** A backup that cannot be kept: it ended too early, or its checksums do not fit. */
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

/** Follows a backup by its lines: the header names the tables, and each has a line where it begins and ends. */
function follow(onProgress: (progress: Progress) => void) {
  const progress: Progress = { done: 0, total: 0, section: null };
  let open = "";
  const read = (line: string) => {
    if (line.startsWith('{"header":')) {
      const { header } = JSON.parse(`${line.replace(/,$/, "")}}`) as Pick<Backup, "header">;
      progress.total = header.sections.flatMap(({ tables }) => tables).length;
    } else if (line.startsWith('{"section":')) {
      const { section } = JSON.parse(`${line}]}`) as BackupTable;
      progress.section = section;
    } else if (line.startsWith('],"count":')) progress.done += 1;
    else return;
    onProgress({ ...progress });
  };
  return (text: string) => {
    const lines = (open + text).split("\n");
    open = lines.pop() ?? "";
    for (const line of lines) read(line);
  };
}

/** @throws BackupError for a backup whose counts or checksums are not those of its rows */
async function verify({ header, tables, manifest }: Backup): Promise<void> {
  const sums: string[] = [];
  let rows = 0;
  for (const table of tables) {
    const sum = await sha256(table.rows.map((row) => JSON.stringify(row)));
    if (sum !== table.sha256 || table.rows.length !== table.count) throw new BackupError("damaged");
    sums.push(`${table.name}:${table.count}:${sum}`);
    rows += table.count;
  }
  const promised = header.sections.flatMap((section) => section.tables);
  const isWhole = promised.join() === tables.map(({ name }) => name).join() && manifest.rows === rows;
  if (!isWhole || manifest.sha256 !== (await sha256(sums))) throw new BackupError("damaged");
}

/** Reads a backup as it arrives, and checks every checksum. @throws BackupError */
export async function readBackup(
  body: ReadableStream<Uint8Array>,
  onProgress: (progress: Progress) => void,
): Promise<{ file: Blob; manifest: BackupManifest }> {
  const chunks: string[] = [];
  const decoder = new TextDecoder();
  const take = follow(onProgress);
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      const text = decoder.decode(value, { stream: !done });
      chunks.push(text);
      take(text);
      if (done) break;
    }
  } catch {
    throw new BackupError("cut");
  }
  const text = chunks.join("");
  let backup: Backup;
  try {
    backup = JSON.parse(text) as Backup;
  } catch {
    throw new BackupError("cut");
  }
  await verify(backup);
  return { file: new Blob([text], { type: "application/json" }), manifest: backup.manifest };
}
