import { at, insert, nextNumber, raw } from "../../../testing/database.ts";
import type { ProspectStatus } from "../prospects.schema.ts";

export type ProspectValues = {
  status: ProspectStatus;
  assigned_to: number | null;
  added_by: number | null;
  deadline: string | null;
  display_name: string;
  username: string;
  email: string | null;
  avatar: string | null;
  discord_id: string | null;
  discord_status: string | null;
  user_id: number | null;
  organization_id: number;
  notes: string | null;
};

/** A prospect; answers its id. */
export function prospect(values: Partial<ProspectValues> = {}): Promise<number> {
  const number = nextNumber();
  return insert("prospects", {
    organization_id: 1,
    display_name: `Prospect ${number}`,
    username: `prospect${number}`,
    status: "intro",
    stage_changed_at: at(),
    created_at: at(),
    updated_at: at(),
    ...values,
  });
}

/** Prospects at onboarding of one assignee; answers their ids. */
export async function prospects(count: number, assignee: number): Promise<number[]> {
  const first = nextNumber();
  const { results } = await raw.DB.prepare(
    `insert into prospects (organization_id, display_name, username, status, assigned_to, discord_id,
       stage_changed_at, created_at, updated_at)
     select 1, 'Pilot ' || ?1 || ' ' || value, 'pilot' || ?1 || '_' || value, 'onboarding', ?2,
       '3' || printf('%017d', 1000 * ?1 + value), ?3, ?3, ?3 from json_each(?4) returning id`,
  )
    .bind(String(first), assignee, at(), JSON.stringify(Array.from({ length: count }, (_, each) => each)))
    .all<{ id: number }>();
  return results.map(({ id }) => id);
}

/** Many prospects at once, spread over statuses, assignees and deadlines. */
export async function manyProspects(count: number, assignees: number[]): Promise<void> {
  const now = Date.now();
  await raw.DB.prepare(
    `insert into prospects (organization_id, display_name, username, status, assigned_to, deadline, discord_id,
       discord_status, stage_changed_at, created_at, updated_at)
     select 1, 'Person ' || value, 'person' || value,
       json_extract('["intro","intro_completed","assigned_onboarding","onboarding","active","inactive"]', '$[' || (value % 6) || ']'),
       case when value % 5 = 0 then null else json_extract(?1, '$[' || (value % json_array_length(?1)) || ']') end,
       case when value % 6 = 5 or value % 4 = 0 then null
         else strftime('%Y-%m-%dT%H:%M:%fZ', ?2 + (value % 480 - 24) * 3600, 'unixepoch') end,
       cast(200000000000000000 + value as text), 'active', ?3, ?3, ?3
     from (with recursive n(value) as (select 1 union all select value + 1 from n where value < ?4) select value from n)`,
  )
    .bind(JSON.stringify(assignees), Math.floor(now / 1000), at(), count)
    .run();
}
