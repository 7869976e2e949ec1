import type { MemberContext } from "../../lib/context.ts";
import { dayOf, dayText, secondsToTomorrow } from "../../lib/days.ts";
import type { AppError } from "../../lib/errors.ts";
import { OPEN_MOST } from "./joining.schema.ts";
import { joiningErrors } from "./joining.texts.ts";
import type { Own } from "./own.ts";

/** Why the caller cannot send now. @returns undefined where they can */
export function refusalOf(
  { language, now }: MemberContext,
  { me, unmet }: Pick<Own, "me" | "unmet">,
): AppError | undefined {
  if (me.isMember) return joiningErrors.apply_as_member();
  const [first] = unmet;
  if (!first) return undefined;
  const day = dayText(first.day ?? dayOf(now), language);
  switch (first.kind) {
    case "closed":
      return first.day === null ? joiningErrors.door_closed() : joiningErrors.door_closed_until({ day });
    case "blocked":
      return joiningErrors.door_blocked();
    case "refused":
      return joiningErrors.apply_later({ day });
    case "account_age":
      return first.day === null ? joiningErrors.account_unknown() : joiningErrors.account_too_young({ day });
    case "server":
      return joiningErrors.server_first();
    case "day_full":
      return dayIsFull(now, day);
  }
}

/** The refusal of an application of a day that has its most. @param day the next one, in words */
export const dayIsFull = (now: Date, day: string): AppError =>
  joiningErrors.applications_full({ day }, { retryAfterSeconds: secondsToTomorrow(now) });

/** The refusal of one more open application of an account. */
export const tooManyOpen = () =>
  joiningErrors.applications_open({ most: OPEN_MOST }, { retryAfterSeconds: 86_400 });
