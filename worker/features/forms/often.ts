import { type SQL, sql } from "drizzle-orm";
import type { MemberContext } from "../../lib/context.ts";
import { addDays, dayOf, dayText, secondsToTomorrow } from "../../lib/days.ts";
import { type Guard, guard } from "../../lib/guard.ts";
import { formErrors } from "./forms.texts.ts";

/** Applications for the same that an account sends on a day: who takes each back could send for ever, and each tells others. */
export const SENT_MOST = 3;

/**
 * The guard that an account sends few applications for the same on a day.
 * @param earlier query of `at`, when or on which day it sent the earlier ones, the newest first
 */
export function guardSentFew({ now, language }: MemberContext, earlier: SQL): Guard {
  const today = dayOf(now);
  return guard(
    sql`coalesce((select at from (${earlier} limit 1 offset ${SENT_MOST - 1})), '') < ${today}`,
    formErrors.applications_often(
      { most: SENT_MOST, day: dayText(addDays(today, 1), language) },
      { retryAfterSeconds: secondsToTomorrow(now) },
    ),
  );
}
