import { describe, expect, it } from "vitest";
import { everything } from "../../testing/pipeline.ts";
import { type Caller, hoursFromNow, organization, person, prospect } from "../../testing/world.ts";
import type { BulkAnswer, Prospect, ProspectCounts } from "./prospects.schema.ts";

type Call = [method: string, path: string, body?: Record<string, unknown>];

/** Every call about one prospect, with a body that would change it. */
const callsAbout = (id: number, memberId: number): Call[] => [
  ["GET", `/api/prospects/${id}/record`],
  ["GET", `/api/prospects/${id}/history`],
  ["GET", `/api/prospects/${id}/discord-activities`],
  ["PATCH", `/api/prospects/${id}/status`, { status: "onboarding", assignedTo: memberId, reason: "Because" }],
  ["PATCH", `/api/prospects/${id}/status`, { status: "intro" }],
  ["PATCH", `/api/prospects/${id}/notes`, { notes: "Mine", version: 77 }],
  ["PATCH", `/api/prospects/${id}/deadline`, { deadline: hoursFromNow(1), notes: "Mine" }],
  ["POST", `/api/prospects/${id}/time`, { minutes: 5 }],
];

async function isMissing(caller: Caller, calls: Call[]): Promise<void> {
  for (const [method, path, body] of calls) {
    const problem = await caller.fails(method, path, body);
    expect([problem.status, problem.code], `${method} ${path}`).toEqual([404, "not_found"]);
  }
}

describe("the onboarding team", () => {
  async function scene() {
    const onboarding = await person("onboarding_team");
    const officer = await person("officer");
    const mine = { assigned_to: onboarding.memberId, display_name: "Petra Pilot", discord_id: null };
    const own: Record<string, number> = {};
    for (const status of ["assigned_onboarding", "onboarding", "active", "inactive"] as const) {
      own[status] = await prospect({ ...mine, status, deadline: hoursFromNow(3) });
    }
    const hidden = [
      await prospect({ ...mine, status: "intro", deadline: hoursFromNow(3) }),
      await prospect({ ...mine, status: "intro_completed", deadline: hoursFromNow(-3) }),
      await prospect({
        ...mine,
        status: "onboarding",
        assigned_to: officer.memberId,
        deadline: hoursFromNow(3),
      }),
      await prospect({ ...mine, status: "active", assigned_to: null }),
    ];
    return { onboarding, officer, own, ids: Object.values(own), hidden };
  }

  it("finds in lists and searches only its own prospects, and none at intro", async () => {
    const { onboarding, officer, ids } = await scene();
    const stages = [
      "",
      "stage=intro",
      "stage=onboarding",
      "stage=active",
      "status=intro",
      "status=onboarding",
    ];
    const assignees = ["", "assignedTo=me", "assignedTo=none", `assignedTo=${officer.memberId}`];
    const deadlines = ["", "deadline=overdue", "deadline=soon", "deadline=set", "deadline=none"];
    const texts = ["", "urgent=1", "q=petra", "q=pe", "q=@prosp"];
    let turn = 0;
    for (const stage of stages) {
      for (const assignee of assignees) {
        turn++;
        for (const [at, text] of texts.entries()) {
          // Without a deadline in the filter, and with one of the others in turn.
          for (const deadline of ["", deadlines[1 + ((turn + at) % 4)]]) {
            const query = [stage, assignee, deadline, text].filter(Boolean).join("&");
            const found = await onboarding.ok<Prospect[]>("GET", `/api/prospects/1?${query}`);
            for (const each of found) expect(ids, query).toContain(each.id);
            const isAll =
              !stage && (!assignee || assignee.endsWith("me")) && !deadline && text !== "urgent=1";
            if (isAll) expect(found.length, query).toBe(4);
            if (stage.endsWith("intro")) expect(found, query).toEqual([]);
          }
        }
      }
    }
    expect(await onboarding.ok("GET", "/api/prospects/1/by-status/intro")).toEqual([]);
    expect(await onboarding.ok("GET", "/api/prospects/1/by-status/onboarding")).toHaveLength(1);
  });

  it("counts only its own prospects, and has no team overview", async () => {
    const { onboarding } = await scene();
    const own = {
      intro: 0,
      intro_completed: 0,
      assigned_onboarding: 1,
      onboarding: 1,
      active: 1,
      inactive: 1,
    };
    expect(await onboarding.ok<ProspectCounts>("GET", "/api/prospects/1/counts")).toEqual(own);
    expect(await onboarding.ok<ProspectCounts>("GET", "/api/prospects/1/counts?assignedTo=me")).toEqual(own);
    expect(await onboarding.fails("GET", "/api/prospects/1/team")).toMatchObject({ status: 403 });
  });

  it("cannot read or change other prospects, one by one or in bulk", async () => {
    const { onboarding, hidden, own } = await scene();
    const before = await everything();
    for (const id of hidden) await isMissing(onboarding, callsAbout(id, onboarding.memberId));
    const answer = await onboarding.ok<BulkAnswer>("POST", "/api/prospects/bulk", {
      prospects: hidden.map((id) => ({ id })),
      change: { kind: "deadline", deadline: hoursFromNow(9) },
    });
    expect(answer).toMatchObject({ changeId: null, changed: 0, undoUntil: null });
    // A name would reveal that the prospect exists.
    expect(answer.skipped.map(({ id, name }) => [id, name])).toEqual(hidden.map((id) => [id, null]));
    expect(await everything()).toBe(before);
    await onboarding.ok("PATCH", `/api/prospects/${own["onboarding"]}/status`, { status: "active" });
  });
});

describe("another organization", () => {
  it("can neither be read nor changed with any role", async () => {
    const elsewhere = await organization();
    const stranger = await person("administrator", elsewhere);
    const officer = await person("officer");
    const id = await prospect({ status: "onboarding", assigned_to: officer.memberId, display_name: "Petra" });
    const bulk = await officer.ok<BulkAnswer>("POST", "/api/prospects/bulk", {
      prospects: [{ id }],
      change: { kind: "deadline", deadline: hoursFromNow(9) },
    });
    const before = await everything();
    await isMissing(stranger, [
      ...callsAbout(id, stranger.memberId),
      ["PATCH", `/api/prospects/${id}/assign`, { assignedTo: stranger.memberId }],
      ["GET", "/api/prospects/1"],
      ["GET", "/api/prospects/1?q=petra"],
      ["GET", "/api/prospects/1/by-status/onboarding"],
      ["GET", "/api/prospects/1/counts"],
      ["GET", "/api/prospects/1/team"],
      ["GET", "/api/members/1"],
      ["GET", "/api/members/1/assignable"],
      ["POST", `/api/prospects/bulk/${bulk.changeId}/undo`],
    ]);
    for (const query of ["q=petra", "q=pe", "q=@prosp", `assignedTo=${officer.memberId}`]) {
      expect(await stranger.ok("GET", `/api/prospects/${elsewhere}?${query}`)).toEqual([]);
    }
    const answer = await stranger.ok<BulkAnswer>("POST", "/api/prospects/bulk", {
      prospects: [{ id }],
      change: { kind: "assign", assignedTo: stranger.memberId },
    });
    expect(answer).toMatchObject({ changed: 0, skipped: [{ id, name: null }] });
    expect(
      await stranger.ok("POST", "/api/prospects/reassign", { from: officer.memberId, to: stranger.memberId }),
    ).toMatchObject({ changed: 0, remaining: 0 });
    expect(await everything()).toBe(before);
  });

  it("has no assignable member for our prospects, with the same error as for a missing member", async () => {
    const elsewhere = await organization();
    const stranger = await person("administrator", elsewhere);
    const officer = await person("officer");
    const id = await prospect();
    const before = await everything();
    const problems = [];
    for (const assignedTo of [stranger.memberId, 999_999]) {
      const { requestId: _, ...problem } = await officer.fails("PATCH", `/api/prospects/${id}/assign`, {
        assignedTo,
      });
      problems.push(problem);
    }
    expect(problems[0]).toEqual(problems[1]);
    expect(problems[0]?.code).toBe("assignee_unavailable");
    expect(
      await officer.fails("POST", "/api/prospects", { displayName: "Bo", assignedTo: stranger.memberId }),
    ).toMatchObject({ code: "assignee_unavailable" });
    expect(await everything()).toBe(before);
    expect(
      await officer.fails("POST", "/api/prospects", { displayName: "Bo", organizationId: elsewhere }),
    ).toMatchObject({ status: 404 });
    expect(await everything()).toBe(before);
  });
});
