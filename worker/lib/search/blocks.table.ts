import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Titles in a row, and names in one; the triggers have the same numbers. */
export const [BLOCK, NAMES] = [64, 128] as const;

/**
 * The titles of the records of a kind whose ids are BLOCK consecutive numbers, as a JSON object by id, in lower case and
 * with Danish letters as `ae`, `o` and `a`; without row ids. Triggers keep it (see the migration), so that every verb, series
 * and restored backup is found. One row is written with a title, where an index of words or trigrams would take one for
 * each, and 10,000 titles are searched by reading 157.
 */
export const titleBlocks = sqliteTable(
  "title_blocks",
  {
    organizationId: integer("organization_id").notNull(),
    kind: text("kind").notNull(),
    block: integer("block").notNull(),
    titles: text("titles").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.kind, table.block] })],
);

/**
 * The names of NAMES members or prospects in the same way, as they are written: of each a line feed and the display name, a
 * tab and the username, a carriage return and the Discord id, if there is one.
 */
export const nameBlocks = sqliteTable(
  "name_blocks",
  {
    organizationId: integer("organization_id").notNull(),
    kind: text("kind", { enum: ["member", "prospect"] }).notNull(),
    block: integer("block").notNull(),
    names: text("names").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.kind, table.block] })],
);
