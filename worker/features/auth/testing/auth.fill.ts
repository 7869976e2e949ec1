import type { Filling } from "../../../testing/filling.ts";

export const fill = ({ numbers }: Filling): string[] => [
  `insert into attempts (key, count, window_ends_at) select 'key' || value, 1, '2999-01-01' from ${numbers()}`,
];
