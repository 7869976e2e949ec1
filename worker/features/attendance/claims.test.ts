import { describe, expect, it } from "vitest";
import { type Caller, hoursFromNow, person, rows } from "../../testing/world.ts";
import { answer, event } from "../events/testing/events.factory.ts";
import type { OwnStatistics, Report, SharedStatistics } from "./attendance.schema.ts";
import {
  CLAIM,
  confirm,
  evening,
  noted,
  noticeKinds,
  over,
  readAttendance,
  rowOf,
} from "./testing/attendance.factory.ts";

describe("a claim", () => {
  const claim = (caller: Caller, id: number, minutes = 60) =>
    caller.ok("POST", `/api/events/${id}/claim`, { minutes, note: "I flew along" });

  it("notifies the organizer, whose approval stores it with its minutes", async () => {
    const { id, officer } = await evening(1);
    const late = await person("member");
    await claim(late, id);
    expect(rowOf(await readAttendance(officer, id), late).claim).toMatchObject({
      minutes: 60,
      note: "I flew along",
      state: "open",
    });
    expect(await noticeKinds(officer)).toEqual(["event.claim_made"]);
    await officer.ok("PUT", `/api/events/${id}/claims/${late.userId}`, { state: "approved" });
    const own = rowOf(await readAttendance(late, id), late);
    expect([own.claim?.state, own.confirmed?.answer, own.confirmed?.minutes]).toEqual([
      "approved",
      "partly",
      60,
    ]);
    expect(await noticeKinds(late)).toEqual(["event.claim_approved"]);
  });

  it("stores nothing when it is declined, and can be made again", async () => {
    const { id, officer, people } = await evening(1);
    await claim(people[0], id, 120);
    await officer.ok("PUT", `/api/events/${id}/claims/${people[0].userId}`, { state: "declined" });
    expect(rowOf(await readAttendance(officer, id), people[0])).toMatchObject({
      confirmed: null,
      claim: { state: "declined" },
    });
    expect(
      await officer.fails("PUT", `/api/events/${id}/claims/${people[0].userId}`, { state: "approved" }),
    ).toMatchObject({ status: 409, code: "event_claim_decided" });
    await claim(people[0], id, 30);
    expect(rowOf(await readAttendance(officer, id), people[0]).claim).toMatchObject({
      state: "open",
      minutes: 30,
    });
  });

  it("is one at a time, not before the end, not later than seven days, and not for confirmed attendance", async () => {
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

  it("cannot be decided by its own user, neither as a claim nor as an answer", async () => {
    const { id, officer } = await evening(1);
    const other = await person("officer");
    await claim(officer, id);
    expect(await noticeKinds(other)).toEqual(["event.claim_made"]);
    expect(
      await officer.fails("PUT", `/api/events/${id}/claims/${officer.userId}`, { state: "approved" }),
    ).toMatchObject({ status: 403, code: "event_claim_own" });
    expect(
      await officer.fails("PUT", `/api/events/${id}/attendance`, {
        people: [{ userId: officer.userId, answer: "yes" }],
      }),
    ).toMatchObject({ status: 403, code: "event_claim_own" });
    await other.ok("PUT", `/api/events/${id}/claims/${officer.userId}`, { state: "approved" });
    expect(await noticeKinds(officer)).toContain("event.claim_approved");
  });

  it("is decided once when two users decide at the same time", async () => {
    const { id, officer, people } = await evening(1);
    const other = await person("officer");
    await noted(id, people[0].userId, CLAIM);
    const path = `/api/events/${id}/claims/${people[0].userId}`;
    const answers = await Promise.all([
      officer.call("PUT", path, { body: { state: "approved" } }),
      other.call("PUT", path, { body: { state: "declined" } }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await noticeKinds(people[0])).toHaveLength(1);
  });
});

describe("a report", () => {
  it("is written by users who look after the event and read by its attendees", async () => {
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
    expect((await readAttendance(other, id)).hasReport).toBe(true);
  });

  it("is refused from an older version with 409 and the current report", async () => {
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
  it("count confirmed events of half a year, and absence only with a place", async () => {
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

  it("are private until the member shares them, and again when they withdraw that", async () => {
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

it("are logged without the name of an event that not every member may see", async () => {
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
