import { type SQL, sql } from "drizzle-orm";
import { type Db, readBatch, type Statement } from "./db/client.ts";
import type { AppError } from "./errors.ts";

/** What must hold where a batch has come to it, and the error that takes all of it back otherwise. */
export type Guard = { condition: SQL; error: AppError };

/** Lets a batch go on only while what a verb read and relied on holds: D1 has no interactive transactions. */
export const guard = (condition: SQL, error: AppError): Guard => ({ condition, error });

const isGuard = (step: Statement | Guard): step is Guard => "condition" in step;

// SQLite has no RAISE outside triggers. A JSON path that does not parse is an error that repeats the path,
// which here is the guard's place: the one place that knows an error by its text.
const toStatement = (db: Db, { condition }: Guard, at: number) =>
  db.run(sql`select case when (${condition}) then 1 else json_extract('{}', ${`guard ${at}`}) end`);

/** What an error says, and what those say that caused it. */
const wordsOf = (error: unknown): string =>
  error instanceof Error ? `${error.message}\n${wordsOf(error.cause)}` : "";

/**
 * Runs statements and guards in their order as one transaction and one round trip; answers the statements' results.
 * @param taken the error for a broken unique index, by the index's `table.column` or name
 * @throws the error of the first guard that does not hold, or of a broken unique index; then nothing was written
 */
export async function write(
  db: Db,
  steps: readonly (Statement | Guard)[],
  taken: Record<string, AppError> = {},
): Promise<unknown[]> {
  if (steps.length === 0) return [];
  const statements = steps.map((step, at) => (isGuard(step) ? toStatement(db, step, at) : step));
  try {
    const results: unknown[] = await readBatch(db, statements as [Statement, ...Statement[]]);
    return results.filter((_, at) => !isGuard(steps[at] as Statement | Guard));
  } catch (error) {
    const words = wordsOf(error);
    const failed = steps[Number(/'guard (\d+)'/.exec(words)?.[1])];
    if (failed && isGuard(failed)) throw failed.error;
    const broken = /UNIQUE constraint failed: (.*)/.exec(words)?.[1];
    throw Object.entries(taken).find(([index]) => broken?.includes(index))?.[1] ?? error;
  }
}
