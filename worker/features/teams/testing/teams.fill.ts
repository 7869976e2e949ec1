import { FIRST_USER, type Filling, oneOf } from "../../../testing/filling.ts";
import { FIRST_FORM } from "../first-form.ts";

/** After forms. */
export const turn = 2;

const STATUSES = ["pending", "accepted", "pending", "declined"] as const;

/** Three teams; every filled-in user has applied to one of them. */
export const fill = ({ at, numbers }: Filling): string[] => {
  const content = JSON.stringify(FIRST_FORM).replaceAll("'", "''");
  return [
    `insert into forms (organization_id, key, name, draft, live_number, updated_by, updated_at)
       select 1, 'team_filled' || value, 'Team ' || value, '${content}', 1, 'Astrid Holm', '${at}' from ${numbers(3)}`,
    `insert into form_versions (form_id, number, content, published_at, published_by)
       select id, 1, '${content}', '${at}', 'Astrid Holm' from forms where key glob 'team_filled*'`,
    `insert into teams (organization_id, name, form_id, is_open, updated_at)
       select 1, name, id, 1, '${at}' from forms where key glob 'team_filled*'`,
    `insert into team_applications (organization_id, team_id, user_id, form_number, answers, status, decided_by, decided_at,
         created_at, updated_at)
       select 1, (select min(id) from teams) + value / 4 % 3, ${FIRST_USER} + value, 1, '{"why":"I patch people up"}',
         ${oneOf(STATUSES)}, iif(value % 2, 'Astrid Holm', null), iif(value % 2, '${at}', null), '${at}', '${at}' from ${numbers()}`,
  ];
};
