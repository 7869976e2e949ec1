import { describe, expect, it } from "vitest";
import { auditOf, everything, historyOf, stored } from "../../testing/pipeline.ts";
import { hoursFromNow, person, prospect, raw } from "../../testing/world.ts";
import type { Prospect } from "./prospects.schema.ts";

describe("assigning", () => {
  it("assigns a free prospect with a deadline, and unassigns it", async () => {
    const recruiter = await person("recruiter");
    const officer = await person("officer", 1, "Captain Holm");
    const id = await prospect();
    const deadline = hoursFromNow(72);
    const given = await recruiter.ok<Prospect>("PATCH", `/api/prospects/${id}/assign`, {
      assignedTo: officer.memberId,
      deadline,
      version: 1,
    });
    expect(given).toMatchObject({ assignedTo: officer.memberId, deadline, version: 2 });
    expect(await historyOf(id)).toMatchObject([
      {
        action: "assigned",
        previousValue: null,
        newValue: "Captain Holm",
        performedById: recruiter.userId,
        changes: JSON.stringify({ deadline: { from: null, to: deadline } }),
      },
    ]);
    const free = await officer.ok<Prospect>("PATCH", `/api/prospects/${id}/assign`, { assignedTo: null });
    expect(free).toMatchObject({ assignedTo: null, deadline, version: 3 });
    expect((await historyOf(id))[1]).toMatchObject({ previousValue: "Captain Holm", newValue: null });
    expect((await auditOf(id)).map((entry) => entry.action)).toEqual([
      "prospect.assigned",
      "prospect.assigned",
    ]);
  });

  it("needs prospects.assign for free and own prospects, and crm.assign for those of other members", async () => {
    const recruiter = await person("recruiter");
    const officer = await person("officer");
    const manager = await person("crm_manager");
    const onboarding = await person("onboarding_team");
    const own = await prospect({ assigned_to: recruiter.memberId });
    const others = await prospect({ assigned_to: officer.memberId });
    const ofOnboarding = await prospect({ assigned_to: onboarding.memberId, status: "onboarding" });
    const to = { assignedTo: manager.memberId };

    const record = await recruiter.ok<Prospect>("GET", `/api/prospects/${others}/record`);
    expect(record.can.assign).toBe(false);
    const before = await everything();
    expect(await recruiter.fails("PATCH", `/api/prospects/${others}/assign`, to)).toMatchObject({
      status: 403,
      code: "forbidden",
    });
    for (const assignedTo of [null, recruiter.memberId]) {
      expect(await recruiter.fails("PATCH", `/api/prospects/${others}/assign`, { assignedTo })).toMatchObject(
        {
          status: 403,
        },
      );
    }
    expect(await onboarding.fails("PATCH", `/api/prospects/${ofOnboarding}/assign`, to)).toMatchObject({
      status: 403,
    });
    expect(await everything()).toBe(before);

    await recruiter.ok("PATCH", `/api/prospects/${own}/assign`, to);
    await manager.ok("PATCH", `/api/prospects/${others}/assign`, to);
    await manager.ok("PATCH", `/api/prospects/${ofOnboarding}/assign`, to);
    for (const id of [own, others, ofOnboarding]) {
      expect((await stored(id)).assigned_to).toBe(manager.memberId);
      expect(await historyOf(id)).toHaveLength(1);
    }
  });

  it("refuses an assignee who is inactive, may not work on prospects, or does not exist", async () => {
    const officer = await person("officer");
    const member = await person("member");
    const retired = await person("recruiter");
    await raw.DB.prepare("update members set status = 'inactive' where id = ?").bind(retired.memberId).run();
    const id = await prospect();
    const before = await everything();
    for (const assignedTo of [member.memberId, retired.memberId, 999_999]) {
      expect(await officer.fails("PATCH", `/api/prospects/${id}/assign`, { assignedTo })).toMatchObject({
        status: 409,
        code: "assignee_unavailable",
      });
    }
    expect(await everything()).toBe(before);
  });

  it("writes nothing when nothing changes", async () => {
    const officer = await person("officer");
    const deadline = hoursFromNow(9);
    const id = await prospect({ assigned_to: officer.memberId, deadline, notes: "Same" });
    const before = await everything();
    for (const [what, body] of [
      ["assign", { assignedTo: officer.memberId, deadline }],
      ["assign", { assignedTo: officer.memberId }],
      ["deadline", { deadline }],
      ["notes", { notes: "Same" }],
    ] as const) {
      expect(await officer.ok("PATCH", `/api/prospects/${id}/${what}`, body)).toMatchObject({ version: 1 });
    }
    expect(await everything()).toBe(before);
  });
});

describe("calls of the old client, word for word", () => {
  it("act as the user of the session, whatever user the body names", async () => {
    const officer = await person("officer");
    const other = await person("administrator");
    const id = await prospect();
    const at = `/api/prospects/${id}`;
    const deadline = hoursFromNow(24);
    await officer.ok("PATCH", `${at}/assign`, {
      assignedTo: other.memberId,
      assignedBy: other.userId,
      deadline,
    });
    await officer.ok("PATCH", `${at}/status`, { status: "onboarding", updatedBy: other.userId });
    await officer.ok("PATCH", `${at}/notes`, { notes: "Ready" });
    await officer.ok("PATCH", `${at}/deadline`, {
      deadline: hoursFromNow(48),
      notes: "More time",
      updatedBy: String(other.userId),
    });
    await officer.ok("POST", `${at}/time`, { minutes: 30, performedBy: other.userId, notes: "Call" });
    const history = await historyOf(id);
    expect(history.map((entry) => entry.action)).toEqual(["assigned", "status", "notes", "deadline", "time"]);
    expect(history.every((entry) => entry.performedById === officer.userId)).toBe(true);
    expect((await auditOf(id)).every((entry) => entry.actor_user_id === officer.userId)).toBe(true);
    expect((await auditOf(id)).length).toBe(5);
  });

  it("reads a status by its path, with the filters and pages of the list", async () => {
    const officer = await person("officer");
    const ids = [];
    for (let hours = 1; hours <= 3; hours++) {
      ids.push(await prospect({ status: "assigned_onboarding", deadline: hoursFromNow(hours) }));
    }
    await prospect({ status: "onboarding" });
    const all = await officer.ok<Prospect[]>("GET", "/api/prospects/1/by-status/assigned_onboarding");
    expect(all.map((each) => each.id)).toEqual(ids);
    const answer = await officer.call("GET", "/api/prospects/1/by-status/assigned_onboarding?limit=2");
    expect(answer.headers.get("Link")).toContain(
      "/api/prospects/1/by-status/assigned_onboarding?limit=2&cursor=",
    );
    expect(await officer.fails("GET", "/api/prospects/1/by-status/elsewhere")).toMatchObject({ status: 400 });
  });
});
