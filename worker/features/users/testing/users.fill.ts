import { FIRST_USER, type Filling } from "../../../testing/filling.ts";

/** Members are found by the names of their users. */
export const turn = -1;

export const fill = ({ at, numbers }: Filling): string[] => [
  `insert into users (id, organization_id, username, display_name, created_at, updated_at)
     select ${FIRST_USER} + value, 1, 'pilot' || value, 'Pilot ' || value, '${at}', '${at}' from ${numbers()}`,
];
