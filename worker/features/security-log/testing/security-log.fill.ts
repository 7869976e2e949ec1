import type { Filling } from "../../../testing/filling.ts";

export const fill = ({ at, numbers }: Filling): string[] => [
  `insert into security_log (organization_id, key, kind, count, last_at)
     select 1, '2020-01-01T00|sign_in_failed|' || value, 'sign_in_failed', 1, '${at}' from ${numbers()}`,
];
