import { describe, expect, it } from "vitest";
import { type Caller, organization, person, raw, value } from "../../testing/world.ts";
import type { Event, EventDetails } from "./events.schema.ts";
import { answer, event, terms } from "./testing/events.factory.ts";

const roleOf = (key: string) =>
  value<number>("select id from roles where organization_id = 1 and key = ?", key);
const list = async (caller: Caller, query = "") =>
  (await caller.ok<Event[]>("GET", `/api/events/1${query}`)).map(({ id }) => id);

describe("an event for chosen roles", () => {
  it("is seen by these roles, its organizer and holders of events.write; for others it does not exist", async () => {
    const [officer, recruiter, member, organizer] = [
      await person("officer"),
      await person("recruiter"),
      await person("member"),
      await person("member"),
    ];
    const audience = JSON.stringify([await roleOf("recruiter")]);
    const id = await event({ audience, organizer_id: organizer.userId });
    for (const each of [officer, recruiter, organizer]) expect(await list(each)).toEqual([id]);
    expect(await list(member)).toEqual([]);
    const paths = ["details", "join", "leave", "answer", "people"] as const;
    for (const path of paths) {
      const method = path === "details" ? "GET" : path === "answer" ? "PUT" : "POST";
      const body =
        path === "answer" ? { answer: "maybe" } : path === "people" ? { guest: "Ruben" } : undefined;
      expect([path, (await member.call(method, `/api/events/${id}/${path}`, { body })).status]).toEqual([
        path,
        404,
      ]);
    }
  });

  it("is named neither in the log nor in the recent activity", async () => {
    const officer = await person("officer");
    const audience = [await roleOf("officer")];
    await officer.ok("POST", "/api/events", terms({ title: "Secret raid", audience }));
    const member = await person("member");
    expect(JSON.stringify(await member.ok("GET", "/api/activities/1"))).not.toContain("Secret raid");
    expect(await value("select count(*) from audit_log where entity_name like '%Secret raid%'")).toBe(0);
  });

  it("loses the answers of users who may no longer see it, and tells them nothing of it", async () => {
    const [officer, recruiter, member] = [
      await person("officer"),
      await person("recruiter"),
      await person("member"),
    ];
    const { id, version } = await officer.ok<Event>("POST", "/api/events", terms({ maxAttendees: 1 }));
    await member.ok("POST", `/api/events/${id}/join`);
    await recruiter.ok("POST", `/api/events/${id}/join`);
    const audience = [await roleOf("recruiter")];
    await officer.ok("PATCH", `/api/events/${id}`, { audience, location: "Checkmate", version });
    const shown = await recruiter.ok<EventDetails>("GET", `/api/events/${id}/details`);
    expect(shown).toMatchObject({ attendees: 1, waiting: 0, own: { isSeated: true } });
    expect(await member.ok("GET", "/api/user/notices")).toEqual([]);
  });

  it("refuses a role of another organization", async () => {
    const officer = await person("officer");
    const elsewhere = await organization();
    const theirs = await value<number>("select min(id) from roles where organization_id = ?", elsewhere);
    const refused = await officer.fails("POST", "/api/events", terms({ audience: [theirs] }));
    expect(refused.errors).toHaveProperty("audience");
  });
});

it("a draft is seen and changed by its author alone", async () => {
  const [officer, other] = [await person("officer"), await person("administrator")];
  const draft = await officer.ok<Event>("POST", "/api/events", terms({ status: "draft" }));
  expect(await list(other)).toEqual([]);
  expect(await list(other, "?show=drafts")).toEqual([]);
  expect(await list(officer, "?show=drafts")).toEqual([draft.id]);
  expect(await other.fails("DELETE", `/api/events/${draft.id}`)).toMatchObject({ status: 404 });
  expect(await other.fails("PATCH", `/api/events/${draft.id}`, { title: "Mine" })).toMatchObject({
    status: 404,
  });
  await officer.ok("PATCH", `/api/events/${draft.id}`, { status: "upcoming", version: 1 });
  expect(await list(other)).toEqual([draft.id]);
  expect(await officer.fails("DELETE", `/api/events/${draft.id}`)).toMatchObject({ code: "event_not_draft" });
});

it("a past event accepts no answer, no edit and no cancelling", async () => {
  const [officer, member] = [await person("officer"), await person("member")];
  const past = { starts_at: "2026-01-01T20:00:00.000Z", ends_at: "2026-01-01T22:00:00.000Z" };
  const id = await event(past);
  const calls: [Caller, string, string, object?][] = [
    [member, "POST", "join"],
    [member, "POST", "leave"],
    [officer, "POST", "people", { guest: "Ruben" }],
    [officer, "POST", "cancel", { reason: "Late" }],
  ];
  for (const [caller, method, path, body] of calls)
    expect(await caller.fails(method, `/api/events/${id}/${path}`, body)).toMatchObject({
      code: "event_over",
    });
  expect(await officer.fails("PATCH", `/api/events/${id}`, { title: "Later" })).toMatchObject({
    code: "event_over",
  });
});

it("sign-ups close before the start as set; a user can still withdraw, and an officer can add others", async () => {
  const [officer, member] = [await person("officer"), await person("member")];
  const id = await event({ closes_minutes: 60 * 24 * 3 });
  await answer(id, member.userId);
  const late = await person("member");
  expect(await late.fails("POST", `/api/events/${id}/join`)).toMatchObject({ code: "event_sign_up_closed" });
  expect((await late.ok<EventDetails>("GET", `/api/events/${id}/details`)).can.answer).toBe(false);
  await member.ok("POST", `/api/events/${id}/leave`);
  await officer.ok("POST", `/api/events/${id}/people`, { userId: late.userId });
  expect(await value(`select count(*) from event_answers where event_id = ${id} and answer = 'going'`)).toBe(
    1,
  );
});

it("a slot for owners of a ship refuses other users", async () => {
  const [owner, other] = [await person("member"), await person("member")];
  await raw.DB.batch([
    raw.DB.prepare(
      `insert into ships (organization_id, id, name, name_full, slug, company_name, roles) values (1, 7, 'Hammerhead', 'Aegis Hammerhead', 'hammerhead', 'Aegis', '["military"]')`,
    ),
    raw.DB.prepare("insert into hangars (organization_id, user_id) values (1, ?)").bind(owner.userId),
    raw.DB.prepare(
      "insert into hangar_ships (organization_id, user_id, ship_id, created_at, updated_at) values (1, ?, 7, '', '')",
    ).bind(owner.userId),
  ]);
  const slots = [
    { id: 1, name: "Pilot", ship: "Hammerhead", need: { kind: "ship", shipId: 7 }, seats: 1 },
    { id: 2, name: "Escort", ship: null, need: { kind: "role", role: "military" }, seats: 1 },
  ];
  const id = await event({ slots: JSON.stringify(slots), max_attendees: 2 });
  for (const slotId of [1, 2])
    expect(await other.fails("POST", `/api/events/${id}/join`, { slotId })).toMatchObject({
      code: "event_slot_needs_ship",
    });
  const joined = await owner.ok<Event>("POST", `/api/events/${id}/join`, { slotId: 1 });
  expect(joined).toMatchObject({ attendees: 1, own: { slotId: 1, isSeated: true } });
  const changed = await owner.ok<Event>("POST", `/api/events/${id}/join`, { slotId: 2 });
  expect(changed).toMatchObject({ attendees: 1, own: { slotId: 2, isSeated: true } });
  // Two places, both in slots: without one there is none.
  expect(await other.ok<Event>("POST", `/api/events/${id}/join`)).toMatchObject({
    own: { isSeated: false, number: 1 },
  });
});

it("a draft whose time is past is published only with a new time, and a past cancelled event is not put back", async () => {
  const officer = await person("officer");
  const past = { starts_at: "2026-01-01T20:00:00.000Z", ends_at: "2026-01-01T22:00:00.000Z" };
  const { description, location } = terms();
  const facts = { description, location };
  const draft = await event({ ...past, ...facts, status: "draft", created_by: officer.userId });
  const cancelled = await event({ ...past, status: "cancelled" });
  for (const id of [draft, cancelled]) {
    const refused = await officer.fails("PATCH", `/api/events/${id}`, { status: "upcoming" });
    expect([id, refused.errors]).toEqual([id, { startsAt: ["Enter a time that is still to come"] }]);
  }
  const shown = await officer.ok<EventDetails>("GET", `/api/events/${cancelled}/details`);
  expect(shown.can.putBack).toBe(false);
  const { startsAt } = terms();
  const published = await officer.ok<Event>("PATCH", `/api/events/${draft}`, {
    status: "upcoming",
    startsAt,
  });
  expect(published.status).toBe("upcoming");
});

it("refuses to publish an event without description or place, and lets a published one keep what it lacks", async () => {
  const officer = await person("officer");
  const blank = { description: "", location: " " };
  const both = ["description", "location"];
  const fieldsOf = async (method: string, path: string, body: object) =>
    Object.keys((await officer.fails(method, path, body)).errors ?? {});
  expect(await fieldsOf("POST", "/api/events", terms(blank))).toEqual(both);
  const draft = await officer.ok<Event>("POST", "/api/events", terms({ ...blank, status: "draft" }));
  const path = `/api/events/${draft.id}`;
  expect(await fieldsOf("PATCH", path, { status: "upcoming" })).toEqual(both);
  expect(await fieldsOf("PATCH", path, { status: "upcoming", description: "A race" })).toEqual(["location"]);
  const facts = { description: "A race", location: "in Discord" };
  await officer.ok("PATCH", path, { status: "upcoming", ...facts });
  expect(await fieldsOf("PATCH", path, { location: "" })).toEqual(["location"]);
  const old = `/api/events/${await event()}`;
  await officer.ok("PATCH", old, { title: "Night convoy" });
  expect(await officer.ok<Event>("PATCH", old, { description: "A convoy" })).toMatchObject({ location: "" });
  expect(await fieldsOf("PATCH", old, { description: "" })).toEqual(["description"]);
});
