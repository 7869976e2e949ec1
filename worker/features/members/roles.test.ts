import { expect, it } from "vitest";
import { organization, person, raw } from "../../testing/world.ts";
import type { Role } from "./members.schema.ts";

it("lists the organization's roles by priority, each with whether its reader may give it", async () => {
  await organization();
  await raw.DB.prepare(
    `insert into roles (organization_id, name, permissions, priority, color, is_system, created_at, updated_at)
     values (1, 'Keeper', '["custom.keys"]', 5, '#8ad0ff', 0, '', '')`,
  ).run();
  const seen = async (key: "administrator" | "officer" | "recruiter") =>
    (await (await person(key)).ok<Role[]>("GET", "/api/roles/1")).map(({ name, can }) => [name, can.grant]);
  expect(await seen("administrator")).toEqual([
    ["Administrator", true],
    ["Officer", true],
    ["CRM Manager", true],
    ["Recruiter", true],
    ["Onboarding Team", true],
    ["Member", true],
    ["Keeper", false],
  ]);
  expect((await seen("officer")).filter(([, grant]) => grant).map(([name]) => name)).toEqual([
    "Officer",
    "CRM Manager",
    "Recruiter",
    "Onboarding Team",
    "Member",
  ]);
  const [first, ...rest] = await (await person("recruiter")).ok<Role[]>("GET", "/api/roles/1");
  expect(first).toEqual({
    id: expect.any(Number),
    key: "administrator",
    name: "Administrator",
    priority: 100,
    color: null,
    can: { grant: false },
  });
  expect(rest.at(-1)).toMatchObject({ key: null, color: "#8ad0ff" });
});
