import { afterEach, describe, expect, it, vi } from "vitest";
import { everything, historyOf, membershipOf, stored } from "../../testing/pipeline.ts";
import { type Caller, hoursFromNow, person, prospect, raw, rows, value } from "../../testing/world.ts";
import type { BulkAnswer, Prospect } from "./prospects.schema.ts";

async function bulk(caller: Caller, ids: number[], change: Record<string, unknown>): Promise<string> {
  const prospects = ids.map((id) => ({ id }));
  const answer = await caller.ok<BulkAnswer>("POST", "/api/prospects/bulk", { prospects, change });
  expect(answer.changed).toBe(ids.length);
  return `/api/prospects/bulk/${answer.changeId}/undo`;
}

describe("undoing a bulk change", () => {
  it("restores stage, assignee, deadline and the time in stage, with history and audit", async () => {
    const officer = await person("officer");
    const recruiter = await person("recruiter");
    const deadline = hoursFromNow(12);
    const id = await prospect({
      status: "onboarding",
      assigned_to: officer.memberId,
      deadline,
      notes: "Kept",
    });
    const columns = "status, assigned_to, deadline, notes, stage_changed_at, user_id";
    const [before] = await rows(`select ${columns} from prospects where id = ?`, id);
    for (const change of [
      { kind: "status", status: "inactive", assignedTo: recruiter.memberId, reason: "Gone" },
      { kind: "assign", assignedTo: recruiter.memberId },
      { kind: "assign", assignedTo: null },
      { kind: "deadline", deadline: null },
    ]) {
      const undo = await bulk(officer, [id], change);
      const length = (await historyOf(id)).length;
      expect(await officer.ok<BulkAnswer>("POST", undo)).toMatchObject({ changed: 1, skipped: [] });
      expect(await rows(`select ${columns} from prospects where id = ?`, id)).toEqual([before]);
      const history = await historyOf(id);
      expect(history).toHaveLength(length + 1);
      expect(history.at(-1)).toMatchObject({ action: "undo", performedById: officer.userId });
    }
    expect((await stored(id)).version).toBe(9);
    expect(await value("select count(*) from audit_log where action = 'prospect.undo'")).toBe(4);
  });

  it("restores memberships: ends new ones and activates ended ones", async () => {
    const administrator = await person("administrator");
    const recruiter = await person("recruiter");
    const left = await prospect({ status: "active", user_id: recruiter.userId });
    await administrator.ok("POST", await bulk(administrator, [left], { kind: "status", status: "inactive" }));
    expect(await membershipOf(recruiter.userId)).toMatchObject({ role: "recruiter", status: "active" });

    const joined = await prospect({ status: "onboarding" });
    const undo = await bulk(administrator, [joined], { kind: "status", status: "active" });
    const { user_id } = await stored(joined);
    expect(await membershipOf(user_id)).toMatchObject({ role: "member", status: "active" });
    await administrator.ok("POST", undo);
    expect((await membershipOf(user_id))?.status ?? "none").not.toBe("active");
    await administrator.ok("PATCH", `/api/prospects/${joined}/status`, { status: "active" });
    expect(await membershipOf(user_id)).toMatchObject({ role: "member", status: "active" });
  });

  it("lets a registered user sign in as before", async () => {
    const administrator = await person("administrator");
    const visitor = await person(null);
    const id = await prospect({ status: "onboarding", user_id: visitor.userId });
    await administrator.ok("POST", await bulk(administrator, [id], { kind: "status", status: "active" }));
    // An inactive membership is refused at sign-in; before the change there was none.
    expect(await membershipOf(visitor.userId)).toBeUndefined();
  });

  it("skips prospects that were edited since or outrank the caller, with the reason", async () => {
    const administrator = await person("administrator");
    const manager = await person("crm_manager");
    const ids: number[] = [];
    for (const name of ["Ann", "Ben", "Cid"])
      ids.push(await prospect({ status: "onboarding", display_name: name }));
    const [ann = 0, ben = 0, cid = 0] = ids;
    const undo = await bulk(manager, ids, { kind: "status", status: "active" });
    await administrator.ok("PATCH", `/api/prospects/${ann}/notes`, { notes: "Met" });
    await raw.DB.prepare(
      `update members set role_id = (select id from roles where organization_id = 1 and key = 'officer')
       where user_id = ?`,
    )
      .bind((await stored(ben)).user_id)
      .run();
    const answer = await manager.ok<BulkAnswer>("POST", undo);
    expect(answer.changed).toBe(1);
    expect(answer.skipped).toEqual([
      { id: ann, name: "Ann", detail: expect.stringContaining("Ann was changed by somebody else") },
      { id: ben, name: "Ben", detail: expect.stringContaining("Ben holds a role") },
    ]);
    expect((await Promise.all([ann, ben, cid].map(stored))).map((row) => row.status)).toEqual([
      "active",
      "active",
      "onboarding",
    ]);
    expect(await membershipOf((await stored(ben)).user_id)).toMatchObject({
      role: "officer",
      status: "active",
    });
  });

  it("keeps the last administrator", async () => {
    const first = await person("administrator");
    const second = await person("administrator");
    const id = await prospect({ status: "active", user_id: second.userId });
    await first.ok("PATCH", `/api/prospects/${id}/status`, { status: "inactive" });
    const undo = await bulk(first, [id], { kind: "status", status: "active" });
    await raw.DB.prepare("update members set status = 'inactive' where user_id = ?").bind(first.userId).run();
    const stand = await person("officer");
    // The undo belongs to the first administrator's membership: for an officer with it, others rank higher.
    await raw.DB.prepare("update bulk_changes set member_id = ?").bind(stand.memberId).run();
    await raw.DB.prepare(
      `update roles set priority = 101 where organization_id = 1 and key = 'officer'`,
    ).run();
    const before = await everything();
    expect(await stand.fails("POST", undo)).toMatchObject({ status: 409, code: "last_administrator" });
    expect(await everything()).toBe(before);
  });

  it("undoes once when two requests come at once", async () => {
    const officer = await person("officer");
    const id = await prospect();
    const undo = await bulk(officer, [id], { kind: "deadline", deadline: hoursFromNow(1) });
    const answers = await Promise.all([officer.call("POST", undo), officer.call("POST", undo)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
    expect(await historyOf(id)).toHaveLength(2);
    const before = await everything();
    expect(await officer.fails("POST", undo)).toMatchObject({ status: 409, code: "undo_not_possible" });
    expect(await everything()).toBe(before);
  });

  it("is refused after an hour, and to other users", async () => {
    const officer = await person("officer");
    const other = await person("administrator");
    const id = await prospect();
    const undo = await bulk(officer, [id], { kind: "deadline", deadline: hoursFromNow(1) });
    const before = await everything();
    expect(await other.fails("POST", undo)).toMatchObject({ status: 404 });
    expect(await officer.fails("POST", "/api/prospects/bulk/999999/undo")).toMatchObject({ status: 404 });
    expect(await everything()).toBe(before);
    await raw.DB.prepare("update bulk_changes set created_at = ?").bind(hoursFromNow(-1.01)).run();
    expect(await officer.fails("POST", undo)).toMatchObject({ status: 409, code: "undo_not_possible" });
    expect((await stored(id)).version).toBe(2);
  });
});

const change = (caller: Caller, id: number, call: string, body: Record<string, unknown>) =>
  caller.ok<Prospect>("PATCH", `/api/prospects/${id}/${call}`, body);
const undo = (id: number) => `/api/prospects/${id}/undo`;

describe("undoing a change of one prospect", () => {
  afterEach(() => void vi.useRealTimers());

  it("restores stage, assignee, deadline and the time in stage, with history and audit", async () => {
    await person("administrator");
    const officer = await person("officer");
    const recruiter = await person("recruiter");
    const id = await prospect({
      status: "onboarding",
      assigned_to: officer.memberId,
      deadline: hoursFromNow(12),
      notes: "Kept",
    });
    const columns = "status, assigned_to, deadline, notes, stage_changed_at, user_id";
    const [before] = await rows(`select ${columns} from prospects where id = ?`, id);
    for (const [call, body] of [
      ["status", { status: "inactive", reason: "Gone", outcome: "declined" }],
      ["status", { status: "active" }],
      ["assign", { assignedTo: recruiter.memberId, deadline: hoursFromNow(2) }],
      ["assign", { assignedTo: null }],
      ["deadline", { deadline: null, notes: "No hurry" }],
    ] as const) {
      const { version } = await change(officer, id, call, body);
      const { user_id } = await stored(id);
      const length = (await historyOf(id)).length;
      const after = await officer.ok<Prospect>("POST", undo(id), { version });
      expect(after.version).toBe(version + 1);
      expect(await rows(`select ${columns} from prospects where id = ?`, id)).toEqual([
        { ...before, user_id },
      ]);
      expect(await membershipOf(user_id)).toBeUndefined();
      const history = await historyOf(id);
      expect(history).toHaveLength(length + 1);
      expect(history.at(-1)).toMatchObject({ action: "undo", performedById: officer.userId });
      await raw.DB.prepare("update prospects set user_id = null where id = ?").bind(id).run();
    }
    expect(await value("select count(*) from audit_log where action = 'prospect.undone'")).toBe(5);
  });

  it("restores the membership that a move ended", async () => {
    const administrator = await person("administrator");
    const recruiter = await person("recruiter");
    const id = await prospect({ status: "active", user_id: recruiter.userId });
    const { version } = await change(administrator, id, "status", { status: "inactive" });
    await administrator.ok("POST", undo(id), { version });
    expect(await membershipOf(recruiter.userId)).toMatchObject({ role: "recruiter", status: "active" });
  });

  it("is possible after a comment and logged time, which do not count as changes", async () => {
    const officer = await person("officer");
    const id = await prospect();
    await change(officer, id, "status", { status: "intro_completed" });
    await change(officer, id, "deadline", { notes: "Called" });
    await officer.ok("POST", `/api/prospects/${id}/time`, { minutes: 5 });
    expect(await officer.ok<Prospect>("POST", undo(id))).toMatchObject({ status: "intro" });
  });

  it("is refused after a later edit, a second time, after an hour, and to other users; nothing is written", async () => {
    const officer = await person("officer");
    const manager = await person("crm_manager");
    const refusals: [string, (id: number, version: number) => Promise<unknown>, Caller, string][] = [
      ["later notes", (id) => change(manager, id, "notes", { notes: "Met" }), officer, "undo_not_possible"],
      ["again", (id, version) => officer.ok("POST", undo(id), { version }), officer, "undo_not_possible"],
      [
        "an hour later",
        async () => {
          vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61 * 60_000 });
          // Stores the use of the session.
          await officer.ok("GET", "/api/user");
        },
        officer,
        "undo_not_possible",
      ],
      ["by another user", async () => {}, manager, "undo_not_possible"],
    ];
    for (const [why, between, caller, code] of refusals) {
      const id = await prospect();
      const { version } = await change(officer, id, "status", { status: "intro_completed" });
      await between(id, version);
      const before = await everything();
      expect(await caller.fails("POST", undo(id)), why).toMatchObject({ status: 409, code });
      expect(await everything(), why).toBe(before);
      vi.useRealTimers();
    }
    const id = await prospect();
    const { version } = await change(officer, id, "status", { status: "intro_completed" });
    await change(manager, id, "notes", { notes: "Met" });
    const problem = await officer.fails("POST", undo(id), { version });
    expect(problem).toMatchObject({ code: "stale_version", current: { notes: "Met" } });
  });

  it("undoes once when two requests come at once", async () => {
    const officer = await person("officer");
    const id = await prospect();
    const { version } = await change(officer, id, "deadline", { deadline: hoursFromNow(1) });
    const body = { version };
    const answers = await Promise.all([1, 2].map(() => officer.call("POST", undo(id), { body })));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
    expect(await historyOf(id)).toHaveLength(2);
  });
});
