import assert from "node:assert/strict";
import { test } from "node:test";
import { eventFields } from "../../../worker/features/events/events.fields.ts";
import type { Attendee, EventDetails, Slot } from "../../../worker/features/events/events.schema.ts";
import { blanksOf } from "../../../worker/lib/fields.schema.ts";
import { groupsOf, ownAfter, placesOf, seatsOf } from "./places.ts";
import { standingOf, tonightOf } from "./standing.ts";

const slot = (id: number, seats: number): Slot => ({ id, name: `Slot ${id}`, ship: null, need: null, seats });

const person = (userId: number, more: Partial<Attendee> = {}): Attendee => ({
  id: userId,
  userId,
  displayName: `User ${userId}`,
  avatarUrl: null,
  answer: "going",
  slotId: null,
  isSeated: true,
  number: null,
  waitsFor: null,
  away: null,
  addedBy: null,
  isFromDiscord: false,
  answeredAt: "2026-11-20T12:00:00.000Z",
  ...more,
});

const event = (more: Partial<EventDetails> = {}): EventDetails => {
  const { people = [] } = more;
  const going = people.filter(({ answer }) => answer === "going");
  return {
    ...blanksOf(eventFields),
    ...{ id: 1, organizationId: 1, seriesId: null, title: "Convoy", timeZone: "UTC", status: "upcoming" },
    ...{ startsAt: "2026-11-21T19:00:00.000Z", endsAt: "2026-11-21T22:00:00.000Z", organizer: null },
    closesAt: "2026-11-21T19:00:00.000Z",
    attendees: going.filter(({ isSeated }) => isSeated).length,
    waiting: going.filter(({ isSeated }) => !isSeated).length,
    maybe: people.filter(({ answer }) => answer === "maybe").length,
    ...{
      own: null,
      cancelReason: null,
      cancelledBy: null,
      sequence: 0,
      createdAt: "",
      updatedAt: "",
      version: 1,
    },
    can: {
      ...{ update: false, cancel: false, putBack: false, delete: false, answer: true, signUpOthers: false },
      ...{ copy: false, attendance: false },
    },
    ...{ why: { answer: null }, people: [], series: null, dates: [] },
    ...more,
  };
};

const waits = (userId: number, slotId: number | null = null) => person(userId, { slotId, isSeated: false });

test("says how many places are left, and of an event without a limit that any number is", () => {
  const people = [person(1), person(2)];
  assert.deepEqual(placesOf(event({ people, maxAttendees: 5 })), {
    ...{ taken: 2, most: 5, left: 3, waiting: 0, isFull: false },
  });
  assert.equal(placesOf(event({ people })).left, null);
  assert.equal(placesOf(event({ people, maxAttendees: 2 })).isFull, true);
});

test("an event with slots is not full while somebody waits for one of them and others are free", () => {
  const people = [person(1, { slotId: 1 }), waits(2, 1)];
  assert.equal(placesOf(event({ people, slots: [slot(1, 1), slot(2, 1)], maxAttendees: 2 })).isFull, false);
});

test("places beyond the slots are for any role", () => {
  const people = [person(1, { slotId: 1 }), person(2), waits(3, 1)];
  const groups = groupsOf(event({ people, slots: [slot(1, 1), slot(2, 2)], maxAttendees: 5 }));
  assert.deepEqual(
    groups.map(({ slot, seats, taken, waiting, isFull }) => [
      ...[slot?.id ?? null, seats, taken.length, waiting.length, isFull],
    ]),
    [
      [1, 1, 1, 1, true],
      [2, 2, 0, 0, false],
      [null, 2, 1, 0, false],
    ],
  );
  const full = groupsOf(event({ slots: [slot(1, 3)], maxAttendees: 3 }));
  assert.deepEqual(
    full.map(({ seats }) => seats),
    [3],
  );
});

test("a row draws every seat that it has room for, else some faces and the number of the others", () => {
  assert.deepEqual(seatsOf(3, 6, 6), { faces: 3, more: 0, free: 3 });
  assert.deepEqual(seatsOf(3, null, 6), { faces: 3, more: 0, free: 0 });
  assert.deepEqual(seatsOf(9, 10, 6), { faces: 5, more: 4, free: 0 });
  assert.deepEqual(seatsOf(2, 40, 6), { faces: 2, more: 0, free: 4 });
  assert.deepEqual(seatsOf(6, 40, 6), { faces: 6, more: 0, free: 0 });
  assert.deepEqual(seatsOf(9, null, 6), { faces: 5, more: 4, free: 0 });
});

test("the waiting list of a slot includes users with a place elsewhere, in the order of their numbers", () => {
  const mover = person(9, { slotId: 1, waitsFor: { slotId: 2, number: 2 } });
  const people = [mover, person(1, { slotId: 2 }), { ...waits(2, 2), number: 1 }];
  const groups = groupsOf(event({ people, slots: [slot(1, 1), slot(2, 1)], maxAttendees: 2 }));
  assert.deepEqual(
    groups.map(({ taken, waiting }) => [taken.length, waiting.map(({ userId }) => userId)]),
    [
      [1, []],
      [1, [2, 9]],
    ],
  );
});

const NOW = "2026-11-20T12:00:00.000Z";
const seated = {
  answer: "going" as const,
  slotId: 1,
  isSeated: true,
  number: null,
  waitsFor: null,
  answeredAt: "2026-11-19T12:00:00.000Z",
};
const none = { slotId: null, isSeated: false, number: null, waitsFor: null, answeredAt: NOW };

test("the reader's own answer is shown before the server has answered, without a number on a waiting list", (t) => {
  t.mock.timers.enable({ apis: ["Date"], now: Date.parse(NOW) });
  const going = ownAfter(null, { answer: "going", slotId: 1, isSeated: true });
  assert.deepEqual(going, { ...seated, answeredAt: NOW });
  assert.deepEqual(ownAfter(going, { answer: "going", slotId: 2, isSeated: true }), { ...going, slotId: 2 });
  const waiting = ownAfter(null, { answer: "going", slotId: 1 });
  assert.deepEqual(waiting, { ...going, isSeated: false, number: 0 });
  assert.deepEqual(ownAfter(seated, { answer: "withdrawn" }), { ...none, answer: "withdrawn" });
  assert.deepEqual(ownAfter(seated, { answer: "maybe" }), { ...none, answer: "maybe" });
  assert.deepEqual(
    [going, waiting, ownAfter(seated, { answer: "withdrawn" }), ownAfter(seated, { answer: "maybe" })].map(
      (own) => standingOf({ own }),
    ),
    ["going", "waiting", null, "maybe"],
  );
});

test("a reader with a place keeps it while they wait for another slot, and stops waiting by asking for their own", () => {
  const waiting = ownAfter(seated, { answer: "going", slotId: 2 });
  assert.deepEqual(waiting, { ...seated, waitsFor: { slotId: 2, number: 0 } });
  assert.equal(ownAfter(waiting, { answer: "going", slotId: 1, isSeated: true }).waitsFor, null);
});

test("finds what the reader goes to next before what they have not answered, and nothing that they declined", () => {
  const now = Date.parse("2026-11-21T12:00:00.000Z");
  const own = (answer: "going" | "maybe" | "declined", isSeated = false) =>
    ownAfter(null, { answer, slotId: null, isSeated });
  const [open, going, maybe, later] = [
    event({ id: 1 }),
    event({ id: 2, own: own("going", true) }),
    event({ id: 3, own: own("maybe") }),
    event({ id: 4 }),
  ];
  const no = event({ id: 5, own: own("declined") });
  const off = event({ id: 6, status: "cancelled" });
  const closed = { ...event({ id: 7 }), can: { ...open.can, answer: false } };
  const idsOf = (...list: EventDetails[]) => {
    const { next, unanswered } = tonightOf(list, now);
    return [next?.id, unanswered?.id];
  };
  assert.deepEqual(idsOf(no, off, open, going), [2, 1]);
  assert.deepEqual(idsOf(maybe, closed, later), [3, 4]);
  assert.deepEqual(idsOf(no, open, later), [1, 4]);
  assert.deepEqual(idsOf(no, off), [undefined, undefined]);
});
