import { Buffer } from "node:buffer";
import { asc, desc, getTableName, gt, lt, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Db } from "./db/client.ts";
import { invalidField } from "./validation.ts";
import type { Language } from "./wire.schema.ts";

type Position = string | number;

/** One page of a list; `next` is the cursor of the following page, null on the last. */
export type Page<Item> = { items: Item[]; next: string | null };

/** How a list is ordered. */
type Order<Row> = {
  /** A column or expression that has another value in each row. */
  by: SQLWrapper;
  type?: "number" | "string";
  direction?: "asc" | "desc";
  positionOf: (row: Row) => Position;
  /** The list begins after this position. */
  from?: Position | undefined;
};

/** The text of a position, for an address. */
export const encodeCursor = (position: Position): string =>
  Buffer.from(JSON.stringify([position])).toString("base64url");

/** Reads a cursor. @throws AppError invalid_input for a text that `encodeCursor` did not make of that type */
export function decodeCursor(cursor: string, type: "number" | "string", language: Language): Position {
  try {
    const [position] = JSON.parse(Buffer.from(cursor, "base64url").toString()) as [Position];
    if (typeof position === type && encodeCursor(position) === cursor) return position;
  } catch {}
  throw invalidField("cursor", language);
}

/**
 * The first `most` rows of a table, under its name: what a statement looks through for those that fit.
 * @param where what begins an index in this order
 */
export function firstRows<Table extends SQLiteTable>(
  db: Db,
  table: Table,
  { where, order, most }: { where: SQL; order: SQL; most: number },
): Table {
  const from: SQLiteTable = table;
  const rows = db.select().from(from).where(where).orderBy(order).limit(most).as(getTableName(table));
  return rows as unknown as Table;
}

/**
 * The parts of a statement that reads one page, and one row more to know whether there is a next one.
 * @throws AppError invalid_input for a wrong cursor
 */
export function page<Row>(
  { limit, cursor }: { limit: number; cursor?: string | undefined },
  { by, type = "number", direction = "asc", positionOf, from }: Order<Row>,
  language: Language,
) {
  const seen = cursor === undefined ? undefined : decodeCursor(cursor, type, language);
  const isAscending = direction === "asc";
  // A single bound: of two, SQLite may choose the wrong one to begin at.
  const isBefore = seen === undefined || (from !== undefined && (isAscending ? seen < from : seen > from));
  const start = isBefore ? from : seen;
  const isAfter = isAscending ? gt : lt;
  const order = isAscending ? asc(by) : desc(by);
  return {
    /** The position that the page comes after. */
    start,
    after: start === undefined ? undefined : (isAfter(by as SQL, start) as SQL),
    order,
    limit: limit + 1,
    /**
     * The rows that one answer of a filtered list looks through. An index for each filter would cost a written row with
     * every change, so a request looks through `most` rows; a page with few or no items still names the next one.
     * @param where what begins an index in the list's order, `after` included
     * @param end SQL for the position at which these rows end, null at the list's end. Without it they are counted, and so
     *   read a second time.
     */
    window<Table extends SQLiteTable>(db: Db, table: Table, where: SQL, most: number, end?: SQL) {
      const looked = sql`from ${table} where ${where} order by ${order}`;
      const lookedTo = sql<Position | null>`${end ?? sql`(select ${by} ${looked} limit 1 offset ${most - 1})`}`;
      return {
        rows: firstRows(db, table, { where, order, most }),
        /** The statement that reads `lookedTo`, for `toPage`. */
        end: db.select({ lookedTo: lookedTo.as("looked_to") }).from(sql`(select 1)`),
      };
    },
    /**
     * SQL condition: a row is on the page, which has the first that fit of the rows that one answer looks through.
     * @param id the column of the row's id
     * @param rows the rows of `window` or `newestMatches`
     * @param rowsOrder the list's order in other words, where `rows` come in it
     */
    isOnPage: (id: SQLWrapper, rows: SQLWrapper, condition: SQL | undefined, rowsOrder = order): SQL =>
      sql`${id} in (select id from (select ${id} as id from ${rows} where ${condition} order by ${rowsOrder} limit -1)
        limit ${limit + 1})`,
    /**
     * The page of the rows that were read.
     * @param lookedTo the position at which the window of a filtered list ended, null at the list's end
     */
    toPage<Read extends Row, Item>(
      rows: readonly Read[],
      present: (row: Read) => Item,
      lookedTo: Position | null = null,
    ): Page<Item> {
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      const end = last !== undefined && rows.length > limit ? positionOf(last) : lookedTo;
      return { items: shown.map(present), next: end === null ? null : encodeCursor(end) };
    },
  };
}
