import { expect, it } from "vitest";
import { person, rows, value } from "../../testing/world.ts";
import type { Event, EventDetails } from "./events.schema.ts";
import { event } from "./testing/events.factory.ts";

const many = async (count: number) => {
  const all = [];
  for (let at = 0; at < count; at++) all.push(await person("member"));
  return all;
};

it("gives 10 places to the first of 50 users who join at once, and the others wait in order of arrival", async () => {
  const id = await event({ max_attendees: 10 });
  const people = await many(50);
  await Promise.all(people.map((each) => each.ok("POST", `/api/events/${id}/join`)));
  const stored = await rows<{ place: number; is_seated: number }>(
    `select place, is_seated from event_answers where event_id = ${id} order by place`,
  );
  expect(stored.map(({ place }) => place)).toEqual(Array.from({ length: 50 }, (_, at) => at + 1));
  expect(stored.map((each) => each.is_seated)).toEqual(stored.map(({ place }) => Number(place <= 10)));
  const {
    attendees,
    waiting,
    people: shown,
  } = await (people[0] as (typeof people)[0]).ok<EventDetails>("GET", `/api/events/${id}/details`);
  expect({ attendees, waiting }).toEqual({ attendees: 10, waiting: 40 });
  expect(shown.map(({ number }) => number).filter((number) => number !== null)).toEqual(
    Array.from({ length: 40 }, (_, at) => at + 1),
  );
});

it("moves exactly the first of the waiting list up when a user leaves, and tells them", async () => {
  const id = await event({ max_attendees: 1 });
  const [first, second, third] = (await many(3)) as [never, never, never] as Awaited<ReturnType<typeof many>>;
  for (const each of [first, second, third]) await each?.ok("POST", `/api/events/${id}/join`);
  await first?.ok("POST", `/api/events/${id}/leave`);
  expect((await second?.ok<EventDetails>("GET", `/api/events/${id}/details`))?.own).toMatchObject({
    isSeated: true,
    number: null,
  });
  expect((await third?.ok<EventDetails>("GET", `/api/events/${id}/details`))?.own).toMatchObject({
    isSeated: false,
    number: 1,
  });
  const notices = await second?.ok<{ text: string }[]>("GET", "/api/user/notices");
  expect(notices?.map(({ text }) => text)).toEqual([
    expect.stringContaining("moved up from the waiting list"),
  ]);
  expect(await third?.ok("GET", "/api/user/notices")).toEqual([]);
});

it("refuses a user who would not wait when the last place is gone, with the number that they would have", async () => {
  const id = await event({ max_attendees: 1 });
  const [first, second] = (await many(2)) as Awaited<ReturnType<typeof many>>;
  await first?.ok<Event>("POST", `/api/events/${id}/join`, { wait: false });
  const refused = await second?.fails("POST", `/api/events/${id}/join`, { wait: false });
  expect(refused).toMatchObject({ status: 409, code: "event_full" });
  expect(refused?.detail).toContain("no. 1");
  expect(await value(`select count(*) from event_answers where event_id = ${id}`)).toBe(1);
});
