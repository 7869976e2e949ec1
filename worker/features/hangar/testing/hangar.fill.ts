import { FIRST_USER, type Filling } from "../../../testing/filling.ts";
import { CATALOGUE } from "../../ships/testing/ships.fill.ts";

/** Ships in each hangar. */
const HANGAR = 10;

/** Hangars, one in ten hidden, with ten ships each. */
export const fill = ({ at, numbers, size }: Filling): string[] => [
  `insert into hangars (user_id, organization_id, is_hidden)
     select ${FIRST_USER} + value, 1, value % 10 = 0 from ${numbers(size / HANGAR)}`,
  `insert into hangar_ships (organization_id, user_id, ship_id, quantity, created_at, updated_at)
     select 1, ${FIRST_USER} + 1 + value / ${HANGAR}, 101 + value % ${CATALOGUE}, 1, '${at}', '${at}'
     from (select value - 1 as value from ${numbers()})`,
  `insert into hangar_removals (user_id, ship_id, entry, removed_at)
     select ${FIRST_USER} + value, 101, '{}', '${at}' from ${numbers()}`,
];
