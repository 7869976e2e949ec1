import { type SQL, sql } from "drizzle-orm";
import { searchExpression } from "../../lib/db/search.ts";
import { prospects } from "./prospects.table.ts";

/** The newest matches of a text that a search looks through for those that its filters leave. */
const SEARCHED = 800;

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
