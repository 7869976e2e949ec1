import fc from "fast-check";
import { expect, it } from "vitest";
import type { OwnStatistics, SharedStatistics } from "./features/attendance/attendance.schema.ts";
import { noted, over } from "./features/attendance/testing/attendance.factory.ts";
import type { Contract, ContractCounts } from "./features/contracts/contracts.schema.ts";
import { contract } from "./features/contracts/testing/contracts.factory.ts";
import type { DashboardStats } from "./features/dashboard/dashboard.schema.ts";
import type { Event, Strip } from "./features/events/events.schema.ts";
import type { ListedUser, MemberCounts } from "./features/members/members.schema.ts";
import type {
  Prospect,
  ProspectCounts,
  TeamOverview,
  UserStats,
} from "./features/prospects/prospects.schema.ts";
import { customRole, holderOf } from "./features/roles/testing/roles.factory.ts";
import { SYSTEM_PERMISSIONS, SYSTEM_ROLES } from "./lib/permissions.schema.ts";
import { runs } from "./testing/runs.ts";
import { type Caller, hoursFromNow, person, prospect, raw, rows } from "./testing/world.ts";

/** Permissions that decide which prospects a reader sees. */
const DECIDING = [
  "prospects.read",
  "prospects.read_all",
  "crm.team_overview",
  "members.read",
  "bots.read",
] as const;

/** Reads all pages of a list; empty without access. */
async function list<Item>(reader: Caller, path: string): Promise<Item[]> {
  const answer = await reader.call("GET", path);
  if (answer.status === 403) return [];
  expect([path, answer.status]).toEqual([path, 200]);
  const items = JSON.parse(answer.text) as Item[];
  expect(items.length).toBeLessThan(500);
  return items;
}

/** Reads a figure; null without access. */
async function figure<Figure>(reader: Caller, path: string): Promise<Figure | null> {
  const answer = await reader.call("GET", path);
  return answer.status === 403 ? null : (JSON.parse(answer.text) as Figure);
}

const isDue = ({ deadline }: Prospect, from: string, to: string) =>
  deadline !== null && deadline >= from && deadline < to;

/** Minutes for which every user was at each event that `attend` plans. */
const MINUTES = 60;

/** Notes that users were at events that are over, one for everybody and one for each role alone; they show others how many. */
async function attend(people: readonly Caller[]): Promise<void> {
  const roles = await rows<{ id: number }>("select id from roles where organization_id = 1");
  for (const [place, role] of [null, ...roles].entries()) {
    const id = await over(place + 1, {
      audience: role && JSON.stringify([role.id]),
      organizer_id: people[place]?.userId ?? null,
    });
    for (const { userId } of people) await noted(id, userId, { answer: "yes", minutes: MINUTES });
  }
  await raw.DB.exec(
    `insert into event_statistics (user_id, organization_id, is_shared, updated_at)
     select distinct user_id, 1, 1, '' from event_attendance`.replaceAll("\n", " "),
  );
}

/** Compares what a reader is told of who was at events with the events that they can open. */
async function compareAttendance(reader: Caller): Promise<void> {
  const past = await list<Event>(reader, "/api/events/1?show=past");
  const listed = new Set(past.map(({ id }) => id));
  const stored = await rows<{ eventId: number; userId: number }>(
    "select event_id as eventId, user_id as userId from event_attendance",
  );
  const figuresOf = (userId: number) => {
    const { length } = stored.filter((each) => each.userId === userId && listed.has(each.eventId));
    return { events: length, attended: length, minutes: MINUTES * length };
  };
  const own = await figure<OwnStatistics>(reader, "/api/event-statistics/1/own");
  if (own) expect(own).toEqual({ ...figuresOf(reader.userId), isShared: true });
  const [other] = stored.filter(({ userId }) => userId !== reader.userId);
  const [{ id = 0 } = {}] = await rows<{ id: number }>(
    "select id from members where user_id = ?",
    other?.userId,
  );
  const shared = await figure<SharedStatistics>(reader, `/api/event-statistics/members/${id}`);
  if (shared) expect(shared.figures).toEqual(own && figuresOf(other?.userId ?? 0));
  const strip = await figure<Strip>(reader, `/api/events/1/strip?from=${hoursFromNow(0)}`);
  if (strip) expect(strip.past).toEqual({ count: listed.size, isMore: false });
}

/** Compares every figure of a reader with the records that they can open. */
async function compare(reader: Caller): Promise<void> {
  await compareAttendance(reader);
  const [now, soon] = [new Date().toISOString(), hoursFromNow(24)];
  const all = await list<Prospect>(reader, "/api/prospects/1");
  const open = all.filter(({ stage }) => stage === "intro" || stage === "onboarding");
  const own = open.filter(({ assignedTo, deadline }) => assignedTo === reader.memberId && deadline !== null);
  const numberOf = (status: string) => all.filter((each) => each.status === status).length;

  const dashboard = await figure<DashboardStats>(reader, "/api/dashboard/stats/1");
  if (dashboard) {
    const { pipelineStats, activeProspects, overdueTasks, urgent, bots } = dashboard;
    for (const [status, count] of Object.entries(pipelineStats ?? {}))
      expect([status, count]).toEqual([status, numberOf(status)]);
    const active = all.filter(
      ({ status, discordStatus }) => status === "active" && discordStatus === "active",
    );
    if (activeProspects !== null) expect(activeProspects).toBe(active.length);
    if (overdueTasks !== null) {
      const overdue = await list<Prospect>(reader, "/api/prospects/1?deadline=overdue");
      expect(overdueTasks).toBe(overdue.length);
    }
    if (urgent !== null) expect(urgent).toBe((await list(reader, "/api/prospects/1?urgent=1")).length);
    if (bots) expect(bots.total).toBe((await list(reader, "/api/discord-bots/1")).length);
  }
  const counts = await figure<ProspectCounts>(reader, "/api/prospects/1/counts");
  for (const [status, count] of Object.entries(counts ?? {}))
    expect([status, count]).toEqual([status, numberOf(status)]);

  expect(await figure<UserStats>(reader, "/api/user/stats")).toEqual({
    assigned: own.length,
    overdue: own.filter((each) => isDue(each, "", now)).length,
    dueSoon: own.filter((each) => isDue(each, now, soon)).length,
    withoutDeadline: open.filter(({ assignedTo }) => assignedTo === reader.memberId).length - own.length,
  });

  const team = await figure<TeamOverview>(reader, "/api/prospects/1/team");
  if (team) {
    expect(team.unassigned).toBe(open.filter(({ assignedTo }) => assignedTo === null).length);
    const loads = Object.fromEntries(team.assignees.map(({ memberId, open: count }) => [memberId, count]));
    const assigned: Record<number, number> = {};
    for (const { assignedTo } of open)
      if (assignedTo !== null) assigned[assignedTo] = (assigned[assignedTo] ?? 0) + 1;
    expect(loads).toEqual(assigned);
  }
  const people = await figure<MemberCounts>(reader, "/api/members/1/counts");
  if (people) {
    const listed = await list<ListedUser>(reader, "/api/users/1");
    const members = listed.filter(({ id }) => id !== null);
    expect(people.all).toBe(members.length);
    expect(people.active).toBe(members.filter(({ status }) => status === "active").length);
    if (people.withoutRole !== undefined) expect(people.withoutRole).toBe(listed.length - members.length);
    if (dashboard) expect(dashboard.totalMembers).toBe(people.active);
  }
  const contracts = await figure<ContractCounts>(reader, "/api/contracts/1/counts");
  if (contracts) {
    expect(contracts.active).toBe((await list(reader, "/api/contracts/1?show=active")).length);
    expect(contracts.drafts).toBe((await list(reader, "/api/contracts/1?show=drafts")).length);
    expect(contracts.open).toBe((await list(reader, "/api/contracts/1?open=1&show=active")).length);
  }
}

/** Removes every fourth prospect, merges two, and deletes a draft of a contract. */
async function unlist(remover: Caller): Promise<void> {
  const all = await list<Prospect>(remover, "/api/prospects/1");
  const removed = all.filter((_, at) => at % 4 === 0);
  for (const { id, version } of removed)
    await remover.ok("DELETE", `/api/prospects/${id}`, { reason: "Twice here", version });
  const [kept, other] = all.filter(({ id }) => !removed.some((each) => each.id === id));
  await remover.ok("POST", `/api/prospects/${kept?.id}/merge`, {
    otherId: other?.id,
    version: kept?.version,
  });
  const [draft] = await list<Contract>(remover, "/api/contracts/1?show=drafts");
  await remover.ok("DELETE", `/api/contracts/${draft?.id}`);
  expect((await list(remover, "/api/prospects/1")).length).toBe(all.length - removed.length - 1);
  expect(new Set(removed.map(({ status }) => status)).size).toBe(6);
}

it("a contract shows how many applications and transfers it has only to those who look after it or carry it out", async () => {
  const [owner, doer, reader] = [await person("officer"), await person("member"), await person("member")];
  const values = {
    ...{ posted_by: owner.memberId, posted_by_user: owner.userId, created_by: owner.memberId },
    ...{ applications: 4, transfers: 3, transfers_sent: 2, transfers_confirmed: 1 },
  };
  await contract({ ...values, status: "posted" });
  await contract({ ...values, status: "awaiting_payment", assigned_to: doer.userId });
  const seenBy = async (each: Caller) =>
    (await list<Contract>(each, "/api/contracts/1"))
      .sort((a, b) => a.id - b.id)
      .map(({ applications, transfers, transfersSent, transfersConfirmed }) =>
        [applications, transfers, transfersSent, transfersConfirmed].join(),
      );
  expect(await seenBy(owner)).toEqual(["4,3,2,1", "4,3,2,1"]);
  expect(await seenBy(await person("administrator"))).toEqual(["4,3,2,1", "4,3,2,1"]);
  expect(await seenBy(doer)).toEqual([",,,", ",3,2,1"]);
  expect(await seenBy(reader)).toEqual([",,,", ",,,"]);
});

it("every figure counts only what its reader may open, for every role", async () => {
  const readers: Caller[] = [];
  for (const role of SYSTEM_ROLES) readers.push(await person(role));
  const officer = readers.find((each) => each) as Caller;
  const contractOf = (status: string) => ({
    title: `Haul ${status}`,
    description: "Ore",
    amount: 100,
    status,
  });
  for (const status of ["draft", "posted", "active"])
    await officer.ok("POST", "/api/contracts", contractOf(status));
  const sets = fc.sample(
    fc.record({
      deciding: fc.subarray([...DECIDING]),
      others: fc.subarray(SYSTEM_PERMISSIONS.filter((each) => !DECIDING.some((one) => one === each))),
    }),
    runs(3, 10),
  );
  // These decide about the other permissions: with access to the overview and without access to what it counts.
  const decided = [
    ...sets.map(({ deciding, others }) => [...deciding, ...others]),
    ["crm.team_overview"],
    ["crm.team_overview", "prospects.read"],
  ];
  for (const permissions of decided)
    readers.push(await holderOf(await customRole(["dashboard.view", ...permissions])));
  for (const [at, status] of [
    "intro",
    "intro_completed",
    "assigned_onboarding",
    "onboarding",
    "active",
    "inactive",
  ].entries()) {
    for (const [place, { memberId }] of [...readers, { memberId: null }].entries()) {
      const deadline =
        status === "inactive" || status === "active" ? null : hoursFromNow(((at + place) % 5) * 13 - 20);
      await prospect({
        status: status as Prospect["status"],
        assigned_to: memberId,
        deadline,
        discord_status: place % 2 ? "active" : "left",
      });
    }
  }
  await attend(readers);
  await raw.DB.prepare("update members set status = 'inactive' where id = ?")
    .bind(officer.memberId + 1)
    .run();
  await unlist(officer);
  for (const reader of readers) if (reader.memberId !== officer.memberId + 1) await compare(reader);
});
