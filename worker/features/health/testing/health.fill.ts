import type { Filling } from "../../../testing/filling.ts";

export const fill = ({ at, numbers }: Filling): string[] => [
  `insert into job_runs (organization_id, name, scheduled_at, started_at, lease_until, outcome)
     select 1, 'member_sync', strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-' || value || ' hours'), '${at}', '${at}', 'done'
     from ${numbers()}`,
  `insert into health_hours (organization_id, hour, checks)
     select 1, strftime('%Y-%m-%dT%H', 'now', '-' || (value + 24) || ' hours'), '[]' from ${numbers()}`,
  `insert into slow_routes (hour, route, count, failed, worst_ms, last_at, last_request_id)
     select strftime('%Y-%m-%dT%H', 'now', '-' || (value + 25) || ' hours'), 'GET /api/user', 1, 1, 1200, '${at}', 'request' from ${numbers()}`,
];
