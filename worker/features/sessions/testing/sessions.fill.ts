import { FIRST_USER, type Filling } from "../../../testing/filling.ts";

export const fill = ({ at, numbers }: Filling): string[] => [
  `insert into sessions (user_id, token_hash, method, created_at, last_seen_at, expires_at)
     select ${FIRST_USER} + value, 'token' || value, 'password', '${at}', '${at}', '2999-01-01' from ${numbers()}`,
];
