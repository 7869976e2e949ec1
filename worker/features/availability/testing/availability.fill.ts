import { FIRST_USER, type Filling, oneOf } from "../../../testing/filling.ts";
import { hourOf, hoursOf } from "./hours.ts";

const ZONES = ["Europe/Copenhagen", "Europe/London", "America/New_York", "Asia/Kolkata", "UTC"];
const evenings = [0, 1, 2, 3, 4, 5, 6].flatMap((day) => [19, 20, 21, 22].map((hour) => hourOf(day, hour)));
const week = hoursOf(...evenings);

/**
 * A usual week of every user. The totals are counted at the end: counting a thousand windows for each user takes as long as all
 * other rows.
 */
export const fill = ({ at, numbers }: Filling): string[] => [
  `insert into event_time_totals (organization_id, time_zone, people, counts)
     select 1, value, 0, '[]' from json_each('${JSON.stringify(ZONES)}')`,
  `insert into event_times (user_id, organization_id, time_zone, hours, updated_at)
     select ${FIRST_USER} + value, 1, ${oneOf(ZONES)}, '${week}', '${at}' from ${numbers()}`,
  `update event_time_totals set counts = (
       select json_group_array(people * (instr(substr('${week}${week}', (value - 1) % 168 + 1, (value - 1) / 168 + 1), '0') = 0))
       from ${numbers(6 * 168)})
     where counts = '[]'`,
];
