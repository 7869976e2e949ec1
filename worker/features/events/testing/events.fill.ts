import { FIRST_USER, type Filling, oneOf } from "../../../testing/filling.ts";
import { MOST_ANSWERS } from "../events.schema.ts";

/** Events around now with an answer each, one of them with many, and series with their dates. */
export const fill = ({ at, numbers, size }: Filling): string[] => [
  `insert into event_series (organization_id, rule, time_zone, start, length_minutes, template, added_to, created_at)
     select 1, '{"every":1,"unit":"week","ends":{"kind":"never"}}', 'UTC', '2026-01-05T20:00', 120,
       '{"title":"Weekly","description":"","type":"social","location":"","slots":[],"hasWaitingList":true,"closesMinutes":0,"isMirrored":false}',
       null, '${at}' from ${numbers()}`,
  `insert into events (organization_id, title, type, starts_at, ends_at, time_zone, status, organizer_id, created_by,
       attendees, created_at, updated_at)
     select 1, 'Event ' || value, ${oneOf(["mission", "training", "social", "meeting"])},
       strftime('%Y-%m-%dT%H:%M:%fZ', 'now', (value * 12 - 600) || ' hours'),
       strftime('%Y-%m-%dT%H:%M:%fZ', 'now', (value * 12 - 598) || ' hours'), 'Europe/Copenhagen',
       ${oneOf(["planned", "planned", "cancelled", "draft"])}, ${FIRST_USER} + value, ${FIRST_USER} + value, 1, '${at}', '${at}'
     from ${numbers()}`,
  `insert into event_answers (organization_id, event_id, user_id, answer, place, is_seated, source, answered_at)
     select 1, (select min(id) from events) + value - 1, ${FIRST_USER} + value, 'going', 1, 1, 'self', '${at}' from ${numbers()}`,
  // One that is soon has a place for two; all others wait.
  `insert or ignore into event_answers (organization_id, event_id, user_id, answer, place, is_seated, source, answered_at)
     select 1, (select min(id) from events) + ${Math.min(55, size - 1)}, ${FIRST_USER} + value, 'going', value + 1, value < 2, 'self', '${at}'
     from ${numbers(Math.min(size, MOST_ANSWERS))}`,
];
