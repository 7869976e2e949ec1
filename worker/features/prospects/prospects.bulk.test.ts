import { describe, expect, it } from "vitest";
import type { Problem } from "../../lib/errors.ts";
import { everything, historyOf, membershipOf, stored } from "../../testing/pipeline.ts";
import {
  type Caller,
  hoursFromNow,
  interrupted,
  manyProspects,
  person,
  prospect,
  raw,
  rows,
  value,
} from "../../testing/world.ts";
import { BULK_LIMIT, type BulkAnswer, type Prospect } from "./prospects.schema.ts";

type Change = Record<string, unknown>;
const bulk = (caller: Caller, ids: number[], change: Change) =>
  caller.ok<BulkAnswer>("POST", "/api/prospects/bulk", { prospects: ids.map((id) => ({ id })), change });
const audits = (action: string) =>
  rows<{ details: string; actor_user_id: number }>("select * from audit_log where action = ?", action);

describe("changing many prospects at once", () => {
  it("changes the prospects that it can, and returns the reason for each other one", async () => {
    const recruiter = await person("recruiter");
    const officer = await person("officer");
    const free = await prospect({ status: "onboarding", assigned_to: recruiter.memberId });
    const intro = await prospect({ display_name: "Ida" });
    const above = await prospect({ status: "onboarding", user_id: officer.userId, display_name: "Ole" });
    const edited = await prospect({ status: "onboarding", display_name: "Eva" });
    const answer = await recruiter.ok<BulkAnswer>("POST", "/api/prospects/bulk", {
      prospects: [
        { id: free, version: 1 },
        { id: intro },
        { id: above },
        { id: edited, version: 0 },
        { id: 999_999 },
        { id: free },
      ],
      change: { kind: "status", status: "active" },
    });
    expect(answer).toMatchObject({ changed: 1, remaining: 0 });
    expect(answer.skipped).toEqual([
      { id: intro, name: "Ida", detail: "A prospect cannot go from Intro to Active." },
      { id: above, name: "Ole", detail: expect.stringContaining("Ole holds a role") },
      { id: edited, name: "Eva", detail: expect.stringContaining("Eva was changed by somebody else") },
      { id: 999_999, name: null, detail: expect.stringContaining("does not exist") },
    ]);
    expect(await stored(free)).toMatchObject({ status: "active", version: 2 });
    expect(await historyOf(free)).toHaveLength(1);
    for (const id of [intro, above, edited]) {
      expect((await stored(id)).version).toBe(1);
      expect(await historyOf(id)).toEqual([]);
    }
    expect(await audits("prospect.bulk")).toMatchObject([
      { actor_user_id: recruiter.userId, details: '{"count":1}' },
    ]);
    expect(await audits("member.joined")).toHaveLength(1);
    expect(await audits("prospect.status")).toEqual([]);
  });

  it("is refused for a prospect that changes meanwhile, without a current record", async () => {
    const recruiter = await person("recruiter");
    const id = await prospect({ display_name: "Ida" });
    const body = { prospects: [{ id }], change: { kind: "deadline", deadline: hoursFromNow(24) } };
    const change = () => raw.DB.prepare("update prospects set version = version + 1").run();
    const database = interrupted("each", change);
    const refused = await recruiter.call("POST", "/api/prospects/bulk", { body, database });
    const { code, current } = JSON.parse(refused.text) as Problem;
    expect([code, current]).toEqual(["stale_version", undefined]);
  });

  it("answers reasons in the reader's language", async () => {
    const officer = await person("officer");
    const id = await prospect();
    const answer = await officer.call("POST", "/api/prospects/bulk", {
      headers: { "Accept-Language": "da" },
      body: { prospects: [{ id }], change: { kind: "status", status: "active" } },
    });
    expect((JSON.parse(answer.text) as BulkAnswer).skipped[0]?.detail).toBe(
      "En kandidat kan ikke flyttes fra Intro til Aktiv.",
    );
  });

  it("assigns, sets a deadline and withdraws, each with its history", async () => {
    const officer = await person("officer");
    const recruiter = await person("recruiter", 1, "Rikke");
    const ids = [await prospect(), await prospect()];
    const deadline = hoursFromNow(30);
    const first = hoursFromNow(6);
    await bulk(officer, ids, { kind: "assign", assignedTo: recruiter.memberId, deadline: first });
    await bulk(officer, ids, { kind: "assign", assignedTo: officer.memberId });
    for (const id of ids)
      expect(await stored(id)).toMatchObject({ assigned_to: officer.memberId, deadline: first });
    await bulk(officer, ids, { kind: "deadline", deadline });
    await bulk(officer, ids, {
      kind: "status",
      status: "inactive",
      reason: "Moved on",
      outcome: "withdrawn",
    });
    for (const id of ids) {
      expect(await stored(id)).toMatchObject({ status: "inactive", deadline: null, version: 5 });
      expect(await historyOf(id)).toMatchObject([
        { action: "assigned", newValue: "Rikke", changes: expect.stringContaining(first) },
        { action: "assigned", previousValue: "Rikke" },
        { action: "deadline", newValue: deadline },
        { action: "status", newValue: "inactive", notes: "Moved on" },
      ]);
    }
  });

  it("refuses the whole change for an assignee who is not assignable", async () => {
    const officer = await person("officer");
    const member = await person("member");
    const id = await prospect();
    const before = await everything();
    for (const assignedTo of [member.memberId, 999_999]) {
      expect(
        await officer.fails("POST", "/api/prospects/bulk", {
          prospects: [{ id }],
          change: { kind: "assign", assignedTo },
        }),
      ).toMatchObject({ status: 409, code: "assignee_unavailable" });
    }
    expect(await everything()).toBe(before);
  });

  it("keeps the last administrator active, and names them in the error", async () => {
    const first = await person("administrator");
    const second = await person("administrator");
    const recruiter = await person("recruiter");
    const ids = [
      await prospect({ status: "active", user_id: recruiter.userId, display_name: "Rikke" }),
      await prospect({ status: "active", user_id: first.userId, display_name: "Boss One" }),
      await prospect({ status: "active", user_id: second.userId, display_name: "Boss Two" }),
      await prospect({ status: "active", user_id: (await person("recruiter")).userId, display_name: "Rolf" }),
    ];
    const before = await everything();
    const problem = await first.fails("POST", "/api/prospects/bulk", {
      prospects: ids.map((id) => ({ id })),
      change: { kind: "status", status: "inactive" },
    });
    expect(problem).toMatchObject({ status: 409, code: "last_administrator" });
    expect(problem.detail).toMatch(/^Boss (One|Two) is/);
    expect(await everything()).toBe(before);
    expect(await bulk(first, ids.slice(0, 2), { kind: "status", status: "inactive" })).toMatchObject({
      changed: 2,
    });
    expect(await membershipOf(first.userId)).toMatchObject({ status: "inactive" });
  });

  it("refuses an empty list, and one of more than 100 prospects", async () => {
    const officer = await person("officer");
    const change = { kind: "deadline", deadline: null };
    const tooMany = Array.from({ length: BULK_LIMIT + 1 }, (_, at) => ({ id: at + 1 }));
    for (const prospects of [[], tooMany]) {
      expect(await officer.fails("POST", "/api/prospects/bulk", { prospects, change })).toMatchObject({
        status: 400,
      });
    }
  });

  for (const [name, change] of [
    ["moved to active, each becoming a member", { kind: "status", status: "active" }],
    ["withdrawn", { kind: "status", status: "inactive", reason: "Gone" }],
    ["given a deadline", { kind: "deadline", deadline: "2030-01-01T00:00:00Z" }],
    ["assigned", { kind: "assign", assignedTo: 1 }],
  ] as const) {
    it(`changes ${BULK_LIMIT} at once within three round trips and D1's limits: ${name}`, async () => {
      const officer = await person("administrator");
      await manyProspects(BULK_LIMIT, [officer.memberId]);
      await raw.DB.prepare(
        "update prospects set status = 'onboarding', assigned_to = null, deadline = null",
      ).run();
      const prospects = (await rows<{ id: number }>("select id from prospects")).map(({ id }) => ({
        id,
        version: 1,
      }));
      const answer = await officer.call("POST", "/api/prospects/bulk", { body: { prospects, change } });
      expect(JSON.parse(answer.text)).toMatchObject({ changed: BULK_LIMIT, skipped: [] });
      expect(answer.meter.trips).toBeLessThanOrEqual(3);
      expect(await value("select count(*) from prospect_history")).toBe(BULK_LIMIT);
      expect(await value("select min(version) from prospects")).toBe(2);
      const undo = await officer.call(
        "POST",
        `/api/prospects/bulk/${(JSON.parse(answer.text) as BulkAnswer).changeId}/undo`,
      );
      expect(JSON.parse(undo.text)).toMatchObject({ changed: BULK_LIMIT, skipped: [] });
      expect(undo.meter.trips).toBeLessThanOrEqual(3);
      expect(
        await value(
          "select count(*) from prospects where status = 'onboarding' and assigned_to is null and deadline is null",
        ),
      ).toBe(BULK_LIMIT);
    });
  }
});

describe("reassigning all prospects of a member", () => {
  it("moves the open prospects, a hundred at a time and the most urgent first", async () => {
    const officer = await person("officer");
    const from = await person("recruiter");
    const to = await person("crm_manager");
    await manyProspects(330, [from.memberId]);
    await raw.DB.prepare("update prospects set assigned_to = ?").bind(from.memberId).run();
    const closed = "status in ('active', 'inactive')";
    const path = "/api/prospects/reassign";
    const body = { from: from.memberId, to: to.memberId };
    const answer = await officer.call("POST", path, { body });
    expect(JSON.parse(answer.text)).toMatchObject({ changed: 100, remaining: 120, skipped: [] });
    expect(answer.meter.trips).toBeLessThanOrEqual(3);
    const [latestMoved, earliestLeft] = await Promise.all([
      value<string>(
        `select max(position) from prospects where assigned_to = ? and not ${closed}`,
        to.memberId,
      ),
      value<string>(
        `select min(position) from prospects where assigned_to = ? and not ${closed}`,
        from.memberId,
      ),
    ]);
    expect(latestMoved <= earliestLeft).toBe(true);
    expect(await officer.ok("POST", path, body)).toMatchObject({ changed: 100, remaining: 20 });
    expect(await officer.ok("POST", path, body)).toMatchObject({ changed: 20, remaining: 0 });
    expect(await officer.ok("POST", path, body)).toMatchObject({ changed: 0, changeId: null, remaining: 0 });
    expect(await value("select count(*) from prospects where assigned_to = ?", to.memberId)).toBe(220);
    expect(
      await value(`select count(*) from prospects where assigned_to = ? and ${closed}`, from.memberId),
    ).toBe(110);
    expect(await value("select count(*) from prospect_history where action = 'assigned'")).toBe(220);
  });

  it("requires crm.assign, and another assignable member", async () => {
    const officer = await person("officer");
    const recruiter = await person("recruiter");
    const member = await person("member");
    const id = await prospect({ assigned_to: recruiter.memberId });
    const before = await everything();
    const from = recruiter.memberId;
    const send = (caller: Caller, to: number) =>
      caller.fails("POST", "/api/prospects/reassign", { from, to });
    expect(await send(recruiter, officer.memberId)).toMatchObject({ status: 403 });
    expect(await send(officer, from)).toMatchObject({ status: 409, code: "same_person" });
    expect(await send(officer, member.memberId)).toMatchObject({ code: "assignee_unavailable" });
    expect(await send(officer, 999_999)).toMatchObject({ code: "assignee_unavailable" });
    expect(await everything()).toBe(before);
    await officer.ok("POST", "/api/prospects/reassign", { from, to: officer.memberId });
    const list = await officer.ok<Prospect[]>("GET", "/api/prospects/1?assignedTo=me");
    expect(list.map((each) => each.id)).toEqual([id]);
  });
});
