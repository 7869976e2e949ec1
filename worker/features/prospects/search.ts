import { type SQL, sql } from "drizzle-orm";
import { prospects } from "./prospects.table.ts";

/** The newest matches of a text that a search looks through for those that its filters leave. */
const SEARCHED = 800;

/** Stands before each name in the index, so that a name's beginning can be found by one or two characters. */
const START = "^^";

const phrase = (text: string) => `"${text.replaceAll('"', '""')}"`;

/**
 * The full-text query for names and Discord ids that contain a text; fewer than three characters find names
 * that begin with them, and `@` in front finds usernames that do. The index knows sequences of three
 * characters and no shorter ones. https://www.sqlite.org/fts5.html#the_trigram_tokenizer
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

/** SQL: the ids of the newest prospects that match a text and a condition, at most `limit`. */
export const selectFound = (
  organizationId: number,
  text: string,
  condition: SQL | undefined,
  limit: number,
): SQL => sql`(
  select ${prospects.id} from (
    select rowid as id from prospect_search
    where prospect_search match ${searchExpression(organizationId, text)}
    order by rowid desc limit ${SEARCHED}
  ) found cross join ${prospects} on ${prospects.id} = found.id
  where ${condition ?? sql`1`} order by found.id desc limit ${limit})`;
