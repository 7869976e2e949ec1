import { FIRST_USER, type Filling } from "../../../testing/filling.ts";

/** Two tokens of each user. */
export const fill = ({ at, numbers }: Filling): string[] => [
  `insert into tokens (user_id, name, token_hash, ending, permissions, created_at, expires_at, is_told)
     select ${FIRST_USER} + (value + 1) / 2, 'Sheet', 'hash' || value, 'abcd', '["events.read"]', '${at}', '2199-01-01', 0
     from ${numbers()}`,
];
