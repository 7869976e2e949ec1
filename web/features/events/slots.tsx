import { type ReactNode, type Ref, useId } from "react";
import type { Attendee, Slot } from "../../../worker/features/events/events.schema.ts";
import { cx } from "../../lib/cx.ts";
import { LOCALES } from "../../lib/format.ts";
import { currentLanguage, useT } from "../../lib/i18n/i18n.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Faces, TEXT_BUTTON } from "./event-parts.tsx";
import type { Answering } from "./events.api.ts";
import { type Group, groupsOf, type Shown, seatsOf } from "./places.ts";

/** Seats that a row draws, and those of an event without slots. */
const ROW_ROOM = 6;
const ROOM = 24;

/** Draws seats: faces of the people who have them, a number for those without room, dashed circles for free ones. */
export function Seats({ group, room }: { group: Group; room: number }) {
  const t = useT();
  const { taken, seats } = group;
  const { faces, more, free } = seatsOf(taken.length, seats, room);
  const names = new Intl.ListFormat(LOCALES[currentLanguage()]).format(
    taken.map(({ displayName }) => displayName),
  );
  const label = [
    taken.length > 0 && t("events.taken_by", { names }),
    seats !== null && t("events.seats_free", { count: Math.max(0, seats - taken.length) }),
  ];
  if (faces + more + free === 0) return null;
  return (
    <span
      role="img"
      aria-label={label.filter(Boolean).join("; ")}
      className="flex flex-wrap items-center gap-1"
    >
      <Faces people={taken.slice(0, faces)} more={more} />
      {Array.from({ length: free }, (_, seat) => seat).map((seat) => (
        <span key={seat} className="size-[22px] flex-none rounded-full border border-dashed border-ink-3" />
      ))}
    </span>
  );
}

function useSlotWords() {
  const t = useT();
  return {
    nameOf: (slot: Slot | null) => slot?.name ?? t("events.any_role"),
    noteOf: (slot: Slot | null): string => {
      if (!slot) return t("events.any_role_note");
      const { ship, need } = slot;
      const needs =
        need?.kind === "role"
          ? t("events.needs_role", { role: t(`ships.role.${need.role}`) })
          : need && t("events.needs_ship");
      return [ship, needs].filter(Boolean).join(" · ");
    },
  };
}

/** The reader's button for a slot, or their answer to it. */
function SlotAction({ group, event, answering }: { group: Group; event: Shown; answering: Answering }) {
  const t = useT();
  const { nameOf } = useSlotWords();
  const { own, can, hasWaitingList } = event;
  const { slot, isFull, waiting } = group;
  const slotId = slot?.id ?? null;
  if (own?.answer === "going" && own.slotId === slotId)
    return own.isSeated ? (
      <b className="font-semibold">{t("events.your_slot")}</b>
    ) : (
      <b className="font-semibold text-wait">{t("events.you_are_number", { number: own.number ?? 0 })}</b>
    );
  if (own?.waitsFor?.slotId === slotId)
    return (
      <>
        <b className="block font-semibold text-wait">
          {t("events.you_are_number", { number: own.waitsFor.number })}
        </b>
        {can.answer ? (
          <button type="button" className={TEXT_BUTTON} onClick={() => answering.join(own.slotId, false)}>
            {t("events.stop_waiting")}
          </button>
        ) : null}
      </>
    );
  if (isFull && (!hasWaitingList || !can.answer)) return <span className="hint">{t("events.full")}</span>;
  if (!can.answer) return null;
  const label = isFull
    ? t("events.join_waiting_as", { number: waiting.length + 1 })
    : t(own?.answer === "going" && own.isSeated ? "events.move_here" : "events.take_slot");
  return (
    <button
      type="button"
      className={TEXT_BUTTON}
      aria-label={`${label}: ${nameOf(slot)}`}
      onClick={() => answering.join(slotId, isFull)}
    >
      {isFull ? t("events.join_waiting") : label}
    </button>
  );
}

function SlotRow(props: { group: Group; event: Shown; answering: Answering | null }) {
  const t = useT();
  const { nameOf, noteOf } = useSlotWords();
  const { group, event, answering } = props;
  const { slot, seats, taken } = group;
  const note = noteOf(slot);
  return (
    <li
      data-slot={slot?.id ?? 0}
      className="grid grid-cols-[minmax(0,1fr)_152px_40px_118px] items-center gap-3 border-t border-line py-2 max-md:grid-cols-[minmax(0,1fr)_40px_118px] max-md:gap-x-2.5 max-md:gap-y-2"
    >
      <span className="min-w-0 leading-[1.35]">
        <span className="block font-book [overflow-wrap:anywhere]">{nameOf(slot)}</span>
        {note ? <span className="block hint [overflow-wrap:anywhere]">{note}</span> : null}
      </span>
      <span className="max-md:order-last max-md:col-span-full max-md:empty:hidden">
        <Seats group={group} room={ROW_ROOM} />
      </span>
      <span className="text-right figure">
        <span className="sr-only">
          {seats === null ? t("events.no_limit") : t("events.of", { taken: taken.length, most: seats })}
        </span>
        <span aria-hidden="true">
          {taken.length}
          {seats === null ? null : <span className="text-ink-3">/{seats}</span>}
        </span>
      </span>
      <span className="text-right text-md leading-[1.3]">
        {answering ? <SlotAction {...{ group, event, answering }} /> : null}
      </span>
    </li>
  );
}

const NAMES = 12;

/** The faces and names of everybody in an event without slots. */
function Everybody({ group }: { group: Group }) {
  const t = useT();
  const nameOf = ({ displayName }: Attendee) => displayName;
  const rest = group.taken.length - NAMES;
  if (group.taken.length === 0) return <p className="py-2 hint">{t("events.nobody_yet")}</p>;
  return (
    <div className="grid gap-2.5 border-t border-line pt-3 pb-2">
      <Seats group={group} room={ROOM} />
      <p className="text-md text-ink-2 [overflow-wrap:anywhere]" aria-hidden="true">
        {group.taken.slice(0, NAMES).map(nameOf).join(", ")}
        {rest > 0 ? t("events.and_more", { count: rest }) : null}
      </p>
    </div>
  );
}

/** The people of an event by slot; `heading` gets the focus of a reader who changes their slot. */
export function Slots(props: {
  event: Shown;
  /** Null where the reader chooses nothing. */
  answering: Answering | null;
  heading?: Ref<HTMLHeadingElement>;
  className?: string;
}): ReactNode {
  const t = useT();
  const id = useId();
  const { event, answering, heading, className } = props;
  const { slots, organizer, people } = event;
  const groups = people && groupsOf({ ...event, people });
  return (
    <section
      aria-labelledby={id}
      aria-busy={!people}
      className={cx("border-line pad-wide pt-5 pb-3", className)}
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1 pb-2">
        <h3 id={id} ref={heading} tabIndex={-1} className="label outline-none">
          {t(slots.length > 0 ? "events.slots" : "events.who_comes")}
        </h3>
        {organizer ? (
          <span className="hint">{t("events.led_by", { name: organizer.displayName })}</span>
        ) : null}
      </div>
      {!groups ? (
        <div className={cx("grid gap-3 border-t border-line pt-3", slots.length > 0 && "pb-2")}>
          {(slots.length > 0 ? slots : [null]).map((slot) => (
            <Skeleton key={slot?.id ?? 0} className="h-[30px]" />
          ))}
        </div>
      ) : slots.length > 0 ? (
        <ul>
          {groups.map((group) => (
            <SlotRow key={group.slot?.id ?? 0} {...{ group, event, answering }} />
          ))}
        </ul>
      ) : (
        groups.map((group) => <Everybody key={0} group={group} />)
      )}
    </section>
  );
}
