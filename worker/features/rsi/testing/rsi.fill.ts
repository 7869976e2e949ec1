import { FIRST_USER, type Filling } from "../../../testing/filling.ts";

export const fill = ({ at, numbers }: Filling): string[] => [
  `insert into rsi_accounts (user_id, organization_id, handle, handle_key, record_number, verified_at)
     select ${FIRST_USER} + value, 1, 'Pilot' || value, 'pilot' || value, value, '${at}' from ${numbers()}`,
  `insert into rsi_requests (user_id, organization_id, handle, code, expires_at)
     select ${FIRST_USER} + value, 1, 'Pilot' || value, 'CC-' || value, '2999-01-01' from ${numbers()}`,
];
