import * as fc from "fast-check";
import { expect, it } from "vitest";
import { runs } from "../../testing/runs.ts";
import { type Caller, hoursFromNow, person, prospect, raw } from "../../testing/world.ts";
import type { DashboardStats } from "../dashboard/dashboard.schema.ts";
import { customRole, holderOf } from "../roles/testing/roles.factory.ts";
import {
  FIGURES,
  PROSPECT_STATUSES,
  type Prospect,
  type ProspectCounts,
  type TeamOverview,
  type UserStats,
} from "./prospects.schema.ts";

type Filters = Record<string, string | number>;

const OWN = ["dashboard.view", "prospects.read", "prospects.write"] as const;

/** A reader of all prospects, two who see their own, and two who see their own with the team's overview. */
async function readers(): Promise<Caller[]> {
  const custom = async (...more: string[]) => holderOf(await customRole([...OWN, ...more]));
  return [
    await person("officer"),
    await person("onboarding_team"),
    await custom(),
    await custom("crm.team_overview"),
    await custom("prospects.read_all"),
  ];
}

/** The figures of a reader, each with the filters of the list that it links to. */
async function figuresOf(reader: Caller): Promise<[string, number | null, Filters][]> {
  const read = <Answer>(path: string) => reader.ok<Answer>("GET", path);
  const stats = await read<DashboardStats>("/api/dashboard/stats/1");
  const mine = await read<UserStats>("/api/user/stats");
  const counts = await read<ProspectCounts>("/api/prospects/1/counts");
  const myCounts = await read<ProspectCounts>("/api/prospects/1/counts?assignedTo=me");
  const answer = await reader.call("GET", "/api/prospects/1/team");
  const team: TeamOverview | null = answer.status === 200 ? JSON.parse(answer.text) : null;
  const me = { assignedTo: "me" };
  return [
    ["overdue tasks", stats.overdueTasks, FIGURES.overdue],
    ["active in Discord", stats.activeProspects, FIGURES.activeInDiscord],
    ["unassigned", stats.unassigned, FIGURES.unassigned],
    ["urgent", stats.urgent, { urgent: "1" }],
    ["my tasks", mine.assigned, { ...FIGURES.tasks, ...me }],
    ["my overdue", mine.overdue, { ...FIGURES.overdue, ...me }],
    ["my due soon", mine.dueSoon, { ...FIGURES.dueSoon, ...me }],
    ["mine without a deadline", mine.withoutDeadline, { ...FIGURES.withoutDeadline, ...me }],
    ["what My Tasks opens", mine.assigned + mine.withoutDeadline, { ...FIGURES.open, ...me }],
    ...PROSPECT_STATUSES.flatMap((status): [string, number, Filters][] => [
      [`dashboard's ${status}`, stats.pipelineStats?.[status] ?? -1, { status }],
      [`${status} on the board`, counts[status], { status }],
      [`my ${status} on the board`, myCounts[status], { status, ...me }],
    ]),
    ["unassigned of the team", team?.unassigned ?? null, FIGURES.unassigned],
    ...(team?.assignees ?? []).flatMap((each): [string, number, Filters][] => {
      const theirs = { assignedTo: each.memberId };
      return [
        ["a member's tasks", each.tasks, { ...FIGURES.tasks, ...theirs }],
        ["a member's overdue", each.overdue, { ...FIGURES.overdue, ...theirs }],
        ["a member's due soon", each.dueSoon, { ...FIGURES.dueSoon, ...theirs }],
        ["without a deadline", each.open - each.tasks, { ...FIGURES.withoutDeadline, ...theirs }],
      ];
    }),
  ];
}

async function rowsOf(reader: Caller, filters: Filters): Promise<number> {
  const query = new URLSearchParams({ ...filters, limit: "500" } as Record<string, string>);
  return (await reader.ok<Prospect[]>("GET", `/api/prospects/1?${query}`)).length;
}

it("every figure equals the number of rows with its link's filters, for readers of all and of their own prospects", async () => {
  const people = await readers();
  const somebody = fc.option(fc.nat(people.length - 1), { freq: 2 });
  const someone = fc.record({
    status: fc.constantFrom(...PROSPECT_STATUSES),
    assignee: somebody,
    adder: somebody,
    due: fc.option(fc.constantFrom(-30, -2, 3, 20, 40), { freq: 3 }),
    discord: fc.constantFrom("active", "left", null),
  });
  const memberOf = (at: number | null) => (at === null ? null : (people[at]?.memberId ?? null));
  await fc.assert(
    fc.asyncProperty(fc.array(someone, { minLength: 10, maxLength: 40 }), async (pipeline) => {
      await raw.DB.prepare("delete from prospects").run();
      for (const { status, assignee, adder, due, discord } of pipeline)
        await prospect({
          status,
          assigned_to: memberOf(assignee),
          added_by: memberOf(adder),
          // Some have a deadline where none is allowed: restored from an older backup.
          deadline: due === null ? null : hoursFromNow(due),
          discord_status: discord,
        });
      for (const [at, reader] of people.entries())
        for (const [name, figure, filters] of await figuresOf(reader))
          if (figure !== null) expect([at, name, await rowsOf(reader, filters)]).toEqual([at, name, figure]);
    }),
    runs(2, 6),
  );
});
