import type { Event } from "../../../worker/features/events/events.schema.ts";
import { cx } from "../../lib/cx.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { Button } from "../../ui/button.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { PlaceIcon } from "../../ui/icons.tsx";
import { Link } from "../../ui/link.tsx";
import { attendanceHref } from "../attendance/index.ts";
import type { AgendaList } from "./address.ts";
import { startOf } from "./clock.ts";
import { countText, Faces, leftText } from "./event-parts.tsx";
import { useAnswer } from "./events.api.ts";
import { JoinButton } from "./own-answer.tsx";
import { placesOf } from "./places.ts";
import { standingOf } from "./standing.ts";
import { Standing } from "./standing-badge.tsx";
import { goesOn, lastsText } from "./words.ts";

const ROW =
  "relative grid grid-cols-[92px_minmax(0,1fr)_112px_150px] lg:grid-cols-[92px_minmax(0,1fr)_112px_112px_150px] items-center gap-[18px] pad-wide pt-2.5 pb-3.5 hover:bg-deck max-md:grid-cols-[62px_minmax(0,1fr)_auto] max-md:items-start max-md:gap-x-2.5 max-md:gap-y-1.5";

/** What the row offers: confirming who was there, signing up, choosing a slot, or the reader's standing. */
function State(props: { event: Event; list: AgendaList; isUnconfirmed: boolean }) {
  const t = useT();
  const { event, list, isUnconfirmed } = props;
  const answering = useAnswer(event);
  const { id, status, slots, can, title } = event;
  const isOpen = status === "upcoming" || status === "ongoing";
  if (isUnconfirmed) {
    const label = t("events.confirm_attendance");
    return (
      <ButtonLink size="s" to={attendanceHref(id)} aria-label={t("events.named", { label, title })}>
        {label}
      </ButtonLink>
    );
  }
  if (!isOpen || standingOf(event)) return <Standing event={event} />;
  if (slots.length === 0 || !can.answer) return <JoinButton {...{ event, answering }} />;
  const label = t("events.choose_slot");
  return (
    <Button
      size="s"
      data-choose=""
      aria-label={t("events.named", { label, title })}
      onClick={() => list.open({ event: id }, `[data-event="${id}"] [data-choose]`)}
    >
      {label}
    </Button>
  );
}

/** The first users with a place, and the number of the others; nothing where there is no room. */
function Crew({ event: { faces = [], attendees } }: { event: Event }) {
  const t = useT();
  const more = attendees - faces.length;
  const names = faces.map(({ displayName }) => displayName).join(", ");
  return (
    <span className="max-lg:hidden">
      {faces.length > 0 ? (
        <span
          role="img"
          aria-label={t("events.taken_by", {
            names: more > 0 ? names + t("events.and_more", { count: more }) : names,
          })}
          className="flex items-center gap-1"
        >
          <Faces people={faces.map((face) => ({ ...face, id: face.userId }))} more={more} />
        </span>
      ) : null}
    </span>
  );
}

/** An event in the agenda; the whole row opens it. */
export function EventRow(props: {
  event: Event;
  now: number;
  list: AgendaList;
  /** Its attendance waits for the reader. */
  isUnconfirmed: boolean;
}) {
  const t = useT();
  const { event, now, list, isUnconfirmed } = props;
  const { id, title, type, location, status, cancelReason, cancelledBy } = event;
  const isOff = status === "cancelled";
  const places = placesOf(event);
  const lasts = isOff
    ? t("events.cancelled")
    : goesOn(event, now)
      ? t("events.goes_on")
      : lastsText(t, event);
  const off = cancelledBy
    ? t("events.called_off_by", { name: cancelledBy, reason: cancelReason ?? "" })
    : (cancelReason ?? "");
  return (
    <li data-event={id} className={ROW}>
      <span className="leading-[1.35]">
        <span
          className={cx(
            "block figure text-lg max-md:text-[15px]",
            isOff && "text-ink-3 line-through decoration-1",
          )}
        >
          {startOf(event)}
        </span>
        <span className="block hint">{lasts}</span>
      </span>
      <span className="min-w-0 max-md:col-span-2">
        <Link
          {...list.linkTo({ event: id }, `[data-event="${id}"] [data-open]`)}
          data-open=""
          className={cx(
            "covers font-book [overflow-wrap:anywhere]",
            isOff && "text-ink-3 line-through decoration-1",
          )}
        >
          {title}
        </Link>
        <span className="flex flex-wrap items-center gap-x-3.5 gap-y-0.5 text-sm text-ink-2">
          <span className="font-medium text-ink">{t(`events.type.${type}`)}</span>
          {isOff ? (
            <span className="[overflow-wrap:anywhere]">{off}</span>
          ) : location ? (
            <span className="inline-flex min-w-0 items-center gap-1.5">
              <PlaceIcon size={14} className="flex-none text-ink-3" />
              <span className="[overflow-wrap:anywhere]">{location}</span>
            </span>
          ) : null}
        </span>
      </span>
      <Crew event={event} />
      {isOff ? (
        <span className="max-md:hidden" />
      ) : (
        <span className="text-right leading-[1.35] max-md:col-start-2 max-md:row-start-2 max-md:flex max-md:flex-wrap max-md:gap-x-2 max-md:self-center max-md:text-left">
          <span className="figure md:block">{countText(t, places)}</span>{" "}
          <span className="hint md:block">
            {status === "completed" ? t("events.signed_up") : leftText(t, places)}
          </span>
        </span>
      )}
      <span
        className={cx(
          "relative z-1 flex justify-end max-md:col-start-3 max-md:row-start-2",
          // Phones say it in place of the length.
          isOff && "max-md:hidden",
        )}
      >
        <State event={event} list={list} isUnconfirmed={isUnconfirmed} />
      </span>
    </li>
  );
}

export const ROW_SKELETON =
  "grid grid-cols-[92px_minmax(0,1fr)_96px] items-center gap-[18px] border-t border-line pad-wide py-4 first:border-t-0 max-md:grid-cols-[62px_minmax(0,1fr)]";
