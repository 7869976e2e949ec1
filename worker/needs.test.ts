import { describe, expect, it } from "vitest";
import type { Need } from "./features/notices/notices.schema.ts";
import { person } from "./testing/world.ts";

const PATH = "/api/user/needs";

describe("what needs a user", () => {
  it("lists a prospect that waits for an assignee, which its reader takes in place", async () => {
    const recruiter = await person("recruiter", 1, "Rita");
    await recruiter.ok("POST", "/api/prospects", { displayName: "Nova Stone" });
    const [need] = await recruiter.ok<Need[]>("GET", PATH);
    expect(need).toMatchObject({ kind: "prospect.unassigned", count: 1, acts: [{ label: "Take it" }] });
    const [take] = need?.acts ?? [];
    if (take) await recruiter.ok(take.method, take.path, take.body);
    expect((await recruiter.ok<Need[]>("GET", PATH)).map(({ kind }) => kind)).toEqual(["prospect.undated"]);
  });
});
