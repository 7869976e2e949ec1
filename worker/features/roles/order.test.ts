import { beforeEach, describe, expect, it } from "vitest";
import { type Caller, organization, person, raw, rows } from "../../testing/world.ts";
import type { Role } from "./roles.schema.ts";
import { customRole, holderOf } from "./testing/roles.factory.ts";

let administrator: Caller;
beforeEach(async () => {
  administrator = await person("administrator", 1, "Ada");
});

const PATH = "/api/roles/1/order";
const read = (by = administrator) => by.ok<Role[]>("GET", "/api/roles/1");
const namesOf = (roles: readonly Role[]) => roles.map(({ name }) => name);
/** The ids of the roles with these names first among those below the Administrator, the others in their order. */
async function ordered(...names: string[]): Promise<number[]> {
  const all = await read();
  const first = names.map((name) => all.find((role) => role.name === name) as Role);
  return [...new Set([all[0] as Role, ...first, ...all])].map(({ id }) => id);
}

describe("the order of roles", () => {
  it("is saved with one audit entry, keeps the priorities that there are, and moves only what changes", async () => {
    const roles = await ordered("Recruiter");
    const answer = await administrator.call("PUT", PATH, { body: { roles } });
    expect([answer.status, answer.meter.trips]).toEqual([200, 2]);
    const saved = JSON.parse(answer.text) as Role[];
    expect(saved.map(({ name, priority }) => [name, priority])).toEqual([
      ["Administrator", 100],
      ["Recruiter", 80],
      ["Officer", 60],
      ["CRM Manager", 40],
      ["Onboarding Team", 30],
      ["Member", 10],
    ]);
    expect(await rows("select action, details from audit_log")).toEqual([
      {
        action: "role.ordered",
        details: JSON.stringify({
          from: "Officer, CRM Manager, Recruiter, Onboarding Team, Member",
          to: "Recruiter, Officer, CRM Manager, Onboarding Team, Member",
        }),
      },
    ]);
    const again = await administrator.call("PUT", PATH, { body: { roles } });
    expect([again.status, again.meter.rowsWritten]).toEqual([200, 0]);
  });

  it("keeps the Administrator the highest, wherever a request places it", async () => {
    const all = (await read()).map(({ id }) => id);
    const saved = await administrator.ok<Role[]>("PUT", PATH, { roles: all.toReversed() });
    expect([namesOf(saved)[0], saved[0]?.priority]).toEqual(["Administrator", 100]);
    expect(namesOf(saved)[1]).toBe("Member");
  });

  it("is refused where it is not based on the stored one, or lacks a role", async () => {
    const was = (await read()).map(({ id }) => id);
    const roles = await ordered("Recruiter");
    await administrator.ok("PUT", PATH, { roles, was });
    const late = await administrator.fails("PUT", PATH, { roles: await ordered("Member"), was });
    expect([late.status, late.code]).toEqual([409, "stale_version"]);
    expect((await administrator.fails("PUT", PATH, { roles: roles.slice(1) })).code).toBe("stale_version");
    const [foreign] = await (await person("administrator", await organization())).ok<Role[]>(
      "GET",
      "/api/roles/2",
    );
    expect((await administrator.fails("PUT", PATH, { roles: [...roles, foreign?.id] })).code).toBe(
      "not_found",
    );
    expect((await read()).map(({ id }) => id)).toEqual(roles);
  });

  it("sets equal priorities of an old backup apart, in the order in which they are listed", async () => {
    for (const name of ["One", "Two", "Three"]) await customRole([], { name, priority: 10 });
    const before = namesOf(await read());
    expect(before.slice(-4)).toEqual(["Member", "One", "Two", "Three"]);
    const saved = await administrator.ok<Role[]>("PUT", PATH, { roles: await ordered("Three") });
    expect(namesOf(saved)).toEqual(["Administrator", "Three", ...before.slice(1, -1)]);
    const priorities = saved.map(({ priority }) => priority);
    expect(new Set(priorities).size).toBe(priorities.length);
    expect([Math.max(...priorities.slice(1)) < 100, Math.min(...priorities) > 0]).toEqual([true, true]);
  });
});

describe("nobody moves a role to the height of their own, nor one that stands there or above", () => {
  const HELD = ["admin.users", "members.read", "dashboard.view"];
  let warden: Caller;
  beforeEach(async () => {
    warden = await holderOf(await customRole(HELD, { name: "Warden", priority: 50 }));
    for (const [name, priority] of [
      ["High", 70],
      ["Upper", 45],
      ["Lower", 44],
    ] as const)
      await customRole(["dashboard.view"], { name, priority });
    await customRole(["dashboard.view", "bots.read"], { name: "Stranger", priority: 43 });
    await raw.DB.prepare(
      "update roles set permissions = '[]' where key is not null and key <> 'administrator'",
    ).run();
  });

  it.each([
    ["their own", ["Officer", "High", "CRM Manager", "Upper", "Warden"]],
    ["a role to the place of their own", ["Officer", "High", "CRM Manager", "Lower"]],
    ["a role above their own", ["Upper"]],
    ["a role that is above", ["High"]],
    ["a role with a permission that they lack", ["Officer", "High", "CRM Manager", "Warden", "Stranger"]],
    [
      "a role past one with a permission that they lack",
      ["Officer", "High", "CRM Manager", "Warden", "Upper", "Recruiter"],
    ],
  ])("refuses to move %s", async (_, names) => {
    const before = await read();
    const { status, code } = await warden.fails("PUT", PATH, { roles: await ordered(...names) });
    expect([status, code]).toEqual([403, "role_above_yours"]);
    expect(await read()).toEqual(before);
  });

  it("lets them move roles below their own, which `can` names", async () => {
    const movable = (await read(warden)).filter(({ can }) => can.move).map(({ name }) => name);
    expect(movable).toEqual(["Upper", "Lower", "Recruiter", "Onboarding Team", "Member"]);
    const roles = await ordered("Officer", "High", "CRM Manager", "Warden", "Lower");
    const saved = await warden.ok<Role[]>("PUT", PATH, { roles });
    expect(namesOf(saved).slice(4, 7)).toEqual(["Warden", "Lower", "Upper"]);
  });
});
