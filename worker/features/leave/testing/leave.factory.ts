import { addDays, dayOf } from "../../../lib/days.ts";
import { at, insert, raw } from "../../../testing/database.ts";

/** The day some days from today; before it with a negative number. */
export const inDays = (days: number): string => addDays(dayOf(new Date()), days);

/** Stores the leaves of a member with the membership. */
const NOTED = `update members set leaves = (select group_concat(from_day || '/' || to_day, ' ') from
  (select from_day, to_day from leaves where user_id = members.user_id order by to_day)) where user_id = ?`;

/** A leave of a member of organization 1, by days from today; returns its id. */
export async function leaveOf(
  userId: number,
  from: number,
  to: number,
  values: Record<string, unknown> = {},
): Promise<number> {
  const id = await insert("leaves", {
    ...{ organization_id: 1, user_id: userId, from_day: inDays(from), to_day: inDays(to) },
    ...{ created_at: at(), updated_at: at() },
    ...values,
  });
  await raw.DB.prepare(NOTED).bind(userId).run();
  return id;
}
