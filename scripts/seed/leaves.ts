import { addDays, dayOf } from "../../worker/lib/days.ts";
import type { Row } from "../lib/database.ts";
import type { DemoUsername } from "./people.ts";
import type { Ids } from "./replay.ts";

/** Days of leave from the seeding, negative before it: one runs while prospects of the member are due, one is to come. */
const LEAVES: readonly {
  username: DemoUsername;
  from: number;
  to: number;
  note: string;
  addedBy?: string;
}[] = [
  {
    username: "recruiter",
    from: -2,
    to: 5,
    note: "In the mountains with the family, no connection up there.",
  },
  { username: "crm_manager", from: 9, to: 16, note: "Told us in voice: exams.", addedBy: "Freja Ravn" },
];

/** The leaves, and what each member's row notes of them, by member id. */
export function leaveRows(organizationId: number, now: Date, ids: ReadonlyMap<DemoUsername, Ids>) {
  const noted = new Map<number, string>();
  const rows = LEAVES.map(({ username, from, to, note, addedBy }): Row => {
    const { user = 0, member = 0 } = ids.get(username) ?? {};
    const [first, last] = [addDays(dayOf(now), from), addDays(dayOf(now), to)];
    noted.set(member, `${first}/${last}`);
    const at = new Date(now.getTime() - 72 * 3_600_000).toISOString();
    return {
      ...{ organization_id: organizationId, user_id: user, from_day: first, to_day: last, note },
      ...{ added_by: addedBy ?? null, created_at: at, updated_at: at },
    };
  });
  return { rows, noted };
}
