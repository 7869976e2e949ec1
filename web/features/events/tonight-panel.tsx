import type { ReactNode } from "react";
import type { Event } from "../../../worker/features/events/events.schema.ts";
import { LOCALES } from "../../lib/format.ts";
import { currentLanguage, useT } from "../../lib/i18n/i18n.ts";
import { useUser } from "../../lib/session.tsx";
import { useFormat } from "../../lib/use-format.ts";
import { useNow } from "../../lib/use-now.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Link } from "../../ui/link.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Skeleton, SkeletonLines } from "../../ui/skeleton.tsx";
import { EmptyState, ErrorState } from "../../ui/states.tsx";
import { DAY, untilText } from "./clock.ts";
import { Lead, leftText, WhenWhere } from "./event-parts.tsx";
import { events, useAnswer } from "./events.api.ts";
import { NEXT_EVENTS } from "./next.ts";
import { JoinButton, OwnAnswer } from "./own-answer.tsx";
import { groupsOf, placesOf, type Shown } from "./places.ts";
import { Seats } from "./slots.tsx";
import { standingOf, tonightOf } from "./standing.ts";
import { lastsText } from "./words.ts";

const AGENDA = "/organization?tab=events";
const pathOf = ({ id }: Event) => `${AGENDA}&event=${id}`;

/** Names beside the seats, and the seats themselves. */
const NAMES = 4;
const ROOM = 5;

/** The next event, whole, with the reader's slot and answer. `isFirst` gives it the page's primary button. */
export default function TonightPanel({ isFirst }: { isFirst: boolean }): ReactNode {
  const t = useT();
  const now = useNow();
  const { list, error, retry } = events.useList({ limit: NEXT_EVENTS });
  if (!list)
    return (
      <Panel aria-busy={!error} className="pad-wide py-5">
        {error ? (
          <ErrorState error={error} onRetry={retry} />
        ) : (
          <div className="grid min-h-[270px] content-start gap-3">
            <Skeleton className="h-[22px] w-48" />
            <Skeleton className="h-7 w-4/5" />
            <SkeletonLines lines={5} className="mt-2" />
          </div>
        )}
      </Panel>
    );
  const { next, unanswered } = tonightOf(list.items, now);
  return next ? (
    <Tonight event={next} now={now} isFirst={isFirst}>
      {unanswered ? <Later event={unanswered} isPrimary={isFirst && standingOf(next) !== null} /> : null}
    </Tonight>
  ) : (
    <Panel title={t("events.next_event")}>
      <EmptyState
        title={t("events.none_for_you")}
        action={<ButtonLink to={AGENDA}>{t("events.all_events")}</ButtonLink>}
      />
    </Panel>
  );
}

function Tonight(props: { event: Event; now: number; isFirst: boolean; children: ReactNode }) {
  const t = useT();
  const { event, now, isFirst, children } = props;
  const { id } = event;
  const { data } = events.useOne(id);
  const shown: Shown = data ?? event;
  const answering = useAnswer(shown);
  return (
    <section aria-labelledby={`tonight-${id}`} data-event={id} className="panel flex flex-col">
      <div className="grid flex-1 md:grid-cols-[minmax(0,1fr)_268px]">
        <div className="min-w-0 pad-wide py-5 max-md:py-4">
          <Lead event={shown} now={now} next={untilText(t, shown, now)} />
          <h2
            id={`tonight-${id}`}
            className="mt-2.5 font-display text-xl leading-[1.25] font-semibold text-balance [overflow-wrap:anywhere] max-md:text-[21px]"
          >
            <Link to={pathOf(event)} className="rounded-s underline-offset-4 hover:underline">
              {shown.title}
            </Link>
          </h2>
          <WhenWhere event={shown} now={now} />
        </div>
        <OwnSlot event={shown} />
      </div>
      <OwnAnswer
        event={shown}
        answering={answering}
        slots={pathOf(event)}
        isPrimary={isFirst && answering.standing === null}
        className="min-h-[53px] pad-wide py-3"
      />
      {children}
    </section>
  );
}

/** The reader's slot with the people beside them; for others who comes. */
function OwnSlot({ event }: { event: Shown }) {
  const t = useT();
  const me = useUser().user?.id;
  const { own, slots, people } = event;
  const isGoing = own?.answer === "going" && own.isSeated;
  const slot = isGoing ? (slots.find(({ id }) => id === own.slotId) ?? null) : null;
  const all = people?.filter(({ answer, isSeated }) => answer === "going" && isSeated) ?? [];
  const group = (slot && people && groupsOf({ ...event, people }).find((each) => each.slot === slot)) ?? {
    slot: null,
    seats: event.maxAttendees,
    taken: all,
    waiting: [],
    isFull: false,
  };
  const others = group.taken.filter(({ userId }) => !isGoing || userId !== me);
  const names = others.slice(0, NAMES).map(({ displayName }) => displayName);
  const list = new Intl.ListFormat(LOCALES[currentLanguage()]).format(names);
  const rest = others.length - names.length;
  return (
    <div
      aria-busy={!people}
      className="flex flex-col gap-0.5 border-line pad-wide py-5 max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:items-center max-md:gap-x-3 max-md:border-t max-md:py-3 md:border-l"
    >
      <h3 className="label max-md:sr-only">{t(slot ? "events.your_slot" : "events.who_comes")}</h3>
      {slot ? (
        <>
          <p className="mt-1 font-display text-lg leading-[1.3] font-semibold [overflow-wrap:anywhere] max-md:mt-0">
            {slot.name}
          </p>
          {slot.ship ? <p className="text-sm text-ink-2 [overflow-wrap:anywhere]">{slot.ship}</p> : null}
        </>
      ) : (
        <p className="mt-1 text-sm text-ink-2 max-md:mt-0">{leftText(t, placesOf(event))}</p>
      )}
      {people ? (
        <>
          <span className="mt-2 max-md:col-start-2 max-md:row-span-2 max-md:row-start-1 max-md:mt-0">
            <Seats group={group} room={ROOM} />
          </span>
          {list ? (
            <p className="mt-2 hint [overflow-wrap:anywhere] max-md:sr-only">
              {isGoing ? t("events.with", { names: list }) : list}
              {rest > 0 ? t("events.and_more", { count: rest }) : null}
            </p>
          ) : null}
        </>
      ) : (
        <SkeletonLines lines={2} className="mt-3 max-md:mt-0" />
      )}
    </div>
  );
}

/** The next event without an answer, in one line. */
function Later({ event, isPrimary }: { event: Event; isPrimary: boolean }) {
  const t = useT();
  const format = useFormat();
  const answering = useAnswer(event);
  const { startsAt, title, type, location, slots } = event;
  const isNear = Date.parse(startsAt) - Date.now() < 6 * DAY;
  const label = t("events.choose_slot");
  return (
    <div className="grid grid-cols-[120px_minmax(0,1fr)_auto] items-center gap-x-3.5 gap-y-0.5 border-t border-line pad-wide py-2.5 max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-3">
      <span className="leading-[1.35] max-md:flex max-md:items-baseline max-md:gap-2">
        <span className="figure md:block">{isNear ? format.evening(startsAt) : format.moment(startsAt)}</span>
        <span className="hint md:block">{lastsText(t, event)}</span>
      </span>
      <span className="min-w-0 leading-[1.4] [overflow-wrap:anywhere] max-md:col-start-1">
        <Link to={pathOf(event)} className="font-book hover:underline">
          {title}
        </Link>
        <span className="block hint">
          {[t(`events.type.${type}`), location, t("events.unanswered")].filter(Boolean).join(" · ")}
        </span>
      </span>
      <span className="max-md:col-start-2 max-md:row-span-2 max-md:row-start-1">
        {slots.length > 0 ? (
          <ButtonLink
            to={pathOf(event)}
            size="s"
            variant={isPrimary ? "primary" : "default"}
            aria-label={t("events.named", { label, title })}
          >
            {label}
          </ButtonLink>
        ) : (
          <JoinButton event={event} answering={answering} isPrimary={isPrimary} />
        )}
      </span>
    </div>
  );
}
