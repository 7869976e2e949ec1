import { describe, expect, it } from "vitest";
import { historyOf, stored } from "../../testing/pipeline.ts";
import { type Caller, hoursFromNow, person, prospect } from "../../testing/world.ts";
import type { BulkAnswer } from "./prospects.schema.ts";

const deadline = hoursFromNow(40);

const onboarding = async (officer: Caller) =>
  prospect({ status: "onboarding", assigned_to: officer.memberId, deadline });

describe("the deadline of a prospect", () => {
  it("ends when they become active or inactive, with an entry in the history", async () => {
    const officer = await person("officer");
    for (const status of ["active", "inactive"]) {
      const id = await onboarding(officer);
      await officer.ok("PATCH", `/api/prospects/${id}/status`, { status, reason: "Because" });
      expect(await stored(id)).toMatchObject({ status, deadline: null });
      const last = (await historyOf(id)).at(-1);
      expect(JSON.parse(String(last?.changes))).toMatchObject({ deadline: { from: deadline, to: null } });
    }
  });

  it("is refused for a prospect that is or becomes active or inactive, and nothing is written", async () => {
    const officer = await person("officer");
    const open = await onboarding(officer);
    const becoming = await officer.fails("PATCH", `/api/prospects/${open}/status`, {
      status: "active",
      deadline,
    });
    expect(becoming).toMatchObject({ status: 409, code: "no_deadline_here" });
    expect(await stored(open)).toMatchObject({ status: "onboarding", version: 1 });
    for (const status of ["active", "inactive"] as const) {
      const id = await prospect({ status });
      const body = { assignedTo: officer.memberId, deadline };
      for (const [verb, input] of [
        ["deadline", { deadline }],
        ["assign", body],
      ] as const) {
        const refused = await officer.fails("PATCH", `/api/prospects/${id}/${verb}`, input);
        expect(refused).toMatchObject({ status: 409, code: "no_deadline_here" });
      }
      expect(await stored(id)).toMatchObject({ deadline: null, assigned_to: null, version: 1 });
      await officer.ok("PATCH", `/api/prospects/${id}/assign`, { ...body, deadline: null });
    }
  });

  it("is set in bulk for the open ones, and the others are skipped with the reason", async () => {
    const officer = await person("officer");
    const ids = [await onboarding(officer), await prospect({ status: "active", display_name: "Ada" })];
    const answer = await officer.ok<BulkAnswer>("POST", "/api/prospects/bulk", {
      prospects: ids.map((id) => ({ id })),
      change: { kind: "deadline", deadline: hoursFromNow(90) },
    });
    expect(answer).toMatchObject({ changed: 1, skipped: [{ name: "Ada" }] });
    expect(answer.skipped[0]?.detail).toContain("Only open prospects have a deadline");
  });
});
