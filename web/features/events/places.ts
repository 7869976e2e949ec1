import type {
  Attendee,
  Event,
  EventAnswer,
  EventDetails,
  Slot,
} from "../../../worker/features/events/events.schema.ts";

/** An event, with its people where they have been read. */
export type Shown = Event & Partial<Pick<EventDetails, "people">>;

/** The places of an event: how many there are and are left, null for any number. */
export function placesOf({ attendees, maxAttendees, waiting, slots }: Event) {
  const left = maxAttendees === null ? null : Math.max(0, maxAttendees - attendees);
  // Waiting people of one slot take nothing from the others.
  const isFull = left === 0 || (slots.length === 0 && left !== null && waiting > 0);
  return { taken: attendees, most: maxAttendees, left, waiting, isFull };
}

/** Places of one kind with the people who have them; `slot` is null for places of any role. */
export type Group = {
  slot: Slot | null;
  /** Null for any number. */
  seats: number | null;
  taken: Attendee[];
  waiting: Attendee[];
  isFull: boolean;
};

/** The slots of an event, then its places beyond them. */
export function groupsOf({
  slots,
  maxAttendees,
  people,
}: Pick<EventDetails, "slots" | "maxAttendees" | "people">) {
  const going = people.filter(({ answer }) => answer === "going");
  const groupOf = (slot: Slot | null, seats: number | null): Group => {
    const id = slot?.id ?? null;
    const here = going.filter(({ slotId }) => slotId === id);
    const taken = here.filter(({ isSeated }) => isSeated);
    const numberOf = ({ number, waitsFor }: Attendee) =>
      (waitsFor?.slotId === id ? waitsFor.number : number) ?? 0;
    const waiting = going
      .filter((each) => each.waitsFor?.slotId === id || (each.slotId === id && !each.isSeated))
      .sort((a, b) => numberOf(a) - numberOf(b));
    const isFull = seats !== null && taken.length + waiting.length >= seats;
    return { slot, seats, taken, waiting, isFull };
  };
  const inSlots = slots.reduce((sum, { seats }) => sum + seats, 0);
  const rest = groupOf(null, maxAttendees === null ? null : Math.max(0, maxAttendees - inSlots));
  const hasRest = slots.length === 0 || rest.seats !== 0 || rest.taken.length + rest.waiting.length > 0;
  return [...slots.map((slot) => groupOf(slot, slot.seats)), ...(hasRest ? [rest] : [])];
}

/** Returns what a row of at most `room` seats draws: faces, the number of more people, and free seats. */
export function seatsOf(taken: number, seats: number | null, room: number) {
  if (Math.max(taken, seats ?? 0) <= room)
    return { faces: taken, more: 0, free: seats === null ? 0 : Math.max(0, seats - taken) };
  const faces = taken > room ? room - 1 : taken;
  const more = taken - faces;
  const free = seats === null ? 0 : Math.min(seats - taken, room - faces - Math.min(more, 1));
  return { faces, more, free: Math.max(0, free) };
}

/** The reader's input; without a place they ask for the waiting list. */
export type Given = { answer: EventAnswer; slotId?: number | null; isSeated?: boolean };

/** The reader's own answer until the server has said which place it has; a number on a waiting list is 0 until then. */
export function ownAfter(
  own: Event["own"],
  { answer, slotId = null, isSeated = false }: Given,
): NonNullable<Event["own"]> {
  const waits = answer === "going" && !isSeated;
  if (waits && own?.answer === "going" && own.isSeated && own.slotId !== slotId)
    return { ...own, waitsFor: { slotId, number: 0 } };
  const answeredAt = new Date().toISOString();
  return { answer, slotId, isSeated, number: waits ? 0 : null, waitsFor: null, answeredAt };
}
