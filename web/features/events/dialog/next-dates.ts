import { useEffect, useState } from "react";
import useSWR from "swr";
import type { EventDetails } from "../../../../worker/features/events/events.schema.ts";
import { misfitOf, rule as schema } from "../../../../worker/features/events/recurrence/recurrence.schema.ts";
import { request } from "../../../lib/api.ts";
import { type EventValues, isRuleEdited, ruleOf, startOfEvent } from "./form-values.ts";

/** A date as it is listed; `id` where it is an event already. */
export type NextDate = { startsAt: string; isMoved: boolean; isCancelled: boolean; id: number | null };

const PATH = "/api/events/dates";
/** Milliseconds without a change after which the server is asked. */
const PAUSE = 300;

/** A text once it has not changed for a while. */
export function useSettled(text: string | null): string | null {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** The dates of an edited series as they are stored, from the edited one on, which begins at `start`. */
export function storedDates({ id, dates }: Pick<EventDetails, "id" | "dates">, start: string): NextDate[] {
  const at = dates.findIndex((date) => date.id === id);
  const rest = dates.slice(Math.max(0, at));
  return rest.map((date) => ({
    id: date.id,
    isCancelled: date.isCancelled,
    isMoved: false,
    startsAt: date.id === id ? start : date.startsAt,
  }));
}

/** The dates of a new rule of an edited series: those that are left out stay so, in their order. */
export const ruledDates = (
  found: readonly { startsAt: string; isMoved: boolean }[],
  stored: readonly NextDate[],
): NextDate[] =>
  found.map((date, at) => ({
    ...date,
    id: stored[at]?.id ?? null,
    isCancelled: at > 0 && (stored[at]?.isCancelled ?? false),
  }));

/** The dates of what the form says: of an edited series as far as they stay, else by the server's reckoning. */
export function useNextDates(values: EventValues, event: EventDetails | null, base: EventValues) {
  const start = startOfEvent(values);
  const rule = ruleOf(values.recurrence, values.startsAt.day);
  const isOfSeries = event?.seriesId != null;
  const stays =
    isOfSeries &&
    (values.which === "this" ||
      (!isRuleEdited(base, values) &&
        JSON.stringify([values.startsAt, values.timeZone]) ===
          JSON.stringify([base.startsAt, base.timeZone])));
  const isWhole =
    rule !== null &&
    schema.safeParse(rule).success &&
    misfitOf(rule, `${values.startsAt.day}T00:00`) === null;
  const body =
    start && isWhole && !stays
      ? JSON.stringify({ startsAt: start.instant, timeZone: values.timeZone, recurrence: rule })
      : null;
  const settled = useSettled(body);
  // An answer to an earlier question belongs to another key, and is not shown.
  const asked = useSWR(
    settled && settled === body ? [PATH, settled] : null,
    ([path, question]) =>
      request<{ dates: { startsAt: string; isMoved: boolean }[] }>(path, {
        method: "POST",
        body: JSON.parse(question),
      }),
    { keepPreviousData: true, revalidateOnFocus: false, shouldRetryOnError: false },
  );
  const stored = start && event && isOfSeries ? storedDates(event, start.instant) : [];
  const own = start
    ? [{ startsAt: start.instant, isMoved: start.isMoved, isCancelled: false, id: null }]
    : [];
  const found = asked.data ? ruledDates(asked.data.dates, stored) : [];
  return {
    dates: !start ? [] : stays ? stored : !rule ? own : isWhole ? found : [],
    isPending: body !== null && (settled !== body || asked.isLoading),
    error: body === null ? null : ((asked.error as unknown) ?? null),
    isEndless: rule?.ends.kind === "never",
  };
}
