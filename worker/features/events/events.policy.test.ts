import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { openDb } from "../../lib/db/client.ts";
import { actorWith, given } from "../../testing/actors.ts";
import { organization, person, raw, value } from "../../testing/world.ts";
import { abilities, isSeenBy, refusalOf, statusAfter, statusOf, visibleTo } from "./events.policy.ts";
import { events } from "./events.table.ts";
import { event } from "./testing/events.factory.ts";

const now = new Date("2026-11-26T19:00:00.000Z");
const at = (hours: number) => new Date(now.getTime() + hours * 3_600_000).toISOString();
const row = (more: Partial<Parameters<typeof abilities>[1]> = {}) => ({
  ...{ title: "Convoy", status: "planned" as const, startsAt: at(2), endsAt: at(4), closesMinutes: 60 },
  ...{ organizerId: 7, createdBy: 8 },
  ...more,
});
const DRAFT = { status: "draft" as const };

it("an event goes on from its start, is over at its end, and stays cancelled or a draft", () => {
  const cases = [
    [row(), "upcoming"],
    [row({ startsAt: at(0) }), "ongoing"],
    [row({ startsAt: at(-4), endsAt: at(0) }), "completed"],
    [row({ startsAt: at(-4), endsAt: at(-2), status: "cancelled" }), "cancelled"],
    [row({ ...DRAFT, startsAt: at(-4), endsAt: at(-2) }), "draft"],
  ] as const;
  for (const [each, status] of cases) expect(statusOf(each, now)).toBe(status);
});

it("each state refuses other acts with its own message, and changes where it stores another status", () => {
  const cases = {
    draft: row(DRAFT),
    upcoming: row(),
    ongoing: row({ startsAt: at(0) }),
    completed: row({ startsAt: at(-4), endsAt: at(0) }),
    cancelled: row({ status: "cancelled" }),
  };
  const ACTS = [
    "update",
    "publish",
    "cancel",
    "putBack",
    "delete",
    "answer",
    "signUpOthers",
    "attendance",
  ] as const;
  const saidOf = (each: ReturnType<typeof row>) =>
    Object.fromEntries(
      ACTS.map((act) => [act, refusalOf(each, act, now)?.code ?? statusAfter(each, act, now)]),
    );
  const all = (given: string) => Object.fromEntries(ACTS.map((act) => [act, given]));
  const deleting = { delete: "event_not_draft" };
  expect(saidOf(cases.draft)).toEqual({
    ...all("event_is_draft"),
    ...{ update: "draft", publish: "planned", delete: "draft" },
  });
  const open = { update: "planned", cancel: "cancelled", answer: "planned", signUpOthers: "planned" };
  expect(saidOf(cases.upcoming)).toEqual({ ...all("event_not_begun"), ...open, ...deleting });
  expect(saidOf(cases.ongoing)).toEqual({ ...all("event_not_draft"), ...open, attendance: "planned" });
  expect(saidOf(cases.completed)).toEqual({ ...all("event_over"), ...deleting, attendance: "planned" });
  expect(saidOf(cases.cancelled)).toEqual({ ...all("event_is_cancelled"), ...deleting, putBack: "planned" });
});

describe("abilities on an event", () => {
  const can = (actor: ReturnType<typeof actorWith>, more: Parameters<typeof row>[0] = {}) => {
    const found = abilities({ actor, now, language: "en" } as never, row(more));
    return { can: given(found.can).sort(), why: found.why.answer };
  };
  const other = actorWith([], { userId: 9 });

  it("lets its organizer and holders of events.write change it; others answer until sign-ups close", () => {
    expect(can(actorWith())).toEqual({ can: ["answer", "cancel", "signUpOthers", "update"], why: null });
    expect(can(actorWith(["events.write"], { userId: 9 }))).toEqual({
      can: ["answer", "cancel", "copy", "signUpOthers", "update"],
      why: null,
    });
    expect(can(other)).toEqual({ can: ["answer"], why: null });
    expect(can(other, { startsAt: at(1) }).why).toContain("closed");
    expect(can(actorWith([], { userId: 9, memberId: null }))).toEqual({ can: [], why: null });
    expect(can(actorWith([], { userId: null }), { organizerId: null }).can).toEqual(["answer"]);
  });

  it("are to confirm attendance from its start on, and nothing else after its end", () => {
    const begun = { startsAt: at(0), endsAt: at(2) };
    expect(can(actorWith(), begun).can).toEqual(["attendance", "cancel", "signUpOthers", "update"]);
    expect(can(actorWith(), { startsAt: at(-4), endsAt: at(-2) })).toEqual({
      can: ["attendance"],
      why: "Convoy is over. Its answers stay as they are.",
    });
    expect(can(other, begun).can).toEqual([]);
  });

  it("are to put a cancelled event back; those on a draft are its author's alone", () => {
    expect(can(actorWith(), { status: "cancelled" }).can).toEqual(["putBack"]);
    expect(can(other, { status: "cancelled" }).can).toEqual([]);
    expect(can(actorWith(), { status: "cancelled", startsAt: at(-4), endsAt: at(0) }).can).toEqual([]);
    expect(can(actorWith([], { userId: 8 }), DRAFT).can).toEqual(["delete", "update"]);
    expect(can(actorWith(["events.write"]), DRAFT).can).toEqual(["copy"]);
  });
});

it("an event is shown and announced to the same users, and a draft to its author alone", async () => {
  const { db } = openDb(raw.DB, undefined);
  const role = (key: string) =>
    value<number>("select id from roles where organization_id = 1 and key = ?", key);
  const [officer, recruiter, member] = [
    await person("officer"),
    await person("recruiter"),
    await person("member"),
  ];
  const foreign = await person("administrator", await organization());
  const ids = {
    all: await event(),
    recruiters: await event({ audience: JSON.stringify([await role("recruiter")]) }),
    own: await event({ audience: "[]", organizer_id: member.userId }),
    draft: await event({ status: "draft", created_by: officer.userId }),
  };
  const named = (found: readonly { id: number }[]) =>
    Object.entries(ids).flatMap(([name, id]) => (found.some((each) => each.id === id) ? [name] : []));
  const readers = [
    [officer, "officer", ["events.read", "events.write"], ["all", "recruiters", "own", "draft"]],
    [recruiter, "recruiter", ["events.read"], ["all", "recruiters"]],
    [member, "member", ["events.read"], ["all", "own"]],
  ] as const;
  for (const [reader, key, permissions, seen] of readers) {
    const { userId, memberId } = reader;
    const actor = { ...actorWith(permissions, { userId, memberId }), role: { id: await role(key) } };
    const shown = await db
      .select({ id: events.id })
      .from(events)
      .where(visibleTo(actor as never));
    expect([key, named(shown)]).toEqual([key, seen]);
    const reached = await db
      .select({ id: events.id })
      .from(events)
      .where(sql`${events.status} <> 'draft' and ${isSeenBy(sql`${userId}`, sql`${events.id}`)}`);
    expect([key, named(reached)]).toEqual([key, seen.filter((name) => name !== "draft")]);
  }
  const abroad = actorWith(["events.read", "events.write"], { organizationId: 2, userId: foreign.userId });
  expect(await db.select({ id: events.id }).from(events).where(visibleTo(abroad))).toEqual([]);
  await raw.DB.prepare("update members set status = 'inactive' where user_id = ?")
    .bind(recruiter.userId)
    .run();
  const isTold = isSeenBy(sql`${recruiter.userId}`, sql`${events.id}`);
  expect(
    await db
      .select()
      .from(events)
      .where(sql`${eq(events.id, ids.all)} and ${isTold}`),
  ).toEqual([]);
});
