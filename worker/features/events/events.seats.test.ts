import { beforeEach, expect, it } from "vitest";
import { type Caller, freshDatabase, person, raw, rows, value } from "../../testing/world.ts";
import { noticeKinds } from "../attendance/testing/attendance.factory.ts";
import { inDays, leaveOf } from "../leave/testing/leave.factory.ts";
import { customRole } from "../roles/testing/roles.factory.ts";
import type { Event, EventDetails } from "./events.schema.ts";
import { answer, event } from "./testing/events.factory.ts";

const slot = (id: number, seats = 1) => ({ id, name: `Slot ${id}`, ship: null, need: null, seats });
/** An event of one place in each of three slots. */
const threeSlots = (values: Record<string, unknown> = {}) =>
  event({ max_attendees: 3, slots: JSON.stringify([slot(1), slot(2), slot(3)]), ...values });

beforeEach(freshDatabase);

const join = (caller: Caller, id: number, slotId: number | null, more: object = {}) =>
  caller.ok<Event>("POST", `/api/events/${id}/join`, { slotId, ...more });
const leave = (caller: Caller, id: number) => caller.ok<Event>("POST", `/api/events/${id}/leave`);
const ownOf = async (caller: Caller, id: number) =>
  (await caller.ok<EventDetails>("GET", `/api/events/${id}/details`)).own;

it("keeps the place of a user who waits for another slot, and moves them when one is free there", async () => {
  const id = await threeSlots();
  const [ada, bo, cilla] = [await person("member"), await person("member"), await person("member")];
  await join(ada, id, 1);
  await join(bo, id, 2);
  expect((await join(ada, id, 2)).own).toMatchObject({
    ...{ slotId: 1, isSeated: true, number: null, waitsFor: { slotId: 2, number: 1 } },
  });
  await join(cilla, id, 1);
  expect(await ownOf(cilla, id)).toMatchObject({ isSeated: false, number: 1 });
  const { attendees, waiting } = await leave(bo, id);
  expect({ attendees, waiting }).toEqual({ attendees: 2, waiting: 0 });
  expect(await ownOf(ada, id)).toMatchObject({ slotId: 2, isSeated: true, waitsFor: null });
  // The place that it leaves goes to the first who waits for that one.
  expect(await ownOf(cilla, id)).toMatchObject({ slotId: 1, isSeated: true });
  expect(await noticeKinds(ada)).toEqual(["event.moved_over"]);
  expect(await noticeKinds(cilla)).toEqual(["event.moved_up"]);
});

it("moves each user of a chain into the place that the one before leaves, and back where it is free", async () => {
  const id = await threeSlots();
  const [ada, bo, cilla] = [await person("member"), await person("member"), await person("member")];
  await join(ada, id, 1);
  await join(bo, id, 2);
  await join(cilla, id, 3);
  await join(ada, id, 2);
  await join(bo, id, 3);
  await leave(cilla, id);
  expect(await ownOf(bo, id)).toMatchObject({ slotId: 3, isSeated: true });
  expect(await ownOf(ada, id)).toMatchObject({ slotId: 2, isSeated: true });
  expect((await join(ada, id, 1, { wait: false })).own).toMatchObject({ slotId: 1, isSeated: true });
  const refused = await ada.fails("POST", `/api/events/${id}/join`, { slotId: 3, wait: false });
  expect(refused).toMatchObject({ status: 409, code: "event_full" });
  expect(await ownOf(ada, id)).toMatchObject({ slotId: 1, isSeated: true, waitsFor: null });
});

it("gives a free place to the first who came to its slot, with a place elsewhere or without one", async () => {
  const id = await threeSlots();
  const [ada, bo, cilla] = [await person("member"), await person("member"), await person("member")];
  await join(ada, id, 1);
  await join(bo, id, 2);
  await join(cilla, id, 2);
  await join(ada, id, 2);
  await leave(bo, id);
  expect(await ownOf(cilla, id)).toMatchObject({ slotId: 2, isSeated: true });
  expect(await ownOf(ada, id)).toMatchObject({ slotId: 1, waitsFor: { slotId: 2, number: 1 } });
});

it("ends the waiting for another slot when the user asks for their own again, and when that slot is removed", async () => {
  const officer = await person("officer");
  const id = await threeSlots({ organizer_id: officer.userId });
  const [ada, bo] = [await person("member"), await person("member")];
  await join(ada, id, 1);
  await join(bo, id, 2);
  await join(ada, id, 2);
  expect((await join(ada, id, 1)).own).toMatchObject({ slotId: 1, isSeated: true, waitsFor: null });
  await join(ada, id, 2);
  await officer.ok("PATCH", `/api/events/${id}`, { slots: [slot(1), slot(3)] });
  expect(await ownOf(ada, id)).toMatchObject({ slotId: 1, isSeated: true, waitsFor: null });
});

it("restores a withdrawn answer while the place is free, and refuses it once another user has it", async () => {
  const id = await event({ max_attendees: 1 });
  const [ada, bo] = [await person("member"), await person("member")];
  await join(ada, id, null);
  await leave(ada, id);
  expect((await join(ada, id, null, { wait: false })).own).toMatchObject({ isSeated: true });
  await join(bo, id, null);
  await leave(ada, id);
  const refused = await ada.fails("POST", `/api/events/${id}/join`, { slotId: null, wait: false });
  expect(refused).toMatchObject({ status: 409, code: "event_full" });
  expect(await ownOf(bo, id)).toMatchObject({ isSeated: true });
});

it("passes over a user who is away on the day of the event, until they are back", async () => {
  const id = await event({ max_attendees: 1 });
  const [ada, bo, cilla] = [await person("member"), await person("member"), await person("member")];
  for (const each of [ada, bo, cilla]) await join(each, id, null);
  const away = async () =>
    (await bo.ok<{ id: number }>("POST", "/api/leaves", { from: inDays(1), to: inDays(3) })).id;
  const back = (leaveId: number) => bo.ok("DELETE", `/api/leaves/${leaveId}`);
  const first = await away();
  await leave(ada, id);
  // Who got the place keeps it, although the other one came first.
  await back(first);
  expect(await ownOf(cilla, id)).toMatchObject({ isSeated: true });
  expect(await ownOf(bo, id)).toMatchObject({ isSeated: false, number: 1 });
  const second = await away();
  await leave(cilla, id);
  expect(await ownOf(bo, id)).toMatchObject({ isSeated: false, number: 1 });
  await back(second);
  expect(await ownOf(bo, id)).toMatchObject({ isSeated: true });
  expect(await noticeKinds(bo)).toEqual(["event.moved_up"]);
});

it("passes over a user who may no longer see the event, and tells them nothing of it", async () => {
  const id = await event({ max_attendees: 2 });
  const officer = await person("officer");
  const [ada, bo, cilla] = [await person("member"), await person("member"), await person("member")];
  for (const each of [ada, bo, cilla]) await join(each, id, null);
  const audience = await value("select json_array(role_id) from members where user_id = ?", ada.userId);
  await raw.DB.prepare("update events set audience = ? where id = ?").bind(audience, id).run();
  const demote = ({ userId }: Caller) =>
    raw.DB.prepare("update members set role_id = ? where user_id = ?").bind(role, userId).run();
  const role = await customRole(["events.read"]);
  await demote(ada);
  await demote(cilla);
  await leave(bo, id);
  const seated = "select user_id from event_answers where is_seated = 1";
  expect(await rows(seated)).toEqual([{ user_id: ada.userId }]);
  await bo.ok("POST", `/api/events/${id}/join`);
  // The place of who came last is taken away.
  await raw.DB.prepare("update event_answers set place = 9 where user_id = ?").bind(ada.userId).run();
  await officer.ok("PATCH", `/api/events/${id}`, { maxAttendees: 1 });
  expect(await rows(seated)).toEqual([{ user_id: bo.userId }]);
  expect([await noticeKinds(ada), await noticeKinds(cilla)]).toEqual([[], []]);
});

it("keeps the places of a user who reports leave afterwards, and of earlier users", async () => {
  const id = await event({ max_attendees: 1 });
  const [ada, bo] = [await person("member"), await person("member")];
  for (const each of [ada, bo]) await join(each, id, null);
  await leaveOf(ada.userId, 1, 3);
  await leave(bo, id);
  await join(bo, id, null);
  expect(await ownOf(ada, id)).toMatchObject({ isSeated: true });
  expect(await ownOf(bo, id)).toMatchObject({ isSeated: false });
});

it("shows who is away only to users who may change the event", async () => {
  const officer = await person("officer");
  const [ada, bo] = [await person("member"), await person("member")];
  const id = await event({ organizer_id: officer.userId });
  await answer(id, ada.userId);
  await answer(id, bo.userId, { place: 2 });
  await leaveOf(ada.userId, 1, 4);
  await leaveOf(bo.userId, 5, 6);
  const awayFor = async (caller: Caller) =>
    (await caller.ok<EventDetails>("GET", `/api/events/${id}/details`)).people.map(({ away }) => away);
  expect(await awayFor(officer)).toEqual([{ from: inDays(1), to: inDays(4) }, null]);
  expect(await awayFor(bo)).toEqual([null, null]);
});

it("keeps the slot of a user who joins again without naming one, as the button of a card in Discord does", async () => {
  const id = await event({ max_attendees: 4, slots: JSON.stringify([slot(1)]) });
  const ada = await person("member");
  await join(ada, id, 1);
  await ada.ok("POST", `/api/events/${id}/join`);
  expect(await rows("select slot_id from event_answers")).toEqual([{ slot_id: 1 }]);
});
