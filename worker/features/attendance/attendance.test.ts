import { describe, expect, it } from "vitest";
import { hoursFromNow, person, rows, value } from "../../testing/world.ts";
import { answer, event } from "../events/testing/events.factory.ts";
import {
  confirm,
  evening,
  heard,
  noticeKinds,
  over,
  readAttendance,
  rowOf,
} from "./testing/attendance.factory.ts";

describe("a user who looks after an event", () => {
  it("reads the proposal from voice for each sign-up, with the times, in order of sign-up", async () => {
    const { id, officer, people } = await evening(3);
    const [all, some] = people;
    await heard(id, all, [
      [-20, "join"],
      [40, "move"],
      [121, "leave"],
    ]);
    await heard(id, some, [
      [60, "join"],
      [100, "leave"],
    ]);
    const found = await readAttendance(officer, id);
    expect(found.people.map(({ userId, proposal, minutes }) => [userId, proposal, minutes])).toEqual([
      [all.userId, "yes", 120],
      [some.userId, "partly", 40],
      [people[2].userId, "no", 0],
    ]);
    const [stay] = rowOf(found, all).intervals;
    expect([Date.parse(stay?.from ?? ""), Date.parse(stay?.to ?? "")]).toEqual([
      Date.parse(found.startsAt) - 20 * 60_000,
      Date.parse(found.startsAt) + 121 * 60_000,
    ]);
    expect(found).toMatchObject({ isSeen: true, isCut: false, can: { seeAll: true, confirm: true } });
  });

  it("gets no proposals where no bot saw anybody", async () => {
    const { id, officer, people } = await evening(1);
    const found = await readAttendance(officer, id);
    expect([found.isSeen, rowOf(found, people[0]).proposal]).toEqual([false, null]);
  });

  it("sees members who were in voice without signing up, unless it was short or they may not see the event", async () => {
    const { id, officer } = await evening(1);
    const [guest, passing] = [await person("member"), await person("member")];
    await heard(id, guest, [
      [-100, "join"],
      [100, "leave"],
    ]);
    await heard(id, passing, [
      [10, "join"],
      [15, "leave"],
    ]);
    const found = await readAttendance(officer, id);
    expect(rowOf(found, guest)).toMatchObject({ signedUp: null, minutes: 100, proposal: "partly" });
    expect(rowOf(found, passing)).toBeUndefined();
    const hidden = await over(1, { organizer_id: officer.userId, audience: "[999999]" });
    await heard(hidden, guest, [
      [0, "join"],
      [120, "leave"],
    ]);
    expect((await readAttendance(officer, hidden)).people).toEqual([]);
  });

  it("is told when voice had more entries than are read at once", async () => {
    const { id, officer, people } = await evening(1);
    await heard(
      id,
      people[0],
      Array.from({ length: 101 }, (_, at) => [at, "move"] as const),
    );
    expect((await readAttendance(officer, id)).isCut).toBe(true);
  });

  it("reads nobody of an event that has not begun, is cancelled or a draft", async () => {
    const officer = await person("officer");
    const own = { organizer_id: officer.userId, created_by: officer.userId };
    const member = await person("member");
    for (const values of [{}, { status: "draft" }]) {
      const id = await event({ ...own, ...values });
      await answer(id, member.userId);
      const found = await readAttendance(officer, id);
      expect([found.people, found.can.confirm, found.can.writeReport]).toEqual([[], false, false]);
    }
    const cancelled = await over(1, { ...own, status: "cancelled" });
    await answer(cancelled, member.userId);
    expect(await readAttendance(officer, cancelled)).toMatchObject({ status: "cancelled", people: [] });
    expect(
      await officer.fails("PUT", `/api/events/${cancelled}/attendance`, {
        people: [{ userId: member.userId, answer: "yes" }],
      }),
    ).toMatchObject({ status: 409, code: "event_is_cancelled" });
  });
});

describe("a member", () => {
  it("reads only their own row, also without having signed up", async () => {
    const { id, people } = await evening(2);
    await heard(id, people[1], [
      [0, "join"],
      [120, "leave"],
    ]);
    const own = await readAttendance(people[0], id);
    expect(own.people.map(({ userId }) => userId)).toEqual([people[0].userId]);
    expect(own.can).toEqual({
      seeAll: false,
      confirm: false,
      claim: true,
      readReport: true,
      writeReport: false,
    });
    const visitor = await person("member");
    const theirs = await readAttendance(visitor, id);
    expect(theirs.people.map(({ userId, signedUp }) => [userId, signedUp])).toEqual([[visitor.userId, null]]);
    expect(theirs.can.readReport).toBe(false);
  });

  it("gets 404 for an event that they may not see", async () => {
    const { id } = await evening(1, { audience: "[999999]" });
    const member = await person("member");
    for (const [method, rest, body] of [
      ["GET", "attendance", undefined],
      ["POST", "claim", { minutes: 10 }],
      ["GET", "report", undefined],
      ["PUT", "attendance", { people: [{ userId: member.userId, answer: "yes" }] }],
      ["PUT", "report", { text: "Mine" }],
    ] as const)
      expect(await member.fails(method, `/api/events/${id}/${rest}`, body)).toMatchObject({ status: 404 });
  });

  it("confirms their own event without permission to write events, and no other", async () => {
    const { id, officer, people } = await evening(2);
    expect(
      await people[0].fails("PUT", `/api/events/${id}/attendance`, {
        people: [{ userId: people[0].userId, answer: "yes" }],
      }),
    ).toMatchObject({ status: 403, code: "event_not_yours" });
    const own = await over(1, { organizer_id: people[0].userId });
    await answer(own, officer.userId);
    await confirm(people[0], own, { userId: officer.userId, answer: "yes" });
    expect((await readAttendance(people[0], own)).people).toHaveLength(1);
  });
});

describe("confirming", () => {
  it("stores answer, minutes and who confirmed it; yes is the whole event without minutes", async () => {
    const { id, officer, people } = await evening(2);
    await confirm(
      officer,
      id,
      { userId: people[0].userId, answer: "yes" },
      { userId: people[1].userId, answer: "partly", minutes: 35 },
    );
    const found = await readAttendance(officer, id);
    expect(found.people.map(({ confirmed }) => [confirmed?.answer, confirmed?.minutes])).toEqual([
      ["yes", 120],
      ["partly", 35],
    ]);
    expect(rowOf(await readAttendance(people[1], id), people[1]).confirmed?.by).toMatch(/^The officer/);
    await confirm(officer, id, { userId: people[1].userId, answer: "no" });
    expect(rowOf(await readAttendance(officer, id), people[1]).confirmed).toMatchObject({
      answer: "no",
      minutes: 0,
    });
  });

  it("notifies users with a place of partly and no, once, and nobody of yes", async () => {
    const { id, officer, people } = await evening(3);
    const waiting = await person("member");
    await answer(id, waiting.userId, { is_seated: 0, place: 9 });
    const [first, second, third] = people;
    const answers = [
      { userId: first.userId, answer: "yes" },
      { userId: second.userId, answer: "partly", minutes: 40 },
      { userId: third.userId, answer: "no" },
      { userId: waiting.userId, answer: "no" },
    ];
    await confirm(officer, id, ...answers);
    await confirm(officer, id, ...answers);
    expect(await Promise.all([first, second, third, waiting].map(noticeKinds))).toEqual([
      [],
      ["event.attendance_noted"],
      ["event.attendance_noted"],
      [],
    ]);
  });

  it("notifies nobody twice that they were absent or partly absent", async () => {
    const { id, officer, people } = await evening(1);
    const { userId } = people[0];
    await confirm(officer, id, { userId, answer: "partly", minutes: 40 });
    await confirm(officer, id, { userId, answer: "no" });
    expect(await noticeKinds(people[0])).toEqual(["event.attendance_noted"]);
    await confirm(officer, id, { userId, answer: "yes" });
    await confirm(officer, id, { userId, answer: "no" });
    expect(await noticeKinds(people[0])).toHaveLength(2);
  });

  it("writes no row whose answer is the same", async () => {
    const { id, officer, people } = await evening(1);
    await confirm(officer, id, { userId: people[0].userId, answer: "yes" });
    await confirm(officer, id, { userId: people[0].userId, answer: "yes" });
    expect(await value("select version from event_attendance where event_id = ?", id)).toBe(1);
  });

  it("is refused for minutes beyond the event, partly without minutes, a stranger and a user named twice", async () => {
    const { id, officer, people } = await evening(1);
    const { userId } = people[0];
    for (const wrong of [
      [{ userId, answer: "yes", minutes: 121 }],
      [{ userId, answer: "partly" }],
      [{ userId: 999_999, answer: "yes" }],
      [
        { userId, answer: "yes" },
        { userId, answer: "no" },
      ],
    ])
      expect(await officer.fails("PUT", `/api/events/${id}/attendance`, { people: wrong })).toMatchObject({
        code: "invalid_input",
      });
    expect(await rows("select * from event_attendance")).toEqual([]);
  });

  it("starts with the event and ends seven days after it", async () => {
    const officer = await person("officer");
    const member = await person("member");
    const people = [{ userId: member.userId, answer: "yes" }];
    const send = async (startsAt: number, endsAt: number) => {
      const id = await event({ starts_at: hoursFromNow(startsAt), ends_at: hoursFromNow(endsAt) });
      const { status, text } = await officer.call("PUT", `/api/events/${id}/attendance`, {
        body: { people },
      });
      return status === 200 ? status : (JSON.parse(text) as { code: string }).code;
    };
    expect(await send(1, 2)).toBe("event_not_begun");
    expect(await send(-1, 1)).toBe(200);
    expect(await send(-169, -167)).toBe(200);
    expect(await send(-171, -169)).toBe("event_attendance_closed");
  });
});
