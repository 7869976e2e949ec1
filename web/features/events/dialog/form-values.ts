import { eventFields } from "../../../../worker/features/events/events.fields.ts";
import type { Event, EventDetails, Slot } from "../../../../worker/features/events/events.schema.ts";
import {
  isLastOfMonth,
  type Rule,
  WEEKDAYS,
  type Weekday,
  weekdayOf,
} from "../../../../worker/features/events/recurrence/recurrence.schema.ts";
import type { ShipRole } from "../../../../worker/features/ships/ships.schema.ts";
import { type Instant, instantAt, wallAt } from "../../../../worker/lib/zones.schema.ts";
import { addDays, type Day, dayOf, nextEvenings, startOf } from "../../../lib/date-input.ts";
import {
  blankForm,
  changedValues,
  type FormValues,
  formValues,
  inputValues,
} from "../../../lib/form-fields.ts";
import { type FieldNumber, fieldNumber, numberOf } from "../../../lib/number.ts";
import { isTime, type TimeText } from "../../../lib/time-input.ts";

/** A slot while it is edited: its ship may not be chosen yet. */
export type SlotValues = Omit<Slot, "ship" | "need"> & {
  ship: string;
  need: null | { kind: "ship"; shipId: number | null } | { kind: "role"; role: ShipRole };
};

/** How an event repeats, and when that ends, as it is chosen; the rule is `ruleOf`. */
export type RepeatValues = {
  unit: "never" | "day" | "week" | "month" | "last_day" | "year";
  every: FieldNumber;
  weekdays: Weekday[];
  ends: "never" | "count" | "until";
  count: FieldNumber;
  until: Day | "";
};

/** Fields that the form holds in another way than `formValues`. */
const SPECIAL = ["startsAt", "endsAt", "slots", "closesMinutes", "organizerId"] as const;
type Special = (typeof SPECIAL)[number];
/** The other fields of an event. */
export const plainFields = Object.fromEntries(
  Object.entries(eventFields).filter(([name]) => !SPECIAL.includes(name as Special)),
) as Omit<typeof eventFields, Special>;

/** The values of the form. Fields that the calls have are called the same, so that their errors are shown there. */
export type EventValues = FormValues<typeof plainFields> & {
  /** On the clocks of the event's zone. */
  startsAt: { day: Day | ""; time: TimeText | "" };
  /** The time at which it ends, the next day where that is not after the start, and whole days on top. */
  lengthMinutes: { to: TimeText | ""; days: number };
  recurrence: RepeatValues;
  slots: SlotValues[];
  closesMinutes: string;
  organizerId: number | null;
  status: "draft" | "upcoming";
  which: "this" | "following";
};

const NEVER: RepeatValues = {
  unit: "never",
  every: "1",
  weekdays: [],
  ends: "never",
  count: "12",
  until: "",
};

const DAY_MINUTES = 24 * 60;
const minutesOf = (time: TimeText) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
const timeOf = (minutes: number): TimeText =>
  [Math.floor(minutes / 60) % 24, minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");

/** The first values of a new event: the reader's next evening, for two hours. */
export function blankValues(now: Date, timeZone: string, userId: number | null): EventValues {
  const [evening = now] = nextEvenings(now);
  return {
    ...blankForm(plainFields),
    timeZone,
    startsAt: { day: dayOf(evening), time: "20:00" },
    lengthMinutes: { to: "22:00", days: 0 },
    recurrence: NEVER,
    slots: [],
    closesMinutes: "0",
    organizerId: userId,
    status: "upcoming",
    which: "this",
  };
}

/** The end of a start and a length of so many minutes by the clock. */
export function endOf(from: TimeText, minutes: number): EventValues["lengthMinutes"] {
  const to = timeOf(minutesOf(from) + minutes);
  // At the same time of day it ends a day later, which is no day on top.
  const days = Math.floor((minutes - 1) / DAY_MINUTES);
  return { to, days: Math.max(0, days) };
}

/** Minutes between two times that clocks show, as if no clock was changed meanwhile. */
const minutesBetween = (from: string, to: string) => (Date.parse(`${to}Z`) - Date.parse(`${from}Z`)) / 60_000;

/** The values of an event at another time, of so many minutes by the clock. */
export function valuesAt(
  values: EventValues,
  { startsAt, lengthMinutes }: { startsAt: string; lengthMinutes: number },
): EventValues {
  const wall = wallAt(startsAt, values.timeZone);
  const [day, time] = [wall.slice(0, 10), wall.slice(11)];
  return { ...values, startsAt: { day, time }, lengthMinutes: endOf(time, lengthMinutes) };
}

const repeatOf = (rule: Rule | null, day: Day): RepeatValues =>
  rule
    ? {
        unit: rule.monthDay === "last_day" ? "last_day" : rule.unit,
        every: fieldNumber(rule.every),
        weekdays: rule.unit === "week" ? (rule.weekdays ?? [weekdayOf(`${day}T00:00`)]) : [],
        ends: rule.ends.kind,
        count: rule.ends.kind === "count" ? fieldNumber(rule.ends.count) : NEVER.count,
        until: rule.ends.kind === "until" ? rule.ends.day : "",
      }
    : NEVER;

export const slotValues = (slots: readonly Slot[]): SlotValues[] =>
  slots.map((slot) => ({ ...slot, ship: slot.ship ?? "" }));

/** The values of an event, with what its series does from this date on. */
export function valuesOf(event: EventDetails): EventValues {
  const { timeZone, startsAt, endsAt } = event;
  const [from, to] = [wallAt(startsAt, timeZone), wallAt(endsAt, timeZone)];
  const [day, time] = [from.slice(0, 10), from.slice(11)];
  return {
    ...formValues(plainFields, event),
    startsAt: { day, time },
    lengthMinutes: endOf(time, minutesBetween(from, to)),
    recurrence: repeatOf(event.series?.rest ?? null, day),
    slots: slotValues(event.slots),
    closesMinutes: String(event.closesMinutes),
    organizerId: event.organizer?.userId ?? null,
    status: event.status === "draft" ? "draft" : "upcoming",
    which: "this",
  };
}

/** The values of a new event like another one: everything but its dates. */
export const copyOf = (event: EventDetails): EventValues => {
  const values = valuesOf(event);
  return {
    ...values,
    startsAt: { day: "", time: values.startsAt.time },
    recurrence: NEVER,
    status: "upcoming",
  };
};

type When = Pick<EventValues, "startsAt" | "timeZone">;

/** When an event begins; null while day, time or zone cannot be read. */
export function startOfEvent({ startsAt: { day, time }, timeZone }: When): Instant | null {
  return startOf(day) && isTime(time) && timeZone ? instantAt(`${day}T${time}`, timeZone) : null;
}

/** When an event ends; null while that or its start cannot be read. */
export function endOfEvent(values: When & Pick<EventValues, "lengthMinutes">): string | null {
  const { startsAt, lengthMinutes, timeZone } = values;
  const day = startOf(startsAt.day);
  if (!startOfEvent(values) || !day || !isTime(lengthMinutes.to)) return null;
  const over = lengthMinutes.to > startsAt.time ? 0 : 1;
  const last = dayOf(addDays(day, over + lengthMinutes.days));
  return instantAt(`${last}T${lengthMinutes.to}`, timeZone).instant;
}

/** The values with another time of the start: an end that can be read moves along, so that the event lasts as long. */
export function startingAt(
  values: Pick<EventValues, "startsAt" | "lengthMinutes">,
  last: string,
  time: EventValues["startsAt"]["time"],
) {
  const startsAt = { ...values.startsAt, time };
  const { to, days } = values.lengthMinutes;
  if (!isTime(last) || !isTime(time) || !isTime(to)) return { startsAt, lengthMinutes: values.lengthMinutes };
  const minutes =
    ((minutesOf(to) - minutesOf(last) + DAY_MINUTES - 1) % DAY_MINUTES) + 1 + days * DAY_MINUTES;
  return { startsAt, lengthMinutes: endOf(time, minutes) };
}

/** Minutes that it lasts, NaN while they cannot be told. */
export function lengthOf(values: When & Pick<EventValues, "lengthMinutes">): number {
  const [start, end] = [startOfEvent(values), endOfEvent(values)];
  return start && end ? (Date.parse(end) - Date.parse(start.instant)) / 60_000 : Number.NaN;
}

export const mayEndMonths = (day: Day): boolean => startOf(day) !== null && isLastOfMonth(`${day}T00:00`);

/** The weekdays of a rule, from Monday, among which the first date's always is. */
export function weekdaysOf({ weekdays }: RepeatValues, day: Day): Weekday[] {
  const own = startOf(day) ? [weekdayOf(`${day}T00:00`)] : [];
  return WEEKDAYS.filter((each) => weekdays.includes(each) || own.includes(each));
}

/** How an event repeats when its first date is another day: the weekday of the first date moves along. */
export function movedTo(repeat: RepeatValues, from: Day, to: Day): RepeatValues {
  if (!startOf(to)) return repeat;
  const old = startOf(from) ? weekdayOf(`${from}T00:00`) : null;
  const weekdays = repeat.weekdays.filter((each) => each !== old);
  return {
    ...repeat,
    unit: repeat.unit === "last_day" && !mayEndMonths(to) ? "month" : repeat.unit,
    weekdays: repeat.unit === "week" ? weekdaysOf({ ...repeat, weekdays }, to) : weekdays,
  };
}

/** The rule that is chosen, for the server to check; null for an event that does not repeat. */
export function ruleOf(repeat: RepeatValues, day: Day): Rule | null {
  const { unit, every, ends } = repeat;
  if (unit === "never") return null;
  const weekdays = weekdaysOf(repeat, day);
  return {
    every: numberOf(every) ?? Number.NaN,
    unit: unit === "last_day" ? "month" : unit,
    ...(unit === "week" && weekdays.length > 1 ? { weekdays } : {}),
    ...(unit === "last_day" ? { monthDay: "last_day" } : {}),
    ends:
      ends === "count"
        ? { kind: ends, count: numberOf(repeat.count) ?? Number.NaN }
        : ends === "until"
          ? { kind: ends, day: repeat.until }
          : { kind: ends },
  };
}

/** A slot with the next number: no other slot has had it, so that nobody's answer is about the new one. */
export const newSlot = (...all: readonly SlotValues[][]): SlotValues => ({
  id: Math.max(0, ...all.flat().map(({ id }) => id)) + 1,
  name: "",
  ship: "",
  need: null,
  seats: 1,
});

export const seatsOf = (slots: readonly SlotValues[]): number =>
  slots.reduce((sum, { seats }) => sum + seats, 0);

export const slotsOf = (slots: readonly SlotValues[]) =>
  slots.map(({ ship, ...slot }) => ({ ...slot, ship: ship.trim() || null }));

/** What both calls have in common; a time that cannot be read is no instant, and refused. */
export const commonOf = (values: EventValues) => ({
  ...inputValues(plainFields, values),
  startsAt: startOfEvent(values)?.instant ?? "?",
  lengthMinutes: lengthOf(values),
  slots: slotsOf(values.slots),
  closesMinutes: Number(values.closesMinutes),
  organizerId: values.organizerId,
});

/** The input of a new event. */
export const inputOf = (values: EventValues) => ({
  ...commonOf(values),
  status: values.status,
  recurrence: ruleOf(values.recurrence, values.startsAt.day),
});

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Whether another rule was chosen than the one that follows from the first date's day. */
export function isRuleEdited(before: EventValues, values: EventValues): boolean {
  const { day } = values.startsAt;
  const moved = movedTo(before.recurrence, before.startsAt.day, day);
  return !isSame(ruleOf(moved, day), ruleOf(values.recurrence, day));
}

/**
 * The values with the dates that they are for: a draft's and a new rule are for the following ones, too.
 * @param base the values of the edited event
 */
export function settled(values: EventValues, base: EventValues, isOfSeries: boolean): EventValues {
  const isForAll = isOfSeries && (base.status === "draft" || isRuleEdited(base, values));
  return isForAll ? { ...values, which: "following" } : values;
}

/** The input of an edit: only what was changed, so that others' changes of the rest stay; empty for no change. */
export function changesOf(before: EventValues, values: EventValues, isOfSeries: boolean) {
  const { recurrence, ...rest } = changedValues(inputOf(values), inputOf(before));
  const isForAll = !isOfSeries || values.which === "following";
  return { ...rest, ...(recurrence !== undefined && isForAll ? { recurrence } : {}) };
}

/** The changes as the event itself shows them, until the answer arrives. */
export function patchOf(changes: ReturnType<typeof changesOf>, values: EventValues): Partial<Event> {
  const { lengthMinutes, organizerId: _, recurrence: __, status: ___, ...same } = changes;
  const isMoved = lengthMinutes !== undefined || same.startsAt !== undefined;
  const endsAt = isMoved ? endOfEvent(values) : null;
  return { ...(same as Partial<Event>), ...(endsAt ? { endsAt } : {}) };
}
