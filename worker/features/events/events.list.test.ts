import { expect, it } from "vitest";
import { hoursFromNow, raw } from "../../testing/database.ts";
import { inDiscord, textOf } from "../../testing/discord-user.ts";
import { type Caller, person, value } from "../../testing/world.ts";
import type { Event, EventDetails, Strip } from "./events.schema.ts";
import { stateOf } from "./state.schema.ts";
import { answer, event, fillSeries } from "./testing/events.factory.ts";

const facesIn = async (caller: Caller) =>
  new Map(
    (await caller.ok<Event[]>("GET", "/api/events/1")).map(({ id, faces }) => [
      id,
      faces?.map(({ userId }) => userId),
    ]),
  );
const pastOf = async (caller: Caller) =>
  (await caller.ok<Strip>("GET", `/api/events/1/strip?from=${hoursFromNow(0)}`)).past;
const forOfficers = async () =>
  JSON.stringify([await value<number>("select id from roles where organization_id = 1 and key = 'officer'")]);

it("a list shows the first three users with a place of each event, in order of arrival", async () => {
  const users = [];
  for (let at = 0; at < 5; at++) users.push(await person("member"));
  const [first, second, third, fourth, waiting] = users as [Caller, Caller, Caller, Caller, Caller];
  const id = await event();
  await answer(id, fourth.userId, { place: 6 });
  await answer(id, third.userId, { place: 5 });
  await answer(id, second.userId, { place: 4 });
  await answer(id, first.userId, { place: 3 });
  await answer(id, null, { guest: "Ruben", place: 2 });
  await answer(id, waiting.userId, { is_seated: 0 });
  const off = await event({ status: "cancelled" });
  await answer(off, first.userId);
  const maybe = await event();
  await answer(maybe, first.userId, { answer: "maybe", is_seated: 0 });
  expect(await facesIn(first)).toEqual(
    new Map([
      [id, [first.userId, second.userId, third.userId]],
      [off, undefined],
      [maybe, []],
    ]),
  );
});

it("a list shows nobody of an event that the reader may not see", async () => {
  const [officer, member] = [await person("officer"), await person("member")];
  const hidden = await event({ audience: await forOfficers() });
  await answer(hidden, officer.userId);
  const shown = await event();
  expect(await facesIn(officer)).toEqual(
    new Map([
      [hidden, [officer.userId]],
      [shown, []],
    ]),
  );
  expect(await facesIn(member)).toEqual(new Map([[shown, []]]));
});

it("the strip counts past events that the reader may see", async () => {
  const [officer, member] = [await person("officer"), await person("member")];
  const over = { starts_at: hoursFromNow(-30), ends_at: hoursFromNow(-28) };
  await event(over);
  await event({ ...over, status: "cancelled" });
  await event({ ...over, audience: await forOfficers() });
  await event({ ...over, status: "draft", created_by: member.userId });
  await event({ starts_at: hoursFromNow(-1), ends_at: hoursFromNow(1) });
  await event();
  expect(await pastOf(officer)).toEqual({ count: 3, isMore: false });
  expect(await pastOf(member)).toEqual({ count: 2, isMore: false });
});

it("the strip counts at most 99 past events, and shows that there are more", async () => {
  const member = await person("member");
  const id = await event({ starts_at: hoursFromNow(-30), ends_at: hoursFromNow(-28) });
  const copy = (count: number) =>
    raw.DB.prepare(
      `insert into events (organization_id, title, status, time_zone, starts_at, ends_at, created_at, updated_at)
       select organization_id, title, status, time_zone, starts_at, ends_at, created_at, updated_at
       from events, json_each(?) where events.id = ${id}`,
    )
      .bind(JSON.stringify(Array.from({ length: count }, () => 0)))
      .run();
  await copy(98);
  expect(await pastOf(member)).toEqual({ count: 99, isMore: false });
  await copy(1);
  expect(await pastOf(member)).toEqual({ count: 99, isMore: true });
});

it("shows the number of sign-ups of each date of a series", async () => {
  const [officer, member] = [await person("officer"), await person("member")];
  const first = await event();
  await fillSeries(first, [member.userId]);
  await raw.DB.prepare(`update events set attendees = 3, waiting = 2, maybe = 1 where id = ${first}`).run();
  const { dates } = await officer.ok<EventDetails>("GET", `/api/events/${first}/details`);
  expect(dates.slice(0, 2).map(({ signUps }) => signUps)).toEqual([6, 0]);
});

it("shows a cancelled event as cancelled, in Discord and on the web", async () => {
  const ida = await person("member");
  const id = await event({ status: "cancelled", cancel_reason: "The servers are down" });
  await answer(id, ida.userId);
  const [listed] = await ida.ok<Event[]>("GET", "/api/events/1");
  expect(listed && stateOf(listed)).toBe("cancelled");
  const reply = textOf(await (await inDiscord(ida)).types("events"));
  expect(reply).toContain("Cancelled: The servers are down");
  expect(reply).not.toContain("You're going.");
});
