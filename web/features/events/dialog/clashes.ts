import useSWR from "swr";
import type { Clashes } from "../../../../worker/features/events/clashes.schema.ts";
import { type EventDetails, LENGTH } from "../../../../worker/features/events/events.schema.ts";
import { wallAt } from "../../../../worker/lib/zones.schema.ts";
import { withQuery } from "../../../lib/api.ts";
import { LOCALES, useLanguage, useT } from "../../../lib/i18n/i18n.ts";
import { type EventValues, lengthOf, startOfEvent } from "./form-values.ts";
import { useSettled } from "./next-dates.ts";
import { dayIn, timeIn } from "./zoned.ts";

/** The question who has another event at the time of the form; null where it did not move, or nobody goes. */
function pathOf({ id, people }: EventDetails, base: EventValues, values: EventValues): string | null {
  const startsAt = startOfEvent(values)?.instant;
  const lengthMinutes = lengthOf(values);
  const isMoved = startsAt !== startOfEvent(base)?.instant || lengthMinutes !== lengthOf(base);
  const isWhole = startsAt && lengthMinutes >= LENGTH.least && lengthMinutes <= LENGTH.most;
  const isAnybodyGoing = people.some(({ userId, answer }) => userId !== null && answer === "going");
  return isMoved && isWhole && isAnybodyGoing
    ? withQuery(`/api/events/${id}/clashes`, { startsAt, lengthMinutes })
    : null;
}

/** Who has another event at the time to which the edited one moves, in words; null while nothing is known of anybody. */
export function useClashText(event: EventDetails, base: EventValues, values: EventValues): string | null {
  const t = useT();
  const language = useLanguage();
  const path = pathOf(event, base, values);
  const settled = useSettled(path);
  const { data } = useSWR<Clashes>(path === settled ? path : null, {
    revalidateOnFocus: false,
    shouldRetryOnError: false,
  });
  const start = startOfEvent(values)?.instant;
  if (!data || data.count === 0 || !start) return null;
  const { people, count } = data;
  const { timeZone } = values;
  const names = people.map(({ displayName }) => displayName);
  const rest = count - people.length;
  const [end = start, ...otherEnds] = new Set(people.map(({ endsAt }) => endsAt));
  const isSameDay = wallAt(end, timeZone).slice(0, 10) === wallAt(start, timeZone).slice(0, 10);
  const isOneEnd = rest === 0 && otherEnds.length === 0;
  const text = t("event_form.clash", {
    names: new Intl.ListFormat(LOCALES[language]).format(
      rest > 0 ? [...names, t("event_form.clash_more", { count: rest })] : names,
    ),
    count,
    until: isOneEnd ? (isSameDay ? "same_day" : "other_day") : "unknown",
    time: timeIn(end, timeZone, language),
    day: dayIn(end, timeZone, language),
  });
  const isSeries = event.seriesId !== null && values.which === "following";
  return isSeries ? `${text} ${t("event_form.clash_later")}` : text;
}
