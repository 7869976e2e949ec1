import { describe, expect, it } from "vitest";
import { type Caller, person, prospect, raw, value } from "../../testing/world.ts";
import type { Prospect, ProspectCounts } from "./prospects.schema.ts";

const namesOf = async (reader: Caller, query = "") =>
  (await reader.ok<Prospect[]>("GET", `/api/prospects/1?${query}`))
    .map(({ displayName }) => displayName)
    .sort();

const add = (by: Caller, displayName: string) => by.ok<Prospect>("POST", "/api/prospects", { displayName });

describe("a user who sees only their own prospects", () => {
  it("opens and lists the prospect that they added, at intro", async () => {
    const adder = await person("onboarding_team");
    await prospect({ display_name: "Of nobody" });
    const { id } = await add(adder, "Added");
    expect(await adder.ok("GET", `/api/prospects/${id}/record`)).toMatchObject({ id, stage: "intro" });
    await adder.ok("GET", `/api/prospects/${id}/history`);
    await adder.ok("PATCH", `/api/prospects/${id}/notes`, { notes: "Met at the hangar" });
    for (const query of ["", "stage=intro", "stage=open", "status=intro", "assignedTo=none", "q=added"])
      expect([query, await namesOf(adder, query)]).toEqual([query, ["Added"]]);
    const counts = await adder.ok<ProspectCounts>("GET", "/api/prospects/1/counts");
    expect(counts).toMatchObject({ intro: 1, onboarding: 0 });
  });

  it("sees it until it is assigned to another member, and no prospects that others added", async () => {
    const [officer, adder, other] = [
      await person("officer"),
      await person("onboarding_team"),
      await person("onboarding_team"),
    ];
    const { id } = await add(adder, "Added");
    expect(await namesOf(other)).toEqual([]);
    const assign = (to: Caller | null) =>
      officer.ok("PATCH", `/api/prospects/${id}/assign`, { assignedTo: to?.memberId ?? null });
    await assign(adder);
    expect(await namesOf(adder, "stage=intro&assignedTo=me")).toEqual(["Added"]);
    await assign(officer);
    expect(await namesOf(adder)).toEqual([]);
    expect((await adder.call("GET", `/api/prospects/${id}/record`)).status).toBe(404);
  });

  it("reads a page of those that they added without reading those of others", async () => {
    const [adder, other] = [await person("onboarding_team"), await person("onboarding_team")];
    const insert = `insert into prospects (organization_id, display_name, username, status, added_by, assigned_to,
        stage_changed_at, created_at, updated_at)
      select 1, 'Person ' || value, 'person', 'intro', ?, ?, '', '', ''
      from (with recursive n(value) as (select 1 union all select value + 1 from n where value < ?) select value from n)`;
    const insertMany = (by: number, to: number | null, count: number) =>
      raw.DB.prepare(insert).bind(by, to, count).run();
    await insertMany(other.memberId, null, 2_000);
    await insertMany(adder.memberId, other.memberId, 2_000);
    await insertMany(adder.memberId, null, 30);
    for (const path of ["/api/prospects/1?limit=20", "/api/prospects/1/counts", "/api/dashboard/stats/1"]) {
      const { status, meter } = await adder.call("GET", path);
      expect(status).toBe(200);
      expect([path, meter.rowsRead <= 3 * 20 + 100]).toEqual([path, true]);
    }
  });
});

it("does not learn from a record who added it", async () => {
  const adder = await person("recruiter");
  const made = await add(adder, "Added");
  expect(Object.keys(made)).not.toContain("addedBy");
  expect(await value("select added_by from prospects where id = ?", made.id)).toBe(adder.memberId);
});
