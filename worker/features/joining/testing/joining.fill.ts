import { FIRST_USER, type Filling, oneOf } from "../../../testing/filling.ts";

/** After prospects and forms. */
export const turn = 2;

const STATUSES = ["sent", "accepted", "declined", "withdrawn"] as const;

/** Applications of the filled-in users, each with two messages, and accounts that are kept out. */
export const fill = ({ at, numbers, size }: Filling): string[] => [
  `insert into admissions (organization_id, user_id, prospect_id, form_id, form_number, answers, corrections, status, sent_on,
       number_of_day, sent_at, answered_at, decided_at, kept_from, created_at, updated_at)
     select 1, ${FIRST_USER} + value, (select max(id) from prospects) - value + 1, 1, 5, '{"name":"Pilot"}', '{}', ${oneOf(STATUSES)},
       '2026-01-01', value, '${at}', '${at}', iif(value % 4, '${at}', null), '${at}', '${at}', '${at}' from ${numbers()}`,
  `insert into admission_messages (admission_id, organization_id, author_id, is_theirs, text, created_at)
     select id, 1, user_id, 1, 'When do you fly?', '${at}' from admissions where organization_id = 1 order by id desc limit ${size}`,
  `insert into answer_templates (organization_id, name, text_en, text_da, updated_at)
     select 1, 'Answer ' || value, 'Hello {name}', '', '${at}' from ${numbers(30)}`,
  `insert into review_threads (admission_id, organization_id, channel_id, message_id, state, told_history)
     select id, 1, '1100000000000000043', '13' || printf('%017d', id), 'open', 0 from admissions where organization_id = 1`,
  `insert into door_blocks (organization_id, kind, value, by, at)
     select 1, 'handle', 'troll' || value, 'Astrid Holm', '${at}' from ${numbers(100)}`,
];
