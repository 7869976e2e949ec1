import { type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";

/** Stands before each name in the index, so that a name's beginning can be found by one or two characters. */
const START = "^^";

const phrase = (text: string) => `"${text.replaceAll('"', '""')}"`;

/**
 * The full-text query for names and Discord ids of an organization that contain a text; fewer than three
 * characters, which the index cannot find, stand for display names that begin with them, and `@` in front for
 * usernames that do. https://www.sqlite.org/fts5.html#the_trigram_tokenizer
 */
function searchExpression(organizationId: number, text: string): string {
  const ofOrganization = `organization : ${phrase(`org${organizationId}.`)}`;
  // The index takes a zero byte for the end of the query.
  const wanted = text.replaceAll("\0", "");
  if (wanted === "@") return ofOrganization;
  if (wanted.startsWith("@")) return `${ofOrganization} AND username : ${phrase(START + wanted.slice(1))}`;
  return [...wanted].length < 3
    ? `${ofOrganization} AND display_name : ${phrase(START + wanted)}`
    : `${ofOrganization} AND {display_name username discord_id} : ${phrase(wanted)}`;
}

/**
 * The newest `most` rows of a table, by id, whose names contain a text: what a search looks through for the rows that its
 * filters leave.
 * @param before only rows with smaller ids; all without it
 */
export function newestMatches(
  table: SQLiteTable & { id: SQLiteColumn },
  index: "member_search" | "prospect_search",
  organizationId: number,
  text: string,
  most: number,
  before?: number,
) {
  // The index begins at an integer only, and D1 binds each number as a float.
  const isBefore = before === undefined ? sql`` : sql`and rowid < cast(${before} as integer)`;
  const name = sql.identifier(index);
  const matches = sql`from ${name} where ${name} match ${searchExpression(organizationId, text)} ${isBefore}
    order by rowid desc`;
  const found = sql`(select rowid as id ${matches} limit ${most}) found`;
  return {
    /** SQL: the id of the last of these rows, null where no further match is left. */
    end: sql<number | null>`(select rowid ${matches} limit 1 offset ${most - 1})`,
    /** SQL to follow `from`. */
    rows: sql`${found} cross join ${table} on ${table.id} = found.id`,
    /** The order of `rows`: SQLite stops at a limit only when it is written like this, not by the table's id. */
    newestFirst: sql`found.id desc`,
  };
}

/** The newest rows that are read of an index for each way of writing a text. */
const NEWEST_LIKE = 20;

/**
 * SQL query: the ids of the newest rows whose names are like a text.
 * @param ways the text in some ways, each of which has rows of its own: for each of its words the texts of which a name has
 *   one. A text of fewer than three characters, which the index cannot find, stands for names that begin with it, where
 *   all of them are as short; otherwise it is left out.
 */
export function namesLike(
  index: "member_search" | "prospect_search",
  organizationId: number,
  ways: readonly string[][][],
): SQL {
  const [name, of] = [sql.identifier(index), `organization : ${phrase(`org${organizationId}.`)}`];
  const isLong = (text: string) => [...text].length >= 3;
  const queries = ways.map((words) => {
    const long = words.map((texts) => texts.filter(isLong)).filter(({ length }) => length > 0);
    const wanted = long.length > 0 ? long : words.map((texts) => texts.map((each) => START + each));
    const expression = wanted.map((texts) => `(${texts.map(phrase).join(" OR ")})`).join(" AND ");
    return sql`select id from (select rowid as id from ${name} where ${name} match
      ${`${of} AND {display_name username discord_id} : (${expression})`} order by rowid desc limit ${NEWEST_LIKE})`;
  });
  return sql.join(queries, sql` union `);
}
