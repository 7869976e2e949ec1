import type { Filling } from "../../../testing/filling.ts";

/** Two rehearsed restores, each with more changed rows than a page shows. */
export const fill = ({ at, numbers, size }: Filling): string[] => [
  `insert into restores (organization_id, state, source, confirm, document, sections, locked_secrets, created_at, created_by,
       steps, done, kept_until)
     select 1, 'rehearsed', 'upload', 'Command Centre', json_object('bytes', 1, 'createdAt', '${at}', 'createdBy', 'Ada',
         'version', 2, 'schema', '', 'tables', 1, 'rows', 1, 'changesMeanwhile', 0),
       '[]', 0, '${at}', 'Ada', '[]', 0, '9999-01-01T00:00:00.000Z' from ${numbers(2)}`,
  `insert into restore_rows (restore_id, table_name, key, data, change)
     select restores.id, 'roles', json_array(1000000 + value), json_array(1000000 + value, 1, null, 'Role ' || restores.id || '-' || value),
       json_extract('["comes","changes","goes","skipped"]', '$[' || (value % 4) || ']')
     from restores cross join ${numbers(Math.max(size, 60))}`,
];
