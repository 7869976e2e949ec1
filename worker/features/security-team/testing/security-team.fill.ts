import { FIRST_USER, type Filling } from "../../../testing/filling.ts";

/** After applications. */
export const turn = 2;

/** Two reviews and a message of every application for the team; every fourth member is confirmed, and every tenth on trial. */
export const fill = ({ at, numbers }: Filling): string[] => {
  const each = "from contract_applications a where kind = 'security'";
  return [
    `insert into security_reviews (organization_id, application_id, verdict, text, sent_at)
     select 1, a.id, 'accept', 'Calm', '${at}' ${each}`,
    `insert into security_reviews (organization_id, application_id, verdict, text, sent_at)
     select 1, a.id, 'decline', 'Young', '${at}' ${each} and a.id % 2`,
    `insert into security_messages (organization_id, application_id, author_id, is_note, text, created_at, updated_at)
     select 1, a.id, a.user_id, 0, 'When do we fly?', '${at}', '${at}' ${each}`,
    `insert into security_states (id, organization_id, cleared, steps) select a.id, 1, '{}', '[]' ${each}`,
    `insert into security_trials (organization_id, user_id, application_id, from_day, ends_on, outcome, role_id, updated_at)
     select 1, ${FIRST_USER} + value, value, date('now', '-9 days'), date('now', (value % 30 + 9) || ' days'),
       iif(value % 4, null, 'confirmed'), (select min(id) from roles), '${at}' from ${numbers()} where value % 4 = 0 or value % 10 = 1`,
  ];
};
