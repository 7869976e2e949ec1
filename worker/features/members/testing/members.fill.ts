import { FIRST_USER, type Filling } from "../../../testing/filling.ts";

/** Members, at most 25 of them assignable. */
export const fill = ({ at, numbers }: Filling): string[] => [
  `insert into members (organization_id, user_id, role_id, role_source, status, joined_at, updated_at)
     select 1, ${FIRST_USER} + value, roles.id, 'discord', 'active', '${at}', '${at}' from ${numbers()}
     join roles on roles.organization_id = 1
       and roles.key = case when value % 20 = 0 and value <= 500 then 'recruiter' else 'member' end`,
  `insert into member_days (organization_id, day, active)
     select 1, date('now', '-' || value || ' days'), value from ${numbers()}`,
];
