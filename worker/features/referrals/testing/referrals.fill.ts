import { FIRST_USER, type Filling } from "../../../testing/filling.ts";

/** After the prospects. */
export const turn = 2;

/** A link of each filled-in member, of whom the same number brought people at every size, and figures of this morning. */
export const fill = ({ at, numbers }: Filling): string[] => [
  `insert into sources (organization_id, kind, user_id, code, created_at, updated_at)
     select 1, 'member', ${FIRST_USER} + value, 'filled' || value, '${at}', '${at}' from ${numbers()}`,
  `insert into sources (organization_id, kind, name, code, created_at, updated_at)
     select 1, 'advertisement', 'Paper ' || value, 'paper' || value, '${at}', '${at}' from ${numbers(5)}`,
  `update prospects set source_id = (select min(id) from sources) + id % 10 where username like 'person%'`,
  `insert or replace into source_figures (organization_id, counted_at, first_at, counted)
     select 1, '${at}', '${at}', json_group_array(json_object('period', period, 'key', cast(id as text), 'came', 5, 'open', 1,
       'active', 3, 'ofMonth', 2, 'afterMonth', 2, 'ofQuarter', 1, 'afterQuarter', 1))
     from (select id from sources order by id limit 10), (select 'all' as period union all select 'year')`,
];
