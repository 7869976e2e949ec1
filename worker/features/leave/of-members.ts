import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { SystemContext } from "../../lib/context.ts";
import { addDays, dayOf } from "../../lib/days.ts";
import type { Db, Statement } from "../../lib/db/client.ts";
import { leaves } from "./leave.table.ts";

/** SQL: a value of the leave of a user that covers a day, null for none. It reads one row. */
const ofLeaveOn = <Value>(what: SQL, userId: SQLWrapper | number, day: SQLWrapper | string) =>
  sql<Value | null>`(select case when from_day <= ${day} then ${what} end from ${leaves}
    where user_id = ${userId} and to_day >= ${day} order by to_day limit 1)`;

/** SQL: the days of the leave of a user that covers a day, such as `2026-12-03/2026-12-10`; null for none. */
export const leaveOn = (userId: SQLWrapper | number, day: SQLWrapper | string): SQL<string | null> =>
  ofLeaveOn(sql`from_day || '/' || to_day`, userId, day);

/** SQL condition: a user is away at an instant. @param instant a column, or ISO 8601 text in UTC */
export const isAwayAt = (userId: SQLWrapper | number, instant: SQLWrapper | string): SQL =>
  sql`${ofLeaveOn(sql`1`, userId, sql`substr(${instant}, 1, 10)`)} is not null`;

/** When the next leave of an organization begins or ends; null for never. */
export async function nextLeaveMoment(db: Db, organizationId: number, now: Date): Promise<Date | null> {
  const today = dayOf(now);
  const { ends, begins } = await db.get<{ ends: string | null; begins: string | null }>(sql`select
    (select to_day from ${leaves} where organization_id = ${organizationId} and position > ${today}
      order by position limit 1) as ends,
    (select min(from_day) from ${leaves} where organization_id = ${organizationId} and position > ${today}
      and from_day > ${today}) as begins`);
  const next = [ends && addDays(ends, 1), begins].filter((each) => each !== null);
  return next.length ? new Date(Math.min(...next.map((each) => Date.parse(each)))) : null;
}

/** Days for which a leave that has ended is kept. */
const KEPT_DAYS = 366;

export const deleteOldLeaves = ({ db, now }: Pick<SystemContext, "db" | "now">): Statement =>
  db.run(sql`delete from ${leaves} where organization_id in (select id from organizations)
    and position < ${addDays(dayOf(now), -KEPT_DAYS)}`);
