/// <reference types="node" />
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Presence } from "../../../worker/features/attendance/attendance.schema.ts";
import {
  answerOf,
  clearAnswers,
  countedOf,
  countsOf,
  groupsOf,
  minutesFor,
  noteOf,
  presentAt,
  suggestedAnswers,
} from "./groups.ts";

const SPAN = { startsAt: "2026-11-21T20:00:00.000Z", endsAt: "2026-11-21T23:00:00.000Z" };
const at = (time: string) => `2026-11-21T${time}:00.000Z`;
let userId = 0;

const person = (values: Partial<Presence> = {}): Presence => {
  userId += 1;
  return {
    ...{ userId, displayName: `Pilot ${userId}`, avatarUrl: null, signedUp: "seated", slot: null },
    ...{
      intervals: [],
      unseen: [],
      unseenMinutes: 0,
      minutes: 0,
      proposal: "no",
      confirmed: null,
      claim: null,
      isAway: false,
    },
    ...values,
  };
};
const confirmed = (answer: "yes" | "partly" | "no", minutes: number) => ({
  ...{ answer, minutes, by: "Freja", at: at("23:30") },
});
const claim = (state: "open" | "approved" | "declined") => ({
  ...{ minutes: 60, note: "", state, at: at("23:30") },
});

test("people are grouped as clear, to check, asking to be added, or without a place", () => {
  const clear = person({ proposal: "yes", minutes: 180 });
  const partly = person({ proposal: "partly" });
  const asking = person({ proposal: "yes", claim: claim("open") });
  const visitor = person({ signedUp: null, proposal: "yes" });
  const waiting = person({ signedUp: "waiting" });
  const added = person({ signedUp: null, claim: claim("approved"), confirmed: confirmed("partly", 60) });
  assert.deepEqual(groupsOf([clear, partly, asking, visitor, waiting, added]), {
    ...{ clear: [clear], look: [partly, added], claims: [asking], others: [visitor, waiting] },
  });
});

test("a person stays in their group when they are confirmed by another answer", () => {
  const clear = person({ proposal: "yes", confirmed: confirmed("no", 0) });
  const partly = person({ proposal: "partly", confirmed: confirmed("yes", 180) });
  const groups = groupsOf([clear, partly]);
  assert.deepEqual([groups.clear, groups.look], [[clear], [partly]]);
});

test("where no bot saw anybody, everybody with a place needs a look", () => {
  const people = [person({ proposal: null }), person({ proposal: null })];
  assert.deepEqual(groupsOf(people).look, people);
});

test("clear people are confirmed once, with their minutes in voice", () => {
  const people = [
    person({ proposal: "yes", minutes: 171 }),
    person({ proposal: "yes", minutes: 180, confirmed: confirmed("yes", 180) }),
    person({ proposal: "partly", minutes: 60 }),
  ];
  assert.deepEqual(clearAnswers(groupsOf(people), 180), [
    { userId: people[0]?.userId, answer: "yes", minutes: 171 },
  ]);
});

test("an answer takes the minutes in voice where they fit it", () => {
  const partly = person({ proposal: "partly", minutes: 66 });
  assert.deepEqual(
    (["yes", "partly", "no"] as const).map((answer) => answerOf(partly, answer, 180).minutes),
    [180, 66, 0],
  );
  assert.equal(minutesFor("partly", person({ proposal: "no", minutes: 7 }), 180), 7);
  assert.equal(minutesFor("partly", person({ proposal: null, minutes: 0 }), 181), 91);
  assert.equal(minutesFor("partly", person({ proposal: "yes", minutes: 180 }), 180), 90);
});

test("unusual times in voice are named, and five minutes at either end are not", () => {
  const notes = (...times: [string, string][]) =>
    noteOf(person({ intervals: times.map(([from, to]) => ({ from: at(from), to: at(to) })) }), SPAN);
  assert.equal(notes(["19:50", "23:10"]), null);
  assert.equal(notes(["20:05", "22:55"]), null);
  assert.deepEqual(notes(), { key: "none" });
  assert.deepEqual(notes(["19:30", "19:50"]), { key: "none" });
  assert.deepEqual(notes(["20:48", "23:00"]), { key: "late", minutes: 48 });
  assert.deepEqual(notes(["19:55", "21:06"]), { key: "left", at: at("21:06") });
  assert.deepEqual(notes(["20:30", "22:00"]), { key: "between", from: at("20:30"), to: at("22:00") });
  assert.deepEqual(notes(["20:00", "20:30"], ["21:00", "23:00"]), { key: "times", count: 2 });
  assert.equal(noteOf(person({ proposal: null }), SPAN), null);
  assert.deepEqual(noteOf(person({ proposal: null, unseenMinutes: 30 }), SPAN), {
    key: "unseen",
    minutes: 30,
  });
});

test("a split takes the people who were there, with their confirmed minutes", () => {
  const [yes, partly] = [
    person({ confirmed: confirmed("yes", 180) }),
    person({ confirmed: confirmed("partly", 50) }),
  ];
  const people = [yes, partly, person({ confirmed: confirmed("no", 0) }), person({ proposal: "yes" })];
  assert.deepEqual(presentAt({ people }), [
    { userId: yes.userId, name: yes.displayName, avatarUrl: null, minutes: 180 },
    { userId: partly.userId, name: partly.displayName, avatarUrl: null, minutes: 50 },
  ]);
});

test("confirmed people count, and people with a place who are only proposed are counted apart", () => {
  const people = [
    person({ proposal: "yes", minutes: 180, confirmed: confirmed("no", 0) }),
    person({ proposal: "no", confirmed: confirmed("partly", 40) }),
    person({ proposal: "partly", minutes: 60 }),
    person({ signedUp: null, proposal: "yes", minutes: 180 }),
    person({ proposal: "no", minutes: 7 }),
  ];
  assert.deepEqual(countedOf({ people }), { people: 1, minutes: 40, proposed: 2 });
});

test("the suggestions are of open people with a place; how many are confirmed is said of those with a place", () => {
  const people = [
    person({ proposal: "yes", minutes: 175 }),
    person({ proposal: "partly", minutes: 60 }),
    person({ proposal: "no" }),
    person({ proposal: null }),
    person({ proposal: "yes", minutes: 180, confirmed: confirmed("yes", 180) }),
    person({ proposal: "yes", minutes: 180, signedUp: null }),
  ];
  assert.deepEqual(
    suggestedAnswers(groupsOf(people), 180).map(({ answer, minutes }) => [answer, minutes]),
    [
      ["partly", 60],
      ["no", 0],
      ["yes", 175],
    ],
  );
  assert.deepEqual(countsOf({ people }), { confirmed: 1, all: 5 });
});
