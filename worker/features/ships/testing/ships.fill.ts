import type { Filling } from "../../../testing/filling.ts";

/** Types of ships, the same for any number of members. */
export const CATALOGUE = 200;

export const fill = ({ at, numbers }: Filling): string[] => [
  `insert into ship_syncs (organization_id, status, records_processed, created_at)
     select 1, 'completed', 214, '${at}' from ${numbers()}`,
  `insert into ships (organization_id, id, name, name_full, slug, company_name, roles)
     select 1, 100 + value, 'Ship ' || value, 'Maker Ship ' || value, 'ship-' || value, 'Maker', '["cargo"]'
     from ${numbers(CATALOGUE)}`,
];
