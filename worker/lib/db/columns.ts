import { type GetColumnData, sql } from "drizzle-orm";
import { integer, type SQLiteColumn, text } from "drizzle-orm/sqlite-core";

/** An instant as ISO 8601 text in UTC with milliseconds, so that text order is time order. */
export const instant = (name: string) => text(name);

/** The instant some hours after a time, or with a negative number before it, as it is stored. */
export const hoursFrom = (time: Date, hours: number): string =>
  new Date(time.getTime() + hours * 3_600_000).toISOString();

/** A boolean stored as 0 or 1. */
export const flag = (name: string) => integer(name, { mode: "boolean" });

/** JSON kept as text; parsed on reading. */
export const json = <T>(name: string) => text(name, { mode: "json" }).$type<T>();

/** A column under a name of its own: D1 answers a batch as objects by column name, which have room for one only. */
export const aliased = <C extends SQLiteColumn>(column: C, name: string) =>
  sql<GetColumnData<C> | null>`${column}`.mapWith(column).as(name);
