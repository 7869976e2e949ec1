import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { openDb } from "../../lib/db/client.ts";
import { stopClock } from "../../testing/clock.ts";
import { type Caller, person, prospect, raw } from "../../testing/world.ts";
import type { ContractMember } from "../contracts/contracts.schema.ts";
import type { AssignableMember, Member } from "../members/members.schema.ts";
import type { Prospect, TeamOverview } from "../prospects/prospects.schema.ts";
import { customRole, holderOf } from "../roles/testing/roles.factory.ts";
import { isAwayAt } from "./index.ts";
import type { Leave } from "./leave.schema.ts";
import { inDays, leaveOf } from "./testing/leave.factory.ts";

stopClock();
let mikkel: Caller;
let officer: Caller;
beforeEach(async () => {
  mikkel = await person("recruiter", 1, "Mikkel");
  officer = await person("officer", 1, "Olga Officer");
});

const add = (from: number, to: number) =>
  mikkel.ok<Leave>("POST", "/api/leaves", { from: inDays(from), to: inDays(to) });
/** The instant of noon some days from today. */
const noon = (days: number) => `${inDays(days)}T12:00:00.000Z`;

type Shown = { userId: number; awayUntil: string | null };
const ofMikkel = (all: readonly Shown[]) => all.find(({ userId }) => userId === mikkel.userId)?.awayUntil;

describe("while a leave lasts", () => {
  /** The views of a member, each with the last day of the leave. */
  const shownTo = async (reader: Caller) => {
    const get = <Answer>(path: string) => reader.ok<Answer>("GET", path);
    const profile = await get<Member>(`/api/members/${mikkel.memberId}/profile`);
    const { assignees } = await get<TeamOverview>("/api/prospects/1/team");
    return {
      members: ofMikkel(await get<Member[]>("/api/members/1")),
      users: ofMikkel(await get<Member[]>("/api/users/1")),
      found: ofMikkel(await get<Member[]>("/api/members/1?q=mikkel")),
      profile: profile.awayUntil,
      assignable: ofMikkel(await get<AssignableMember[]>("/api/members/1/assignable")),
      contracts: ofMikkel(await get<ContractMember[]>("/api/contracts/1/members?q=mikkel")),
      team: assignees.find(({ memberId }) => memberId === mikkel.memberId)?.awayUntil,
    };
  };
  const everywhere = (day: string | null) => ({
    ...{ members: day, users: day, found: day, profile: day, assignable: day, contracts: day, team: day },
  });

  it("every answer about the member has its last day, but not before it, after it and after coming back", async () => {
    await prospect({ status: "onboarding", assigned_to: mikkel.memberId });
    await add(1, 2);
    expect(await shownTo(officer)).toEqual(everywhere(null));
    const leave = await add(-2, 0);
    expect(await shownTo(officer)).toEqual(everywhere(inDays(0)));
    await mikkel.ok("PATCH", `/api/leaves/${leave.id}`, { from: inDays(0) });
    await mikkel.ok("DELETE", `/api/leaves/${leave.id}`);
    expect(await shownTo(officer)).toEqual(everywhere(null));
  });

  it("readers without members.read do not see it", async () => {
    await add(0, 3);
    const reader = await holderOf(await customRole(["prospects.read", "contracts.read", "contracts.write"]));
    const get = (path: string) => reader.ok<Shown[]>("GET", path);
    expect(ofMikkel(await get("/api/members/1/assignable"))).toBeNull();
    expect(ofMikkel(await get("/api/contracts/1/members?q=mikkel"))).toBeNull();
  });

  it("the answer to a change of the member has its last day, too", async () => {
    await add(0, 3);
    const body = { status: "inactive" };
    expect(await officer.ok("PUT", `/api/members/${mikkel.memberId}/status`, body)).toMatchObject({
      awayUntil: inDays(3),
    });
  });
});

describe("a deadline of an absent member", () => {
  const dueOn = (days: number | null, values = {}) =>
    prospect({
      ...{ status: "onboarding", assigned_to: mikkel.memberId },
      ...{ deadline: days === null ? null : noon(days), ...values },
    });
  const awayOf = async (id: number, reader = officer) =>
    (await reader.ok<Prospect>("GET", `/api/prospects/${id}/record`)).assigneeAway;

  it("is uncovered by a leave today or on its day, and by no other", async () => {
    await add(-1, 1);
    await add(5, 9);
    const now = { from: inDays(-1), to: inDays(1) };
    expect(await awayOf(await dueOn(-3))).toEqual(now);
    expect(await awayOf(await dueOn(3))).toEqual(now);
    await mikkel.ok("DELETE", `/api/leaves/${(await mikkel.ok<Leave[]>("GET", "/api/leaves/1"))[0]?.id}`);
    const coming = { from: inDays(5), to: inDays(9) };
    expect(await Promise.all([5, 9].map(async (day) => awayOf(await dueOn(day))))).toEqual([coming, coming]);
    expect(await Promise.all([-3, 4, 10].map(async (day) => awayOf(await dueOn(day))))).toEqual([
      ...[null, null, null],
    ]);
  });

  it("is uncovered in lists, too, where the prospect is open, assigned and has a deadline", async () => {
    await add(0, 3);
    const open = await dueOn(2);
    await dueOn(null);
    await dueOn(2, { assigned_to: officer.memberId });
    await dueOn(2, { status: "active" });
    for (const query of ["", "?urgent=1&limit=100", "?q=prospect", `?assignedTo=${mikkel.memberId}`]) {
      const all = await officer.ok<Prospect[]>("GET", `/api/prospects/1${query}`);
      const uncovered = all.filter(({ assigneeAway }) => assigneeAway).map(({ id }) => id);
      expect([query, uncovered]).toEqual([query, query.startsWith("?urgent") ? [] : [open]]);
    }
    const soon = await dueOn(0);
    const urgent = await officer.ok<Prospect[]>("GET", "/api/prospects/1?urgent=1");
    expect(urgent.map(({ id, assigneeAway }) => [id, assigneeAway?.to])).toEqual([[soon, inDays(3)]]);
  });

  it("is shown as uncovered only to readers who may assign it", async () => {
    await add(0, 3);
    const id = await dueOn(1);
    const reader = await holderOf(
      await customRole(["prospects.read", "prospects.read_all", "members.read", "prospects.assign"]),
    );
    expect(await awayOf(id, reader)).toBeNull();
    expect(await awayOf(id, await person("crm_manager"))).toEqual({ from: inDays(0), to: inDays(3) });
  });

  it("is covered as soon as it is assigned to a present member", async () => {
    await add(0, 3);
    const id = await dueOn(1);
    const body = { assignedTo: officer.memberId, version: 1 };
    expect(await officer.ok("PATCH", `/api/prospects/${id}/assign`, body)).toMatchObject({
      assigneeAway: null,
    });
  });
});

it("a member is away at each instant of a leave's days, also of a past one", async () => {
  await leaveOf(mikkel.userId, -9, -8);
  await add(2, 3);
  const { db } = openDb(raw.DB, "first-primary");
  const isAway = async (instant: string) => {
    const { is } = await db.get<{ is: number }>(sql`select ${isAwayAt(mikkel.userId, instant)} as "is"`);
    return is;
  };
  const instants = [
    ...[`${inDays(-10)}T23:59:59.999Z`, `${inDays(-9)}T00:00:00.000Z`, `${inDays(-8)}T23:59:59.999Z`],
    ...[noon(-7), noon(0), noon(2), `${inDays(3)}T23:59:59.999Z`, noon(4)],
  ];
  const away: number[] = [];
  for (const each of instants) away.push(await isAway(each));
  expect(away).toEqual([0, 1, 1, 0, 0, 1, 1, 0]);
});
