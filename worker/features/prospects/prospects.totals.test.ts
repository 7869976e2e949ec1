import * as fc from "fast-check";
import { expect, it } from "vitest";
import { runs } from "../../testing/runs.ts";
import { type Caller, hoursFromNow, person, rows } from "../../testing/world.ts";
import { type BulkAnswer, PROSPECT_STATUSES, type Prospect } from "./prospects.schema.ts";

const counted = {
  prospect_totals: `select organization_id, status, discord_status is 'active' as in_discord, count(*) as count
    from prospects group by 1, 2, 3`,
  assignee_totals: `select organization_id, assigned_to as member_id, status, count(*) as count
    from prospects where assigned_to is not null group by 1, 2, 3`,
};

async function expectTrueTotals(): Promise<void> {
  for (const [table, count] of Object.entries(counted)) {
    const columns =
      table === "prospect_totals"
        ? "organization_id, status, in_discord"
        : "organization_id, member_id, status";
    expect(await rows(`select * from ${table} where count <> 0 order by ${columns}`)).toEqual(
      await rows(`select * from (${count}) order by ${columns}`),
    );
  }
}

it("totals equal a full count after random changes", async () => {
  const administrator = await person("administrator");
  const people = [administrator, await person("officer"), await person("recruiter")];
  const step = fc.record({
    what: fc.constantFrom("create", "assign", "status", "bulk", "undo", "reassign"),
    at: fc.nat(50),
    to: fc.constantFrom(...PROSPECT_STATUSES),
    who: fc.nat(2),
  });
  const ids: number[] = [];
  let undo = 0;
  const memberOf = (at: number) => (people[at] as Caller).memberId;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 12 }), async (steps) => {
      for (const { what, at, to, who } of steps) {
        const assignedTo = memberOf(who);
        const id = ids[at % Math.max(1, ids.length)] ?? 0;
        const change = { kind: "status", status: to, assignedTo, reason: "Because" };
        const prospects = ids.slice(at % 5, (at % 5) + 8).map((each) => ({ id: each }));
        if (what === "create" || !ids.length) {
          const displayName = `New ${ids.length}`;
          const body = { displayName, ...(at % 2 ? { assignedTo } : {}), deadline: hoursFromNow(at) };
          ids.push((await administrator.ok<Prospect>("POST", "/api/prospects", body)).id);
        } else if (what === "assign") {
          await administrator.ok("PATCH", `/api/prospects/${id}/assign`, {
            assignedTo: at % 3 ? assignedTo : null,
          });
        } else if (what === "status") {
          const body = { status: to, assignedTo, reason: "Because" };
          await administrator.call("PATCH", `/api/prospects/${id}/status`, { body });
        } else if (what === "bulk" && prospects.length) {
          const answer = await administrator.ok<BulkAnswer>("POST", "/api/prospects/bulk", {
            prospects,
            change,
          });
          undo = answer.changeId ?? undo;
        } else if (what === "undo" && undo) {
          await administrator.call("POST", `/api/prospects/bulk/${undo}/undo`);
        } else if (what === "reassign") {
          const body = { from: memberOf((who + 1) % 3), to: assignedTo };
          await administrator.ok("POST", "/api/prospects/reassign", body);
        }
      }
      await expectTrueTotals();
    }),
    runs(3, 8),
  );
  const counts = await administrator.ok<Record<string, number>>("GET", "/api/prospects/1/counts");
  expect(Object.values(counts).reduce((sum, each) => sum + each, 0)).toBe(ids.length);
});
