import { FIRST_USER, type Filling, oneOf } from "../../../testing/filling.ts";
import { hourOf, hoursOf } from "./times.factory.ts";

const ZONES = ["Europe/Copenhagen", "Europe/London", "America/New_York", "Asia/Kolkata", "UTC"];
const evenings = [0, 1, 2, 3, 4, 5, 6].flatMap((day) => [19, 20, 21, 22].map((hour) => hourOf(day, hour)));

/** A usual week of every user. */
export const fill = ({ at, numbers }: Filling): string[] => [
  `insert into event_times (user_id, organization_id, time_zone, hours, updated_at)
     select ${FIRST_USER} + value, 1, ${oneOf(ZONES)}, '${hoursOf(...evenings)}', '${at}' from ${numbers()}`,
];
