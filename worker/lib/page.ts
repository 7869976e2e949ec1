import { Buffer } from "node:buffer";
import { asc, desc, gt, lt, type SQL, type SQLWrapper } from "drizzle-orm";
import { invalidField } from "./validation.ts";
import type { Language } from "./wire.schema.ts";

type Position = string | number;

/** One page of a list; `next` is the cursor of the following page, null on the last. */
export type Page<Item> = { items: Item[]; next: string | null };

/** How a list is ordered. */
export type Order<Row> = {
  /** One column or expression without two equal values. */
  by: SQLWrapper;
  type?: "number" | "string";
  direction?: "asc" | "desc";
  of: (row: Row) => Position;
  /** Leaves out what comes before it, and itself. */
  from?: Position | undefined;
};

/** A place in a list, as text for an address. */
export const encodeCursor = (position: Position): string =>
  Buffer.from(JSON.stringify([position])).toString("base64url");

/** Reads a cursor back. @throws AppError invalid_input for a text that no `encodeCursor` made of that type */
export function decodeCursor(cursor: string, type: "number" | "string", language: Language): Position {
  try {
    const [position] = JSON.parse(Buffer.from(cursor, "base64url").toString()) as [Position];
    if (typeof position === type && encodeCursor(position) === cursor) return position;
  } catch {}
  throw invalidField("cursor", language);
}

/**
 * The parts of a statement that reads one page, and one row more to know whether there is a next one.
 * @throws AppError invalid_input for a wrong cursor
 */
export function page<Row>(
  { limit, cursor }: { limit: number; cursor?: string | undefined },
  { by, type = "number", direction = "asc", of, from }: Order<Row>,
  language: Language,
) {
  const seen = cursor === undefined ? undefined : decodeCursor(cursor, type, language);
  // One bound only: given two, SQLite may choose the wrong one to begin at.
  const start = seen === undefined || (from !== undefined && from > seen) ? from : seen;
  const isAfter = direction === "asc" ? gt : lt;
  return {
    after: start === undefined ? undefined : (isAfter(by as SQL, start) as SQL),
    order: direction === "asc" ? asc(by) : desc(by),
    limit: limit + 1,
    toPage<Read extends Row, Item>(rows: readonly Read[], present: (row: Read) => Item): Page<Item> {
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      return {
        items: shown.map(present),
        next: last !== undefined && rows.length > limit ? encodeCursor(of(last)) : null,
      };
    },
  };
}
