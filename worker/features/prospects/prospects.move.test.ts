import { describe, expect, it } from "vitest";
import { auditOf, everything, historyOf, membershipOf, stored } from "../../testing/pipeline.ts";
import { type Caller, hoursFromNow, person, prospect, raw, value } from "../../testing/world.ts";
import type { Prospect } from "./prospects.schema.ts";

const move = (caller: Caller, id: number, body: Record<string, unknown>) =>
  caller.ok<Prospect>("PATCH", `/api/prospects/${id}/status`, body);
const refused = (caller: Caller, id: number, body: Record<string, unknown>) =>
  caller.fails("PATCH", `/api/prospects/${id}/status`, body);
const sessionsOf = (userId: number) =>
  value<number>("select count(*) from sessions where user_id = ?", userId);

describe("moving along the pipeline", () => {
  it("completes the intro with an assignee, a deadline and a comment in one step", async () => {
    const recruiter = await person("recruiter");
    const onboarding = await person("onboarding_team", 1, "Nora");
    const id = await prospect();
    const deadline = hoursFromNow(96);
    const after = await move(recruiter, id, {
      status: "onboarding",
      assignedTo: onboarding.memberId,
      deadline,
      notes: "Speaks Danish",
    });
    expect(after).toMatchObject({
      status: "onboarding",
      assignedTo: onboarding.memberId,
      deadline,
      version: 2,
    });
    const [entry, ...more] = await historyOf(id);
    expect(more).toEqual([]);
    expect(entry).toMatchObject({ previousValue: "intro", newValue: "onboarding", notes: "Speaks Danish" });
    expect(JSON.parse(entry?.changes ?? "")).toEqual({
      assignedTo: { from: null, to: "Nora" },
      deadline: { from: null, to: deadline },
    });
    expect(await auditOf(id)).toHaveLength(1);
  });

  it("completes the intro without an assignee only as far as intro_completed", async () => {
    const recruiter = await person("recruiter");
    const id = await prospect();
    const before = await everything();
    expect(await refused(recruiter, id, { status: "onboarding" })).toMatchObject({
      status: 400,
      code: "assignee_needed",
    });
    expect(await everything()).toBe(before);
    expect(await move(recruiter, id, { status: "intro_completed" })).toMatchObject({ stage: "intro" });
  });

  it("sends back only with a reason, which the history keeps", async () => {
    const officer = await person("officer");
    for (const status of ["active", "inactive"] as const) {
      const id = await prospect({ status, assigned_to: officer.memberId });
      const before = await everything();
      for (const body of [{}, { reason: " " }]) {
        expect(await refused(officer, id, { status: "onboarding", ...body })).toMatchObject({
          status: 400,
          code: "reason_needed",
          errors: { reason: ["Required"] },
        });
      }
      expect(await everything()).toBe(before);
      await move(officer, id, { status: "onboarding", reason: "Lost the keys" });
      expect(await historyOf(id)).toMatchObject([{ notes: "Lost the keys" }]);
    }
  });

  it("reopens at intro only with a reason, and does not change the membership of a former member", async () => {
    await person("administrator");
    const officer = await person("officer");
    const former = await person("recruiter");
    const id = await prospect({ status: "active", user_id: former.userId });
    await move(officer, id, { status: "inactive" });
    const before = await everything();
    expect(await refused(officer, id, { status: "intro" })).toMatchObject({ code: "reason_needed" });
    expect(await everything()).toBe(before);
    expect(await move(officer, id, { status: "intro", reason: "Asked to come back" })).toMatchObject({
      stage: "intro",
    });
    expect(await membershipOf(former.userId)).toMatchObject({ status: "inactive" });
  });

  it("requires a reason to make a member of a prospect who left before becoming one", async () => {
    const officer = await person("officer");
    const id = await prospect({ status: "onboarding", assigned_to: officer.memberId });
    await move(officer, id, { status: "inactive", outcome: "declined", reason: "Rude in voice" });
    const before = await everything();
    expect(await refused(officer, id, { status: "active" })).toMatchObject({
      status: 400,
      code: "reason_needed",
    });
    expect(await everything()).toBe(before);
    await move(officer, id, { status: "active", reason: "A misunderstanding" });
    expect((await historyOf(id)).at(-1)).toMatchObject({ notes: "A misunderstanding" });
  });

  it("stores how a prospect left the pipeline, and clears the deadline", async () => {
    const officer = await person("officer");
    const deadline = hoursFromNow(3);
    for (const outcome of ["withdrawn", "declined"]) {
      const id = await prospect({ status: "assigned_onboarding", assigned_to: officer.memberId, deadline });
      await move(officer, id, { status: "inactive", outcome, reason: "No time" });
      expect(await stored(id)).toMatchObject({ status: "inactive", deadline: null });
      const [entry] = await historyOf(id);
      expect(JSON.parse(entry?.changes ?? "")).toEqual({
        deadline: { from: deadline, to: null },
        outcome: { from: null, to: outcome },
      });
    }
    const id = await prospect();
    expect(await refused(officer, id, { status: "inactive", outcome: "withdrawn" })).toMatchObject({
      code: "reason_needed",
    });
  });
});

describe("becoming a member", () => {
  it("makes a user and a member with the role Member for a prospect who has neither", async () => {
    const officer = await person("officer");
    const id = await prospect({ status: "onboarding", assigned_to: officer.memberId, display_name: "Åse" });
    const after = await move(officer, id, { status: "active" });
    const { user_id } = await stored(id);
    const membership = await membershipOf(user_id);
    expect(membership).toMatchObject({ role: "member", status: "active" });
    expect(after.memberId).toBe(membership?.id);
    expect(await value("select display_name from users where id = ?", user_id)).toBe("Åse");
    expect(
      await value("select password_hash is null and discord_id is null from users where id = ?", user_id),
    ).toBe(1);
    expect(await auditOf(id)).toMatchObject([{ action: "prospect.status" }]);
    expect(await auditOf(after.memberId ?? 0)).toMatchObject([{ action: "member.joined" }]);
  });

  it("gives the role Member to a user who registered, and keeps the sign-in", async () => {
    const officer = await person("officer");
    const visitor = await person(null);
    const id = await prospect({ status: "onboarding", user_id: visitor.userId });
    const users = await value("select count(*) from users");
    await move(officer, id, { status: "active" });
    expect(await membershipOf(visitor.userId)).toMatchObject({ role: "member", status: "active" });
    expect(await value("select count(*) from users")).toBe(users);
    expect((await visitor.call("GET", "/api/user")).status).toBe(200);
  });

  it("keeps the role of a prospect who is a member already, and logs no joining", async () => {
    const officer = await person("officer");
    const recruiter = await person("recruiter");
    const id = await prospect({ status: "onboarding", user_id: recruiter.userId });
    await move(officer, id, { status: "active" });
    expect(await membershipOf(recruiter.userId)).toMatchObject({ role: "recruiter", status: "active" });
    expect((await auditOf(id)).map((entry) => entry.action)).toEqual(["prospect.status"]);
  });
});

describe("leaving", () => {
  it("ends membership and sessions at once, and active again restores the member", async () => {
    await person("administrator");
    const officer = await person("officer");
    const recruiter = await person("recruiter");
    const id = await prospect({ status: "active", user_id: recruiter.userId, deadline: hoursFromNow(1) });
    await move(officer, id, { status: "inactive" });
    expect(await membershipOf(recruiter.userId)).toMatchObject({
      id: recruiter.memberId,
      status: "inactive",
    });
    expect(await sessionsOf(recruiter.userId)).toBe(0);
    expect((await recruiter.call("GET", "/api/prospects/1")).status).toBe(401);
    expect(await stored(id)).toMatchObject({ deadline: null });
    await move(officer, id, { status: "active" });
    expect(await membershipOf(recruiter.userId)).toMatchObject({
      id: recruiter.memberId,
      role: "recruiter",
      status: "active",
    });
  });

  it("ends the membership of a prospect who was sent back to onboarding before", async () => {
    await person("administrator");
    const officer = await person("officer");
    const recruiter = await person("recruiter");
    const id = await prospect({ status: "active", user_id: recruiter.userId, assigned_to: officer.memberId });
    await move(officer, id, { status: "onboarding", reason: "Once more" });
    expect(await membershipOf(recruiter.userId)).toMatchObject({ status: "active" });
    await move(officer, id, { status: "inactive", reason: "Gave up" });
    expect(await membershipOf(recruiter.userId)).toMatchObject({ status: "inactive" });
    expect(await sessionsOf(recruiter.userId)).toBe(0);
  });

  it("is refused for the last active administrator, until there is another", async () => {
    const administrator = await person("administrator", 1, "The Boss");
    const id = await prospect({ status: "active", user_id: administrator.userId });
    const before = await everything();
    const problem = await refused(administrator, id, { status: "inactive" });
    expect(problem).toMatchObject({ status: 409, code: "last_administrator" });
    expect(await everything()).toBe(before);
    const second = await person("administrator");
    await raw.DB.prepare("update members set status = 'inactive' where id = ?").bind(second.memberId).run();
    expect(await refused(administrator, id, { status: "inactive" })).toMatchObject({
      code: "last_administrator",
    });
    await raw.DB.prepare("update members set status = 'active' where id = ?").bind(second.memberId).run();
    await move(administrator, id, { status: "inactive" });
    expect(await membershipOf(administrator.userId)).toMatchObject({ status: "inactive" });
  });

  it("is refused with the first of two reasons", async () => {
    const administrator = await person("administrator");
    const member = await person("member");
    const other = await person("recruiter");
    const boss = await prospect({ status: "active", user_id: administrator.userId });
    const id = await prospect({ status: "active", user_id: other.userId });
    const inactive = { status: "inactive", assignedTo: administrator.memberId };
    expect(await refused(administrator, boss, inactive)).toMatchObject({ code: "last_administrator" });
    expect(
      await refused(administrator, id, { status: "inactive", assignedTo: member.memberId }),
    ).toMatchObject({ code: "assignee_unavailable" });
  });

  it("is refused to users of the same rank or below", async () => {
    const administrator = await person("administrator");
    const officer = await person("officer");
    const manager = await person("crm_manager");
    const id = await prospect({ status: "active", user_id: officer.userId });
    const equal = await person("officer");
    const before = await everything();
    for (const caller of [manager, equal, officer]) {
      expect(await refused(caller, id, { status: "inactive" })).toMatchObject({
        status: 403,
        code: "outranked",
      });
    }
    expect(await everything()).toBe(before);
    await move(administrator, id, { status: "inactive" });
    expect(await membershipOf(officer.userId)).toMatchObject({ status: "inactive" });
  });
});
