import { beforeEach, describe, expect, it } from "vitest";
import type { Problem } from "../../lib/errors.ts";
import { SYSTEM_PERMISSIONS } from "../../lib/permissions.schema.ts";
import { type Caller, interrupted, organization, person, raw, rows, value } from "../../testing/world.ts";
import { DEFAULT_COLOR, type Role } from "./roles.schema.ts";
import { customPermission, customRole, holderOf } from "./testing/roles.factory.ts";

let administrator: Caller;
/** A user with admin.users and few other permissions. */
let warden: Caller;
const HELD = ["admin.users", "members.read", "tools.view"];
const WARDEN = 50;

beforeEach(async () => {
  administrator = await person("administrator", 1, "Ada");
  warden = await holderOf(await customRole(HELD, { name: "Warden", priority: WARDEN }), "Wim");
});

const systemRole = (key: string) =>
  value<number>("select id from roles where organization_id = 1 and key = ?", key);
const storedRole = async (id: number) =>
  (
    await rows("select name, description, permissions, priority, color, version from roles where id = ?", id)
  )[0];
const entries = () => rows("select action, entity_name, details from audit_log order by id");
const body = { name: "Fleet", permissions: ["tools.view"] };

describe("creating a role", () => {
  it("stores its fields and writes an audit entry", async () => {
    const answer = await administrator.call("POST", "/api/roles", {
      body: {
        ...body,
        ...{
          description: " Fuel ",
          permissions: ["tools.view", "tools.view"],
          color: "#8AD0FF",
        },
        ...{ organizationId: 1, isSystem: false, createdBy: 99 },
      },
    });
    expect([answer.status, answer.meter.trips]).toEqual([201, 2]);
    expect(answer.meter.rowsWritten).toBeLessThanOrEqual(18);
    const role = JSON.parse(answer.text) as Role;
    expect(role).toMatchObject({ name: "Fleet", key: null, isSystem: false, people: 0 });
    expect(await storedRole(role.id)).toEqual({
      ...{ name: "Fleet", description: "Fuel", permissions: '["tools.view"]' },
      ...{ priority: 11, color: "#8ad0ff", version: 1 },
    });
    expect(await entries()).toEqual([
      {
        action: "role.created",
        entity_name: "Fleet",
        details: '{"permissions":"tools.view"}',
      },
    ]);
  });

  it("with the same key twice creates one role", async () => {
    const headers = { "Idempotency-Key": "once" };
    const [first, second] = [
      await administrator.call("POST", "/api/roles", { body, headers }),
      await administrator.call("POST", "/api/roles", { body, headers }),
    ];
    expect([second.status, JSON.parse(second.text)]).toEqual([201, JSON.parse(first.text)]);
    expect(await entries()).toHaveLength(1);
  });

  it("refuses permissions that the actor lacks, and unknown permissions", async () => {
    const foreign = await customPermission();
    await customRole([], { name: "Rådgiver" });
    for (const [by, wrong, code, field] of [
      [warden, { permissions: ["tools.view", "bots.read"] }, "permission_not_yours", "permissions"],
      [warden, { permissions: [foreign] }, "permission_not_yours", "permissions"],
      [administrator, { permissions: ["custom.nothing"] }, "permission_not_yours", "permissions"],
      [administrator, { name: "OFFICER" }, "role_name_taken", "name"],
      [administrator, { name: "RÅDGIVER" }, "role_name_taken", "name"],
      [administrator, { name: " " }, "invalid_input", "name"],
      [administrator, { isSystem: true }, "invalid_input", "isSystem"],
      [administrator, { organizationId: 2 }, "not_found", undefined],
    ] as const) {
      const problem = await by.fails("POST", "/api/roles", { ...body, ...wrong });
      expect([wrong, problem.code, Object.keys(problem.errors ?? {})[0]]).toEqual([wrong, code, field]);
    }
    expect(await entries()).toEqual([]);
    const mine = await warden.ok<Role>("POST", "/api/roles", body);
    expect(mine.can).toEqual({ update: true, delete: true, grant: true, move: true });
  });

  it("places each new role as the lowest above Member, below its creator's own, and never beside another", async () => {
    const low = await holderOf(await customRole(HELD, { name: "Low", priority: 1 }));
    for (const [at, by] of [administrator, administrator, warden, low, low].entries())
      await by.ok("POST", "/api/roles", { ...body, name: `New ${at}` });
    const order = await administrator.ok<Role[]>("GET", "/api/roles/1");
    expect(order.map(({ name }) => name).slice(-8)).toEqual([
      ...["Onboarding Team", "New 0", "New 1", "New 2", "Member", "Low", "New 4", "New 3"],
    ]);
    expect(new Set(order.map(({ priority }) => priority)).size).toBe(order.length);
  });

  it("refuses another role where no place is left below the Administrator", async () => {
    for (let priority = 11; priority < 100; priority += 1)
      if (![30, 40, WARDEN, 60, 80].includes(priority)) await customRole([], { priority });
    expect((await administrator.fails("POST", "/api/roles", body)).code).toBe("roles_full");
  });
});

describe("editing a role", () => {
  it("records old and new values, and writes nothing without a change", async () => {
    const id = await customRole(["tools.view", "events.read"], { name: "Fleet", priority: 20 });
    const change = {
      name: "Logistics",
      permissions: ["tools.view", "members.read"],
      version: 1,
    };
    const answer = await administrator.call("PUT", `/api/roles/${id}`, { body: change });
    expect([answer.status, answer.meter.trips]).toEqual([200, 3]);
    expect(answer.meter.rowsWritten).toBeLessThanOrEqual(15);
    expect(await storedRole(id)).toMatchObject({ name: "Logistics", priority: 20, version: 2 });
    const details = {
      ...{ fromName: "Fleet", toName: "Logistics" },
      ...{ added: "members.read", removed: "events.read" },
    };
    expect(await entries()).toEqual([
      { action: "role.updated", entity_name: "Logistics", details: JSON.stringify(details) },
    ]);
    const again = await administrator.call("PUT", `/api/roles/${id}`, { body: { ...change, version: 2 } });
    expect([again.status, again.meter.rowsWritten]).toEqual([200, 0]);
    await administrator.ok("PUT", `/api/roles/${id}`, { description: "Fuel" });
    await administrator.ok("PUT", `/api/roles/${id}`, { description: null });
    expect(await storedRole(id)).toMatchObject({
      name: "Logistics",
      description: null,
      color: null,
      version: 4,
    });
  });

  it("keeps a colour given as the text of a style, and answers a grey badge without one", async () => {
    const id = await customRole(["tools.view"]);
    const colorOf = async () =>
      (await administrator.ok<Role[]>("GET", "/api/roles/1")).find((role) => role.id === id)?.color;
    const edit = (color: string | null) => administrator.ok<Role>("PUT", `/api/roles/${id}`, { color });
    expect(await colorOf()).toBe(DEFAULT_COLOR);
    for (const style of ["bg-amber-500/20 text-amber-300", "#8ad0ff", "background: teal"]) {
      expect([(await edit(style)).color, await colorOf()]).toEqual([style, style]);
    }
    for (const none of [null, "", DEFAULT_COLOR]) {
      await edit("#8ad0ff");
      expect([none, (await edit(none)).color]).toEqual([none, DEFAULT_COLOR]);
    }
  });

  it("answers the users of a role", async () => {
    const [first] = await administrator.ok<Role[]>("GET", "/api/roles/1");
    expect(first?.organizationId).toBe(1);
  });

  it("takes effect at once for members who hold the role", async () => {
    const id = await customRole(["tools.view"]);
    const holder = await holderOf(id);
    expect((await holder.fails("GET", "/api/members/1")).code).toBe("forbidden");
    await administrator.ok("PUT", `/api/roles/${id}`, { permissions: ["tools.view", "members.read"] });
    expect((await holder.call("GET", "/api/members/1")).status).toBe(200);
  });

  it("keeps permissions that the actor does not hold", async () => {
    const id = await customRole(["tools.view", "bots.read"]);
    for (const permissions of [["tools.view"], ["tools.view", "bots.read", "bots.write"]]) {
      const problem = await warden.fails("PUT", `/api/roles/${id}`, { permissions });
      expect([problem.code, Object.keys(problem.errors ?? {})]).toEqual([
        "permission_not_yours",
        ["permissions"],
      ]);
    }
    await warden.ok("PUT", `/api/roles/${id}`, { permissions: ["bots.read", "members.read"] });
    expect(await storedRole(id)).toMatchObject({ permissions: '["bots.read","members.read"]' });
  });

  it("refuses roles above the actor's own", async () => {
    const above = await customRole(["tools.view"], { priority: WARDEN + 1 });
    for (const [id, change, code] of [
      [above, { description: "Mine" }, "role_above_yours"],
      [await systemRole("administrator"), { description: "Mine" }, "role_above_yours"],
    ] as const) {
      expect((await warden.fails("PUT", `/api/roles/${id}`, change)).code).toBe(code);
    }
    expect((await warden.fails("DELETE", `/api/roles/${above}`)).code).toBe("role_above_yours");
    expect(await entries()).toEqual([]);
  });

  it("keeps all permissions of the administrator role, and deletes no system role", async () => {
    const officer = await systemRole("officer");
    await administrator.ok("PUT", `/api/roles/${officer}`, { name: "Lead" });
    const roles = await administrator.ok<Role[]>("GET", "/api/roles/1");
    const top = roles.find(({ key }) => key === "administrator") as Role;
    const own = await customPermission();
    for (const [id, change, code] of [
      [top.id, { permissions: ["dashboard.view"] }, "administrator_complete"],
      [top.id, { permissions: [...SYSTEM_PERMISSIONS] }, "administrator_complete"],
    ] as const) {
      expect((await administrator.fails("PUT", `/api/roles/${id}`, change)).code).toBe(code);
    }
    const permissions = [...SYSTEM_PERMISSIONS, own];
    const edited = await administrator.ok<Role>("PUT", `/api/roles/${top.id}`, {
      name: "Chief",
      permissions,
    });
    expect([edited.name, edited.permissions?.toSorted()]).toEqual(["Chief", permissions.toSorted()]);
    expect((await administrator.fails("DELETE", `/api/roles/${officer}`)).code).toBe("system_role_kept");
  });

  it("refuses the second of two edits at once, with the role that the first saved", async () => {
    const id = await customRole(["tools.view"], { name: "Fleet" });
    const second = await person("administrator", 1, "Alma");
    const answers = await Promise.all([
      administrator.call("PUT", `/api/roles/${id}`, { body: { description: "By Ada", version: 1 } }),
      second.call("PUT", `/api/roles/${id}`, { body: { description: "By Alma", version: 1 } }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [won, lost] = answers.toSorted((a, b) => a.status - b.status).map(({ text }) => JSON.parse(text));
    expect(lost as Problem).toMatchObject({ code: "stale_version", current: won as Role });
    expect(await storedRole(id)).toMatchObject({ description: (won as Role).description, version: 2 });
    expect(await entries()).toHaveLength(1);
  });
});

describe("deleting a role", () => {
  it("is refused while members hold it, including inactive ones", async () => {
    const id = await customRole(["tools.view"], { name: "Fleet" });
    const holder = await holderOf(id);
    await raw.DB.prepare("update members set status = 'inactive' where id = ?").bind(holder.memberId).run();
    const problem = await administrator.fails("DELETE", `/api/roles/${id}`);
    expect([problem.status, problem.code]).toEqual([409, "role_in_use"]);
    expect(problem.detail).toContain("Fleet: 1.");
    const to = await systemRole("member");
    await administrator.ok("POST", `/api/roles/${id}/move-members`, { roleId: to });
    await administrator.ok("DELETE", `/api/roles/${id}`);
    expect(await storedRole(id)).toBeUndefined();
    expect((await entries()).map(({ action }) => action)).toEqual([
      "role.members_moved",
      "member.role",
      "role.deleted",
    ]);
    expect((await administrator.fails("DELETE", `/api/roles/${id}`)).code).toBe("not_found");
  });

  it("deletes a role that another user renames meanwhile, with its new name in the log", async () => {
    const id = await customRole();
    const database = interrupted(3, () => administrator.ok("PUT", `/api/roles/${id}`, { name: "Fleet" }));
    expect((await administrator.call("DELETE", `/api/roles/${id}`, { database })).status).toBe(204);
    expect((await entries()).at(-1)).toMatchObject({ action: "role.deleted", entity_name: "Fleet" });
  });

  it("deletes once when two requests come at once", async () => {
    const id = await customRole();
    const answers = await Promise.all([
      administrator.call("DELETE", `/api/roles/${id}`),
      administrator.call("DELETE", `/api/roles/${id}`),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404]);
    expect(await entries()).toHaveLength(1);
  });
});

it("answers 404 for roles of another organization", async () => {
  const foreigner = await person("administrator", await organization());
  const id = await customRole();
  for (const [method, path, sent] of [
    ["PUT", `/api/roles/${id}`, { description: "Mine" }],
    ["DELETE", `/api/roles/${id}`, undefined],
    ["POST", `/api/roles/${id}/move-members`, { roleId: id }],
  ] as const) {
    expect((await foreigner.fails(method, path, sent)).code).toBe("not_found");
  }
});
