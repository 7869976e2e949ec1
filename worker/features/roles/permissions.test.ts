import { beforeEach, describe, expect, it } from "vitest";
import { FEATURES } from "../../features.ts";
import type { Problem } from "../../lib/errors.ts";
import { SYSTEM_PERMISSIONS } from "../../lib/permissions.schema.ts";
import { type Caller, interrupted, organization, person, rows, value } from "../../testing/world.ts";
import type { PermissionHolder, PermissionRecord, Role } from "./roles.schema.ts";
import { customPermission, customRole, holderOf } from "./testing/roles.factory.ts";

let administrator: Caller;
beforeEach(async () => {
  administrator = await person("administrator", 1, "Ada");
});

const ROSTER = { id: "custom.fleet_roster", name: "Fleet roster", category: "Custom" };
const create = (body: object = {}) =>
  administrator.ok<PermissionRecord>("POST", "/api/permissions", { ...ROSTER, ...body });
const entries = () => rows("select action, entity_name, details from audit_log order by id");
const find = async (by: Caller, id: string) =>
  (await by.ok<PermissionRecord[]>("GET", "/api/permissions")).find((each) => each.id === id);

it("lists the product's permissions in the reader's language, with `can.grant` for those that the reader holds", async () => {
  const id = await customRole(["admin.users", "members.read"]);
  const warden = await holderOf(id);
  const list = await warden.ok<PermissionRecord[]>("GET", "/api/permissions");
  expect(list.map((each) => each.id)).toEqual([...SYSTEM_PERMISSIONS]);
  expect(list.filter(({ can }) => can.grant).map((each) => each.id)).toEqual(["members.read", "admin.users"]);
  expect(await find(administrator, "crm.assign")).toEqual({
    ...{ id: "crm.assign", name: "Reassign", category: "CRM", isSystem: true, version: 0 },
    description: "Assigns prospects of other members, and hands all the work of a member over.",
    can: { update: false, delete: false, grant: true },
  });
  await warden.ok("PATCH", "/api/user/language", { language: "da" });
  expect((await find(warden, "crm.assign"))?.name).toBe("Omfordele");
});

it("each permission of the product is declared by one feature, and held in a new organization as declared", async () => {
  const declared = FEATURES.flatMap(({ permissions = {} }) => Object.entries(permissions));
  expect(declared.map(([id]) => id).sort()).toEqual([...SYSTEM_PERMISSIONS].sort());
  const granted = await rows<{ permission: string; key: string }>(
    `select value as permission, roles.key from roles, json_each(permissions)
     where organization_id = 1 and roles.key <> 'administrator' order by priority desc`,
  );
  for (const [id, { heldBy }] of declared)
    expect([id, granted.filter(({ permission }) => permission === id).map(({ key }) => key)]).toEqual([
      id,
      heldBy,
    ]);
});

describe("an own permission of the organization", () => {
  it("is held by administrators at once, who can add it to roles", async () => {
    const answer = await administrator.call("POST", "/api/permissions", {
      body: { ...ROSTER, description: "", isSystem: false },
    });
    expect([answer.status, answer.meter.trips]).toEqual([201, 2]);
    expect(answer.meter.rowsWritten).toBeLessThanOrEqual(18);
    expect(JSON.parse(answer.text)).toMatchObject({
      ...ROSTER,
      description: null,
      isSystem: false,
      version: 1,
    });
    expect(await find(administrator, ROSTER.id)).toMatchObject({
      can: { update: true, delete: true, grant: true },
    });
    const role = await administrator.ok<Role>("POST", "/api/roles", {
      name: "Fleet",
      permissions: [ROSTER.id],
    });
    expect(role.permissions).toEqual([ROSTER.id]);
    const holders = await administrator.ok<PermissionHolder[]>(
      "GET",
      `/api/permissions/${ROSTER.id}/holders`,
    );
    expect(holders.map(({ name }) => name)).toEqual(["Administrator", "Fleet"]);
    expect(await entries()).toMatchObject([
      { action: "permission.created", entity_name: "Fleet roster" },
      { action: "role.created" },
    ]);
  });

  it("is refused with an id that is taken or malformed", async () => {
    await create();
    for (const id of [ROSTER.id, "admin.users"]) {
      const problem = await administrator.fails("POST", "/api/permissions", { ...ROSTER, id });
      expect([problem.status, problem.code, problem.errors]).toEqual([
        409,
        "permission_exists",
        { id: [problem.detail] },
      ]);
    }
    for (const [wrong, errors] of [
      [{ id: "Custom.X" }, { id: ["Only lowercase letters, numbers, dots and underscores allowed"] }],
      ...["...", "custom.", ".custom", "custom..x"].map(
        (id) =>
          [
            { id },
            { id: ["Each part of the id begins with a letter or number, as in custom.action"] },
          ] as const,
      ),
      [{ id: undefined }, { id: ["Required"] }],
      [{ name: " " }, { name: ["Required"] }],
      [{ category: undefined }, { category: [expect.stringMatching(/^Must be one of: Custom, /)] }],
      [{ category: "Contracts" }, { category: [expect.stringMatching(/^Must be one of: Custom, /)] }],
    ] as const) {
      const problem = await administrator.fails("POST", "/api/permissions", { ...ROSTER, ...wrong });
      expect([wrong, problem.code, problem.errors]).toEqual([wrong, "invalid_input", errors]);
    }
    expect(await entries()).toHaveLength(1);
  });

  it("can be renamed, and refuses a stale version", async () => {
    await create();
    const path = `/api/permissions/${ROSTER.id}`;
    const change = {
      id: ROSTER.id,
      name: "Roster",
      description: "Who flies",
      category: "Members",
      version: 1,
    };
    expect(await administrator.ok("PUT", path, change)).toMatchObject({ ...change, version: 2 });
    const again = await administrator.call("PUT", path, { body: { ...change, version: 2 } });
    expect([again.status, again.meter.rowsWritten]).toEqual([200, 0]);
    const stale = await administrator.fails("PUT", path, change);
    expect([stale.code, (stale as Problem).current]).toMatchObject([
      "stale_version",
      { id: ROSTER.id, version: 2 },
    ]);
    expect((await administrator.fails("PUT", path, { id: "custom.other" })).errors).toHaveProperty("id");
    expect((await entries()).at(-1)?.["details"]).toBe(
      JSON.stringify({
        ...{ fromName: "Fleet roster", toName: "Roster", fromDescription: null, toDescription: "Who flies" },
        ...{ fromCategory: "Custom", toCategory: "Members" },
      }),
    );
  });

  it("can be deleted when no role holds it except the administrator role", async () => {
    await create();
    const path = `/api/permissions/${ROSTER.id}`;
    const role = await administrator.ok<Role>("POST", "/api/roles", {
      name: "Fleet",
      permissions: [ROSTER.id],
    });
    const problem = await administrator.fails("DELETE", path);
    expect([problem.status, problem.code]).toEqual([409, "permission_in_use"]);
    expect(problem.detail).toContain("held by Fleet.");
    await administrator.ok("DELETE", `/api/roles/${role.id}`);
    await administrator.ok("DELETE", path);
    expect(await find(administrator, ROSTER.id)).toBeUndefined();
    expect((await administrator.fails("DELETE", path)).code).toBe("not_found");
    const left = "select count(*) from roles where instr(permissions, 'fleet_roster')";
    expect(await value(left)).toBe(0);
    const refused = await administrator.fails("POST", "/api/roles", { name: "F", permissions: [ROSTER.id] });
    expect(refused.code).toBe("permission_not_yours");
  });

  it("names the role that got it during its deletion", async () => {
    await create();
    const role = { name: "Fleet", permissions: [ROSTER.id] };
    const database = interrupted(3, () => administrator.ok("POST", "/api/roles", role));
    const refused = await administrator.call("DELETE", `/api/permissions/${ROSTER.id}`, { database });
    const { code, detail } = JSON.parse(refused.text) as Problem;
    expect([code, detail.includes("Fleet")]).toEqual(["permission_in_use", true]);
  });

  it("is either deleted or added to a role when both happen at once", async () => {
    await create();
    const [given, deleted] = await Promise.all([
      administrator.call("POST", "/api/roles", { body: { name: "Fleet", permissions: [ROSTER.id] } }),
      administrator.call("DELETE", `/api/permissions/${ROSTER.id}`),
    ]);
    const exists = Number(deleted.status !== 204);
    expect(given.status === 201).toBe(exists === 1);
    const holders = "select count(*) from roles where instr(permissions, 'fleet_roster')";
    expect(await value(holders)).toBe(2 * exists);
  });

  it("does not exist for another organization", async () => {
    const foreigner = await person("administrator", await organization());
    await create();
    const path = `/api/permissions/${ROSTER.id}`;
    expect(await find(foreigner, ROSTER.id)).toBeUndefined();
    for (const [method, route, body] of [
      ["PUT", path, { name: "Mine" }],
      ["DELETE", path, undefined],
      ["GET", `${path}/holders`, undefined],
    ] as const) {
      expect((await foreigner.fails(method, route, body)).code).toBe("not_found");
    }
  });
});

it("refuses to change the product's permissions", async () => {
  for (const [method, body] of [
    ["PUT", { name: "Mine" }],
    ["DELETE", undefined],
  ] as const) {
    expect((await administrator.fails(method, "/api/permissions/admin.users", body)).code).toBe(
      "system_permission",
    );
  }
});

describe("the overview of access", () => {
  it("lists the roles that hold each permission", async () => {
    const id = await customRole(["audit.read"], { name: "Auditor" });
    await holderOf(id, "Otto");
    const holders = await administrator.ok<PermissionHolder[]>("GET", "/api/permissions/audit.read/holders");
    expect(holders.map(({ name, people, faces }) => [name, people, faces.map((face) => face.name)])).toEqual([
      ["Administrator", 1, ["Ada"]],
      ["Officer", 0, []],
      ["Auditor", 1, ["Otto"]],
    ]);
    const newest = await administrator.ok<PermissionHolder[]>(
      "GET",
      `/api/permissions/${await customPermission()}/holders`,
    );
    expect(newest.map(({ key }) => key)).toEqual(["administrator"]);
    for (const none of ["custom.nothing", "audit", "%22", "constructor"]) {
      expect((await administrator.fails("GET", `/api/permissions/${none}/holders`)).code).toBe("not_found");
    }
  });

  it("lists as holders the roles with the permission, of the product's and of the organization's own", async () => {
    for (const id of ["prospects.write", "admin.system", "security.view", await customPermission()]) {
      const holders = await administrator.ok<PermissionHolder[]>("GET", `/api/permissions/${id}/holders`);
      const listing = (await administrator.ok<Role[]>("GET", "/api/roles/1")).filter((role) =>
        role.permissions?.includes(id),
      );
      expect([id, holders.map(({ key }) => key)]).toEqual([id, listing.map(({ key }) => key)]);
    }
  });
});
