import {
  type EventFieldName,
  eventFields,
  toldFields,
} from "../../../../worker/features/events/events.fields.ts";
import type { EventDetails } from "../../../../worker/features/events/events.schema.ts";
import { fieldNames } from "../../../../worker/lib/fields.schema.ts";
import { numberOf } from "../../../lib/number.ts";
import { type EventValues, isRuleEdited, type SlotValues } from "./form-values.ts";

/** The fields as the form orders them, which has the type beside the title. */
export const FORM_ORDER = [...new Set<EventFieldName>(["title", "type", ...fieldNames(eventFields)])];

export type ChangedField =
  | Exclude<EventFieldName, "startsAt" | "endsAt" | "slots">
  | "recurrence"
  | "day"
  | "time";
/** What an edit can change, in the order in which it is listed; slots are compared one by one. */
const LISTED = FORM_ORDER.flatMap((name): ChangedField[] => {
  if (name === "startsAt") return ["recurrence", "day"];
  return name === "endsAt" ? ["time"] : name === "slots" ? [] : [name];
});

const trimmed = (value: unknown) => (typeof value === "string" ? value.trim() : value);

function isChanged(field: ChangedField, before: EventValues, after: EventValues): boolean {
  if (field === "recurrence") return isRuleEdited(before, after);
  const read = ({ startsAt, lengthMinutes, ...others }: EventValues) => {
    if (field === "day") return startsAt.day;
    return field === "time" ? [startsAt.time, lengthMinutes] : trimmed(others[field]);
  };
  return !isSame(read(before), read(after));
}

export type Change =
  | { kind: "field"; field: ChangedField }
  /** A slot that is new, gone, or says something else. */
  | { kind: "slot"; id: number; from: SlotValues | null; to: SlotValues | null }
  /** The slots stand in another order. */
  | { kind: "order" };

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

function changedSlots(before: readonly SlotValues[], after: readonly SlotValues[]): Change[] {
  const ids = [...new Set([...before, ...after].map(({ id }) => id))];
  const find = (slots: readonly SlotValues[], id: number) => slots.find((slot) => slot.id === id) ?? null;
  const changed = ids.flatMap((id): Change[] => {
    const [from, to] = [find(before, id), find(after, id)];
    return isSame(from, to) ? [] : [{ kind: "slot", id, from, to }];
  });
  const order = (slots: readonly SlotValues[], others: readonly SlotValues[]) =>
    slots.flatMap(({ id }) => (find(others, id) ? [id] : []));
  const isReordered = !isSame(order(before, after), order(after, before));
  return isReordered ? [...changed, { kind: "order" }] : changed;
}

/** What differs between an event as it is and the form. */
export function changesBetween(before: EventValues, after: EventValues): Change[] {
  const changed = LISTED.filter((field) => isChanged(field, before, after));
  return [
    ...changed.map((field): Change => ({ kind: "field", field })),
    ...changedSlots(before.slots, after.slots),
  ];
}

const WHEN: readonly ChangedField[] = ["recurrence", "day", "time", "timeZone"];

/** Whether the server tells everybody who comes of one of the changes. */
export const isTold = (changes: readonly Change[]): boolean =>
  changes.some(
    (change) => change.kind === "field" && (WHEN.includes(change.field) || change.field in toldFields),
  );

/** Sign-ups of the dates of a series from one on: with its own, and of those after it alone. */
export function signUpsFrom({ id, dates }: Pick<EventDetails, "id" | "dates">) {
  const at = dates.findIndex((date) => date.id === id);
  const sum = (items: typeof dates) => items.reduce((total, { signUps }) => total + signUps, 0);
  return { all: sum(dates.slice(Math.max(0, at))), later: sum(dates.slice(at + 1)) };
}

/** People of a slot, and of the whole event, who lose their place when there are fewer. */
export function placesLost(
  values: Pick<EventValues, "slots" | "maxAttendees">,
  seated: readonly { slotId: number | null }[],
): { slots: { id: number; count: number }[]; total: number } {
  const slots = values.slots.flatMap(({ id, seats }) => {
    const count = seated.filter(({ slotId }) => slotId === id).length - seats;
    return count > 0 ? [{ id, count }] : [];
  });
  const fromSlots = slots.reduce((sum, { count }) => sum + count, 0);
  // A number that cannot be read takes nobody's place.
  const above = seated.length - (numberOf(values.maxAttendees) ?? Number.POSITIVE_INFINITY) || 0;
  return { slots, total: Math.max(fromSlots, above) };
}
