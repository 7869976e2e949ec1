import assert from "node:assert/strict";
import { test } from "node:test";
import { eventFields } from "../../../worker/features/events/events.fields.ts";
import type { Attendee, EventDetails, Slot } from "../../../worker/features/events/events.schema.ts";
import { blanksOf } from "../../../worker/lib/fields.schema.ts";
import { answered, groupsOf, placesOf, seatsOf } from "./places.ts";
import { standingOf } from "./standing.ts";

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

const me = { userId: 9, displayName: "Freja", avatarUrl: null };
const NOW = Date.parse("2026-11-20T12:00:00Z");
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

test("what the slots leave of the places is for any role", () => {
  const people = [person(1, { slotId: 1 }), person(2), waits(3, 1)];
  const groups = groupsOf(event({ people, slots: [slot(1, 1), slot(2, 2)], maxAttendees: 5 }));
  assert.deepEqual(
    groups.map(({ slot: of, seats, taken, waiting, isFull }) => [
      ...[of?.id ?? null, seats, taken.length, waiting.length, isFull],
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

test("joining seats the reader, and changing the slot moves them", () => {
  const before = event({ people: [person(1, { slotId: 1 })], slots: [slot(1, 2), slot(2, 2)] });
  const joined = answered(before, me, { answer: "going", slotId: 1, isSeated: true }, NOW);
  assert.deepEqual([joined.attendees, standingOf(joined), joined.own?.slotId], [2, "going", 1]);
  const moved = answered(joined, me, { answer: "going", slotId: 2, isSeated: true }, NOW);
  assert.equal(moved.attendees, 2);
  assert.deepEqual(
    moved.people.map(({ userId, slotId }) => [userId, slotId]),
    [
      [1, 1],
      [9, 2],
    ],
  );
});

test("a reader who waits has the number after those who wait for the same slot", () => {
  const people = [person(1, { slotId: 1 }), waits(2, 1), waits(3, 2)];
  const before = event({ people, slots: [slot(1, 1), slot(2, 1)] });
  const waiting = answered(before, me, { answer: "going", slotId: 1, isSeated: false }, NOW);
  assert.deepEqual([waiting.attendees, waiting.waiting, waiting.own?.number], [1, 3, 2]);
  assert.equal(standingOf(waiting), "waiting");
});

test("a reader with a place keeps it while they wait for another slot, after those who wait there", () => {
  const people = [person(9, { slotId: 1 }), person(1, { slotId: 2 }), waits(2, 2)];
  const own = {
    answer: "going",
    slotId: 1,
    isSeated: true,
    number: null,
    waitsFor: null,
    answeredAt: "",
  } as const;
  const before = event({ people, own, slots: [slot(1, 1), slot(2, 1)], maxAttendees: 2 });
  const waiting = answered(before, me, { answer: "going", slotId: 2, isSeated: false }, NOW);
  assert.deepEqual(waiting.own, { ...own, waitsFor: { slotId: 2, number: 2 } });
  assert.deepEqual([waiting.attendees, waiting.waiting], [before.attendees, before.waiting]);
  assert.deepEqual(
    groupsOf(waiting).map((group) => [group.taken.length, group.waiting.map(({ userId }) => userId)]),
    [
      [1, []],
      [1, [2, 9]],
    ],
  );
});

test("a reader who joins has a face after the others while there is room, and none after leaving", () => {
  const face = (userId: number) => ({ userId, displayName: "", avatarUrl: null });
  const facesAfter = (faces: number[], answer: "going" | "withdrawn") =>
    answered(event({ faces: faces.map(face) }), me, { answer, slotId: null, isSeated: true }, NOW).faces?.map(
      ({ userId }) => userId,
    );
  assert.deepEqual(facesAfter([1], "going"), [1, 9]);
  assert.deepEqual(facesAfter([1, 2, 3], "going"), [1, 2, 3]);
  assert.deepEqual(facesAfter([9, 1], "withdrawn"), [1]);
});

test("leaving frees the place, and the reader is no longer listed", () => {
  const joined = answered(event(), me, { answer: "going", slotId: null, isSeated: true }, NOW);
  const left = answered(joined, me, { answer: "withdrawn", slotId: null, isSeated: false }, NOW);
  assert.deepEqual([left.attendees, left.people.length, standingOf(left)], [0, 0, null]);
  const maybe = answered(joined, me, { answer: "maybe", slotId: null, isSeated: false }, NOW);
  assert.deepEqual([maybe.attendees, maybe.maybe, standingOf(maybe)], [0, 1, "maybe"]);
});

test("an event of a list, which names nobody, is counted alone", () => {
  const {
    people: _,
    series: __,
    dates: ___,
    ...listed
  } = event({ maxAttendees: 1, people: [person(1), waits(2)] });
  const waiting = answered(listed, me, { answer: "going", slotId: null, isSeated: false }, NOW);
  assert.equal("people" in waiting, false);
  assert.deepEqual([waiting.waiting, waiting.own?.number], [2, 2]);
});
