import type { SQL, SQLWrapper } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable, SQLiteUpdateSetSource } from "drizzle-orm/sqlite-core";
import type { $ZodType } from "zod/v4/core";
import type { AnnouncementEntry } from "./announcements.ts";
import type { Audit, AuditEntry } from "./audit.ts";
import type { Context } from "./context.ts";
import type { Statement } from "./db/client.ts";
import type { Guard } from "./guard.ts";
import type { NoticeEntry } from "./notify.ts";

/** A table of records. A record of a table without versions has version 1 while it is stored. */
export type RecordTable = SQLiteTable & { id?: SQLiteColumn } & (
    | { version: SQLiteColumn; updatedAt: SQLiteColumn }
    | { version?: never; updatedAt?: never }
  );
export type Id = number | string;

/** Describes a kind of record. */
export type RecordKind<
  Table extends RecordTable,
  Read,
  Row,
  Answer,
  History,
  Action extends string,
  Identity extends object,
> = {
  table: Table;
  /**
   * The query for the records that match `which` and that the actor may see. With `isOwn` the actor has just created
   * the record and sees it in any case.
   */
  select: (context: Context, which: SQL, isOwn?: boolean) => Statement & PromiseLike<Read[]>;
  /** Statements that read, in the same round trip, the rows of other tables that belong to one record. */
  parts?: (context: Context, id: Id | SQL) => readonly Statement[];
  /** Makes the record of the row of `select` and the results of `parts`. */
  join?: (read: Read, parts: readonly unknown[]) => Row;
  /** The column or expression of `select` that holds ids; the table's own id by default. */
  by?: SQLWrapper;
  /** The columns that identify the record's row in the table; its id by default. */
  identity?: (row: Row, context: Context) => Identity;
  /** The schema of answers, also of the current record in a 409. */
  answers: $ZodType<unknown, Answer>;
  /** The answer for a reader. */
  present: (row: Row, context: Context) => Answer;
  nameOf: (row: Row, context: Context) => string;
  audit: Audit<Action>;
  /** The statement that adds an entry to the record's history. */
  history?: (context: Context, id: number | SQL, entry: History) => Statement;
};

/**
 * The batch of an edit, which is written as one transaction in this order:
 *
 * 1. a request with the same idempotency key came before: then nothing is written, and its record is answered;
 * 2. `unchanged`, besides the record's own version: where a condition fails the record is read and planned again;
 * 3. `checkBefore`: the first guard that fails is the error;
 * 4. `writeBefore`, then the record itself by `set`;
 * 5. `history`, `audit` (about the record unless an entry names another), `notices`, `announcements`, `writeAfter`;
 * 6. the idempotency key;
 * 7. `checkAfter`, which reads the changed rows;
 * 8. the record is read for the answer.
 *
 * A creation inserts the record in step 4 and stores its key there; a removal has steps 3 to 5.
 */
export type Plan<Table extends RecordTable, History, Action extends string> = {
  /** Statements of other tables. */
  writeBefore?: readonly Statement[];
  set?: SQLiteUpdateSetSource<Table>;
  /** Keeps `version` and `updatedAt`, so that edits based on them stay valid: a file's new name. */
  keepsVersion?: boolean;
  history?: readonly History[];
  audit: readonly AuditEntry<Action>[];
  /** Notices that tell users of the change. */
  notices?: readonly NoticeEntry[];
  /** Announcements that tell the organization of the change. */
  announcements?: readonly AnnouncementEntry[];
  /** Statements of other tables. */
  writeAfter?: readonly Statement[];
  /** Conditions that the other rows that the plan was made from have not changed. */
  unchanged?: readonly SQL[];
  checkBefore?: readonly Guard[];
  checkAfter?: readonly Guard[];
};

/** The planned change of a record as a part of another record's plan. */
export type Part = {
  unchanged: readonly SQL[];
  checkBefore: readonly Guard[];
  /** All statements of the change. */
  change: readonly Statement[];
  checkAfter: readonly Guard[];
};

export type Options = {
  /** Statements that the plan needs the results of; they run in the round trip that reads the record. */
  more?: readonly Statement[];
  /** The table that the edit adds a row to: a repeated request with the same idempotency key adds no second row. */
  adds?: SQLiteTable;
  /** True where the route does not answer the record, so that conflicts come without it. */
  isUnanswered?: boolean;
};

/** The verbs of the other record that `editBoth` calls. */
export type Other<Row extends object, Change> = {
  reading: (context: Context, id: Id | SQL) => readonly Statement[];
  rowOf: (results: readonly unknown[]) => Row | undefined;
  part: (context: Context, row: Row, plan: Change) => Part;
};
