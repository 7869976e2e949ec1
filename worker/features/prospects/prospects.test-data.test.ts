import { beforeEach, describe, expect, it } from "vitest";
import {
  type Caller,
  manyProspects,
  organization,
  person,
  prospect,
  raw,
  rows,
  value,
} from "../../testing/world.ts";
import { type Prospect, STAGE_NAMES, TRANSITIONS } from "./prospects.schema.ts";

const CREATE = "/api/test-data/create";
const CLEAR = "/api/test-data/clear";
let administrator: Caller;

beforeEach(async () => {
  administrator = await person("administrator", 1, "Ada");
});

const create = () => administrator.ok("POST", CREATE);
const clear = () => administrator.ok("DELETE", CLEAR);
const count = (table: string, where = "1") => value<number>(`select count(*) from ${table} where ${where}`);
const listed = () => administrator.ok<Prospect[]>("GET", "/api/prospects/1");
/** The id of the test prospect at a status with the lowest id. */
const testAt = (status: string) =>
  value<number>("select min(id) from prospects where is_test = 1 and status = ?", status);

describe("creating test prospects", () => {
  it("makes 24 marked people over all stages, with one audit entry", async () => {
    expect(await create()).toEqual({ created: 24 });
    const people = await listed();
    expect(people.filter(({ isTest }) => isTest)).toHaveLength(24);
    await prospect({});
    expect(await administrator.ok("GET", "/api/test-data/1")).toEqual({ prospects: 24 });
    expect(new Set(people.map(({ stage }) => stage))).toEqual(new Set(STAGE_NAMES));
    expect(await rows("select action, details from audit_log")).toEqual([
      { action: "prospect.test_created", details: '{"count":24}' },
    ]);
  });

  it("gives each a valid history that ends at the person's status", async () => {
    await create();
    for (const { id, status, stage_changed_at } of await rows<{
      id: number;
      status: keyof typeof TRANSITIONS;
      stage_changed_at: string;
    }>("select id, status, stage_changed_at from prospects")) {
      const entries = await rows<{
        action: string;
        previous_value: keyof typeof TRANSITIONS;
        new_value: string;
        created_at: string;
      }>("select * from prospect_history where prospect_id = ? order by id", id);
      expect(entries[0]).toMatchObject({ action: "created", new_value: "intro" });
      const moves = entries.filter(({ action }) => action === "status");
      for (const { previous_value, new_value } of moves)
        expect(TRANSITIONS[previous_value]).toContain(new_value);
      const last = moves.at(-1) ?? entries[0];
      expect([last?.new_value, last?.created_at]).toEqual([status, stage_changed_at]);
      const times = entries.map(({ created_at }) => created_at);
      expect(times).toEqual(times.toSorted());
      expect((times.at(-1) ?? "") <= new Date().toISOString()).toBe(true);
    }
  });

  it("assigns open prospects to members who can be given prospects", async () => {
    const recruiter = await person("recruiter", 1, "Rolf");
    await person("member");
    await create();
    const assignees = await rows("select distinct assigned_to from prospects order by assigned_to");
    expect(assignees).toEqual([
      { assigned_to: null },
      { assigned_to: administrator.memberId },
      { assigned_to: recruiter.memberId },
    ]);
    expect(await count("prospects", "status = 'onboarding' and assigned_to is null")).toBe(0);
    expect(await rows("select distinct new_value from prospect_history where action = 'assigned'")).toEqual(
      expect.arrayContaining([{ new_value: "Ada" }, { new_value: "Rolf" }]),
    );
  });

  it("makes no second set until the first is cleared, not even when two requests come at once", async () => {
    const both = await Promise.all([administrator.call("POST", CREATE), administrator.call("POST", CREATE)]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect((await administrator.fails("POST", CREATE)).code).toBe("test_data_exists");
    expect([await count("prospects"), await count("audit_log")]).toEqual([24, 1]);
    await clear();
    expect(await create()).toEqual({ created: 24 });
  });

  it("does not touch another organization", async () => {
    const other = await person("administrator", await organization());
    await create();
    expect(await other.ok("DELETE", CLEAR)).toEqual({ removed: 0, kept: 0 });
    expect(await other.ok("POST", CREATE)).toEqual({ created: 24 });
    expect(await clear()).toEqual({ removed: 24, kept: 0 });
    expect(await count("prospects", "is_test = 1 and organization_id <> 1")).toBe(24);
  });
});

describe("clearing test data", () => {
  it("removes only the test prospects, with their history, and answers how many", async () => {
    await manyProspects(30, [administrator.memberId]);
    const real = await listed();
    await create();
    await administrator.ok("PATCH", `/api/prospects/${await testAt("intro")}/notes`, { notes: "Changed" });
    expect(await clear()).toEqual({ removed: 24, kept: 0 });
    expect(await listed()).toEqual(real);
    expect(await count("prospect_history")).toBe(0);
    expect(await value("select sum(count) from prospect_totals")).toBe(30);
    expect(await rows("select details from audit_log where action = 'prospect.test_cleared'")).toEqual([
      { details: '{"count":24}' },
    ]);
  });

  it("changes nothing without test prospects", async () => {
    const answer = await administrator.call("DELETE", CLEAR);
    // One row, of the user's budget.
    expect([JSON.parse(answer.text), answer.meter.rowsWritten]).toEqual([{ removed: 0, kept: 0 }, 1]);
  });

  it("removes the members that were made of test prospects", async () => {
    await create();
    const before = [await count("users"), await count("members")];
    await administrator.ok("PATCH", `/api/prospects/${await testAt("onboarding")}/status`, {
      status: "active",
    });
    expect(await count("members")).toBe((before[1] ?? 0) + 1);
    expect(await clear()).toEqual({ removed: 24, kept: 0 });
    expect([await count("users"), await count("members")]).toEqual(before);
  });

  it("keeps a member who has been assigned other prospects, inactive", async () => {
    await manyProspects(1, [administrator.memberId]);
    await create();
    const id = await testAt("onboarding");
    const { memberId } = await administrator.ok<Prospect>("PATCH", `/api/prospects/${id}/status`, {
      status: "active",
    });
    // One test prospect, and a real one.
    await raw.DB.prepare("update prospects set assigned_to = ?1 where id = ?2 or is_test = 0")
      .bind(memberId, await testAt("assigned_onboarding"))
      .run();
    expect(await clear()).toEqual({ removed: 24, kept: 0 });
    expect(await rows("select status from members where id = ?", memberId)).toEqual([{ status: "inactive" }]);
    expect(await count("prospects", "is_test = 0 and assigned_to is not null")).toBe(1);
  });

  it("keeps a prospect whose user can sign in, without the mark", async () => {
    await create();
    const id = await testAt("onboarding");
    await administrator.ok("PATCH", `/api/prospects/${id}/status`, { status: "active" });
    await raw.DB.prepare(
      "update users set discord_id = '200000000000000001' where id = (select user_id from prospects where id = ?)",
    )
      .bind(id)
      .run();
    expect(await clear()).toEqual({ removed: 23, kept: 1 });
    expect(await rows("select id, is_test from prospects")).toEqual([{ id, is_test: 0 }]);
    expect(await count("members", "status = 'active'")).toBe(2);
    expect(await create()).toEqual({ created: 24 });
  });

  it("costs the same among many prospects", async () => {
    const cost = async () => {
      await create();
      return (await administrator.call("DELETE", CLEAR)).meter.rowsRead;
    };
    const few = await cost();
    await manyProspects(2_000, [administrator.memberId]);
    expect(await cost()).toBeLessThanOrEqual(few + 50);
  });
});
