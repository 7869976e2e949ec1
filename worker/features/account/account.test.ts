import { describe, expect, it } from "vitest";
import { type Caller, hoursFromNow, person, prospect, raw, rows, value } from "../../testing/world.ts";
import type { UserStats } from "../prospects/prospects.schema.ts";
import { account } from "../rsi/testing/rsi.factory.ts";
import type { CurrentUser, UserRole } from "./account.schema.ts";

describe("the caller's account", () => {
  it("is answered with member, role and permissions", async () => {
    const recruiter = await person("recruiter", 1, "Rita");
    const user = await recruiter.ok<CurrentUser>("GET", "/api/user");
    expect(user).toMatchObject({
      id: recruiter.userId,
      displayName: "Rita",
      organizationId: 1,
      organizationName: "Command Centre",
      role: "Recruiter",
      roleKey: "recruiter",
      member: { id: recruiter.memberId, status: "active" },
    });
    expect(user.permissions).toEqual([...user.permissions].sort());
    expect(user.permissions).toContain("prospects.assign");
    expect(user.permissions).not.toContain("crm.assign");
    expect(JSON.stringify(user)).not.toMatch(/password_?hash/i);
  });

  it("holds every permission as an administrator, also with an empty row of the role", async () => {
    await raw.DB.prepare("update roles set permissions = '[]' where key = 'administrator'").run();
    const administrator = await person("administrator");
    expect((await administrator.ok<CurrentUser>("GET", "/api/user")).permissions).toContain(
      "admin.permissions",
    );
    expect((await administrator.call("GET", "/api/members/1")).status).toBe(200);
  });

  it("is answered with their verified RSI account", async () => {
    const [member, other] = [await person("member"), await person("member")];
    await account(member, "Vega-Rook");
    const rsi = async (caller: Caller) => {
      const { rsiVerified, rsiHandle } = await caller.ok<CurrentUser>("GET", "/api/user");
      return { rsiVerified, rsiHandle };
    };
    expect(await rsi(member)).toEqual({ rsiVerified: true, rsiHandle: "Vega-Rook" });
    expect(await rsi(other)).toEqual({ rsiVerified: false, rsiHandle: null });
  });

  it("holds no permission without a membership", async () => {
    const user = await (await person(null)).ok<CurrentUser>("GET", "/api/user");
    expect(user).toMatchObject({ role: null, roleKey: null, permissions: [], member: null });
  });
});

describe("reading a role", () => {
  it("is open for the own role, and with admin.users for every user of the organization", async () => {
    const [administrator, officer, visitor] = [
      await person("administrator"),
      await person("officer"),
      await person(null),
    ];
    const path = (id: number) => `/api/users/${id}/role`;
    const own = await officer.ok<UserRole>("GET", path(officer.userId));
    expect(own).toMatchObject({
      key: "officer",
      name: "Officer",
      permissions: expect.arrayContaining(["crm.assign"]),
    });
    expect(await administrator.ok("GET", path(officer.userId))).toEqual(own);
    expect(await visitor.ok("GET", path(visitor.userId))).toEqual({
      id: null,
      key: null,
      name: null,
      permissions: [],
    });
    expect((await officer.fails("GET", path(administrator.userId))).code).toBe("not_found");
    expect((await administrator.fails("GET", path(9999))).code).toBe("not_found");
  });
});

it("stores and audits a changed language, and uses it in answers from then on", async () => {
  const member = await person("member");
  expect(await member.ok("PATCH", "/api/user/language", { language: "da" })).toEqual({ language: "da" });
  expect(await value("select language from users where id = ?", member.userId)).toBe("da");
  expect((await member.ok<CurrentUser>("GET", "/api/user")).language).toBe("da");
  expect((await member.fails("GET", "/api/members/1")).detail).toContain("Din rolle omfatter ikke dette");
  expect(await rows("select action, readers, actor_user_id, details from audit_log")).toEqual([
    {
      action: "user.language",
      readers: "private",
      actor_user_id: member.userId,
      details: '{"from":null,"to":"da"}',
    },
  ]);
});

it("counts as the caller's own tasks the prospects assigned to them, at an open stage, with a deadline", async () => {
  const recruiter = await person("recruiter");
  const mine = { assigned_to: recruiter.memberId };
  await prospect({ status: "intro", deadline: hoursFromNow(-1), ...mine });
  await prospect({ status: "onboarding", deadline: hoursFromNow(5), ...mine });
  await prospect({ status: "onboarding", deadline: hoursFromNow(50), ...mine });
  await prospect({ status: "onboarding", ...mine });
  await prospect({ status: "active", deadline: hoursFromNow(-1), ...mine });
  await prospect({ status: "inactive", deadline: hoursFromNow(-1), ...mine });
  await prospect({ status: "intro", deadline: hoursFromNow(-1) });
  expect(await recruiter.ok<UserStats>("GET", "/api/user/stats")).toEqual({
    assigned: 3,
    overdue: 1,
    dueSoon: 1,
    withoutDeadline: 1,
  });
  const visitor = await person(null);
  expect(await visitor.ok<UserStats>("GET", "/api/user/stats")).toEqual({
    assigned: 0,
    overdue: 0,
    dueSoon: 0,
    withoutDeadline: 0,
  });
});
