import { type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { NAMES, nameBlocks } from "../search/blocks.table.ts";

export type Named = "member" | "prospect";

/** The marks in a block before a display name, a username and a Discord id. */
export const [DISPLAY_NAME, USERNAME, DISCORD_ID] = ["\n", "\t", "\r"] as const;

/** Most letters that are replaced: D1 takes 100 nested expressions. */
const REPLACED = 40;

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** SQL before and after a text in lower case: see `lowered`. */
export function lowering(letters: string, as = (letter: string) => letter): [before: string, after: string] {
  const replaced = [...new Set(letters.toLowerCase().match(/(?!\p{ASCII})\p{L}/gu))]
    .flatMap((letter) => [letter.toUpperCase(), letter].map((from) => [from, as(letter)] as const))
    .filter(([from, to]) => from !== to)
    .slice(0, REPLACED)
    .map(([from, to]) => `, ${quoted(from)}, ${quoted(to)})`);
  return [`${"replace(".repeat(replaced.length)}lower(`, `)${replaced.join("")}`];
}

/**
 * SQL: a text in lower case, of which SQLite's own `lower` and `nocase` know no letter beyond ASCII, such as Æ.
 * @param letters a text whose letters are those that matter
 * @param as what a letter is replaced with
 */
export function lowered(text: SQL | SQLiteColumn, letters: string, as?: (letter: string) => string): SQL {
  const [before, after] = lowering(letters, as);
  return sql`${sql.raw(before)}${text}${sql.raw(after)}`;
}

/**
 * SQL to follow `from`: `column1` is the place of each record in a block of a size, the newest first. D1 counts what
 * `json_each` answers as rows read, but no values that stand in the statement.
 */
export function placesIn(size: number): string {
  const from = (most: number) =>
    `(values ${Array.from({ length: most }, (_, at) => `(${most - 1 - at})`).join()})`;
  return `(select rows.column1 * 16 + places.column1 as column1 from ${from(size / 16)} rows cross join ${from(16)} places)`;
}

/** A text as it stands within JSON. */
export const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

/**
 * What names and Discord ids of people are searched for: any part of them; fewer than three characters stand for display
 * names that begin with them, and `@` in front for usernames that do.
 */
function partOf(text: string): string {
  // A zero byte ends a bound text; the others part names.
  const wanted = text.replace(/[\0\n\t\r]/g, "").toLowerCase();
  if (wanted.startsWith("@")) return USERNAME + wanted.slice(1);
  return [...wanted].length < 3 ? DISPLAY_NAME + wanted : wanted;
}

/**
 * The newest `most` rows of a table, by id, whose names contain a text: what a search looks through for the rows that its
 * filters leave.
 * @param before only rows with smaller ids; all without it
 */
export function newestMatches(
  table: SQLiteTable & { id: SQLiteColumn },
  kind: Named,
  organizationId: number,
  text: string,
  most: number,
  before = Number.MAX_SAFE_INTEGER,
) {
  const part = partOf(text);
  const id = sql.raw(`(blocks.block * ${NAMES} + places.column1)`);
  // A sort within blocks would read each match twice: they come in the order of `placesIn`.
  const matches = sql`from (select block, ${lowered(sql`names`, text)} as names from ${nameBlocks}
      where organization_id = ${organizationId} and kind = ${kind} and block <= ${Math.floor(before / NAMES)}
      order by block desc limit -1) blocks cross join ${sql.raw(placesIn(NAMES))} places
    where instr(blocks.names, ${inJson(part)}) > 0 and ${id} < ${before}
      and instr(blocks.names ->> ('$."' || ${id} || '"'), ${part}) > 0 order by blocks.block desc`;
  return {
    /** SQL: the id of the last of these rows, null where no further match is left. */
    end: sql<number | null>`(select ${id} ${matches} limit 1 offset ${most - 1})`,
    /** SQL to follow `from`. */
    rows: sql`(select blocks.block, ${id} as id ${matches} limit ${most}) found
      cross join ${table} on ${table.id} = found.id`,
    /** The order of `rows`: SQLite stops at a limit only when it is written as theirs is. */
    newestFirst: sql`found.block desc`,
  };
}
