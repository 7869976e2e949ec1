import { describe, expect, it } from "vitest";
import { manyProspects, person, prospect } from "../../testing/world.ts";
import type { Prospect } from "./prospects.schema.ts";

describe("listing prospects", () => {
  it("answers what is there", async () => {
    const officer = await person("officer");
    const id = await prospect({ status: "onboarding", assigned_to: officer.memberId });
    const list = await officer.ok<Prospect[]>("GET", "/api/prospects/1");
    expect(list.map((each) => each.id)).toEqual([id]);
  });
  for (const size of [100, 10_000])
    it(`reads ${size}`, async () => {
      const officer = await person("officer");
      const other = await person("recruiter");
      await manyProspects(size, [officer.memberId, other.memberId]);
      for (const query of [
        "",
        "?stage=intro",
        "?status=active",
        "?stage=onboarding&assignedTo=me",
        "?assignedTo=me",
        "?assignedTo=none",
        "?deadline=overdue",
        "?deadline=soon&stage=intro",
        "?deadline=none",
        "?urgent=1",
        "?urgent=1&limit=20",
        "?q=person 99",
        "?q=99",
        "?q=pe",
        "?limit=50",
        "/counts",
        "/team",
        "/counts?assignedTo=me",
        "?assignedTo=me&deadline=overdue",
      ]) {
        const answer = await officer.call("GET", `/api/prospects/1${query}`);
        const n = JSON.parse(answer.text).length;
        console.log(
          size,
          query,
          answer.status,
          n,
          JSON.stringify(answer.meter),
          answer.meter.rowsRead <= 3 * (n ?? 0) + 20,
        );
      }
    });
});
