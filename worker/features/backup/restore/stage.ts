import { eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../../lib/db/client.ts";
import { write } from "../../../lib/guard.ts";
import { secretKeyIds } from "../../../lib/secrets.ts";
import type { BackupHeader, BackupManifest } from "../backup.schema.ts";
import { arrayOf } from "../row-text.ts";
import { cell, type LaidTable, type Layout } from "./layout.ts";
import { readBackup } from "./read.ts";
import { restoreErrors } from "./restore.errors.ts";
import { restoreRows } from "./restore.table.ts";

/** The values of a document's header, and the findings of reading it. */
type Staged = {
  header: BackupHeader;
  manifest: BackupManifest;
  bytes: number;
  /** Secrets encrypted with a key that is not here. */
  lockedSecrets: number;
};

/** SQL: the values of a document's row in the order of today's columns; missing ones have their default. */
function cellsOf(table: LaidTable, columns: readonly string[]): SQL[] {
  return table.columns.map((name, at) => {
    const place = columns.indexOf(name);
    if (place < 0) return sql.raw(table.defaults[at] ?? "null");
    const value = cell("line.value", place);
    return table.reals.includes(at) ? sql`${value} * 1.0` : value;
  });
}

/** Stores lines of a table as rows of a restore. */
const stageLines = (
  db: Db,
  restoreId: number,
  table: LaidTable,
  columns: readonly string[],
  lines: readonly string[],
) => {
  const cells = cellsOf(table, columns);
  const key = arrayOf(table.key.map((at) => cells[at] ?? sql`null`));
  return db.run(sql`insert into ${restoreRows} (restore_id, table_name, key, data)
    select ${restoreId}, ${table.name}, ${key}, ${arrayOf(cells)} from json_each(${`[${lines.join(",")}]`}) line`);
};

/**
 * Stores the rows of a document below a restore, a piece at a time, and verifies that it is complete, of this organization, and
 * of no newer version. The rows have no effect there.
 * @throws AppError as `readBackup`, restore_foreign, restore_newer, restore_row
 */
export async function stage(
  { db, secrets }: { db: Db; secrets: string | undefined },
  { restoreId, organizationId, layout }: { restoreId: number; organizationId: number; layout: Layout },
  stream: AsyncIterable<Uint8Array>,
): Promise<Staged> {
  const keyIds = secretKeyIds(secrets);
  let header: BackupHeader | undefined;
  let table: LaidTable | undefined;
  let columns: string[] = [];
  let lockedSecrets = 0;
  for await (const piece of readBackup(stream)) {
    if (piece.kind === "header") {
      ({ header } = piece);
      const { id, name } = header.organization;
      if (id !== organizationId) throw restoreErrors.restore_foreign({ id, name });
      if (header.schema > layout.schema) throw restoreErrors.restore_newer({ schema: header.schema });
    } else if (piece.kind === "table") {
      // A table that was dropped since does not exist any more.
      table = layout.tables.find(({ name }) => name === piece.name);
      ({ columns } = piece);
    } else if (piece.kind === "rows") {
      if (!table) continue;
      const { name, first, lines } = piece;
      // Checked before they are stored: the database would refuse them, and they take more space there.
      const lacks = table.needed.some((at) => !columns.includes(table?.columns[at] ?? ""));
      if (lacks) throw restoreErrors.restore_tables({ table: name });
      const place = columns.indexOf("organization_id");
      const isForeign = (line: string) =>
        place >= 0 && (JSON.parse(line) as unknown[])[place] !== organizationId;
      const foreign = lines.findIndex(isForeign);
      if (foreign >= 0) throw restoreErrors.restore_row({ table: name, row: first + foreign });
      for (const line of lines)
        for (const [, keyId = ""] of line.matchAll(/"v1:([^:"]{1,40}):/g))
          if (!keyIds.includes(keyId)) lockedSecrets += 1;
      const taken = () => Promise.resolve(restoreErrors.restore_row({ table: name, row: first }));
      await write(db, [stageLines(db, restoreId, table, columns, lines)], { restore_rows: taken });
    } else if (header) {
      return { header, manifest: piece.manifest, bytes: piece.bytes, lockedSecrets };
    }
  }
  throw restoreErrors.restore_no_backup();
}

/** Deletes the rows of a restore. */
export const deleteRows = (db: Db, restoreId: number) =>
  db.delete(restoreRows).where(eq(restoreRows.restoreId, restoreId));
