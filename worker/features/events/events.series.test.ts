import { expect, it } from "vitest";
import { fieldNames } from "../../lib/fields.schema.ts";
import { columnName } from "../../lib/fields.ts";
import { type Caller, hoursFromNow, person, raw, rows, value } from "../../testing/world.ts";
import { type Event, type EventDetails, seriesFields } from "./events.schema.ts";
import { terms, weekly } from "./testing/events.factory.ts";

type Stored = { id: number; series_id: number | null; starts_at: string; title: string; status: string };
const stored = () =>
  rows<Stored>("select id, series_id, starts_at, title, status from events order by starts_at, id");
const plan = (officer: Caller, more: Record<string, unknown> = {}) =>
  officer.ok<Event>("POST", "/api/events", terms({ recurrence: weekly(), ...more }));
const details = (caller: Caller, id: number) => caller.ok<EventDetails>("GET", `/api/events/${id}/details`);

/** Runs the daily upkeep of series at a time; with `runs`, so many that read before one of them writes. */
async function extend(now: Date, runs = 1) {
  const { extendSeries } = await import("./series.ts");
  const { openDb } = await import("../../lib/db/client.ts");
  const { write } = await import("../../lib/guard.ts");
  const { db } = openDb(raw.DB, undefined);
  const statements = [];
  for (let run = 0; run < runs; run += 1)
    statements.push(await extendSeries({ db, env: {} as never, now, language: "en" }));
  for (const each of statements) await write(db, each);
}

it("has twelve dates of an endless series ahead, a week apart, and lists them with each date", async () => {
  const officer = await person("officer");
  const first = await plan(officer, { timeZone: "UTC" });
  const all = await stored();
  expect(all).toHaveLength(12);
  const gaps = all
    .slice(1)
    .map(({ starts_at }, at) => Date.parse(starts_at) - Date.parse(all[at]?.starts_at ?? ""));
  expect(new Set(gaps)).toEqual(new Set([7 * 24 * 3_600_000]));
  const shown = await details(officer, first.id);
  expect(shown.dates.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
  expect(shown.series).toMatchObject({ rule: weekly(), splitFromId: null });
});

it("repeats a creation with the same key without adding a second series", async () => {
  const officer = await person("officer");
  const body = terms({ recurrence: weekly({ kind: "count", count: 3 }) });
  const headers = { "Idempotency-Key": "evening" };
  const [one, two] = await Promise.all([
    officer.call("POST", "/api/events", { body, headers }),
    officer.call("POST", "/api/events", { body, headers }),
  ]);
  expect([one.status, two.status]).toEqual([201, 201]);
  expect(JSON.parse(one.text).id).toBe(JSON.parse(two.text).id);
  expect(await stored()).toHaveLength(3);
  expect(await value("select count(*) from event_series")).toBe(1);
});

it("changes this date alone, and the others keep what they have", async () => {
  const officer = await person("officer");
  await plan(officer);
  const [, second] = await stored();
  await officer.ok("PATCH", `/api/events/${second?.id}`, { title: "Mining night", version: 1 });
  expect((await stored()).map(({ title }) => title)).toEqual([
    "Convoy to Pyro",
    "Mining night",
    ...Array.from({ length: 10 }, () => "Convoy to Pyro"),
  ]);
});

it("changes this and the following dates as a series of their own, whose sign-ups stay with their dates", async () => {
  const officer = await person("officer");
  const member = await person("member");
  await plan(officer);
  const before = await stored();
  const [first, second, third] = before as [Stored, Stored, Stored];
  await member.ok("POST", `/api/events/${third.id}/join`);
  const startsAt = new Date(Date.parse(second.starts_at) + 24 * 3_600_000).toISOString();
  await officer.ok("PATCH", `/api/events/${second.id}`, { startsAt, which: "following", version: 1 });
  const all = await stored();
  // One more date, so that twelve of the new series stand ahead.
  const after = all.slice(0, 12);
  expect(all).toHaveLength(13);
  expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  expect(after[0]).toEqual(first);
  const moved = after.slice(1);
  expect(new Set(moved.map(({ series_id }) => series_id)).size).toBe(1);
  expect(moved[0]?.series_id).not.toBe(first.series_id);
  expect(moved.every(({ starts_at }, at) => starts_at > (before[at + 1]?.starts_at ?? ""))).toBe(true);
  expect((await details(member, third.id)).own).toMatchObject({ answer: "going", isSeated: true });
  expect((await details(officer, second.id)).series?.splitFromId).toBe(first.series_id);
  const notices = await member.ok<{ text: string }[]>("GET", "/api/user/notices");
  expect(notices.map(({ text }) => text)).toEqual([expect.stringContaining("changed Convoy to Pyro")]);
  // The old series ends before: no later run adds dates to it.
  expect(await value("select added_to from event_series where id = ?", first.series_id)).toBe(null);
});

it("refuses a change of following dates when one of them was changed meanwhile, and changes nothing", async () => {
  const officer = await person("officer");
  const first = await plan(officer);
  const member = await person("member");
  const [, second] = await stored();
  await Promise.all([
    officer.call("PATCH", `/api/events/${first.id}`, {
      body: { title: "Convoy to Nyx", which: "following", version: 1 },
    }),
    officer.call("PATCH", `/api/events/${second?.id}`, { body: { title: "Mining night", version: 1 } }),
  ]);
  const titles = new Set((await stored()).map(({ title }) => title));
  expect([["Convoy to Nyx"], ["Convoy to Nyx", "Mining night"]]).toContainEqual([...titles].sort());
  expect(await member.fails("PATCH", `/api/events/${first.id}`, { title: "Mine" })).toMatchObject({
    status: 403,
    code: "event_not_yours",
  });
});

it("removes dates beyond a new end: those with answers are cancelled, the others deleted", async () => {
  const officer = await person("officer");
  const member = await person("member");
  const first = await plan(officer);
  const before = await stored();
  await member.ok("POST", `/api/events/${before[5]?.id}/join`);
  await officer.ok("PATCH", `/api/events/${first.id}`, {
    recurrence: weekly({ kind: "count", count: 3 }),
    which: "following",
    version: 1,
  });
  const after = await stored();
  expect(after.map(({ id, status }) => [id, status])).toEqual([
    ...before.slice(0, 3).map(({ id }) => [id, "planned"]),
    [before[5]?.id, "cancelled"],
  ]);
});

it("turns a single event into a series, and a series into a single event", async () => {
  const officer = await person("officer");
  const alone = await officer.ok<Event>("POST", "/api/events", terms());
  await officer.ok("PATCH", `/api/events/${alone.id}`, {
    recurrence: weekly({ kind: "count", count: 4 }),
    which: "following",
    version: 1,
  });
  expect(await stored()).toHaveLength(4);
  await officer.ok("PATCH", `/api/events/${alone.id}`, { recurrence: null, which: "following", version: 2 });
  expect((await stored()).map(({ id, series_id }) => [id, series_id])).toEqual([[alone.id, null]]);
  expect(await value("select count(*) from event_series")).toBe(0);
});

it("cancels this and the following dates, sends the reason to all users with an answer, and puts one back", async () => {
  const officer = await person("officer");
  const member = await person("member");
  await plan(officer, { recurrence: weekly({ kind: "count", count: 3 }) });
  const [first, second, third] = (await stored()) as [Stored, Stored, Stored];
  await member.ok("POST", `/api/events/${third.id}/join`);
  await officer.ok("POST", `/api/events/${second.id}/cancel`, {
    reason: "Servers are down",
    which: "following",
    version: 1,
  });
  expect((await stored()).map(({ status }) => status)).toEqual(["planned", "cancelled", "cancelled"]);
  const notices = await member.ok<{ text: string }[]>("GET", "/api/user/notices");
  expect(notices.map(({ text }) => text)).toEqual([expect.stringContaining("Servers are down")]);
  expect(await member.fails("POST", `/api/events/${third.id}/join`)).toMatchObject({
    code: "event_is_cancelled",
  });
  const shown = await officer.ok<Event>("PATCH", `/api/events/${third.id}`, {
    status: "upcoming",
    version: 2,
  });
  expect(shown).toMatchObject({ status: "upcoming", cancelReason: null, attendees: 1 });
  expect(first.status).toBe("planned");
});

it("neither changes nor cancels following dates that another user organizes", async () => {
  const [organizer, officer] = [await person("member"), await person("officer")];
  await plan(officer, { organizerId: organizer.userId, recurrence: weekly({ kind: "count", count: 3 }) });
  const [first, , third] = (await stored()) as [Stored, Stored, Stored];
  const role = await value("select id from roles where organization_id = 1 and key = 'officer'");
  const hidden = { organizerId: officer.userId, audience: [role] };
  await officer.ok("PATCH", `/api/events/${third.id}`, hidden);
  const before = await stored();
  const following = { which: "following" };
  for (const [method, path, body] of [
    ["PATCH", "", { title: "Mine", ...following }],
    ["POST", "/cancel", { reason: "Mine", ...following }],
  ] as const)
    expect((await organizer.fails(method, `/api/events/${first.id}${path}`, body)).code).toBe(
      "event_not_yours",
    );
  expect(await stored()).toEqual(before);
  await organizer.ok("PATCH", `/api/events/${first.id}`, { title: "Mine" });
  await officer.ok("PATCH", `/api/events/${first.id}`, { title: "Ours", ...following });
});

it("adds the next dates of a series once, however often the daily run is repeated", async () => {
  const officer = await person("officer");
  await plan(officer, { timeZone: "UTC" });
  // Three weeks later three dates are over.
  const now = new Date(Date.parse(hoursFromNow(72)) + 2 * 7 * 24 * 3_600_000 + 3_600_000);
  await extend(now, 2);
  await extend(now);
  const all = await stored();
  expect(all).toHaveLength(15);
  expect(new Set(all.map(({ starts_at }) => starts_at)).size).toBe(15);
  expect(new Set(all.map(({ title }) => title))).toEqual(new Set(["Convoy to Pyro"]));
});

it("gives all fields of a series, of every type, to the following dates and to those that are added later", async () => {
  const [officer, organizer] = [await person("officer"), await person("officer")];
  const first = await plan(officer, { timeZone: "UTC" });
  const role = await value<number>("select id from roles where organization_id = 1 and key = 'member'");
  const slots = [{ id: 1, name: "Escort", ship: null, need: { kind: "role", role: "fighter" }, seats: 2 }];
  const change = {
    ...{ title: "Mining", description: "Bring a MOLE.", type: "training", location: "ARC-L1", slots },
    ...{ maxAttendees: null, hasWaitingList: false, closesMinutes: 30, audience: [role], isMirrored: true },
    organizerId: organizer.userId,
  };
  await officer.ok("PATCH", `/api/events/${first.id}`, { ...change, which: "following", version: 1 });
  await extend(new Date(Date.parse(hoursFromNow(73))));
  const columns = fieldNames(seriesFields).map(columnName);
  expect(await rows(`select count(*) as dates, ${columns} from events group by ${columns}`)).toMatchObject([
    {
      ...{ dates: 13, title: "Mining", description: "Bring a MOLE.", type: "training", location: "ARC-L1" },
      ...{ slots: JSON.stringify(slots), max_attendees: null, has_waiting_list: 0, closes_minutes: 30 },
      ...{ audience: `[${role}]`, is_mirrored: 1, organizer_id: organizer.userId },
    },
  ]);
});
