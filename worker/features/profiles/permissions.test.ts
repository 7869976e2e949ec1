import { beforeEach, expect, it } from "vitest";
import { SYSTEM_PERMISSIONS } from "../../lib/permissions.schema.ts";
import { type Caller, organization, person, raw, value } from "../../testing/world.ts";
import type { MemberPermissions } from "./profiles.schema.ts";

let administrator: Caller;
let mona: Caller;
beforeEach(async () => {
  administrator = await person("administrator", 1, "Ada");
  mona = await person("member", 1, "Mona");
});

const explain = (caller = mona) =>
  administrator.ok<MemberPermissions>("GET", `/api/members/${caller.memberId}/permissions`);
const roleId = (key: string) => value("select id from roles where organization_id = 1 and key = ?", key);

it("answers the role's permissions and who gave it", async () => {
  await administrator.ok("PUT", `/api/members/${mona.memberId}/role`, { roleId: await roleId("officer") });
  await raw.DB.prepare(
    "update roles set permissions = json_insert(permissions, '$[#]', 'custom.keys') where key = 'officer'",
  ).run();
  const { permissions, ...rest } = await explain();
  expect(rest).toEqual({
    role: "Officer",
    by: "role",
    given: { at: expect.any(String), by: "Ada", because: null },
    ended: null,
  });
  expect(permissions).toContain("custom.keys");
  const granted = (await mona.ok<{ permissions: string[] }>("GET", "/api/user")).permissions;
  expect(permissions).toEqual(granted);
});

it("answers the Discord role that gave it, also after later changes", async () => {
  await raw.DB.prepare(
    `insert into member_history (organization_id, member_id, action, performed_by, new_value, because, created_at)
     values (1, ?, 'joined', 'Sync', 'Member', 'Crew', '2026-11-03T10:00:00.000Z')`,
  )
    .bind(mona.memberId)
    .run();
  const status = `/api/members/${mona.memberId}/status`;
  for (const next of ["inactive", "active"]) await administrator.ok("PUT", status, { status: next });
  expect(await explain()).toMatchObject({
    given: { at: "2026-11-03T10:00:00.000Z", by: "Sync", because: "Crew" },
    ended: null,
  });
});

it("answers every permission for an administrator, and nothing that is not recorded", async () => {
  expect(await explain(administrator)).toEqual({
    role: "Administrator",
    by: "administrator",
    permissions: [...SYSTEM_PERMISSIONS].sort(),
    given: null,
    ended: null,
  });
});

it("answers no permission for an inactive member, and who deactivated them", async () => {
  await administrator.ok("PUT", `/api/members/${mona.memberId}/status`, { status: "inactive" });
  expect(await explain()).toMatchObject({
    role: "Member",
    by: "inactive",
    permissions: [],
    ended: { at: expect.any(String), by: "Ada" },
  });
});

it("answers 404 in another organization, and 403 without admin.users", async () => {
  const path = `/api/members/${mona.memberId}/permissions`;
  const foreign = await person("administrator", await organization());
  expect((await foreign.fails("GET", path)).code).toBe("not_found");
  expect((await (await person("officer")).fails("GET", path)).code).toBe("forbidden");
  expect((await administrator.fails("GET", "/api/members/9999/permissions")).code).toBe("not_found");
});
