import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Context, SystemContext } from "../../lib/context.ts";
import { addDays, dayOf } from "../../lib/days.ts";
import type { Statement } from "../../lib/db/client.ts";
import { setMemberLeaves } from "../members/index.ts";
import { leaves } from "./leave.table.ts";

/** SQL condition: a user is away at an instant. @param instant a column, or ISO 8601 text in UTC */
export const isAwayAt = (userId: SQLWrapper | number, instant: SQLWrapper | string): SQL => {
  const day = sql`substr(${instant}, 1, 10)`;
  return sql`coalesce((select from_day from ${leaves} where user_id = ${userId} and to_day >= ${day}
    order by to_day limit 1) <= ${day}, 0)`;
};

/** SQL value: the first and the last day of a user's leave at an instant, as `2026-12-01/2026-12-07`; null for none. */
export const leaveAt = (userId: SQLWrapper, instant: SQLWrapper): SQL<string | null> =>
  sql`(select from_day || '/' || to_day from (select from_day, to_day from ${leaves}
    where user_id = ${userId} and to_day >= substr(${instant}, 1, 10) order by to_day limit 1)
    where from_day <= substr(${instant}, 1, 10))`;

/** The statement that stores the current and coming leaves of a user with their membership, after each change of them. */
export const noteLeaves = ({ db, now }: Context, userId: number): Statement =>
  setMemberLeaves(
    db,
    userId,
    sql`(select group_concat(from_day || '/' || to_day, ' ') from
      (select from_day, to_day from ${leaves} where user_id = ${userId} and to_day >= ${dayOf(now)} order by to_day))`,
  );

/** Days for which a past leave is kept. */
const KEPT_DAYS = 366;

export const deleteOldLeaves = ({ db, now }: SystemContext): Statement =>
  db.run(sql`delete from ${leaves} where organization_id in (select id from organizations)
    and position < ${addDays(dayOf(now), -KEPT_DAYS)}`);
