import { addDays, dayOf } from "../../../lib/days.ts";
import { at, insert } from "../../../testing/database.ts";

/** The day some days from today, or with a negative number before it. */
export const inDays = (days: number): string => addDays(dayOf(new Date()), days);

/** A leave of a user of organization 1, by days from today; answers its id. */
export const leaveOf = (userId: number, from: number, to: number, values: Record<string, unknown> = {}) =>
  insert("leaves", {
    ...{ organization_id: 1, user_id: userId, from_day: inDays(from), to_day: inDays(to) },
    ...{ created_at: at(), updated_at: at() },
    ...values,
  });
