import { FIRST_USER, type Filling, oneOf } from "../../../testing/filling.ts";

/** After contracts. */
export const turn = 1;

/** Applications: half for the security team, half for one contract. */
export const fill = ({ at, numbers }: Filling): string[] => [
  `insert into contract_applications (organization_id, kind, contract_id, user_id, status, first_name, last_name,
       discord_username, timezone, rsi_handle, experience, ship_type, availability, background_check, created_at, updated_at)
     select 1, iif(value % 2, 'contract', 'security'), case when value % 2 then (select max(id) from contracts) end, ${FIRST_USER} + value,
       ${oneOf(["pending", "declined", "withdrawn"])}, 'Pilot', 'Rook', 'pilot' || value, 'UTC', 'Pilot' || value, 'Years',
       'Ship', 'Evenings', 1, '${at}', '${at}' from ${numbers()}`,
];
