import fc from "fast-check";
import { expect, it } from "vitest";
import { freshDatabase } from "../../testing/database.ts";
import { runs } from "../../testing/runs.ts";
import { type Caller, person, rows, value } from "../../testing/world.ts";
import { event } from "./testing/events.factory.ts";

const many = async (count: number) => {
  const all: Caller[] = [];
  for (let at = 0; at < count; at++) all.push(await person("member"));
  return all;
};

type Place = { user_id: number; slot_id: number | null; place: number; is_seated: number };

/** Fails where places are not held by the first to arrive in each slot, or are counted wrong. */
async function assertPlaces(id: number, seatsOf: (slotId: number | null) => number): Promise<void> {
  const going = await rows<Place>(
    "select user_id, slot_id, place, is_seated from event_answers where event_id = ? and answer = 'going' order by place",
    id,
  );
  expect(new Set(going.map(({ place }) => place)).size).toBe(going.length);
  for (const [slotId, group] of Map.groupBy(going, ({ slot_id }) => slot_id))
    expect([slotId, group.map(({ is_seated }) => is_seated)]).toEqual([
      slotId,
      group.map((_, at) => Number(at < seatsOf(slotId))),
    ]);
  // Who waits for another slot than their own has found no free place there.
  const wanted = await rows<{ wanted_slot_id: number | null }>(
    "select wanted_slot_id from event_answers where event_id = ? and answer = 'going' and wanted_place is not null",
    id,
  );
  for (const { wanted_slot_id: slotId } of wanted)
    expect(going.filter((each) => each.slot_id === slotId && each.is_seated)).toHaveLength(seatsOf(slotId));
  const [counted] = await rows("select attendees, waiting from events where id = ?", id);
  const attendees = going.filter(({ is_seated }) => is_seated).length;
  expect(counted).toEqual({ attendees, waiting: going.length - attendees });
}

it("keeps places with the first to arrive while 50 users leave and join at once", async () => {
  const id = await event({ max_attendees: 10 });
  const people = await many(50);
  const [stay, leave, join] = [people.slice(0, 5), people.slice(5, 25), people.slice(25)];
  for (const each of [...leave, ...stay]) await each.ok("POST", `/api/events/${id}/join`);
  await Promise.all([
    ...leave.map((each) => each.ok("POST", `/api/events/${id}/leave`)),
    ...join.map((each) => each.ok("POST", `/api/events/${id}/join`)),
  ]);
  await assertPlaces(id, () => 10);
  expect(await value("select count(*) from event_answers where answer = 'going'")).toBe(30);
  const seated = await rows<{ user_id: number }>(
    "select user_id from event_answers where is_seated = 1 order by place limit 5",
  );
  // Who waited before the others came is next.
  expect(seated.map(({ user_id }) => user_id)).toEqual(stay.map(({ userId }) => userId));
});

it("gives no place to a member who becomes inactive while signing up, and gives their place to the first who waits", async () => {
  const [administrator, member, waiting] = [
    await person("administrator"),
    await person("member"),
    await person("member"),
  ];
  const id = await event({ max_attendees: 1 });
  const end = (each: Caller) =>
    administrator.call("PUT", `/api/members/${each.memberId}/status`, { body: { status: "inactive" } });
  const results = await Promise.all([member.call("POST", `/api/events/${id}/join`), end(member)]);
  expect(results.map(({ status }) => status < 500)).toEqual([true, true]);
  await waiting.ok("POST", `/api/events/${id}/join`);
  await assertPlaces(id, () => 1);
  expect(await rows("select user_id from event_answers where answer = 'going'")).toEqual([
    { user_id: waiting.userId },
  ]);
  // One who has a place and one who waits: the second moves up, and hears of it.
  const next = await person("member");
  await next.ok("POST", `/api/events/${id}/join`);
  await end(waiting);
  await assertPlaces(id, () => 1);
  const notices = await next.ok<{ text: string }[]>("GET", "/api/user/notices");
  expect(notices.map(({ text }) => text)).toEqual([expect.stringContaining("you moved up")]);
});

/** One step of a random evening: a user joins a slot or none, leaves, says maybe, or is removed; or the places change. */
const step = fc.oneof(
  fc.record({ kind: fc.constant("join" as const), who: fc.nat(7), slot: fc.constantFrom(null, 1, 2) }),
  fc.record({ kind: fc.constant("leave" as const), who: fc.nat(7) }),
  fc.record({ kind: fc.constant("maybe" as const), who: fc.nat(7) }),
  fc.record({ kind: fc.constant("places" as const), open: fc.nat(3), seats: fc.integer({ min: 1, max: 3 }) }),
);

it("keeps places with the first to arrive in each slot, whatever users and organizers do at once", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { maxLength: 6 }),
      async (groups) => {
        await freshDatabase();
        const officer = await person("officer");
        const people = await many(8);
        const slotsOf = (seats: number) =>
          [1, 2].map((id) => ({ id, name: `Slot ${id}`, ship: null, need: null, seats }));
        let [open, seats] = [1, 1];
        const id = await event({
          max_attendees: 3,
          slots: JSON.stringify(slotsOf(1)),
          organizer_id: officer.userId,
        });
        for (const group of groups) {
          const calls = group.map(async (each) => {
            if (each.kind === "places") return;
            const caller = people[each.who] as Caller;
            const path = `/api/events/${id}`;
            const { status } =
              each.kind === "join"
                ? await caller.call("POST", `${path}/join`, { body: { slotId: each.slot } })
                : each.kind === "leave"
                  ? await caller.call("POST", `${path}/leave`)
                  : await caller.call("PUT", `${path}/answer`, { body: { answer: "maybe" } });
            expect(status).toBe(200);
          });
          await Promise.all(calls);
          const places = group.findLast((each) => each.kind === "places");
          if (places?.kind === "places") {
            [open, seats] = [places.open, places.seats];
            const body = { slots: slotsOf(seats), maxAttendees: open + 2 * seats };
            await officer.ok("PATCH", `/api/events/${id}`, body);
          }
          await assertPlaces(id, (slotId) => (slotId === null ? open : seats));
        }
      },
    ),
    runs(3, 12),
  );
});
