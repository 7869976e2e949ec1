import type { Filling } from "../../../testing/filling.ts";

export const fill = ({ at, numbers }: Filling): string[] => [
  `insert into guild_members (organization_id, discord_id, username, display_name, roles, present, updated_at)
     select 1, cast(200000000000000000 + value as text), 'person' || value, 'Person ' || value, '[]', 0, '${at}'
     from ${numbers()}`,
  `insert into sync_runs (organization_id, status, fence, lease_until, cursor, processed, added, updated, left,
       unchanged, started_by, started_at, finished_at)
     select 1, 'completed', 1, '${at}', '0', 0, 0, 0, 0, 0, 'Pilot', '${at}', '${at}' from ${numbers()}`,
];
