import { expect, it } from "vitest";
import { type Caller, person } from "../../testing/world.ts";
import { answer, event } from "../events/testing/events.factory.ts";
import { CHANGE_DAYS, type Unconfirmed } from "./attendance.schema.ts";
import { CLAIM, confirm, evening, noted, over } from "./testing/attendance.factory.ts";

const waiting = async (caller: Caller) =>
  (await caller.ok<Unconfirmed>("GET", "/api/events/1/unconfirmed")).ids;

it("an event that is over waits for who looks after it, until everybody with a place is confirmed", async () => {
  const organizer = await person("member");
  const { id, people } = await evening(2, { organizer_id: organizer.userId });
  const officer = await person("officer");
  expect([await waiting(organizer), await waiting(officer), await waiting(people[0])]).toEqual([
    [id],
    [id],
    [],
  ]);
  await confirm(organizer, id, { userId: people[0].userId, answer: "no" });
  expect(await waiting(organizer)).toEqual([id]);
  await confirm(organizer, id, { userId: people[1].userId, answer: "yes" });
  expect(await waiting(organizer)).toEqual([]);
});

it("an event waits for the answer to what somebody else asks for", async () => {
  const officer = await person("officer");
  const [theirs, own] = [await over(3), await over(3)];
  await noted(theirs, (await person("member")).userId, CLAIM);
  await noted(own, officer.userId, CLAIM);
  expect(await waiting(officer)).toEqual([theirs]);
});

it("no event waits that goes on, is cancelled, had nobody with a place, or can no longer change", async () => {
  const officer = await person("officer");
  const { userId } = await person("member");
  const [ongoing, cancelled, late] = [
    await event({ starts_at: new Date(Date.now() - 3_600_000).toISOString() }),
    await over(3, { status: "cancelled" }),
    await over(CHANGE_DAYS * 24),
  ];
  for (const id of [ongoing, cancelled, late]) await answer(id, userId);
  await answer(await over(3), userId, { is_seated: 0 });
  expect(await waiting(officer)).toEqual([]);
});
