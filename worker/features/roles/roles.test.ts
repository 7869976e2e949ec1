import { expect, it } from "vitest";
import { type Caller, organization, person, raw } from "../../testing/world.ts";
import { DEFAULT_COLOR, type Role, SYSTEM_DESCRIPTIONS } from "./roles.schema.ts";
import { customRole, holderOf } from "./testing/roles.factory.ts";

const namesOf = (roles: Role[], can: keyof Role["can"]) =>
  roles.filter((role) => role.can[can]).map(({ name }) => name);

it("lists the organization's roles by priority, each with what the reader may do", async () => {
  await organization();
  await customRole(["custom.keys"], { name: "Keeper", priority: 5 });
  const seen = async (key: "administrator" | "officer" | "recruiter") =>
    (await person(key)).ok<Role[]>("GET", "/api/roles/1");
  const all = ["Administrator", "Officer", "CRM Manager", "Recruiter", "Onboarding Team", "Member", "Keeper"];
  const administrators = await seen("administrator");
  expect(administrators.map(({ name }) => name)).toEqual(all);
  const described = administrators.flatMap(({ key, description }) => (key ? [[key, description]] : []));
  expect(Object.fromEntries(described)).toEqual(SYSTEM_DESCRIPTIONS);
  // No role holds an unknown permission.
  expect(namesOf(administrators, "grant")).toEqual(all.slice(0, 6));
  expect(namesOf(administrators, "update")).toEqual(all);
  expect(namesOf(administrators, "delete")).toEqual(["Keeper"]);
  // No role holds the keeper's permission.
  expect(namesOf(administrators, "move")).toEqual(all.slice(1, 6));
  const officers = await seen("officer");
  expect(namesOf(officers, "grant")).toEqual(all.slice(1, 6));
  expect(namesOf(officers, "update")).toEqual([]);
  await raw.DB.prepare(
    "update roles set permissions = json_insert(permissions, '$[#]', 'admin.users') where key = 'officer'",
  ).run();
  const promoted = await seen("officer");
  expect(namesOf(promoted, "update")).toEqual(all.slice(1));
  expect(namesOf(promoted, "delete")).toEqual(["Keeper"]);
  expect(namesOf(promoted, "move")).toEqual(all.slice(2, 6));
});

it("shows the members of a role to all readers, and its permissions only with admin.users", async () => {
  const id = await customRole(["tools.view"], { name: "Keeper", priority: 5 });
  const names = ["Ada", "Bo", "Cy", "Di"];
  const holders: Caller[] = [];
  for (const name of names) holders.push(await holderOf(id, name));
  await raw.DB.prepare("update members set last_seen_at = '2026-01-02' where id = ?")
    .bind(holders[3]?.memberId)
    .run();
  await raw.DB.prepare("update members set status = 'inactive' where id = ?")
    .bind(holders[0]?.memberId)
    .run();
  const keeper = async (key: "administrator" | "recruiter") =>
    (await (await person(key)).ok<Role[]>("GET", "/api/roles/1")).at(-1);
  const shown = {
    ...{ id, organizationId: 1, key: null, name: "Keeper", priority: 5, color: DEFAULT_COLOR },
    ...{ isSystem: false, version: 1, people: 4 },
    faces: [0, 1, 3].map((at) => ({
      id: holders[at]?.memberId,
      name: names[at],
      avatarUrl: null,
    })),
  };
  expect(await keeper("recruiter")).toEqual({
    ...shown,
    can: { update: false, delete: false, grant: true, move: false },
  });
  expect(await keeper("administrator")).toEqual({
    ...shown,
    ...{ description: null, permissions: ["tools.view"], requiresSecondFactor: false },
    can: { update: true, delete: true, grant: true, move: true },
  });
});

it("costs the same for any number of members of a role", async () => {
  const officer = await person("officer");
  const read = async () => (await officer.call("GET", "/api/roles/1")).meter;
  const few = await read();
  await raw.DB.prepare(
    `with recursive n(value) as (select 1 union all select value + 1 from n where value < 3000)
     insert into users (id, organization_id, username, display_name, created_at, updated_at)
     select 100000 + value, 1, 'pilot' || value, 'Pilot ' || value, '', '' from n`,
  ).run();
  await raw.DB.prepare(
    `insert into members (organization_id, user_id, role_id, role_source, status, joined_at, updated_at)
     select 1, users.id, roles.id, 'discord', 'active', '', '' from users, roles
     where users.id > 100000 and roles.key = 'member' and roles.organization_id = 1`,
  ).run();
  const many = await read();
  expect(many.trips).toBe(1);
  expect(many.rowsRead - few.rowsRead).toBeLessThan(20);
});
