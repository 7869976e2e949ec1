import { expect, it } from "vitest";
import { interrupted, organization, person, raw, value } from "../../testing/world.ts";
import type { EventTimes, OwnTimes } from "./availability.schema.ts";
import { mark } from "./testing/availability.factory.ts";
import { hourOf, hoursOf } from "./testing/hours.ts";

const ZONE = "Europe/Copenhagen";
const OWN = "/api/event-times/own";
/** A future week, from a Monday. */
const WEEK = "2090-01-02";
const weekOf = (more = "", timeZone = ZONE) => `/api/event-times/1?week=${WEEK}&timeZone=${timeZone}${more}`;
const evening = [hourOf(3, 20), hourOf(3, 21), hourOf(3, 22)];
const everyHour = "1".repeat(168);

it("counts available members for each hour, and answers the reader's own hours and how many have marked", async () => {
  const [freja, mikkel] = [await person("member"), await person("member")];
  await freja.ok("PUT", OWN, { timeZone: ZONE, hours: hoursOf(...evening) });
  await mikkel.ok("PUT", OWN, { timeZone: "UTC", hours: hoursOf(hourOf(3, 20)) });
  const { counts, own, usual, marked, members } = await freja.ok<EventTimes>("GET", weekOf());
  expect(counts.flatMap((count, hour) => (count > 0 ? [[hour, count]] : []))).toEqual([
    [hourOf(3, 20), 1],
    [hourOf(3, 21), 2],
    [hourOf(3, 22), 1],
  ]);
  expect(own).toBe(hoursOf(...evening));
  expect(usual).toEqual({ timeZone: ZONE, hours: hoursOf(...evening), version: 1 });
  const active = await value("select count(*) from members where organization_id = 1 and status = 'active'");
  expect({ marked, members }).toEqual({ marked: 2, members: active });
});

it("answers only counts and the reader's own hours, to an administrator too, however few have marked", async () => {
  const [reader, other] = [await person("administrator"), await person("member", 1, "Vega Rook")];
  await other.ok("PUT", OWN, { timeZone: ZONE, hours: hoursOf(...evening) });
  const answer = await reader.ok<EventTimes>("GET", weekOf());
  expect(Object.keys(answer).sort()).toEqual(["counts", "marked", "members", "own", "usual", "windows"]);
  expect({ own: answer.own, usual: answer.usual }).toEqual({ own: hoursOf(), usual: null });
  expect(answer.marked).toBe(1);
});

it("finds windows of the requested length by members available in all of their hours", async () => {
  const [freja, mikkel] = [await person("member"), await person("member")];
  await mark(freja.userId, hoursOf(...evening), ZONE);
  await mark(mikkel.userId, hoursOf(hourOf(3, 20), hourOf(3, 21), hourOf(5, 10)), ZONE);
  const windows = async (hours: number) => {
    const answer = await freja.ok<EventTimes>("GET", weekOf(`&hours=${hours}`));
    return answer.windows.map(({ hour, people }) => [hour, people]);
  };
  expect(await windows(1)).toEqual([
    [hourOf(3, 20), 2],
    [hourOf(3, 21), 2],
    [hourOf(3, 22), 1],
  ]);
  expect(await windows(2)).toEqual([[hourOf(3, 20), 2]]);
  expect(await windows(3)).toEqual([[hourOf(3, 20), 1]]);
  expect(await windows(4)).toEqual([]);
});

it("counts members by time zone for users who plan events, most first, without names or hours", async () => {
  const [officer, member] = [await person("officer"), await person("member")];
  for (const zone of ["Asia/Tokyo", "America/New_York", "Asia/Tokyo"])
    await mark((await person("member")).userId, everyHour, zone);
  const theirs = await person("member", await organization());
  await theirs.ok("PUT", OWN, { timeZone: ZONE, hours: everyHour });
  expect(await officer.ok("GET", "/api/event-times/1/zones")).toEqual([
    { timeZone: "Asia/Tokyo", people: 2 },
    { timeZone: "America/New_York", people: 1 },
  ]);
  expect(await member.fails("GET", "/api/event-times/1/zones")).toMatchObject({ status: 403 });
});

it("separates the hours of organizations", async () => {
  const [ours, theirs] = [await person("member"), await person("member", await organization())];
  await theirs.ok("PUT", OWN, { timeZone: ZONE, hours: everyHour });
  expect((await ours.ok<EventTimes>("GET", weekOf())).marked).toBe(0);
});

it("stores one spelling of a time zone, for any spelling sent", async () => {
  const member = await person("member");
  const { timeZone } = await member.ok<OwnTimes>("PUT", OWN, {
    timeZone: "europe/copenhagen",
    hours: everyHour,
  });
  expect(timeZone).toBe(ZONE);
});

it("refuses hours that changed since they were read, with the stored ones", async () => {
  const member = await person("member");
  expect(await member.ok("PUT", OWN, { timeZone: ZONE, hours: everyHour, version: 0 })).toMatchObject({
    version: 1,
  });
  expect(await member.ok("PUT", OWN, { timeZone: "UTC", hours: everyHour, version: 1 })).toMatchObject({
    version: 2,
  });
  const refused = await member.fails("PUT", OWN, { timeZone: ZONE, hours: hoursOf(5), version: 1 });
  expect(refused).toMatchObject({
    status: 409,
    code: "stale_version",
    current: { timeZone: "UTC", hours: everyHour, version: 2 },
  });
});

it("refuses a week without an hour, one that is too short, and a day other than Monday", async () => {
  const member = await person("member");
  for (const hours of ["0".repeat(168), "1".repeat(167), "2".repeat(168)])
    expect(await member.fails("PUT", OWN, { timeZone: ZONE, hours })).toMatchObject({ status: 400 });
  for (const week of ["2090-01-03", "soon", "2090-02-30"])
    expect(await member.fails("GET", `/api/event-times/1?week=${week}&timeZone=${ZONE}`)).toMatchObject({
      status: 400,
    });
});

it("deletes one's hours, also without any", async () => {
  const member = await person("member");
  await member.ok("PUT", OWN, { timeZone: ZONE, hours: everyHour });
  await member.ok("DELETE", OWN);
  await member.ok("DELETE", OWN);
  expect(await member.ok<EventTimes>("GET", weekOf())).toMatchObject({ marked: 0, usual: null });
});

it("deletes the hours of a member who becomes inactive or is deleted", async () => {
  const [administrator, leaves, goes] = [
    await person("administrator"),
    await person("member"),
    await person("member"),
  ];
  for (const each of [leaves, goes]) await each.ok("PUT", OWN, { timeZone: ZONE, hours: everyHour });
  await administrator.ok("PUT", `/api/members/${leaves.memberId}/status`, { status: "inactive" });
  await administrator.ok("DELETE", `/api/users/${goes.userId}`);
  expect(await value("select count(*) from event_times")).toBe(0);
  expect((await administrator.ok<EventTimes>("GET", weekOf())).marked).toBe(0);
});

it("stores no hours of a member who becomes inactive during the request", async () => {
  const member = await person("member");
  const database = interrupted(2, () =>
    raw.DB.prepare("update members set status = 'inactive' where id = ?").bind(member.memberId).run(),
  );
  const { status } = await member.call("PUT", OWN, { body: { timeZone: ZONE, hours: everyHour }, database });
  expect(status).toBe(403);
  expect(await value("select count(*) from event_times")).toBe(0);
});
