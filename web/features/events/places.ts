import type {
  Attendee,
  Event,
  EventAnswer,
  EventDetails,
  Slot,
} from "../../../worker/features/events/events.schema.ts";
import { FACES } from "../../../worker/features/events/faces.schema.ts";

/** An event of a list, or with its people. */
export type Shown = Event | EventDetails;

export const peopleOf = (event: Shown): Attendee[] | null => ("people" in event ? event.people : null);

/** The places of an event: how many there are and are left, null for any number. */
export function placesOf({ attendees, maxAttendees, waiting, slots }: Event) {
  const left = maxAttendees === null ? null : Math.max(0, maxAttendees - attendees);
  // Waiting people of one slot take nothing from the others.
  const isFull = left === 0 || (slots.length === 0 && left !== null && waiting > 0);
  return { taken: attendees, most: maxAttendees, left, waiting, isFull };
}

/** Places of one kind with who has them; `slot` is null for those of any role. */
export type Group = {
  slot: Slot | null;
  /** Null for any number. */
  seats: number | null;
  taken: Attendee[];
  waiting: Attendee[];
  isFull: boolean;
};

/** The slots of an event, and after them what they leave of its places. */
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

/** What a row of at most `room` seats draws: faces, the number of more people, and free seats. */
export function seatsOf(taken: number, seats: number | null, room: number) {
  if (Math.max(taken, seats ?? 0) <= room)
    return { faces: taken, more: 0, free: seats === null ? 0 : Math.max(0, seats - taken) };
  const faces = taken > room ? room - 1 : taken;
  const more = taken - faces;
  const free = seats === null ? 0 : Math.min(seats - taken, room - faces - Math.min(more, 1));
  return { faces, more, free: Math.max(0, free) };
}

type Person = { userId: number; displayName: string; avatarUrl: string | null };
export type Given = { answer: EventAnswer; slotId: number | null; isSeated: boolean };

const counted = (own: Event["own"]) => {
  const isGoing = own?.answer === "going";
  return {
    attendees: Number(isGoing && own.isSeated),
    waiting: Number(isGoing && !own.isSeated),
    maybe: Number(own?.answer === "maybe"),
  };
};

/** Whether the reader has a place, and would wait for one in another slot. */
export const keepsPlace = ({ own }: Pick<Event, "own">, given: Given): boolean =>
  own?.answer === "going" &&
  own.isSeated &&
  !given.isSeated &&
  given.answer === "going" &&
  own.slotId !== given.slotId;

/** An event as it will be once the reader's answer is stored; who moves up then is known to the server alone. */
export function answered<Item extends Shown>(event: Item, me: Person, given: Given, now: number): Item {
  const { answer, slotId, isSeated } = given;
  if (event.own && keepsPlace(event, given)) {
    const queue = groupsOf({ ...event, people: peopleOf(event) ?? [] }).find(
      ({ slot }) => (slot?.id ?? null) === slotId,
    );
    const own = { ...event.own, waitsFor: { slotId, number: (queue?.waiting.length ?? 0) + 1 } };
    const all = peopleOf(event)?.map((each) =>
      each.userId === me.userId ? { ...each, waitsFor: own.waitsFor } : each,
    );
    return { ...event, own, ...(all && { people: all }) };
  }
  const people = peopleOf(event)?.filter(({ userId }) => userId !== me.userId);
  const isWaiting = answer === "going" && !isSeated;
  const before = people
    ? (groupsOf({ ...event, people }).find(({ slot }) => (slot?.id ?? null) === slotId)?.waiting.length ?? 0)
    : event.waiting - counted(event.own).waiting;
  const number = isWaiting ? before + 1 : null;
  const answeredAt = new Date(now).toISOString();
  const own = { answer, slotId, isSeated, number, waitsFor: null, answeredAt };
  const [was, is] = [counted(event.own), counted(own)];
  const added =
    answer === "withdrawn"
      ? []
      : [
          {
            ...me,
            id: -me.userId,
            answer,
            slotId,
            isSeated,
            number,
            ...{ waitsFor: null, away: null },
            addedBy: null,
            isFromDiscord: false,
            answeredAt,
          },
        ];
  const faces = event.faces?.filter(({ userId }) => userId !== me.userId);
  return {
    ...event,
    own,
    ...(faces && { faces: [...faces, ...(is.attendees > 0 ? [me] : [])].slice(0, FACES) }),
    attendees: event.attendees - was.attendees + is.attendees,
    waiting: event.waiting - was.waiting + is.waiting,
    maybe: event.maybe - was.maybe + is.maybe,
    ...(people && { people: [...people, ...added] }),
  };
}
