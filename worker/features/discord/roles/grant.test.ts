import { beforeEach, describe, expect, it } from "vitest";
import { resetDiscord } from "../../../testing/discord.ts";
import { everythingStored } from "../../../testing/inspect.ts";
import { type Caller, value } from "../../../testing/world.ts";
import { customRole, holderOf } from "../../roles/testing/roles.factory.ts";
import { crmBot, mapping } from "../testing/discord.factory.ts";
import type { DiscordRole, RoleSync } from "./roles.schema.ts";

const PERMISSIONS = ["admin.system", "dashboard.view"];
const OWN_RANK = 41;
let keeper: Caller;
let ownId: number;
beforeEach(async () => {
  await resetDiscord();
  await crmBot();
  ownId = await customRole(PERMISSIONS, { priority: OWN_RANK, name: "Keeper of the system" });
  keeper = await holderOf(ownId);
});

const path = (rest: number | string) => `/api/discord/role-mappings/1/${rest}`;
const roleId = (key: string) => value<number>("select id from roles where key = ?", key);
const someDiscordRole = async () => {
  const found = await keeper.ok<DiscordRole[]>("GET", "/api/discord/roles/1");
  return found.find(({ name }) => name === "Crew")?.id ?? "";
};
const refusal = async (at: number | string, body: object) => {
  const before = await everythingStored("security_log");
  const { status, code } = await keeper.fails("PUT", path(at), body);
  expect(await everythingStored("security_log")).toBe(before);
  return [status, code];
};

describe("changing a mapping requires the permission to give its role", () => {
  it("refuses a role above the user's own rank", async () => {
    const above = await customRole(PERMISSIONS, { priority: OWN_RANK + 1 });
    const discordRoleIds = [await someDiscordRole()];
    expect(await refusal(above, { discordRoleIds })).toEqual([403, "role_not_yours"]);
  });

  it("refuses a role with a permission that the user lacks, whatever its rank", async () => {
    const beyond = await customRole([...PERMISSIONS, "members.write"], { priority: 1 });
    const discordRoleIds = [await someDiscordRole()];
    expect(await refusal(beyond, { discordRoleIds })).toEqual([403, "role_not_yours"]);
  });

  it("refuses to remove a mapping of such a role, which would take it from all its holders", async () => {
    await mapping("officer");
    expect(await refusal(await roleId("officer"), { discordRoleIds: [] })).toEqual([403, "role_not_yours"]);
  });

  it("refuses to give such a role in Discord", async () => {
    const { discordRoleId } = await mapping("officer");
    const body = { discordRoleIds: [discordRoleId], givesInDiscord: [discordRoleId] };
    expect(await refusal(await roleId("officer"), body)).toEqual([403, "role_not_yours"]);
  });

  it("lets users map the roles that they may give, and lists these in `can`", async () => {
    const low = await customRole(["dashboard.view"], { priority: 1, name: "Low" });
    const { roles } = await keeper.ok<RoleSync>("PUT", path(low), {
      discordRoleIds: [await someDiscordRole()],
    });
    const names = roles.filter(({ can }) => can.map).map(({ name }) => name);
    expect(names).toEqual(["Keeper of the system", "Low"]);
  });
});

describe("ordering roles by the priorities of their mappings", () => {
  it("refuses to move a role that the user may not give, and another past it", async () => {
    const officer = await mapping("officer");
    const recruiter = await mapping("recruiter");
    const low = await customRole(["dashboard.view"], { priority: 1 });
    const { mappings } = await keeper.ok<RoleSync>("PUT", path(low), {
      discordRoleIds: [await someDiscordRole()],
    });
    const { id } = mappings.find((each) => each.roleId === low) ?? { id: 0 };
    for (const mappings of [[{ id: recruiter.id, priority: 90 }], [{ id: officer.id, priority: 5 }]])
      expect(await refusal("priority", { mappings })).toEqual([403, "role_above_yours"]);
    expect(await refusal("priority", { mappings: [{ id, priority: 95 }] })).toEqual([
      403,
      "role_above_yours",
    ]);
  });

  it("moves roles below the user's own among the places of mapped roles, and others stay", async () => {
    const officer = await mapping("officer");
    const [low, between, lower] = [
      await customRole([], { priority: 3 }),
      await customRole([], { priority: 2 }),
      await customRole([], { priority: 1 }),
    ];
    const [first, second] = await keeper.ok<DiscordRole[]>("GET", "/api/discord/roles/1");
    await keeper.ok("PUT", path(low), { discordRoleIds: [first?.id] });
    const { mappings } = await keeper.ok<RoleSync>("PUT", path(lower), { discordRoleIds: [second?.id] });
    const idOf = (recordId: number) => mappings.find((each) => each.roleId === recordId)?.id;
    const saved = await keeper.ok<RoleSync>("PUT", path("priority"), {
      mappings: [
        { id: officer.id, priority: 30 },
        { id: idOf(lower), priority: 20 },
        { id: idOf(low), priority: 10 },
      ],
    });
    expect(saved.mappings.map(({ roleId, priority }) => [roleId, priority])).toEqual([
      [await roleId("officer"), 80],
      [lower, 3],
      [low, 1],
    ]);
    expect(await value("select priority from roles where id = ?", between)).toBe(2);
  });
});
