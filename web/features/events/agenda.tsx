import { Fragment, type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { EVENT_TYPES } from "../../../worker/features/events/events.fields.ts";
import type { Event } from "../../../worker/features/events/events.schema.ts";
import { errorText, isRefused } from "../../lib/api.ts";
import { onReconnected } from "../../lib/connection.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import type { ListSource } from "../../lib/list.ts";
import { useFormat } from "../../lib/use-format.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { FilterBar, useFilterSelects } from "../../ui/filter-bar.tsx";
import { ArrowLeftIcon, CalendarIcon, SearchIcon, WarningIcon } from "../../ui/icons.tsx";
import { Link } from "../../ui/link.tsx";
import { ListPanel } from "../../ui/list-view.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { useUnconfirmed } from "../attendance/index.ts";
import type { AgendaList } from "./address.ts";
import { longDay } from "./clock.ts";
import { alikeDates, byDay, daysBetween, stripStart } from "./days.ts";
import { TEXT_BUTTON } from "./event-parts.tsx";
import { EventRow, ROW_SKELETON } from "./event-row.tsx";
import { events, LIST_PAGE, useStrip } from "./events.api.ts";
import { nearDay, zoneOf } from "./words.ts";

const LOADING = ["first", "second", "third"].map((row) => (
  <span key={row} className={ROW_SKELETON}>
    <Skeleton className="h-8 w-14" />
    <span className="grid gap-2">
      <Skeleton className="h-4 w-3/5" />
      <Skeleton className="h-3 w-2/5" />
    </span>
    <Skeleton className="h-7 max-md:hidden" />
  </span>
));

/** One line in place of the events; it retries by its button and when the connection is back. */
function FailedLine({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useT();
  const retry = useEffectEvent(onRetry);
  useEffect(() => onReconnected(retry), []);
  return (
    <p
      role="alert"
      className="panel grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-2.5 pad-wide py-3.5 md:grid-cols-[auto_minmax(0,1fr)_auto] md:items-center"
    >
      <WarningIcon className="text-stop max-md:mt-[3px]" />
      <span>
        {t("events.load_failed")} <span className="text-ink-2">{errorText(error)}</span>
      </span>
      <Button size="s" className="max-md:col-start-2 max-md:justify-self-start" onClick={onRetry}>
        {t("action.retry")}
      </Button>
    </p>
  );
}

/** Says when the last event was where none is planned. */
function Nothing({ create }: { create: ReactNode }) {
  const t = useT();
  const format = useFormat();
  const past = events.useList({ show: "past" }, { size: 1 });
  const [last] = past.list?.items ?? [];
  return (
    <EmptyState
      icon={<CalendarIcon size={22} />}
      title={t("events.nothing_planned")}
      text={last ? t("events.last_was", { day: format.shortDate(last.startsAt) }) : undefined}
      action={create}
    />
  );
}

/** Says how a series goes on after its first date, and shows or folds the dates that are like it. */
function Alike(props: { first: Event; rest: Event[] | undefined; isOpen: boolean; onToggle: () => void }) {
  const t = useT();
  const { first, rest, isOpen, onToggle } = props;
  if (!rest) return null;
  const days = daysBetween([first, ...rest]) ?? 0;
  const rule =
    days > 0 &&
    t(`events.repeats.${days % 7 === 0 ? "week" : "day"}`, { every: days % 7 === 0 ? days / 7 : days });
  const more = t("events.more_dates", { count: rest.length });
  return (
    <li className="-mt-1.5 pad-wide pb-3 pl-[132px] max-md:pl-[88px]">
      <button type="button" className={TEXT_BUTTON} aria-expanded={isOpen} onClick={onToggle}>
        {[rule, isOpen ? t("events.less") : more].filter(Boolean).join(" · ")}
      </button>
    </li>
  );
}

function Days(props: {
  items: readonly Event[];
  now: number;
  list: AgendaList;
  unconfirmed: readonly number[];
}) {
  const t = useT();
  const { items, now, list, unconfirmed } = props;
  const [opened, setOpened] = useState<readonly number[]>([]);
  const isPast = list.address.show === "past";
  const alike = isPast ? new Map<number, Event[]>() : alikeDates(items);
  const folded = [...alike].flatMap(([id, rest]) => (opened.includes(id) ? [] : rest));
  const toggle = (id: number) =>
    setOpened(opened.includes(id) ? opened.filter((each) => each !== id) : [...opened, id]);
  return byDay(items.filter((each) => !folded.includes(each))).map(({ day, items: here }) => {
    const at = here[0]?.startsAt ?? day;
    const near = nearDay(t, at, now);
    return (
      <section key={day} aria-labelledby={`day-${day}`} className="border-t border-line first:border-t-0">
        <h3
          id={`day-${day}`}
          data-day={day}
          tabIndex={-1}
          className="pad-wide pt-4 pb-1 text-sm leading-none font-semibold text-ink-2 outline-none"
        >
          {longDay(at)}
          {near ? <span className="ml-2 font-normal text-ink-3">{near}</span> : null}
        </h3>
        <ul>
          {here.map((event) => (
            <Fragment key={event.id}>
              <EventRow {...{ event, now, list }} isUnconfirmed={unconfirmed.includes(event.id)} />
              <Alike
                first={event}
                rest={alike.get(event.id)}
                isOpen={opened.includes(event.id)}
                onToggle={() => toggle(event.id)}
              />
            </Fragment>
          ))}
        </ul>
      </section>
    );
  });
}

/** Upcoming or past events, by day. */
export function Agenda(props: {
  list: AgendaList;
  source: ListSource<Event>;
  /** The event that has a card of its own. */
  leftOut: number | null;
  now: number;
  create: ReactNode;
}) {
  const t = useT();
  const { list, source, leftOut, now, create } = props;
  const isPast = list.address.show === "past";
  const items = source.list?.items.filter(
    ({ id, endsAt }) => id !== leftOut && (isPast || Date.parse(endsAt) > now),
  );
  const zone = zoneOf(t, new Date(now));
  const title = t(isPast ? "events.past" : "events.coming_up");
  // The card shows all there is.
  const isCardAlone = leftOut !== null && items?.length === 0 && !source.list?.more;
  const { data: strip } = useStrip(stripStart(now, 0));
  const unconfirmed = useUnconfirmed();
  const filter = useFilterSelects(list, "events");
  const { mine } = list.address;
  const past = (
    <Link
      to={list.hrefWith({ show: "past", mine: false, type: null })}
      className="btn quiet max-md:h-auto max-md:max-w-full max-md:flex-wrap max-md:px-0 max-md:whitespace-normal"
    >
      {t("events.past")}
      {strip && strip.past.count > 0 ? (
        <span className="figure text-base text-ink-3">
          {strip.past.count}
          {strip.past.isMore ? "+" : null}
        </span>
      ) : null}
      {unconfirmed.length > 0 ? (
        <Badge tone="wait" dot={false}>
          {t("events.to_confirm", { count: unconfirmed.length })}
        </Badge>
      ) : null}
    </Link>
  );
  return (
    <section aria-labelledby="agenda" className="mb-[26px]">
      <FilterBar
        list={list}
        before={
          <span className="mr-auto flex min-w-0 flex-wrap items-baseline gap-x-3.5 gap-y-1 max-md:flex-[1_1_176px]">
            <h2 id="agenda" className="font-display text-lg">
              {title}
            </h2>
            <span className="hint">{t("events.zone", { city: zone.city, zone: zone.name })}</span>
          </span>
        }
        after={
          isPast ? (
            <Link
              to={list.hrefWith({ show: "upcoming" })}
              className="btn quiet max-md:h-auto max-md:max-w-full max-md:flex-wrap max-md:whitespace-normal"
            >
              <ArrowLeftIcon />
              {t("events.coming_up")}
            </Link>
          ) : (
            past
          )
        }
      >
        {filter(
          "type",
          EVENT_TYPES.map((value) => ({ value, label: t(`events.type.${value}`) })),
        )}
        <Button
          aria-pressed={mine}
          className={mine ? "border-ice" : ""}
          onClick={() => list.change({ mine: !mine })}
        >
          {t("events.only_mine")}
        </Button>
      </FilterBar>
      {source.error && !isRefused(source.error) ? (
        <FailedLine error={source.error} onRetry={source.retry} />
      ) : (
        <ListPanel
          label={title}
          source={source}
          items={items}
          loading={LOADING}
          denied={{ text: t("events.no_access") }}
          list={list}
          noMatch={{ icon: <SearchIcon size={22} />, title: t("events.no_match") }}
          empty={
            isPast ? (
              <EmptyState icon={<CalendarIcon size={22} />} title={t("events.no_past")} />
            ) : isCardAlone ? (
              <p className="pad-wide py-5 text-ink-2">{t("events.nothing_else")}</p>
            ) : (
              <Nothing create={create} />
            )
          }
          moreLabel={() => t("events.show_more")}
        >
          {(shown) => <Days items={shown} now={now} list={list} unconfirmed={unconfirmed} />}
        </ListPanel>
      )}
    </section>
  );
}

/** The reader's own drafts. */
export function Drafts({ list }: { list: AgendaList }) {
  const t = useT();
  const format = useFormat();
  const source = events.useList({ show: "drafts" }, { size: LIST_PAGE });
  if (!source.list?.items.length) return null;
  return (
    <ListPanel
      title={t("events.drafts")}
      aside={<span className="hint">{t("events.drafts_note")}</span>}
      source={source}
      moreLabel={() => t("events.show_more")}
    >
      {(items) => (
        <ul>
          {items.map(({ id, title, type, startsAt }) => (
            <li
              key={id}
              data-event={id}
              className="relative flex flex-wrap items-baseline gap-x-3.5 gap-y-0.5 border-t border-line px-[18px] py-3 first:border-t-0 hover:bg-deck"
            >
              <Link
                {...list.linkTo({ event: id }, `[data-event="${id}"] [data-open]`)}
                data-open=""
                className="covers font-book [overflow-wrap:anywhere]"
              >
                {title}
              </Link>
              <span className="text-sm text-ink-2">{t(`events.type.${type}`)}</span>
              <span className="ml-auto hint">{format.moment(startsAt)}</span>
            </li>
          ))}
        </ul>
      )}
    </ListPanel>
  );
}
