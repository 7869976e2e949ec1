import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { StripEvent } from "../../../worker/features/events/events.schema.ts";
import { cx } from "../../lib/cx.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { PHONE, useMedia } from "../../lib/use-media.ts";
import { useNow } from "../../lib/use-now.ts";
import { IconButton } from "../../ui/button.tsx";
import { ChevronDownIcon } from "../../ui/icons.tsx";
import { useTooltip } from "../../ui/tooltip.tsx";
import { longDay } from "./clock.ts";
import { byDay, dayOf, marksOf, stripStart, weeksOf } from "./days.ts";
import { useStrip } from "./events.api.ts";
import { monthOf, weekdayOf } from "./words.ts";

/** Screens on which five weeks have room side by side. */
const WIDE = "(min-width: 1240px)";

/** A mark without colour: filled, a ring, half filled, or a dash. */
function Mark({ mark }: Pick<StripEvent, "mark">) {
  const ring = <circle cx="4" cy="4" r="3.1" fill="none" stroke="currentColor" strokeWidth="1.5" />;
  return (
    <svg
      viewBox="0 0 8 8"
      width={7}
      height={7}
      aria-hidden="true"
      className={cx(
        "flex-none",
        mark === "going" ? "text-ink" : mark === "cancelled" ? "text-ink-3" : "text-ink-2",
      )}
    >
      {mark === "going" ? <circle cx="4" cy="4" r="3.6" fill="currentColor" /> : null}
      {mark === "open" || mark === "waiting" ? ring : null}
      {mark === "waiting" ? <path d="M4 1v6a3 3 0 0 1 0-6z" fill="currentColor" /> : null}
      {mark === "cancelled" ? <path d="M1 4h6" stroke="currentColor" strokeWidth="1.8" /> : null}
    </svg>
  );
}

const MARKS = ["going", "open", "waiting", "cancelled"] as const;

const CELL =
  "relative flex w-full min-w-0 flex-col items-center gap-[3px] rounded-c pt-[5px] pb-1.5 leading-[1.25]";

function Day(props: { day: Date; today: string; events: readonly StripEvent[]; onOpen: () => void }) {
  const t = useT();
  const { day, today, events, onOpen } = props;
  const key = dayOf(day);
  const isToday = key === today;
  const { marks, more } = marksOf(events);
  const descriptions = events.map(({ title, mark }) =>
    t("events.marked", { title, mark: t(`events.mark.${mark}`) }),
  );
  const label = `${longDay(day)}: ${descriptions.join("; ")}`;
  const { trigger, element } = useTooltip(events.length > 0 ? label : null, null, {});
  const look = cx(CELL, isToday ? "bg-ice-dim text-ice" : key < today ? "text-ink-3" : "text-ink");
  const content = (
    <>
      <span aria-hidden="true" className={cx("text-xs", !isToday && "text-ink-3")}>
        {weekdayOf(day)}
      </span>
      <span className="figure text-base">{day.getDate()}</span>
      <span className="flex h-[7px] items-center gap-[3px]">
        {marks.map(({ id, mark }) => (
          <Mark key={id} mark={mark} />
        ))}
        {more > 0 ? (
          <span aria-hidden="true" className="figure text-[9px] leading-none text-ink-2">
            +{more}
          </span>
        ) : null}
      </span>
    </>
  );
  const current = isToday ? ({ "aria-current": "date" } as const) : {};
  if (events.length === 0)
    return (
      <span className={look} {...current}>
        {content}
      </span>
    );
  return (
    <>
      <button
        type="button"
        data-marked-day=""
        className={cx(look, "hover:bg-rail")}
        onClick={onOpen}
        {...current}
        {...trigger}
      >
        <span className="sr-only">{label}</span>
        <span aria-hidden="true" className="contents">
          {content}
        </span>
      </button>
      {element}
    </>
  );
}

/** Moves the focus among the days that have events. */
function followArrows({ key, currentTarget, target }: KeyboardEvent): boolean {
  const days = [...currentTarget.querySelectorAll<HTMLElement>("[data-marked-day]")];
  const at = days.indexOf(target as HTMLElement);
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: days.length - 1 }[key];
  if (at < 0 || to === undefined) return false;
  days[to]?.focus();
  return true;
}

/** Five weeks with the events of each day; a day leads to its events in the agenda, or opens the first of them. */
export function Strip({ onOpen }: { onOpen: (id: number) => void }) {
  const t = useT();
  const now = useNow();
  const isPhone = useMedia(PHONE);
  const isWide = useMedia(WIDE);
  const scroller = useRef<HTMLDivElement>(null);
  const [shift, setShift] = useState(0);
  const weeks = weeksOf(now, shift);
  const first = stripStart(now, shift);
  const { data } = useStrip(first);
  const events = new Map(byDay(data?.events ?? []).map(({ day, items }) => [day, items]));
  const today = dayOf(now);
  // A row that is wider than the screen begins with today.
  useEffect(() => {
    const row = scroller.current;
    const day = row?.querySelector("[aria-current=date]");
    if (row && day)
      row.scrollLeft += day.getBoundingClientRect().left - row.getBoundingClientRect().left - 16;
  }, []);
  const move = (by: number) => {
    setShift(shift + by);
    scroller.current?.scrollTo({ left: 0 });
  };
  const goTo = (day: string, ids: readonly StripEvent[]) => {
    const target = document.querySelector<HTMLElement>(`[data-day="${day}"]`);
    const [one] = ids;
    if (target) {
      target.scrollIntoView({ block: "nearest" });
      target.focus({ preventScroll: true });
    } else if (one) onOpen(one.id);
  };
  const earlier = (
    <IconButton
      label={t("events.strip_earlier")}
      icon={<ChevronDownIcon className="rotate-90" />}
      onClick={() => move(-1)}
    />
  );
  const later = (
    <IconButton
      label={t("events.strip_later")}
      icon={<ChevronDownIcon className="-rotate-90" />}
      onClick={() => move(1)}
    />
  );
  return (
    <section
      aria-label={t("events.strip", { day: longDay(first) })}
      className="-mx-1.5 mb-[18px] flex flex-wrap items-center gap-1.5 max-md:-mx-4 max-md:mb-4"
    >
      {isPhone ? null : (
        <span className="flex flex-none">
          {earlier}
          {isWide ? null : later}
        </span>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys move among the buttons in it */}
      <div
        ref={scroller}
        className="fades flex min-w-0 flex-1 items-center gap-[22px] overflow-x-auto [scrollbar-width:none] max-md:gap-[18px] max-md:px-4"
        onKeyDown={(event) => {
          if (followArrows(event)) event.preventDefault();
        }}
        {...(isWide ? {} : { tabIndex: 0, role: "group", "aria-label": t("events.strip_days") })}
      >
        {weeks.map(({ number, month, days }) => (
          <div
            key={number}
            className="min-w-[196px] flex-1 max-xl:w-[280px] max-xl:flex-none max-md:w-[308px]"
          >
            <p className="flex justify-between px-1.5 pb-1 text-sm text-ink-3">
              <span>{t("events.week", { number })}</span>
              {month ? <span className="text-ink-2">{monthOf(month)}</span> : null}
            </p>
            <ol className="grid grid-cols-7 border-t border-line pt-1.5">
              {days.map((day) => {
                const key = dayOf(day);
                const here = events.get(key) ?? [];
                return (
                  <li key={key} className="flex">
                    <Day day={day} today={today} events={here} onOpen={() => goTo(key, here)} />
                  </li>
                );
              })}
            </ol>
          </div>
        ))}
        {isPhone ? (
          <span className="flex flex-none">
            {earlier}
            {later}
          </span>
        ) : null}
      </div>
      {isWide ? later : null}
      <p className="flex w-full flex-wrap justify-end gap-x-4 px-9 hint max-md:px-4">
        {MARKS.filter((each) => data?.events.some(({ mark }) => mark === each)).map((mark) => (
          <span key={mark} className="inline-flex items-center gap-1.5">
            <Mark mark={mark} />
            {t(`events.mark.${mark}`)}
          </span>
        ))}
      </p>
    </section>
  );
}
