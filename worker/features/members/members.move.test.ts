import { beforeEach, describe, expect, it } from "vitest";
import { type Caller, organization, person, rows, value } from "../../testing/world.ts";
import { customRole, holderOf } from "../roles/testing/roles.factory.ts";

let administrator: Caller;
/** A user with admin.users and few other permissions. */
let warden: Caller;
const WARDEN = 50;

beforeEach(async () => {
  administrator = await person("administrator", 1, "Ada");
  const role = await customRole(["admin.users", "members.read", "tools.view"], {
    name: "Warden",
    priority: WARDEN,
  });
  warden = await holderOf(role, "Wim");
});

const systemRole = (key: string) =>
  value<number>("select id from roles where organization_id = 1 and key = ?", key);
const entries = () => rows("select action, entity_name, details from audit_log order by id");

describe("moving the members of a role", () => {
  it("gives each member the other role, with history and audit log, in one batch", async () => {
    const id = await customRole(["tools.view"], { name: "Fleet" });
    const holders = [await holderOf(id, "Bo"), await holderOf(id, "Cy")];
    const other = await person("member");
    const roleId = await systemRole("recruiter");
    const answer = await administrator.call("POST", `/api/roles/${id}/move-members`, { body: { roleId } });
    expect(answer.meter.trips).toBe(3);
    expect(JSON.parse(answer.text)).toMatchObject({ id, people: 0, faces: [], version: 1 });
    const ids = holders.map(({ memberId }) => memberId);
    expect(
      await rows("select id, role_source, version from members where role_id = ? order by id", roleId),
    ).toEqual(ids.map((member) => ({ id: member, role_source: "person", version: 2 })));
    expect(
      await rows(
        "select member_id, action, performed_by, previous_value, new_value from member_history order by member_id",
      ),
    ).toEqual(
      ids.map((member) => ({
        ...{ member_id: member, action: "role", performed_by: "Ada" },
        ...{ previous_value: "Fleet", new_value: "Recruiter" },
      })),
    );
    expect(await entries()).toEqual([
      { action: "role.members_moved", entity_name: "Fleet", details: '{"count":2,"toRole":"Recruiter"}' },
      ...["Cy", "Bo"].map((entity_name) => ({
        action: "member.role",
        entity_name,
        details: '{"fromRole":"Fleet","toRole":"Recruiter"}',
      })),
    ]);
    expect(await value("select version from members where id = ?", other.memberId)).toBe(1);
    const again = await administrator.call("POST", `/api/roles/${id}/move-members`, { body: { roleId } });
    expect([again.status, again.meter.rowsWritten]).toEqual([200, 0]);
  });

  it("follows the rules for changing a member's role", async () => {
    const [low, same] = [
      await customRole(["tools.view"]),
      await customRole(["tools.view"], { priority: WARDEN }),
    ];
    for (const id of [low, same]) await holderOf(id);
    const own = await value<number>("select id from roles where name = 'Warden'");
    const top = await systemRole("administrator");
    const elsewhere = await organization();
    const foreign = await value<number>(
      "select id from roles where organization_id = ? and key = 'member'",
      elsewhere,
    );
    for (const [by, from, roleId, code] of [
      [warden, same, low, "role_above_yours"],
      [warden, top, low, "role_above_yours"],
      [warden, own, low, "own_membership"],
      [administrator, top, low, "own_membership"],
      [warden, low, await systemRole("officer"), "role_not_yours"],
      [warden, low, await systemRole("recruiter"), "role_not_yours"],
      [warden, low, await customRole([], { priority: WARDEN + 1 }), "role_not_yours"],
      [administrator, low, foreign, "role_not_yours"],
      [administrator, foreign, low, "not_found"],
      [administrator, low, low, "invalid_input"],
    ] as const) {
      expect((await by.fails("POST", `/api/roles/${from}/move-members`, { roleId })).code).toBe(code);
    }
    expect(await entries()).toEqual([]);
  });
});
