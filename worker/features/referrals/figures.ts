import { type SQL, sql } from "drizzle-orm";
import type { SystemContext } from "../../lib/context.ts";
import { hoursFrom } from "../../lib/db/columns.ts";
import { memberHistory, members } from "../members/index.ts";
import { prospectHistory, prospects, REMOVED } from "../prospects/index.ts";
import { STAYED } from "./referrals.schema.ts";
import { sourceFigures } from "./referrals.table.ts";

/** The first day of the past twelve months, the present one included. */
export const yearFrom = (now: Date): string =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 11, 1)).toISOString().slice(0, 10);

/**
 * SQL: when somebody became active, null for never: the first time at or after they came that they entered a membership. A
 * member from before they came is active from then on. Of a deleted user only the prospect's history is left.
 */
const activeAt = sql`case when m.id is not null then coalesce(
    (select min(h.created_at) from ${memberHistory} h where h.member_id = m.id and h.created_at >= p.created_at
      and (h.action = 'joined' or (h.action = 'status' and h.new_value = 'active'))),
    case when m.joined_at >= p.created_at then m.joined_at when m.status = 'active' then p.created_at end)
  when p.user_id is null and p.status = 'inactive' then
    (select min(h.created_at) from ${prospectHistory} h where h.prospect_id = p.id and h.new_value = 'active'
      and h.action in ('status', 'discord')) end`;

/**
 * The statement that counts who came, of all organizations or of one.
 *
 * - They **came** by their first source: a link, else `discord` where a sync added them, else `website`. Test data and removed
 *   prospects do not count, so that merged ones count once.
 * - They are **open** while they are on their way and never became active.
 * - They became **active** at `activeAt`.
 * - **Of month** are those who became active at least 30 days ago, and **after month** those of them who are active members now,
 *   whether or not they left in between. A quarter is 90 days.
 */
export function countSources({ db, now }: Pick<SystemContext, "db" | "now">, organizationId?: number) {
  const at = now.toISOString();
  const since = (days: number) => hoursFrom(now, -24 * days);
  const isOf = organizationId === undefined ? sql`1` : sql`p.organization_id = ${organizationId}`;
  const stayed = (days: number): SQL => sql`total(active_at <= ${since(days)} and is_active)`;
  const asked = (days: number): SQL => sql`total(active_at <= ${since(days)})`;
  const whole = (value: SQL) => sql`cast(${value} as integer)`;
  return db.run(sql`insert into ${sourceFigures} (organization_id, counted_at, first_at, counted)
    with people as materialized (select p.organization_id, p.created_at as came_at,
        coalesce(cast(p.source_id as text), iif(p.referral_source = 'discord', 'discord', 'website')) as key,
        p.stage in ('intro', 'onboarding') as is_open, coalesce(m.status = 'active', 0) as is_active,
        ${activeAt} as active_at
      from ${prospects} p left join ${members} m on m.user_id = p.user_id
      where ${isOf} and p.status <> ${REMOVED} and p.is_test = 0),
    periods(period, first) as (values ('all', ''), ('year', ${yearFrom(now)})),
    groups as (select organization_id, min(came_at) as first_at, json_object('period', period, 'key', key,
        'came', count(*), 'open', ${whole(sql`total(is_open and active_at is null)`)},
        'active', count(active_at),
        'ofMonth', ${whole(asked(STAYED.month))}, 'afterMonth', ${whole(stayed(STAYED.month))},
        'ofQuarter', ${whole(asked(STAYED.quarter))}, 'afterQuarter', ${whole(stayed(STAYED.quarter))}) as figures
      from people cross join periods on came_at >= first group by organization_id, period, key)
    select organization_id, ${at}, min(first_at), json_group_array(json(figures)) from groups where true
      group by organization_id
    on conflict (organization_id) do update set counted_at = excluded.counted_at, first_at = excluded.first_at,
      counted = excluded.counted`);
}
