import { beforeEach, describe, expect, it } from "vitest";
import { type Caller, hoursFromNow, person, prospect, raw } from "../../testing/world.ts";
import type { DashboardStats } from "./dashboard.schema.ts";

let officer: Caller;
let onboarding: Caller;
const stats = (caller: Caller) => caller.ok<DashboardStats>("GET", "/api/dashboard/stats/1");

beforeEach(async () => {
  officer = await person("officer");
  onboarding = await person("onboarding_team");
});

describe("the dashboard's figures", () => {
  beforeEach(async () => {
    const mine = { assigned_to: onboarding.memberId };
    await prospect({ status: "intro", deadline: hoursFromNow(-2), ...mine });
    await prospect({ status: "intro", deadline: hoursFromNow(-2) });
    await prospect({ status: "intro_completed", deadline: hoursFromNow(23), assigned_to: officer.memberId });
    await prospect({ status: "assigned_onboarding", deadline: hoursFromNow(-1), ...mine });
    await prospect({ status: "onboarding", deadline: hoursFromNow(25), ...mine });
    await prospect({ status: "onboarding", deadline: hoursFromNow(3), ...mine });
    await prospect({ status: "onboarding", assigned_to: officer.memberId });
    await prospect({ status: "active", discord_status: "active" });
    await prospect({ status: "active", discord_status: "left" });
    await prospect({ status: "active", discord_status: "active", ...mine });
    await prospect({ status: "inactive", deadline: hoursFromNow(-5), assigned_to: officer.memberId });
  });

  it("match the stored rows", async () => {
    expect(await stats(officer)).toMatchObject({
      overdueTasks: 2,
      urgent: 4,
      unassigned: 1,
      activeProspects: 2,
      totalMembers: 2,
      pipelineStats: {
        intro: 2,
        intro_completed: 1,
        assigned_onboarding: 1,
        onboarding: 3,
        active: 3,
        inactive: 1,
      },
    });
  });

  it("count a member's own prospects for the onboarding team, without those at intro", async () => {
    expect(await stats(onboarding)).toMatchObject({
      overdueTasks: 1,
      urgent: 2,
      unassigned: 0,
      activeProspects: null,
      pipelineStats: {
        intro: 0,
        intro_completed: 0,
        assigned_onboarding: 1,
        onboarding: 2,
        active: 1,
        inactive: 0,
      },
      bots: null,
    });
  });

  it("are null without the permissions to read them", async () => {
    expect(await stats(await person("member"))).toEqual({
      overdueTasks: null,
      activeProspects: null,
      totalMembers: 3,
      memberChangePercent: null,
      pipelineStats: null,
      bots: null,
      urgent: null,
      unassigned: null,
    });
  });

  it("change with the rows", async () => {
    const id = await prospect({
      status: "onboarding",
      discord_status: "active",
      assigned_to: officer.memberId,
    });
    const before = await stats(officer);
    await officer.ok("PATCH", `/api/prospects/${id}/status`, { status: "active" });
    const after = await stats(officer);
    expect(after.pipelineStats?.active).toBe((before.pipelineStats?.active ?? 0) + 1);
    expect(after.activeProspects).toBe((before.activeProspects ?? 0) + 1);
    expect(after.totalMembers).toBe(before.totalMembers + 1);
  });
});

it("count bots by their status", async () => {
  for (const [name, status] of [
    ["One", "running"],
    ["Two", "running"],
    ["Three", "error"],
  ]) {
    await raw.DB.prepare(
      `insert into bots (organization_id, name, framework, status, auto_start, is_crm_bot, created_at, updated_at)
       values (1, ?, 'discord.js', ?, 0, 0, '', '')`,
    )
      .bind(name, status)
      .run();
  }
  expect((await stats(officer)).bots).toEqual({ running: 2, total: 3 });
});

describe("the change of the member total", () => {
  const daysAgo = (days: number, active: number) =>
    raw.DB.prepare("insert into member_days (organization_id, day, active) values (1, date('now', ?), ?)")
      .bind(`-${days} days`, active)
      .run();

  it("compares with 30 days ago", async () => {
    await daysAgo(29, 1);
    await daysAgo(31, 4);
    await daysAgo(60, 100);
    expect((await stats(officer)).memberChangePercent).toBe(-50);
    await daysAgo(30, 1);
    expect((await stats(await person("crm_manager"))).memberChangePercent).toBe(200);
  });

  it("is null without such a history", async () => {
    expect((await stats(officer)).memberChangePercent).toBeNull();
    await daysAgo(29, 1);
    expect((await stats(officer)).memberChangePercent).toBeNull();
    await daysAgo(40, 0);
    expect((await stats(await person("officer"))).memberChangePercent).toBeNull();
  });
});
