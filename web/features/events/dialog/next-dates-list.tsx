import { useState } from "react";
import type { Event, EventDetails } from "../../../../worker/features/events/events.schema.ts";
import { ownZone, wallAt } from "../../../../worker/lib/zones.schema.ts";
import { useAction } from "../../../lib/action.ts";
import { errorText, request } from "../../../lib/api.ts";
import { cx } from "../../../lib/cx.ts";
import { useLanguage, useT } from "../../../lib/i18n/i18n.ts";
import { timeText } from "../../../lib/time-input.ts";
import { Section } from "../../../ui/section.tsx";
import { SkeletonLines } from "../../../ui/skeleton.tsx";
import { events } from "../events.api.ts";
import type { EventValues } from "./form-values.ts";
import { type NextDate, useNextDates } from "./next-dates.ts";
import { type ClockNote, clockNotes, dayIn, timeIn } from "./zoned.ts";

/** The dates to come, in the event's zone and in UTC, with what clocks do to them. */
export function NextDates(props: { values: EventValues; event: EventDetails | null; base: EventValues }) {
  const t = useT();
  const { values, event, base } = props;
  /** Dates that were put back here, until the event says so itself. */
  const [back, setBack] = useState<readonly number[]>([]);
  const { dates, isPending, error, isEndless } = useNextDates(values, event, base);
  const { timeZone } = values;
  const shown = dates.map((date) => ({
    ...date,
    isCancelled: date.isCancelled && !(date.id !== null && back.includes(date.id)),
  }));
  const notes = clockNotes(
    shown.map(({ startsAt }) => startsAt),
    timeZone,
    ownZone(),
  );
  const left = shown.filter(({ isCancelled }) => isCancelled).length;
  const aside =
    shown.length < 2
      ? null
      : left > 0
        ? t("event_form.dates_left", { count: shown.length - left, left })
        : t(isEndless ? "event_form.dates_first" : "event_form.dates_count", { count: shown.length });
  return (
    <Section title={t("event_form.next_dates")} aside={aside}>
      {error ? <p className="text-md text-stop">{errorText(error)}</p> : null}
      {shown.length === 0 && !error ? (
        isPending ? (
          <SkeletonLines lines={6} />
        ) : (
          <p className="hint">{t("event_form.dates_none")}</p>
        )
      ) : null}
      <ol aria-busy={isPending} className={cx("transition-opacity", isPending && "opacity-60")}>
        {shown.map((date, at) => (
          <DateRow
            key={date.id ?? date.startsAt}
            date={date}
            isFirst={at === 0}
            timeZone={timeZone}
            typed={values.startsAt.time}
            note={notes[at] ?? null}
            onPutBack={(id) => setBack([...back, id])}
          />
        ))}
      </ol>
    </Section>
  );
}

function DateRow(props: {
  date: NextDate;
  isFirst: boolean;
  timeZone: string;
  typed: string;
  note: ClockNote | null;
  onPutBack: (id: number) => void;
}) {
  const t = useT();
  const language = useLanguage();
  const { date, isFirst, timeZone, typed, note, onPutBack } = props;
  const { startsAt, isMoved, isCancelled, id } = date;
  const dayOf = (zone: string) => wallAt(startsAt, zone).slice(0, 10);
  const time = timeIn(startsAt, timeZone, language);
  const own = timeIn(startsAt, ownZone(), language);
  const utc = timeIn(startsAt, "UTC", language);
  const { run, pending } = useAction(
    async () => {
      if (id === null) return;
      const saved = await request<Event>(`/api/events/${id}`, {
        method: "PATCH",
        body: { status: "upcoming" },
      });
      onPutBack(saved.id);
      events.refresh();
    },
    {
      done: { title: t("event_form.put_back_done", { day: dayIn(startsAt, timeZone, language) }) },
      failed: t("event_form.put_back_failed"),
    },
  );
  return (
    <li className="border-t border-line py-[7px] text-md">
      <span
        className={cx(
          "grid grid-cols-[minmax(0,1fr)_auto_minmax(86px,auto)] items-baseline gap-x-3",
          isCancelled && "text-ink-3 line-through",
        )}
      >
        <span className={cx(isFirst && "font-semibold")}>{dayIn(startsAt, timeZone, language)}</span>
        <b className="figure">{time}</b>
        <span className="figure text-right text-[12.5px] font-normal text-ink-3">
          {dayOf("UTC") === dayOf(timeZone) ? "" : `${dayIn(startsAt, "UTC", language).split(" ")[0]} `}
          {utc} UTC
        </span>
      </span>
      {isCancelled ? (
        <span className="block text-sm text-ink-3">
          {t("event_form.left_out_date")}{" "}
          {id === null ? null : (
            <button
              type="button"
              className="link"
              aria-busy={pending}
              aria-label={t("event_form.put_back_of", { day: dayIn(startsAt, timeZone, language) })}
              onClick={() => void run()}
            >
              {t("events.put_back")}
            </button>
          )}
        </span>
      ) : null}
      {isMoved ? (
        <span className="block text-sm text-wait">
          {t("event_form.skipped", { time: timeText(typed, language), moved: time })}
        </span>
      ) : null}
      {note ? (
        <span className="block text-sm text-ink-2">{t(`event_form.clock.${note}`, { time: own })}</span>
      ) : null}
    </li>
  );
}
