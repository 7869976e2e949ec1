import type { EventDetails } from "../../../../worker/features/events/events.schema.ts";
import { numberOf } from "../../../lib/number.ts";
import { type EventValues, isRuleEdited, type SlotValues } from "./form-values.ts";

/** What an edit changes, in the order in which it is listed. */
const FIELDS = {
  title: ({ title }) => title.trim(),
  type: ({ type }) => type,
  description: ({ description }) => description.trim(),
  location: ({ location }) => location.trim(),
  day: ({ startsAt }) => startsAt.day,
  time: ({ startsAt, lengthMinutes }) => [startsAt.time, lengthMinutes],
  timeZone: ({ timeZone }) => timeZone,
  maxAttendees: ({ maxAttendees }) => maxAttendees,
  hasWaitingList: ({ hasWaitingList }) => hasWaitingList,
  closesMinutes: ({ closesMinutes }) => closesMinutes,
  organizerId: ({ organizerId }) => organizerId,
  audience: ({ audience }) => audience,
  isMirrored: ({ isMirrored }) => isMirrored,
} as const satisfies Record<string, (values: EventValues) => unknown>;
export type ChangedField = keyof typeof FIELDS | "recurrence";

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
  const fields = (Object.keys(FIELDS) as (keyof typeof FIELDS)[]).filter(
    (field) => !isSame(FIELDS[field](before), FIELDS[field](after)),
  );
  const at = fields.findIndex((field) => !["title", "type", "description", "location"].includes(field));
  const place = at < 0 ? fields.length : at;
  const all: ChangedField[] = isRuleEdited(before, after)
    ? [...fields.slice(0, place), "recurrence", ...fields.slice(place)]
    : fields;
  return [
    ...all.map((field): Change => ({ kind: "field", field })),
    ...changedSlots(before.slots, after.slots),
  ];
}

/** Fields of which the server tells everybody who comes. */
const TOLD: readonly ChangedField[] = ["title", "location", "day", "time", "timeZone", "recurrence"];

export const isTold = (changes: readonly Change[]): boolean =>
  changes.some((change) => change.kind === "field" && TOLD.includes(change.field));

/** Sign-ups of the dates of a series from one on: with its own, and of those after it alone. */
export function signUpsFrom({ id, dates }: Pick<EventDetails, "id" | "dates">) {
  const at = dates.findIndex((date) => date.id === id);
  const sum = (of: typeof dates) => of.reduce((total, { signUps }) => total + signUps, 0);
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
