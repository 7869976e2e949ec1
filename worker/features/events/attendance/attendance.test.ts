import { describe, expect, it } from "vitest";
import { type Caller, hoursFromNow, person, rows, value } from "../../../testing/world.ts";
import type { Notice } from "../../notices/notices.schema.ts";
import { CLAIM, heard, noted, over } from "../testing/attendance.factory.ts";
import { answer, event } from "../testing/events.factory.ts";
import type { Attendance, OwnStatistics, Presence, Report, SharedStatistics } from "./attendance.schema.ts";

const read = (caller: Caller, id: number) => caller.ok<Attendance>("GET", `/api/events/${id}/attendance`);
const confirm = (caller: Caller, id: number, ...people: object[]) =>
  caller.ok("PUT", `/api/events/${id}/attendance`, { people });
const told = async (caller: Caller) =>
  (await caller.ok<Notice[]>("GET", "/api/user/notices")).map(({ kind }) => kind);
const of = ({ people }: Attendance, { userId }: Caller) =>
  people.find((each) => each.userId === userId) as Presence;

/** An event of two hours that is over, of an officer, with members who had a place. */
async function evening(count: number, values: Record<string, unknown> = {}) {
  const officer = await person("officer");
  const id = await over(1, { organizer_id: officer.userId, created_by: officer.userId, ...values });
  const people: Caller[] = [];
  for (let place = 1; place <= count; place++) {
    const each = await person("member");
    await answer(id, each.userId, { place });
    people.push(each);
  }
  return { id, officer, people: people as [Caller, Caller, Caller] };
}

describe("who looks after an event", () => {
  it("reads what voice proposes of each who signed up, with the times, in order of sign-up", async () => {
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
    const found = await read(officer, id);
    expect(found.people.map(({ userId, proposal, minutes }) => [userId, proposal, minutes])).toEqual([
      [all.userId, "yes", 120],
      [some.userId, "partly", 40],
      [people[2].userId, "no", 0],
    ]);
    const [stay] = of(found, all).intervals;
    expect([Date.parse(stay?.from ?? ""), Date.parse(stay?.to ?? "")]).toEqual([
      Date.parse(found.startsAt) - 20 * 60_000,
      Date.parse(found.startsAt) + 121 * 60_000,
    ]);
    expect(found).toMatchObject({ isSeen: true, isCut: false, can: { seeAll: true, confirm: true } });
  });

  it("gets no proposals where no bot saw anybody", async () => {
    const { id, officer, people } = await evening(1);
    const found = await read(officer, id);
    expect([found.isSeen, of(found, people[0]).proposal]).toEqual([false, null]);
  });

  it("sees members who were in voice without signing up, unless it was short or the event is not for them", async () => {
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
    const found = await read(officer, id);
    expect(of(found, guest)).toMatchObject({ signedUp: null, minutes: 100, proposal: "partly" });
    expect(of(found, passing)).toBeUndefined();
    const hidden = await over(1, { organizer_id: officer.userId, audience: "[999999]" });
    await heard(hidden, guest, [
      [0, "join"],
      [120, "leave"],
    ]);
    expect((await read(officer, hidden)).people).toEqual([]);
  });

  it("is told that more happened than is read at once", async () => {
    const { id, officer, people } = await evening(1);
    await heard(
      id,
      people[0],
      Array.from({ length: 101 }, (_, at) => [at, "move"] as const),
    );
    expect((await read(officer, id)).isCut).toBe(true);
  });

  it("reads nobody of an event that has not begun, is cancelled or a draft", async () => {
    const officer = await person("officer");
    const own = { organizer_id: officer.userId, created_by: officer.userId };
    const member = await person("member");
    for (const values of [{}, { status: "draft" }]) {
      const id = await event({ ...own, ...values });
      await answer(id, member.userId);
      const found = await read(officer, id);
      expect([found.people, found.can.confirm, found.can.writeReport]).toEqual([[], false, false]);
    }
    const cancelled = await over(1, { ...own, status: "cancelled" });
    await answer(cancelled, member.userId);
    expect(await read(officer, cancelled)).toMatchObject({ status: "cancelled", people: [] });
    expect(
      await officer.fails("PUT", `/api/events/${cancelled}/attendance`, {
        people: [{ userId: member.userId, answer: "yes" }],
      }),
    ).toMatchObject({ status: 409, code: "event_is_cancelled" });
  });
});

describe("a member", () => {
  it("reads their own row alone, also without having signed up", async () => {
    const { id, people } = await evening(2);
    await heard(id, people[1], [
      [0, "join"],
      [120, "leave"],
    ]);
    const own = await read(people[0], id);
    expect(own.people.map(({ userId }) => userId)).toEqual([people[0].userId]);
    expect(own.can).toEqual({
      seeAll: false,
      confirm: false,
      claim: true,
      readReport: true,
      writeReport: false,
    });
    const visitor = await person("member");
    const theirs = await read(visitor, id);
    expect(theirs.people.map(({ userId, signedUp }) => [userId, signedUp])).toEqual([[visitor.userId, null]]);
    expect(theirs.can.readReport).toBe(false);
  });

  it("of another audience finds no such event", async () => {
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

  it("organizes an event of their own without permission to write events, and no other", async () => {
    const { id, officer, people } = await evening(2);
    expect(
      await people[0].fails("PUT", `/api/events/${id}/attendance`, {
        people: [{ userId: people[0].userId, answer: "yes" }],
      }),
    ).toMatchObject({ status: 403, code: "event_not_yours" });
    const own = await over(1, { organizer_id: people[0].userId });
    await answer(own, officer.userId);
    await confirm(people[0], own, { userId: officer.userId, answer: "yes" });
    expect((await read(people[0], own)).people).toHaveLength(1);
  });
});

describe("confirming", () => {
  it("keeps answer, minutes and who said it; yes is all of the event where no minutes are said", async () => {
    const { id, officer, people } = await evening(2);
    await confirm(
      officer,
      id,
      { userId: people[0].userId, answer: "yes" },
      { userId: people[1].userId, answer: "partly", minutes: 35 },
    );
    const found = await read(officer, id);
    expect(found.people.map(({ confirmed }) => [confirmed?.answer, confirmed?.minutes])).toEqual([
      ["yes", 120],
      ["partly", 35],
    ]);
    expect(of(await read(people[1], id), people[1]).confirmed?.by).toMatch(/^The officer/);
    await confirm(officer, id, { userId: people[1].userId, answer: "no" });
    expect(of(await read(officer, id), people[1]).confirmed).toMatchObject({ answer: "no", minutes: 0 });
  });

  it("tells those with a place of partly and no, once, and nobody of yes", async () => {
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
    expect(await Promise.all([first, second, third, waiting].map(told))).toEqual([
      [],
      ["event.attendance_noted"],
      ["event.attendance_noted"],
      [],
    ]);
  });

  it("writes no row again whose answer is the same", async () => {
    const { id, officer, people } = await evening(1);
    await confirm(officer, id, { userId: people[0].userId, answer: "yes" });
    await confirm(officer, id, { userId: people[0].userId, answer: "yes" });
    expect(await value("select version from event_attendance where event_id = ?", id)).toBe(1);
  });

  it("is refused for minutes beyond the event, partly without minutes, a stranger and somebody named twice", async () => {
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

  it("begins with the event and ends seven days after it", async () => {
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

describe("a claim", () => {
  const claim = (caller: Caller, id: number, minutes = 60) =>
    caller.ok("POST", `/api/events/${id}/claim`, { minutes, note: "I flew along" });

  it("asks the organizer, who approves it; it is noted with its minutes and no longer asked", async () => {
    const { id, officer } = await evening(1);
    const late = await person("member");
    await claim(late, id);
    expect(of(await read(officer, id), late).claim).toMatchObject({
      minutes: 60,
      note: "I flew along",
      state: "open",
    });
    expect(await told(officer)).toEqual(["event.claim_made"]);
    await officer.ok("PUT", `/api/events/${id}/claims/${late.userId}`, { state: "approved" });
    const own = of(await read(late, id), late);
    expect([own.claim?.state, own.confirmed?.answer, own.confirmed?.minutes]).toEqual([
      "approved",
      "partly",
      60,
    ]);
    expect([await told(officer), await told(late)]).toEqual([[], ["event.claim_approved"]]);
  });

  it("that is declined notes nothing, and can be made again", async () => {
    const { id, officer, people } = await evening(1);
    await claim(people[0], id, 120);
    await officer.ok("PUT", `/api/events/${id}/claims/${people[0].userId}`, { state: "declined" });
    expect(of(await read(officer, id), people[0])).toMatchObject({
      confirmed: null,
      claim: { state: "declined" },
    });
    expect(
      await officer.fails("PUT", `/api/events/${id}/claims/${people[0].userId}`, { state: "approved" }),
    ).toMatchObject({ status: 409, code: "event_claim_decided" });
    await claim(people[0], id, 30);
    expect(of(await read(officer, id), people[0]).claim).toMatchObject({ state: "open", minutes: 30 });
  });

  it("is one at a time, not before the end, not later than seven days, and not for what is noted", async () => {
    const { id, officer, people } = await evening(2);
    const fails = async (caller: Caller, eventId: number, minutes = 60) =>
      (await caller.fails("POST", `/api/events/${eventId}/claim`, { minutes })).code;
    await claim(people[0], id);
    expect(await fails(people[0], id)).toBe("event_claim_open");
    await confirm(officer, id, { userId: people[1].userId, answer: "yes" });
    expect(await fails(people[1], id)).toBe("event_claim_needless");
    expect(
      await fails(people[1], await event({ starts_at: hoursFromNow(-1), ends_at: hoursFromNow(1) })),
    ).toBe("event_not_over");
    expect(await fails(people[1], await over(7 * 24 + 1))).toBe("event_attendance_closed");
    expect(await fails(people[1], await over(), 121)).toBe("invalid_input");
  });

  it("is decided by nobody for themselves, neither as a claim nor as an answer", async () => {
    const { id, officer } = await evening(1);
    const other = await person("officer");
    await claim(officer, id);
    expect(await told(other)).toEqual(["event.claim_made"]);
    expect(
      await officer.fails("PUT", `/api/events/${id}/claims/${officer.userId}`, { state: "approved" }),
    ).toMatchObject({ status: 403, code: "event_claim_own" });
    expect(
      await officer.fails("PUT", `/api/events/${id}/attendance`, {
        people: [{ userId: officer.userId, answer: "yes" }],
      }),
    ).toMatchObject({ status: 403, code: "event_claim_own" });
    await other.ok("PUT", `/api/events/${id}/claims/${officer.userId}`, { state: "approved" });
    expect([await told(other), await told(officer)]).toEqual([[], ["event.claim_approved"]]);
  });

  it("that somebody else decides at the same time is decided once", async () => {
    const { id, officer, people } = await evening(1);
    const other = await person("officer");
    await noted(id, people[0].userId, CLAIM);
    const path = `/api/events/${id}/claims/${people[0].userId}`;
    const answers = await Promise.all([
      officer.call("PUT", path, { body: { state: "approved" } }),
      other.call("PUT", path, { body: { state: "declined" } }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await told(people[0])).toHaveLength(1);
  });
});

describe("a report", () => {
  it("is written by who looks after the event and read by those who were there", async () => {
    const { id, officer, people } = await evening(2);
    const [seated, other] = people;
    const path = `/api/events/${id}/report`;
    await officer.ok("PUT", path, { text: "All crates arrived.", wentWell: "The escort.", version: 0 });
    expect(await seated.ok<Report>("GET", path)).toMatchObject({
      text: "All crates arrived.",
      wentWell: "The escort.",
      version: 1,
      can: { write: false },
    });
    expect(await seated.fails("PUT", path, { text: "Mine" })).toMatchObject({ code: "event_not_yours" });
    const outsider = await person("member");
    expect(await outsider.fails("GET", path)).toMatchObject({ status: 404 });
    await confirm(officer, id, { userId: outsider.userId, answer: "partly", minutes: 40 });
    expect((await outsider.ok<Report>("GET", path)).text).toBe("All crates arrived.");
    expect((await read(other, id)).hasReport).toBe(true);
  });

  it("is refused from an older version with 409 and the report as it is", async () => {
    const { id, officer } = await evening(1);
    const path = `/api/events/${id}/report`;
    await officer.ok("PUT", path, { text: "First", version: 0 });
    const refused = await officer.fails("PUT", path, { text: "Second", version: 0 });
    expect(refused).toMatchObject({
      status: 409,
      code: "stale_version",
      current: { text: "First", version: 1 },
    });
  });
});

describe("the figures of events", () => {
  it("count the confirmed ones of half a year, and not being there only with a place", async () => {
    const member = await person("member");
    const [was, partly, missed, waited, old, open] = [
      await over(30),
      await over(60),
      await over(90),
      await over(120),
      await over(24 * 181),
      await over(20),
    ];
    for (const id of [was, partly, missed, old, open]) await answer(id, member.userId);
    await answer(waited, member.userId, { is_seated: 0 });
    await noted(was, member.userId, { answer: "yes", minutes: 120 });
    await noted(partly, member.userId, { answer: "partly", minutes: 50 });
    for (const id of [missed, waited]) await noted(id, member.userId, { answer: "no", minutes: 0 });
    await noted(old, member.userId, { answer: "yes", minutes: 120 });
    expect(await member.ok<OwnStatistics>("GET", "/api/event-statistics/1/own")).toEqual({
      ...{ events: 3, attended: 2, minutes: 170 },
      isShared: false,
    });
  });

  it("are the member's own until they share them, and no longer when they take that back", async () => {
    const [member, other] = [await person("member"), await person("administrator")];
    const id = await over(30);
    await noted(id, member.userId, { answer: "yes", minutes: 120 });
    const path = `/api/event-statistics/members/${member.memberId}`;
    const seen = async () => (await other.ok<SharedStatistics>("GET", path)).figures;
    expect(await seen()).toBeNull();
    await member.ok("PATCH", "/api/event-statistics", { isShared: true });
    expect(await seen()).toEqual({ events: 1, attended: 1, minutes: 120 });
    await member.ok("PATCH", "/api/event-statistics", { isShared: false });
    expect(await seen()).toBeNull();
    expect(await other.fails("GET", "/api/event-statistics/members/999999")).toMatchObject({ status: 404 });
  });
});

it("the audit log names no event that not every member may see", async () => {
  const { id, officer, people } = await evening(1, { audience: "[999999]" });
  await confirm(officer, id, { userId: people[0].userId, answer: "yes" });
  await officer.ok("PUT", `/api/events/${id}/report`, { text: "Secret", version: 0 });
  const entries = await rows(
    "select action, readers, entity_name, details from audit_log where entity_id = ?",
    id,
  );
  expect(entries).toEqual(
    ["event.attendance_confirmed", "event.report_written"].map((action) => ({
      ...{ action, readers: "private", entity_name: null, details: null },
    })),
  );
});
