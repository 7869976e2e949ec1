import { type SQL, sql } from "drizzle-orm";

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
 * SQL: the newest `most` rows, by id, whose names contain a text. A search looks through these for the rows that its
 * filters leave.
 */
export const newestMatches = (
  index: "member_search" | "prospect_search",
  organizationId: number,
  text: string,
  most: number,
): SQL => sql`(select rowid as id from ${sql.identifier(index)}
  where ${sql.identifier(index)} match ${searchExpression(organizationId, text)} order by rowid desc limit ${most})`;
