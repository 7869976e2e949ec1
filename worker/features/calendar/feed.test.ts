import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { interrupted } from "../../testing/database.ts";
import { type Caller, call, organization, person, raw, value } from "../../testing/world.ts";
import type { Event, EventDetails } from "../events/events.schema.ts";
import { answer, event, terms, weekly } from "../events/testing/events.factory.ts";
import { ask, feedOf, parse, readEvents } from "./testing/calendar.factory.ts";

// The clocks of Copenhagen go forward on 28 March 2027.
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: new Date("2027-03-10T12:00:00.000Z") }));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const HOST = new URL(String(raw["APP_URL"])).host;
const run = (sql: string, ...values: unknown[]) =>
  raw.DB.prepare(sql)
    .bind(...values)
    .run();
const roleId = (key: string) =>
  value<number>("select id from roles where organization_id = 1 and key = ?", key);

/** A series of twelve Thursdays at eight in the evening in Copenhagen, with its details. */
async function thursdays(officer: Caller): Promise<EventDetails> {
  const input = terms({ startsAt: "2027-03-11T19:00:00.000Z", recurrence: weekly() });
  const { id } = await officer.ok<Event>("POST", "/api/events", input);
  return officer.ok("GET", `/api/events/${id}/details`);
}

it("the feed has each date of a series at its hour before and after the clocks change", async () => {
  const officer = await person("officer");
  await thursdays(officer);
  const shown = await readEvents(await feedOf(officer));
  expect(shown.map(({ start }) => start)).toEqual([
    ...["2027-03-11T19:00:00.000Z", "2027-03-18T19:00:00.000Z", "2027-03-25T19:00:00.000Z"],
    ...[1, 8, 15, 22, 29].map((day) => `2027-04-${String(day).padStart(2, "0")}T18:00:00.000Z`),
    ...[6, 13, 20, 27].map((day) => `2027-05-${String(day).padStart(2, "0")}T18:00:00.000Z`),
  ]);
  for (const { start, end } of shown) expect(Date.parse(end) - Date.parse(start)).toBe(3 * 3_600_000);
});

it("shows a moved or cancelled date under the same id, with a higher sequence", async () => {
  const officer = await person("officer");
  const { dates } = await thursdays(officer);
  const path = await feedOf(officer);
  const [, before, other] = await readEvents(path);
  const [, moved, cancelled] = dates;
  const startsAt = "2027-03-19T17:00:00.000Z";
  await officer.ok("PATCH", `/api/events/${moved?.id}`, { startsAt, version: 1 });
  await officer.ok("POST", `/api/events/${cancelled?.id}/cancel`, { reason: "Servers are down", version: 1 });
  const shown = await readEvents(path);
  expect(shown).toHaveLength(12);
  expect(shown[1]).toEqual({
    ...before,
    start: startsAt,
    end: "2027-03-19T20:00:00.000Z",
    sequence: Number(before?.sequence) + 1,
  });
  expect(shown[2]).toMatchObject({ uid: other?.uid, start: other?.start, status: "CANCELLED" });
  expect(shown[2]?.sequence).toBe(Number(other?.sequence) + 1);
  expect(shown[2]?.text).toContain("Cancelled: Servers are down");
  expect(new Set(shown.map(({ uid }) => uid)).size).toBe(12);
});

it("gives the dates of a split series new ids, and has no date twice", async () => {
  const officer = await person("officer");
  const { dates } = await thursdays(officer);
  const path = await feedOf(officer);
  const before = await readEvents(path);
  const change = { location: "Levski", which: "following", version: 1 };
  await officer.ok("PATCH", `/api/events/${dates[3]?.id}`, change);
  const after = await readEvents(path);
  expect(after.map(({ place }) => place === "Levski")).toEqual(after.map((_, at) => at >= 3));
  expect(after.slice(0, 3)).toEqual(before.slice(0, 3));
  const known = new Set(before.map(({ uid }) => uid));
  expect(after.slice(3).filter(({ uid }) => known.has(uid))).toEqual([]);
  expect(new Set(after.map(({ uid }) => uid)).size).toBe(after.length);
  expect(new Set(after.map(({ start }) => start)).size).toBe(after.length);
  expect(after[3]?.uid).toMatch(/^series-\d+-202704012000@/);
});

it("has the events that its user may see: no draft, no event of other roles or another organization", async () => {
  const [member, officer] = [await person("member"), await person("officer")];
  const audience = JSON.stringify([await roleId("recruiter")]);
  const at = { starts_at: "2027-03-12T19:00:00.000Z", ends_at: "2027-03-12T21:00:00.000Z" };
  const open = await event({ ...at, title: "Open" });
  await event({ ...at, title: "Own draft", status: "draft", created_by: member.userId });
  await event({ ...at, title: "Draft of another", status: "draft", created_by: officer.userId });
  await event({ ...at, title: "Recruiters", audience });
  await event({ ...at, title: "Elsewhere", organization_id: await organization() });
  const path = await feedOf(member);
  const titles = async (address = path) => (await readEvents(address)).map(({ title }) => title);
  expect(await titles()).toEqual(["Open"]);
  expect((await readEvents(path))[0]).toMatchObject({
    uid: `event-${open}@${HOST}`,
    url: `${raw["APP_URL"]}/organization?tab=events&event=${open}`,
  });
  expect(await titles(await feedOf(officer))).toEqual(["Open", "Recruiters"]);
  await run("update members set role_id = ? where id = ?", await roleId("recruiter"), member.memberId);
  expect(await titles()).toEqual(["Open", "Recruiters"]);
});

it("ends at once without membership, permission or a required second step, and works again with them", async () => {
  const member = await person("member");
  const path = await feedOf(member);
  const statuses: number[] = [];
  for (const [end, begin] of [
    ["update members set status = 'inactive'", "update members set status = 'active'"],
    [
      "update roles set permissions = '[]' where key = 'member'",
      `update roles set permissions = '["events.read"]' where key = 'member'`,
    ],
    [
      "update roles set requires_second_factor = 1 where key = 'member'",
      "update roles set requires_second_factor = 0",
    ],
  ] as const) {
    await run(end);
    statuses.push((await ask(path)).status);
    await run(begin);
    statuses.push((await ask(path)).status);
  }
  expect(statuses).toEqual([404, 200, 404, 200, 404, 200]);
});

it("answers all addresses without an active reader alike, after at most one query", async () => {
  const [member, left] = [await person("member"), await person("member")];
  const [path, ofLeft, replaced] = [await feedOf(member), await feedOf(left), await feedOf(member)];
  await run("update members set status = 'inactive' where id = ?", left.memberId);
  const unknown = `${replaced.slice(0, -1)}${replaced.endsWith("A") ? "B" : "A"}`;
  const wholes = await Promise.all([path, ofLeft, unknown].map((each) => ask(each)));
  const odd = [
    "",
    "x",
    "%00",
    "A".repeat(42),
    "A".repeat(44),
    `${"A".repeat(42)}%20`,
    "'%20or%201--",
    "æ".repeat(43),
  ];
  const odds = await Promise.all(odd.map((token) => ask(`/api/calendar.ics?token=${token}`)));
  for (const { status, text, headers, meter } of [...wholes, ...odds]) {
    const { requestId, ...problem } = JSON.parse(text) as { requestId: string };
    expect([status, problem]).toEqual([404, expect.objectContaining({ code: "not_found" })]);
    expect([headers.get("ETag"), meter.rowsWritten]).toEqual([null, 0]);
  }
  expect(wholes.map(({ meter }) => meter.trips)).toEqual([1, 1, 1]);
  expect(new Set(wholes.map(({ meter }) => meter.statements.join())).size).toBe(1);
  expect(odds.map(({ meter }) => meter.trips)).toEqual(odd.map(() => 0));
  expect((await ask(replaced)).status).toBe(200);
});

it("is cached only by its client for five minutes, and not sent again until an event or an answer changes", async () => {
  const member = await person("member");
  const id = await event({ starts_at: "2027-03-12T19:00:00.000Z", ends_at: "2027-03-12T21:00:00.000Z" });
  const path = await feedOf(member);
  let { status, headers, meter } = await ask(path);
  expect([status, headers.get("Content-Type"), headers.get("Cache-Control")]).toEqual([
    ...[200, "text/calendar; charset=utf-8", "private, max-age=300"],
  ]);
  expect([headers.getSetCookie(), meter.trips, meter.rowsWritten]).toEqual([[], 2, 0]);
  const read = () => ask(path, { "If-None-Match": headers.get("ETag") ?? "" });
  const again = await read();
  expect([again.status, again.text, again.meter.trips]).toEqual([304, "", 1]);
  for (const change of [
    () => member.ok("POST", `/api/events/${id}/join`),
    () => member.ok("PUT", `/api/events/${id}/answer`, { answer: "maybe" }),
    () => run("update events set title = 'Changed'"),
    () => run("update users set language = 'da'"),
    async () => void vi.setSystemTime(new Date("2027-03-11T12:00:00.000Z")),
  ]) {
    await change();
    ({ status, headers, meter } = await read());
    expect(status).toBe(200);
  }
  expect((await read()).status).toBe(304);
});

it("shows its user's answer to each event, in their language whatever the calendar app requests", async () => {
  const [member, other] = [await person("member"), await person("member")];
  await run("update users set language = 'da' where id = ?", member.userId);
  const values = {
    starts_at: "2027-03-12T19:00:00.000Z",
    ends_at: "2027-03-12T21:00:00.000Z",
    max_attendees: 1,
  };
  const full = await event(values);
  const free = await event(values);
  await other.ok("POST", `/api/events/${full}/join`);
  for (const id of [full, free]) await member.ok("POST", `/api/events/${id}/join`);
  const { text } = await ask(await feedOf(member), { "Accept-Language": "en" });
  expect(parse(text).events.map((each) => each.text)).toEqual([
    "Du er nr. 1 på ventelisten.",
    "Du er tilmeldt.",
  ]);
});

it("names no other user: neither organizers, attendees or who cancelled, nor an e-mail address", async () => {
  const [member, officer] = [await person("member"), await person("officer", 1, "Canary Organizer")];
  const guest = await person("member", 1, "Canary Attendee");
  await run("update users set email = 'canary' || id || '@example.org'");
  const values = {
    organizer_id: officer.userId,
    created_by: officer.userId,
    cancelled_by: "Canary Organizer",
  };
  const at = { starts_at: "2027-03-12T19:00:00.000Z", ends_at: "2027-03-12T21:00:00.000Z" };
  const id = await event({ ...at, ...values });
  await event({ ...at, ...values, status: "cancelled", cancel_reason: "Servers are down" });
  await answer(id, guest.userId);
  await answer(id, null, { guest: "Canary Guest" });
  const { text } = await ask(await feedOf(member));
  expect(parse(text).events).toHaveLength(2);
  const unfolded = text.replaceAll("\r\n ", "");
  expect(unfolded).not.toMatch(/canary|ORGANIZER|ATTENDEE|mailto/i);
});

it("has events from 30 days back, and at most the next 500", async () => {
  const member = await person("member");
  const day = (at: number) => new Date(Date.UTC(2027, 1, 8 + at, 12)).toISOString();
  await run(
    `insert into events (organization_id, title, starts_at, ends_at, time_zone, status, created_at, updated_at)
     select 1, 'Day ' || key, value, value, 'UTC', 'planned', value, value from json_each(?)`,
    JSON.stringify(Array.from({ length: 510 }, (_, at) => day(at - 1))),
  );
  const shown = await readEvents(await feedOf(member));
  expect([shown.length, shown[0]?.start, shown.at(-1)?.start]).toEqual([500, day(0), day(499)]);
});

it("the feed reads no drafts", async () => {
  const path = await feedOf(await person("member"));
  await run(
    `insert into events (organization_id, title, starts_at, ends_at, time_zone, status, created_at, updated_at)
     select 1, 'Draft', ?1, ?1, 'UTC', 'draft', ?1, ?1 from json_each(?2)`,
    "2027-03-12T19:00:00.000Z",
    JSON.stringify(Array(100).fill(0)),
  );
  expect((await ask(path)).meter.rowsRead).toBeLessThan(20);
});

it("the feed leaves no token in the log when the database fails", async () => {
  const path = await feedOf(await person("member"));
  const printed: string[] = [];
  vi.spyOn(console, "error").mockImplementation((words: string) => void printed.push(words));
  for (const turn of [1, 2]) {
    const database = interrupted(turn, () => Promise.reject(new Error("no database today")));
    expect((await call("GET", path, { database })).status).toBe(500);
  }
  const logged = printed.map((words) => JSON.parse(words) as { what: string; error: string });
  const errors = logged.filter(({ what }) => what === "fault").map(({ error }) => error);
  expect(errors).toEqual(["Error: no database today", "Error: no database today"]);
  expect(printed.join()).not.toContain(path.split("token=")[1]);
});

it("of one event is a file for its readers, with the same id as in the feed, and none of a draft", async () => {
  const member = await person("member");
  const id = await event({ starts_at: "2027-03-12T19:00:00.000Z", ends_at: "2027-03-12T21:00:00.000Z" });
  const { status, headers, text } = await member.call("GET", `/api/events/${id}/calendar`);
  expect([status, headers.get("Content-Type"), headers.get("Content-Disposition")]).toEqual([
    ...[200, "text/calendar; charset=utf-8", `attachment; filename="event-${id}.ics"`],
  ]);
  expect(parse(text)).toEqual({ name: null, events: await readEvents(await feedOf(member)) });
  const hidden = await event({ audience: JSON.stringify([await roleId("recruiter")]) });
  const draft = await event({ status: "draft", created_by: member.userId });
  const codes = [hidden, draft].map(
    async (each) => (await member.fails("GET", `/api/events/${each}/calendar`)).code,
  );
  expect(await Promise.all(codes)).toEqual(["not_found", "event_is_draft"]);
});
