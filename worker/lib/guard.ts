import { getTableName, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Context } from "./context.ts";
import { type Db, readBatch, type Statement } from "./db/client.ts";
import { idempotencyKeys } from "./db/idempotency.table.ts";
import { AppError, errors } from "./errors.ts";

/** An error, or a function that makes it when it is thrown, from what is stored then. */
export type Refusal = AppError | (() => Promise<AppError>);

/** A condition of a batch, and the error that ends the batch where it does not hold; then nothing is written. */
export type Guard = { condition: SQL; error: Refusal };

/** Makes a condition of a batch. It does nothing until it is part of one: D1 has no interactive transactions. */
export const guard = (condition: SQL, error: Refusal): Guard => ({ condition, error });

const isGuard = (step: Statement | Guard): step is Guard => "condition" in step;

// SQLite has no RAISE outside triggers. The error for an invalid JSON path repeats the path, which is the guard's
// number here: `write` finds the guard by the error's text.
const toStatement = (db: Db, { condition }: Guard, at: number) =>
  db.run(sql`select case when (${condition}) then 1 else json_extract('{}', ${`guard ${at}`}) end`);

/** The texts of an error and of its causes. */
const wordsOf = (error: unknown): string =>
  error instanceof Error ? `${error.message}\n${wordsOf(error.cause)}` : "";

/**
 * Runs statements and guards in their order as one transaction and one round trip; returns the statements' results.
 * @param taken the error for a broken unique index, by the index's `table.column` or name
 * @throws the error of the first guard that does not hold, or of a broken unique index; then nothing was written
 */
export async function write(
  db: Db,
  steps: readonly (Statement | Guard)[],
  taken: Record<string, Refusal> = {},
): Promise<unknown[]> {
  if (steps.length === 0) return [];
  const statements = steps.map((step, at) => (isGuard(step) ? toStatement(db, step, at) : step));
  try {
    const results: unknown[] = await readBatch(db, statements as [Statement, ...Statement[]]);
    return results.filter((_, at) => !isGuard(steps[at] as Statement | Guard));
  } catch (error) {
    const words = wordsOf(error);
    const failed = steps[Number(/'guard (\d+)'/.exec(words)?.[1])];
    const broken = /UNIQUE constraint failed: (.*)/.exec(words)?.[1];
    const refusal =
      failed && isGuard(failed)
        ? failed.error
        : Object.entries(taken).find(([index]) => broken?.includes(index))?.[1];
    throw typeof refusal === "function" ? await refusal() : (refusal ?? error);
  }
}

/** Runs steps as `write` does where a condition holds; otherwise nothing is written. @returns whether it held */
export async function writeIf(
  db: Db,
  condition: SQL,
  steps: readonly (Statement | Guard)[],
): Promise<boolean> {
  const unmet = errors.not_found();
  try {
    await write(db, [guard(condition, unmet), ...steps]);
    return true;
  } catch (error) {
    if (error !== unmet) throw error;
    return false;
  }
}

/** The error of a guard that fails because a record changed after the verb read it: `retrying` reads it again. */
export class Changed extends AppError {
  constructor({ code, entry, parameters, extra }: AppError) {
    super(code, entry, parameters, extra);
  }
}

const TRIES = 3;

/** Calls `attempt`, which reads, plans and writes, again while it throws `Changed`: three times at most. */
export async function retrying<Answer>(attempt: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof Changed) || tries === TRIES) throw error;
    }
  }
}

/** SQL: the id of the newest row, which is the one that the same batch added: ids only grow, and a batch is one transaction. */
export const newest = (table: SQLiteTable): SQL => sql`(select max(id) from ${table})`;

/**
 * Adds a row to a table, or to a record's rows in it, once for each `Idempotency-Key` of a user; keys are kept for a day.
 * @param add writes the row, tried as `retrying` does; gets the guard that begins the batch, so that a repeated request
 *   breaks nothing else first, and the statement that stores the key, to be written after the row
 * @param find answers a repeated request, whatever error it ran into, with what the user may see; gets SQL for the id of the row that the first
 *   request added, null where there is none, and returns undefined where that row is gone
 * @param to the record whose rows are added to: the same key adds a row to another
 */
export async function once<Answer>(
  { db, actor: { userId }, now, idempotencyKey }: Context,
  table: SQLiteTable | undefined,
  add: (isFirst: Guard[], key: Statement[]) => Promise<Answer>,
  find: (added: SQL) => Promise<Answer | undefined>,
  to?: number | string,
): Promise<Answer> {
  if (!table || !idempotencyKey || userId === null) return retrying(() => add([], []));
  const key = [getTableName(table), ...(to === undefined ? [] : [to]), idempotencyKey].join(":");
  const added = sql`(select record_id from ${idempotencyKeys} where user_id = ${userId} and key = ${key})`;
  const values = { userId, key, recordId: newest(table), createdAt: now.toISOString() };
  try {
    const isFirst = guard(sql`${added} is null`, errors.not_found());
    return await retrying(() => add([isFirst], [db.insert(idempotencyKeys).values(values)]));
  } catch (error) {
    const found = await find(added);
    if (found === undefined) throw error;
    return found;
  }
}
