import type { ReactNode } from "react";
import useSWR from "swr";
import type { Clashes } from "../../../../worker/features/events/clashes.schema.ts";
import { type EventDetails, LENGTH } from "../../../../worker/features/events/events.schema.ts";
import { wallAt } from "../../../../worker/lib/zones.schema.ts";
import { withQuery } from "../../../lib/api.ts";
import { LOCALES, useLanguage, useT } from "../../../lib/i18n/i18n.ts";
import { useUser } from "../../../lib/session.tsx";
import { ArrowRightIcon, BellIcon, CalendarIcon, PeopleIcon } from "../../../ui/icons.tsx";
import { Section } from "../../../ui/section.tsx";
import { useRoles } from "../../members/index.ts";
import { useShips } from "../../ships/index.ts";
import { type Change, changesBetween, isTold, placesLost, signUpsFrom } from "./changes.ts";
import { type EventValues, lengthOf, startOfEvent } from "./form-values.ts";
import { useSettled } from "./next-dates.ts";
import type { Organizer } from "./people-fields.tsx";
import { fieldText, type Names, slotDifference } from "./words.ts";
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
function useClashText(event: EventDetails, base: EventValues, values: EventValues): string | null {
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
    until: isOneEnd ? (isSameDay ? "same_day" : "other_day") : "unknown",
    time: timeIn(end, timeZone, language),
    day: dayIn(end, timeZone, language),
  });
  const isSeries = event.seriesId !== null && values.which === "following";
  return isSeries ? `${text} ${t("event_form.clash_later")}` : text;
}

/** Says what a field and a slot is in words; the names of roles and ships come with them. */
export function useNames(people: readonly Organizer[]): Names & { shipName: (id: number) => string } {
  const t = useT();
  const language = useLanguage();
  const { data: roles = [] } = useRoles();
  const { data: ships = [] } = useShips();
  return {
    t,
    language,
    roleName: (id) => roles.find((role) => role.id === id)?.name ?? t("event_form.role_gone"),
    personName: (userId) =>
      people.find((person) => person.userId === userId)?.displayName ?? t("event_form.a_member"),
    shipName: (id) => ships.find((ship) => ship.id === id)?.name ?? t("event_form.a_ship"),
  };
}

/** What an edit changes: old and new, who is told, and who loses a place. */
export function WhatChanges(props: {
  event: EventDetails;
  base: EventValues;
  values: EventValues;
  people: readonly Organizer[];
}) {
  const t = useT();
  const names = useNames(props.people);
  const { user } = useUser();
  const { event, base, values } = props;
  const clashes = useClashText(event, base, values);
  const changes = changesBetween(base, values);
  if (changes.length === 0) return null;
  const wordsOf = (change: Change): [label: string, from: string | null, to: string | null] => {
    if (change.kind === "order") return [t("events.slots"), null, t("event_form.reordered")];
    if (change.kind === "field") {
      const text = (event: EventValues) => fieldText(change.field, event, names);
      return [t(`events.field.${change.field}`), text(base), text(values)];
    }
    const { from, to } = change;
    const name = (from ?? to)?.name.trim() || t("event_form.new_slot");
    const text = (slot: typeof from, other: typeof from) =>
      slot && slotDifference(t, slot, other, names.shipName);
    return [name, text(from, to), text(to, from) ?? t("event_form.slot_gone")];
  };
  const mine = ({ userId }: { userId: number | null }) => userId === null || userId === user?.id;
  const others = event.people.filter((person) => !mine(person));
  const going = others.filter(({ answer, isSeated }) => answer === "going" && isSeated).length;
  const waiting = others.filter(({ number }) => number !== null).length;
  const maybe = others.filter(({ answer }) => answer === "maybe").length;
  const notified = going + waiting + maybe;
  // Without a rule the following dates end.
  const isFurther = values.which === "following" && values.recurrence.unit !== "never";
  const later = isFurther ? signUpsFrom(event).later : 0;
  const isAnybodyTold = event.status !== "draft" && isTold(changes);
  const lost = placesLost(
    values,
    event.people.filter(({ isSeated }) => isSeated),
  ).total;
  const isAboutPlaces = changes.some(
    (change) => change.kind === "slot" || (change.kind === "field" && change.field === "maxAttendees"),
  );
  return (
    <Section title={t("event_form.what_changes")} aside={t("event_form.not_saved")}>
      <dl className="text-md">
        {changes.map((change) => {
          const [label, from, to] = wordsOf(change);
          return (
            <div
              key={change.kind === "field" ? change.field : change.kind === "slot" ? change.id : change.kind}
              className="grid grid-cols-[92px_minmax(0,1fr)] gap-x-3 border-t border-line py-2"
            >
              <dt className="text-sm text-ink-3 [overflow-wrap:anywhere]">{label}</dt>
              <dd className="line-clamp-5 [overflow-wrap:anywhere]">
                {from === null ? null : (
                  <>
                    <s className="text-ink-3">{from}</s>
                    <ArrowRightIcon size={13} className="mx-1.5 inline text-ink-3" />
                  </>
                )}
                <b className="font-semibold">{to}</b>
              </dd>
            </div>
          );
        })}
      </dl>
      <div className="mt-2 grid gap-2.5 border-t border-line pt-3 text-md text-ink-2">
        {event.status === "draft" ? null : (
          <Told icon={<BellIcon size={15} />}>
            {isAnybodyTold && notified > 0
              ? t("event_form.told", { going, waiting, maybe })
              : isAnybodyTold && later > 0
                ? null
                : t("event_form.told_nobody")}
            {isAnybodyTold && later > 0 ? ` ${t("event_form.told_following", { count: later })}` : null}
          </Told>
        )}
        {isAboutPlaces ? (
          <Told icon={<PeopleIcon size={15} />}>
            {lost > 0 ? (
              <span className="text-wait">{t("event_form.places_lost", { count: lost })}</span>
            ) : (
              t("event_form.places_kept")
            )}
          </Told>
        ) : null}
        {clashes ? <Told icon={<CalendarIcon size={15} />}>{clashes}</Told> : null}
      </div>
    </Section>
  );
}

const Told = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <p className="grid grid-cols-[18px_minmax(0,1fr)] gap-x-2 [&>svg]:mt-[3px] [&>svg]:text-ink-3">
    {icon}
    <span>{children}</span>
  </p>
);
