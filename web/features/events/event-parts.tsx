import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import type { Event } from "../../../worker/features/events/events.schema.ts";
import { cx } from "../../lib/cx.ts";
import { capital } from "../../lib/format.ts";
import { type Translate, useT } from "../../lib/i18n/i18n.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { ClockIcon, PlaceIcon } from "../../ui/icons.tsx";
import { groupsOf, placesOf, type Shown } from "./places.ts";
import { goesOn, nearDay, shortDay, whenText, zoneOf } from "./words.ts";

/** A look of text that does something within a row. */
export const TEXT_BUTTON = "target link min-h-6 text-md font-medium";

/** A word without a colour, such as the type. */
function Plain({ children }: { children: ReactNode }) {
  return (
    <span className="inline-flex h-[22px] items-center rounded-full border border-line bg-deck px-2 text-ink-2 [font:550_12px/1_var(--font-sans)]">
      {children}
    </span>
  );
}

/** Faces of people, and the number of those without one. */
export function Faces(props: {
  people: readonly { id: number; displayName: string; avatarUrl: string | null }[];
  more: number;
}) {
  const { people, more } = props;
  return (
    <>
      {people.map(({ id, displayName, avatarUrl }) => (
        <span key={id} title={displayName}>
          <Avatar name={displayName} src={avatarUrl} size="s" />
        </span>
      ))}
      {more > 0 ? <span className="figure px-0.5 text-sm text-ink-2">+{more}</span> : null}
    </>
  );
}

function Fact(props: { icon: ReactNode; label: string; text: ReactNode; hint?: ReactNode }) {
  return (
    <div className="flex gap-2.5">
      <dt className="mt-[3px] w-5 flex-none text-ink-3">
        {props.icon}
        <span className="sr-only">{props.label}</span>
      </dt>
      <dd className="min-w-0 leading-[1.4] [overflow-wrap:anywhere]">
        <span className="block font-book">{props.text}</span>
        {props.hint ? <span className="block hint">{props.hint}</span> : null}
      </dd>
    </div>
  );
}

/** When and where an event takes place, in the reader's zone and once in UTC. */
export function WhenWhere({ event, now }: { event: Event; now: number }) {
  const t = useT();
  const { startsAt, location } = event;
  const zone = zoneOf(t, startsAt);
  return (
    <dl className="mt-4 grid gap-3">
      <Fact
        icon={<ClockIcon />}
        label={t("events.field.when")}
        text={whenText(t, event, now)}
        // The date follows where "tomorrow" stands for it above.
        hint={capital(
          [
            nearDay(t, startsAt, now) && shortDay(startsAt),
            t("events.in_zone", { zone: zone.name, utc: zone.utc }),
          ]
            .filter(Boolean)
            .join(", "),
        )}
      />
      {location ? <Fact icon={<PlaceIcon />} label={t("events.field.where")} text={location} /> : null}
    </dl>
  );
}

/** The description; with `lines` shortened until the reader wants all of it. */
export function Description({ text, lines }: { text: string; lines?: string }) {
  const t = useT();
  const box = useRef<HTMLParagraphElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [isCut, setIsCut] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured again for another text
  useLayoutEffect(() => {
    const { current } = box;
    if (!current || isOpen) return;
    const measure = () => setIsCut(current.scrollHeight > current.clientHeight + 1);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [text, isOpen]);
  if (!text) return null;
  return (
    <div className="relative mt-4 max-w-[60ch]">
      <p
        ref={box}
        className={cx("whitespace-pre-line text-ink-2 [overflow-wrap:anywhere]", !isOpen && lines)}
      >
        {text}
      </p>
      {lines && (isCut || isOpen) ? (
        <button
          type="button"
          aria-expanded={isOpen}
          // Lies over the end of the last line, so that it takes no line of its own.
          className={cx(TEXT_BUTTON, !isOpen && "absolute right-0 bottom-0 inline-flex items-end")}
          onClick={() => setIsOpen(!isOpen)}
        >
          <span className={isOpen ? "" : "bg-linear-to-l from-hull from-60% to-transparent pl-10"}>
            {t(isOpen ? "events.less" : "events.more_text")}
          </span>
        </button>
      ) : null}
    </div>
  );
}

/** "6 of 10", "31" without a limit. */
export const countText = (
  t: Translate,
  { taken, most }: Pick<ReturnType<typeof placesOf>, "taken" | "most">,
) => (most === null ? String(taken) : t("events.of", { taken, most }));

/** The note beside the number of places: how many are left, or who waits. */
export function leftText(t: Translate, { left, waiting, isFull }: ReturnType<typeof placesOf>): string {
  if (left === null) return t("events.no_limit");
  if (isFull) return waiting > 0 ? t("events.waiting", { count: waiting }) : t("events.full");
  return t("events.places_left", { count: left });
}

/** Names of waiting people that one line says. */
const NAMED = 3;

/** How many places are taken, and who waits for one. */
export function Places({ event, link }: { event: Shown; link?: ReactNode }) {
  const t = useT();
  const places = placesOf(event);
  const { taken, most, left, waiting } = places;
  const { people } = event;
  const count = <b className="figure text-ink">{countText(t, places)}</b>;
  const waits = people ? groupsOf({ ...event, people }).filter((group) => group.waiting.length > 0) : [];
  return (
    <div className="mt-[18px] max-w-[560px] max-md:mt-3.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-2 gap-y-1">
        <span className="text-ink-2">
          {t.rich(
            left === null || event.status === "completed" ? "events.places_free" : "events.places_taken",
            { count },
          )}
        </span>
        {link}
      </div>
      {most === null ? null : (
        <span role="img" aria-label={t("events.of", { taken, most })} className="meter mt-2">
          <span style={{ width: `${Math.min(100, (taken / most) * 100)}%` }} />
        </span>
      )}
      {waits.map(({ slot, waiting: queue }) => {
        // A single remaining name is as short as "and 1 more".
        const shown = queue.length > NAMED + 1 ? NAMED : queue.length;
        const names = queue.slice(0, shown).map(({ displayName }, index) => `${index + 1}. ${displayName}`);
        const more = queue.length > shown ? t("events.and_more", { count: queue.length - shown }) : "";
        return (
          <p key={slot?.id ?? 0} className="mt-2 hint [overflow-wrap:anywhere]">
            {slot
              ? t("events.waiting_for_slot", { slot: slot.name, names: names.join(", ") + more })
              : t("events.waiting_for_place", { names: names.join(", ") + more })}
          </p>
        );
      })}
      {people || waiting === 0 ? null : (
        <p className="mt-2 hint">{t("events.waiting", { count: waiting })}</p>
      )}
    </div>
  );
}

/** The type of an event, and how soon it begins. */
export function Lead({ event, now, next }: { event: Event; now: number; next?: string | null }) {
  const t = useT();
  return (
    <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5 text-md text-ink-2">
      <Plain>{t(`events.type.${event.type}`)}</Plain>
      {goesOn(event, now) && event.status !== "cancelled" ? (
        <b className="font-book text-ink">{t("events.goes_on")}</b>
      ) : next ? (
        <span>{t.rich("events.next", { time: <b className="figure text-ink">{next}</b> })}</span>
      ) : null}
    </p>
  );
}
