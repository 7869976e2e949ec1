import { beforeEach, describe, expect, it } from "vitest";
import type { Problem } from "../../lib/errors.ts";
import { Caller, organization, person, raw, rows, value } from "../../testing/world.ts";
import type { Member } from "./members.schema.ts";

let administrator: Caller;
let officer: Caller;
let member: Caller;
beforeEach(async () => {
  administrator = await person("administrator", 1, "Ada");
  officer = await person("officer", 1, "Otto");
  member = await person("member", 1, "Mona");
});

const roleId = (key: string) =>
  value<number>("select id from roles where organization_id = 1 and key = ?", key);
const statusOf = (caller: Caller) => `/api/members/${caller.memberId}/status`;
const roleOf = (caller: Caller) => `/api/members/${caller.memberId}/role`;
const sessionsOf = (caller: Caller) => `/api/members/${caller.memberId}/sessions`;
const storedOf = async ({ memberId }: Caller) =>
  (await rows("select status, role_id, role_source, version from members where id = ?", memberId))[0];
const historyOf = ({ memberId }: Caller) =>
  rows(
    "select action, performed_by, performed_by_id, previous_value, new_value from member_history where member_id = ? order by id",
    memberId,
  );
const auditEntries = () =>
  rows("select action, readers, actor_user_id, entity_id, entity_name, details from audit_log order by id");

describe("making a member inactive", () => {
  it("ends permissions and sessions at once, in one batch with history and audit", async () => {
    const answer = await officer.call("PUT", statusOf(member), { body: { status: "inactive", version: 1 } });
    expect(JSON.parse(answer.text)).toMatchObject({ id: member.memberId, status: "inactive", version: 2 });
    expect(answer.meter.trips).toBe(3);
    expect(answer.meter.rowsWritten).toBeLessThanOrEqual(15);
    expect((await member.fails("GET", "/api/user")).code).toBe("signed_out");
    expect(await historyOf(member)).toEqual([
      {
        action: "status",
        performed_by: "Otto",
        performed_by_id: officer.userId,
        previous_value: "active",
        new_value: "inactive",
      },
    ]);
    expect(await auditEntries()).toEqual([
      {
        action: "member.deactivated",
        readers: "admin.users",
        actor_user_id: officer.userId,
        entity_id: member.memberId,
        entity_name: "Mona",
        details: null,
      },
    ]);
    await officer.ok("PUT", statusOf(member), { status: "active" });
    expect((await historyOf(member)).map(({ new_value }) => new_value)).toEqual(["inactive", "active"]);
  });

  it("keeps the member's stage in the pipeline", async () => {
    await raw.DB.prepare(
      `insert into prospects (organization_id, user_id, display_name, username, status, stage_changed_at, created_at,
         updated_at) values (1, ?, 'Mona', 'mona', 'active', '', '', '')`,
    )
      .bind(member.userId)
      .run();
    await officer.ok("PUT", statusOf(member), { status: "inactive" });
    expect(await value("select status from prospects where user_id = ?", member.userId)).toBe("active");
  });

  it("writes nothing the second time", async () => {
    await officer.ok("PUT", statusOf(member), { status: "inactive" });
    const again = await officer.call("PUT", statusOf(member), { body: { status: "inactive" } });
    expect([again.status, again.meter.rowsWritten]).toEqual([200, 0]);
  });

  it("in the pipeline is added to the member's history", async () => {
    const id = await value<number>(
      `insert into prospects (organization_id, user_id, display_name, username, status, stage_changed_at, created_at,
         updated_at) values (1, ?, 'Mona', 'mona', 'active', '', '', '') returning id`,
      member.userId,
    );
    await officer.ok("PATCH", `/api/prospects/${id}/status`, { status: "inactive", reason: "Rests" });
    await officer.ok("PATCH", `/api/prospects/${id}/status`, { status: "active" });
    expect((await historyOf(member)).map(({ action, new_value }) => [action, new_value])).toEqual([
      ["status", "inactive"],
      ["status", "active"],
    ]);
  });
});

describe("giving a member another role", () => {
  it("is written with history and audit, and counts as given by a person", async () => {
    const recruiter = await roleId("recruiter");
    const answer = await officer.call("PUT", roleOf(member), { body: { roleId: recruiter, version: 1 } });
    expect(JSON.parse(answer.text)).toMatchObject({ roleId: recruiter, roleKey: "recruiter", version: 2 });
    expect(answer.meter.trips).toBe(3);
    expect(answer.meter.rowsWritten).toBeLessThanOrEqual(15);
    expect(await storedOf(member)).toMatchObject({ role_id: recruiter, role_source: "person" });
    expect(await historyOf(member)).toMatchObject([
      { action: "role", previous_value: "Member", new_value: "Recruiter" },
    ]);
    expect(await auditEntries()).toMatchObject([
      { action: "member.role", details: '{"fromRole":"Member","toRole":"Recruiter"}' },
    ]);
    expect((await member.call("GET", "/api/members/1")).status).toBe(200);
  });

  it("is refused for roles above the caller's, with permissions that the caller lacks, or of another organization", async () => {
    const elsewhere = await organization();
    await raw.DB.prepare(
      `insert into roles (organization_id, name, permissions, priority, is_system, created_at, updated_at)
       values (1, 'Keeper', '["custom.keys"]', 5, 0, '', '')`,
    ).run();
    const ids = [
      await roleId("administrator"),
      await value<number>("select id from roles where name = 'Keeper'"),
      await value<number>("select id from roles where organization_id = ? and key = 'member'", elsewhere),
      9999,
    ];
    for (const id of ids) {
      expect((await officer.fails("PUT", roleOf(member), { roleId: id })).code).toBe("role_not_yours");
    }
    expect(await storedOf(member)).toMatchObject({ version: 1 });
    expect(await auditEntries()).toEqual([]);
    await officer.ok("PUT", roleOf(member), { roleId: await roleId("officer") });
    expect((await officer.fails("PUT", roleOf(member), { roleId: await roleId("member") })).code).toBe(
      "outranked",
    );
  });
});

it("ends all sessions of the member and of nobody else", async () => {
  const answer = await officer.call("DELETE", sessionsOf(member));
  expect([answer.status, answer.meter.trips]).toEqual([204, 3]);
  expect((await member.fails("GET", "/api/user")).code).toBe("signed_out");
  expect((await officer.call("GET", "/api/user")).status).toBe(200);
  expect(await auditEntries()).toMatchObject([
    { action: "member.sessions_ended", entity_id: member.memberId },
  ]);
  expect(await storedOf(member)).toMatchObject({ version: 1 });
  expect(await rows("select user_id, kind, json_extract(details, '$.by') as by from notices")).toEqual([
    { user_id: member.userId, kind: "member.sessions_ended", by: expect.any(String) },
  ]);
  expect(await value("select devices_since from users where id = ?", member.userId)).not.toBeNull();
});

it("ends the sessions of a user without a membership, too, with a recent proof and for a rank below one's own", async () => {
  const visitor = await person(null, 1, "Vega");
  const pathOf = ({ userId }: Caller) => `/api/users/${userId}/sessions`;
  expect(await administrator.ok("GET", "/api/users/1?status=none&q=Vega")).toMatchObject([
    { userId: visitor.userId, can: { endSessions: true } },
  ]);
  const answer = await administrator.call("DELETE", pathOf(visitor));
  expect([answer.status, answer.meter.trips]).toEqual([204, 2]);
  expect((await visitor.fails("GET", "/api/user")).code).toBe("signed_out");
  expect(await auditEntries()).toMatchObject([
    { action: "user.sessions_ended_by", entity_id: visitor.userId, entity_name: "Vega" },
  ]);
  expect(await rows("select user_id, kind from notices")).toEqual([
    { user_id: visitor.userId, kind: "member.sessions_ended" },
  ]);
  const other = await person("administrator", await organization());
  for (const [member, code] of [
    [administrator, "own_membership"],
    [other, "not_found"],
  ] as const)
    expect((await administrator.fails("DELETE", pathOf(member))).code).toBe(code);
  await raw.DB.prepare(
    "update roles set permissions = json_insert(permissions, '$[#]', 'admin.users') where key = 'officer'",
  ).run();
  expect((await officer.fails("DELETE", pathOf(administrator))).code).toBe("outranked");
  expect((await officer.call("DELETE", pathOf(member))).status).toBe(204);
});

describe("permission to change members", () => {
  const attempts = async (by: Caller, caller: Caller) => {
    const codes: string[] = [];
    const tries: [string, string, unknown?][] = [
      ["PUT", statusOf(caller), { status: "inactive" }],
      ["PUT", roleOf(caller), { roleId: await roleId("recruiter") }],
      ["DELETE", sessionsOf(caller)],
    ];
    for (const [method, path, body] of tries) codes.push((await by.fails(method, path, body)).code);
    return [...new Set(codes)];
  };

  it("refuses the caller's own membership, and members of the caller's rank or above", async () => {
    expect(await attempts(officer, officer)).toEqual(["own_membership"]);
    expect(await attempts(administrator, administrator)).toEqual(["own_membership"]);
    expect(await attempts(officer, await person("officer"))).toEqual(["outranked"]);
    expect(await attempts(officer, administrator)).toEqual(["outranked"]);
    expect(await attempts(await person("crm_manager"), member)).toEqual(["forbidden"]);
    expect(await auditEntries()).toEqual([]);
  });

  it("answers members of another organization as missing", async () => {
    const foreign = await person("administrator", await organization());
    expect(await attempts(foreign, member)).toEqual(["not_found"]);
    expect(await attempts(administrator, foreign)).toEqual(["not_found"]);
  });

  it("answers each member with the reader's abilities", async () => {
    const list = await officer.ok<Member[]>("GET", "/api/members/1");
    expect(list.map(({ displayName, can }) => [displayName, can.changeStatus])).toEqual([
      ["Ada", false],
      ["Otto", false],
      ["Mona", true],
    ]);
  });
});

describe("the last active administrator", () => {
  let second: Caller;
  beforeEach(async () => {
    second = await person("administrator", 1, "Alma");
  });

  it("stays when two administrators remove each other at once", async () => {
    for (const [method, pathOf, body] of [
      ["PUT", statusOf, { status: "inactive" }],
      ["PUT", roleOf, { roleId: await roleId("member") }],
    ] as const) {
      const answers = await Promise.all([
        administrator.call(method, pathOf(second), { body }),
        second.call(method, pathOf(administrator), { body }),
      ]);
      const left = await value(
        "select count(*) from members join roles on roles.id = role_id where key = 'administrator' and status = 'active'",
      );
      expect(left).toBe(1);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      const refused = JSON.parse(answers.find(({ status }) => status !== 200)?.text ?? "{}") as Problem;
      expect(["last_administrator", "signed_out", "forbidden"]).toContain(refused.code);
      await raw.DB.prepare(
        "update members set status = 'active', role_id = (select id from roles where key = 'administrator' and organization_id = 1) where id in (?, ?)",
      )
        .bind(administrator.memberId, second.memberId)
        .run();
      administrator = await signedInAgain(administrator);
      second = await signedInAgain(second);
    }
  });

  it("stays when the other administrator is inactive already", async () => {
    const custom = await person("officer", 1, "Cora");
    await raw.DB.prepare("update roles set priority = 200 where key = 'officer'").run();
    await administrator.ok("PUT", statusOf(second), { status: "inactive" });
    for (const [path, body] of [
      [statusOf(administrator), { status: "inactive" }],
      [roleOf(administrator), { roleId: await roleId("member") }],
    ] as const) {
      const { code, detail } = await custom.fails("PUT", path, body);
      expect([code, detail]).toEqual([
        "last_administrator",
        "Ada is the last active administrator. Make another one first.",
      ]);
    }
    expect(await historyOf(administrator)).toEqual([]);
    expect((await administrator.call("GET", "/api/user")).status).toBe(200);
  });
});

/** The same user with a session that works. */
async function signedInAgain(caller: Caller): Promise<Caller> {
  const other = await person("member");
  await raw.DB.prepare("update sessions set user_id = ? where user_id = ?")
    .bind(caller.userId, other.userId)
    .run();
  return new Caller(other.token, caller.userId, caller.memberId);
}

it("refuses a stale version with the current member", async () => {
  await officer.ok("PUT", statusOf(member), { status: "inactive", version: 1 });
  for (const [path, body] of [
    [statusOf(member), { status: "active", version: 1 }],
    [roleOf(member), { roleId: await roleId("recruiter"), version: 1 }],
  ] as const) {
    const problem = await officer.fails("PUT", path, body);
    expect([problem.status, problem.code]).toEqual([409, "stale_version"]);
    expect(problem.current).toMatchObject({ id: member.memberId, status: "inactive", version: 2 });
  }
});

it("refuses invalid input by field", async () => {
  for (const [path, body, field] of [
    [statusOf(member), { status: "gone" }, "status"],
    [statusOf(member), {}, "status"],
    [statusOf(member), { status: "active", by: 1 }, "by"],
    [roleOf(member), { roleId: "1" }, "roleId"],
    [roleOf(member), { roleId: 0 }, "roleId"],
    [roleOf(member), { roleId: 1, version: -1 }, "version"],
  ] as const) {
    const problem = await officer.fails("PUT", path, body);
    expect([body, problem.code, Object.keys(problem.errors ?? {})]).toEqual([body, "invalid_input", [field]]);
  }
  expect((await officer.fails("PUT", "/api/members/0/status", { status: "active" })).code).toBe("not_found");
  expect((await officer.fails("DELETE", "/api/members/9999/sessions")).code).toBe("not_found");
});

it("history entries can be added, but neither changed nor deleted", async () => {
  await officer.ok("PUT", statusOf(member), { status: "inactive" });
  await expect(raw.DB.prepare("update member_history set new_value = 'active'").run()).rejects.toThrow(
    "cannot be edited",
  );
});
