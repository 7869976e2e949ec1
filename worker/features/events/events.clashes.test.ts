import { expect, it } from "vitest";
import { type Caller, organization, person, rows } from "../../testing/world.ts";
import { type Clashes, MOST_CLASHES } from "./clashes.schema.ts";
import { LENGTH } from "./events.schema.ts";
import { answer, event, fillSeries } from "./testing/events.factory.ts";

/** An instant on a day to come, by its minutes. */
const at = (minutes: number) => new Date(Date.UTC(2090, 0, 2, 20) + minutes * 60_000).toISOString();
const from = (starts: number, ends: number) => ({ starts_at: at(starts), ends_at: at(ends) });
const HOUR = 60;
const DAY = 24 * HOUR;

/** Who would have another event if one lasted from `at(0)` for an hour. */
const clashes = (caller: Caller, id: number) =>
  caller.ok<Clashes>("GET", `/api/events/${id}/clashes?startsAt=${at(0)}&lengthMinutes=60`);
const named = async (...args: Parameters<typeof clashes>) =>
  (await clashes(...args)).people.map(({ userId }) => userId);

/** An event of some users on another day. */
async function eventOf(users: readonly Caller[], values: Record<string, unknown> = {}): Promise<number> {
  const id = await event({ ...from(-9 * DAY, -9 * DAY + HOUR), ...values });
  for (const [place, { userId }] of users.entries()) await answer(id, userId, { place });
  return id;
}

it("names people who go or wait in order of arrival, with the end of the last of their other events then", async () => {
  const officer = await person("officer");
  const [kira, oliver, free] = [
    await person("member", 1, "Kira Munk"),
    await person("member", 1, "Oliver Hayes"),
    await person("member"),
  ];
  const id = await eventOf([oliver, free]);
  await answer(id, kira.userId, { place: 9, is_seated: 0 });
  await eventOf([kira, oliver], from(-30, 30));
  await eventOf([oliver], from(59, 90));
  expect(await clashes(officer, id)).toEqual({
    people: [
      { userId: oliver.userId, displayName: "Oliver Hayes", endsAt: at(90) },
      { userId: kira.userId, displayName: "Kira Munk", endsAt: at(30) },
    ],
    count: 2,
  });
});

it("counts events of the greatest length, and none that only touch", async () => {
  const officer = await person("officer");
  const [before, after, long] = [await person("member"), await person("member"), await person("member")];
  const id = await eventOf([before, after, long]);
  await eventOf([before], from(-HOUR, 0));
  await eventOf([after], from(HOUR, 2 * HOUR));
  await eventOf([long], from(1 - LENGTH.most, 1));
  expect(await named(officer, id)).toEqual([long.userId]);
});

it("ignores people who withdrew, declined, may come or only wait at the other event", async () => {
  const officer = await person("officer");
  const member = await person("member");
  const [id, other] = [await event(from(-9 * DAY, -9 * DAY + HOUR)), await event(from(0, HOUR))];
  const mine = await answer(id, member.userId);
  const theirs = await answer(other, member.userId);
  const set = (answerId: number, given: string, seat = 0) =>
    rows(`update event_answers set answer = '${given}', is_seated = ${seat} where id = ${answerId}`);
  expect(await named(officer, id)).toEqual([member.userId]);
  for (const [which, given] of [
    [theirs, "going"],
    ...[mine, theirs].flatMap((each) =>
      ["withdrawn", "declined", "maybe"].map((answer) => [each, answer] as const),
    ),
  ] as const) {
    await set(which, given);
    expect([given, await named(officer, id)]).toEqual([given, []]);
    await set(which, "going", 1);
  }
});

it("ignores other events that the reader may not see, cancelled ones and drafts", async () => {
  const [organizer, member] = [await person("member"), await person("member")];
  const id = await eventOf([member], { organizer_id: organizer.userId });
  for (const values of [
    { audience: "[]" },
    { status: "cancelled" },
    { status: "draft", created_by: organizer.userId },
    { organization_id: await organization() },
  ]) {
    const other = await eventOf([member], { ...from(0, HOUR), ...values });
    expect([values, await clashes(organizer, id)]).toEqual([values, { people: [], count: 0 }]);
    await rows(`delete from events where id = ${other}`);
  }
});

it("names at most ten people, and counts the others", async () => {
  const officer = await person("officer");
  const people = [];
  for (let number = 0; number < MOST_CLASHES + 2; number++) people.push(await person("member"));
  const id = await eventOf(people);
  await eventOf(people, from(0, HOUR));
  const found = await clashes(officer, id);
  expect(found.people.map(({ userId }) => userId)).toEqual(
    people.slice(0, MOST_CLASHES).map(({ userId }) => userId),
  );
  expect(found.count).toBe(people.length);
});

it("ignores other dates of the event's own series", async () => {
  const officer = await person("officer");
  const member = await person("member");
  const id = await event(from(-7 * DAY, -7 * DAY + HOUR));
  await fillSeries(id, [member.userId]);
  expect(await named(officer, id)).toEqual([]);
});

it("refuses users who may not change the event, without revealing an event that they do not see", async () => {
  const [organizer, other] = [await person("member"), await person("member")];
  const id = await event({ organizer_id: organizer.userId });
  expect((await clashes(organizer, id)).count).toBe(0);
  const path = (recordId: number) => `/api/events/${recordId}/clashes?startsAt=${at(0)}&lengthMinutes=60`;
  expect(await other.fails("GET", path(id))).toMatchObject({ status: 403, code: "event_not_yours" });
  const hidden = await event({ audience: "[]", organizer_id: organizer.userId });
  expect(await other.fails("GET", path(hidden))).toMatchObject({ status: 404 });
  const foreign = await person("officer", await organization());
  expect(await foreign.fails("GET", path(id))).toMatchObject({ status: 404 });
});

it("refuses a length that no event has", async () => {
  const officer = await person("officer");
  const id = await event();
  for (const minutes of ["0", "14", "4321", "60.5", "", "1e2"])
    expect(
      await officer.fails("GET", `/api/events/${id}/clashes?startsAt=${at(0)}&lengthMinutes=${minutes}`),
    ).toMatchObject({ status: 400 });
});
