import { beforeEach, describe, expect, it } from "vitest";
import { type Caller, organization, person, raw } from "../../testing/world.ts";
import type { AssignableMember, Member } from "./members.schema.ts";

let administrator: Caller;
beforeEach(async () => {
  administrator = await person("administrator", 1, "Ada");
});

describe("the member list", () => {
  it("contains all members with role and status, and e-mail addresses only for admin.users", async () => {
    const officer = await person("officer", 1, "Otto");
    await person("member", await organization(), "Elsewhere");
    await person(null, 1, "Visitor");
    await raw.DB.prepare(
      "update users set email = 'otto@example.org', discord_id = '200000000000000001', avatar = 'abc' where id = ?",
    )
      .bind(officer.userId)
      .run();
    await raw.DB.prepare("update members set status = 'inactive' where id = ?").bind(officer.memberId).run();
    const list = await administrator.ok<Member[]>("GET", "/api/members/1");
    expect(list.map(({ displayName, role, status }) => [displayName, role, status])).toEqual([
      ["Ada", "Administrator", "active"],
      ["Otto", "Officer", "inactive"],
    ]);
    expect(list[1]).toMatchObject({ userId: officer.userId, roleKey: "officer", email: "otto@example.org" });
    expect(list[1]?.avatarUrl).toContain("/200000000000000001/abc");
    const seen = await (await person("recruiter")).ok<Member[]>("GET", "/api/members/1");
    for (const each of seen) expect(each).not.toHaveProperty("email");
  });

  it("has pages that contain each member once", async () => {
    for (let at = 0; at < 7; at++) await person("member");
    const seen: number[] = [];
    let path = "/api/members/1?limit=3";
    for (let pages = 1; path; pages++) {
      const answer = await administrator.call("GET", path);
      seen.push(...(JSON.parse(answer.text) as Member[]).map(({ id }) => id));
      path =
        /^<(\/api\/members\/1\?limit=3&cursor=[\w-]+)>; rel="next"$/.exec(
          answer.headers.get("Link") ?? "",
        )?.[1] ?? "";
      expect(pages).toBeLessThanOrEqual(3);
    }
    expect(seen).toHaveLength(8);
    expect(new Set(seen).size).toBe(8);
  });
});

it("lists active members whose role may work on prospects as assignees, by name", async () => {
  const away = await person("officer", 1, "Away");
  await raw.DB.prepare("update members set status = 'inactive' where id = ?").bind(away.memberId).run();
  await raw.DB.prepare(
    "update roles set permissions = '[]' where key in ('administrator', 'crm_manager')",
  ).run();
  await person("crm_manager", 1, "No longer");
  await person("member", 1, "Member");
  await person("recruiter", await organization(), "Elsewhere");
  await person("onboarding_team", 1, "Zita");
  await person("recruiter", 1, "Åse");
  await raw.DB.prepare(
    `update roles set permissions = '["custom.prospects.write", "prospects.writers"]' where key = 'member'`,
  ).run();
  const list = await administrator.ok<AssignableMember[]>("GET", "/api/members/1/assignable");
  expect(list.map(({ displayName, role }) => [displayName, role])).toEqual([
    ["Ada", "Administrator"],
    ["Åse", "Recruiter"],
    ["Zita", "Onboarding Team"],
  ]);
});

it("lists the first 500 assignees by role and last visit, and reads only their rows", async () => {
  await raw.DB.batch([
    raw.DB.prepare(
      `insert into users (id, organization_id, username, display_name, created_at, updated_at)
       with recursive n(value) as (select 1 union all select value + 1 from n where value < 700)
       select 1000 + value, 1, 'pilot' || value, 'Pilot ' || value, '', '' from n`,
    ),
    raw.DB.prepare(
      `insert into members (organization_id, user_id, role_id, role_source, status, joined_at, last_seen_at, updated_at)
       select 1, users.id, roles.id, 'discord', 'active', '', printf('2026-01-01T00:00:%06.3fZ', users.id / 1000.0), ''
       from users join roles on roles.organization_id = 1 and roles.key = 'recruiter' where users.id > 1000`,
    ),
  ]);
  const { text, meter } = await administrator.call("GET", "/api/members/1/assignable");
  const names = (JSON.parse(text) as AssignableMember[]).map(({ displayName }) => displayName);
  const seenLast = Array.from({ length: 499 }, (_, at) => `Pilot ${700 - at}`);
  expect(names.toSorted()).toEqual(["Ada", ...seenLast].toSorted());
  expect(meter.rowsRead).toBeLessThan(2 * 500 + 100);
});
