import { FIRST_USER, type Filling, oneOf } from "../../../testing/filling.ts";

/** After the events: one stored answer and a report for each. */
export const turn = 1;

export const fill = ({ at, numbers }: Filling): string[] => [
  `insert into event_attendance (event_id, user_id, organization_id, answer, minutes, confirmed_by, confirmed_at, updated_at)
     select (select min(id) from events) + value - 1, ${FIRST_USER} + value, 1, ${oneOf(["yes", "partly", "no"])}, 60, 'Pilot',
       '${at}', '${at}' from ${numbers()}`,
  `insert into event_reports (event_id, organization_id, text, went_well, written_by, updated_at)
     select (select min(id) from events) + value - 1, 1, 'Quiet', '', 'Pilot', '${at}' from ${numbers()}`,
  `insert into event_statistics (user_id, organization_id, is_shared, updated_at)
     select ${FIRST_USER} + value, 1, value % 2, '${at}' from ${numbers()}`,
];
