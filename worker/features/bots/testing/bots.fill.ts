import type { Filling } from "../../../testing/filling.ts";

/** Five bots, numbered from 2 since the CRM bot of the tests is 1, and their runs. */
export const fill = ({ at, numbers }: Filling): string[] => [
  `insert into bots (id, organization_id, name, framework, status, auto_start, is_crm_bot, created_at, updated_at)
     select 1 + value, 1, 'Bot ' || value, 'discord.js', 'inactive', 0, 0, '${at}', '${at}' from ${numbers(5)}`,
  `insert into bot_runs (bot_id, files, started_at) select 2 + value % 5, '{}', '${at}' from ${numbers()}`,
  `insert into gateway_reports (key, instance, received_at)
     select 'report' || value, 'instance', '${at}' from ${numbers()}`,
];
