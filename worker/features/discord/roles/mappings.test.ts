import { beforeEach, describe, expect, it } from "vitest";
import { control, resetDiscord } from "../../../testing/discord.ts";
import { type Caller, organization, person, rows, value } from "../../../testing/world.ts";
import { crmBot, mapRoles } from "../testing/discord.factory.ts";
import type { DiscordRole, RoleMapping, RoleSync } from "./roles.schema.ts";

let administrator: Caller;
beforeEach(async () => {
  await resetDiscord();
  administrator = await person("administrator", 1, "Ada");
  await crmBot();
});

const roleId = (key: string) =>
  value<number>("select id from roles where organization_id = 1 and key = ?", key);
const discordRoles = () => administrator.ok<DiscordRole[]>("GET", "/api/discord/roles/1");
async function discordId(name: string): Promise<string> {
  const found = (await discordRoles()).find((each) => each.name === name);
  if (!found) throw new Error(`no role ${name}`);
  return found.id;
}
const map = async (key: string, names: string[], more: object = {}, caller = administrator) =>
  caller.ok<RoleSync>("PUT", `/api/discord/role-mappings/1/${await roleId(key)}`, {
    discordRoleIds: await Promise.all(names.map(discordId)),
    ...more,
  });
const stored = () => administrator.ok<RoleMapping[]>("GET", "/api/discord/role-mappings/1");
const namesOf = (mappings: readonly RoleMapping[]) => mappings.map((each) => each.discordRoleName);

describe("the roles of the Discord server", () => {
  it("have names of visible characters, or else their ids", async () => {
    await control("roles/edit", { role: "Officer", name: "\u202eOff\u200bicer\n" });
    await control("roles/edit", { role: "Guest", name: "\u3164\u200b" });
    await map("officer", ["Officer"]);
    expect(namesOf(await stored())).toEqual(["Officer"]);
    const unnamed = (await discordRoles()).filter(({ id, name }) => id === name);
    expect(unnamed).toHaveLength(1);
  });

  it("are listed highest first, without @everyone, with what the bot lacks to give each", async () => {
    const roles = await discordRoles();
    expect(roles.map(({ name }) => name)).toEqual([
      "Command",
      "CRM Bot",
      "Officer",
      "CRM Manager",
      "Recruiter",
      "Mentor",
      "Crew",
      "Recruit",
      "Guest",
      "🚀 Pilot",
      "⚓ Event",
      "⚓ Event",
    ]);
    expect(roles.slice(0, 3).map(({ managed, lacks }) => ({ managed, lacks }))).toEqual([
      { managed: false, lacks: "position" },
      { managed: true, lacks: "managed" },
      { managed: false, lacks: null },
    ]);
    expect(roles.find(({ name }) => name === "Officer")).toMatchObject({ color: 0xe67e22, position: 7 });
    expect(roles.at(-1)).toMatchObject({ color: 0 });
    await control("roles/edit", { role: "CRM Bot", permissions: "1024" });
    expect((await discordRoles()).find(({ name }) => name === "Officer")?.lacks).toBe("permission");
  });

  it("answer why they cannot be read", async () => {
    await control("fail", { path: "/guilds", mode: "status", status: 401 });
    expect((await administrator.fails("GET", "/api/discord/roles/1")).code).toBe("sync_discord_unauthorized");
  });
});

describe("mapping a role", () => {
  it("stores Discord's names, also emoji and duplicates, and audits old and new ones", async () => {
    const events = (await discordRoles()).filter(({ name }) => name === "⚓ Event").map(({ id }) => id);
    const pilot = await discordId("🚀 Pilot");
    const path = `/api/discord/role-mappings/1/${await roleId("member")}`;
    await administrator.ok("PUT", path, { discordRoleIds: [pilot] });
    const set = await administrator.ok<RoleSync>("PUT", path, { discordRoleIds: [pilot, ...events] });
    expect(namesOf(set.mappings).sort()).toEqual(["⚓ Event", "⚓ Event", "🚀 Pilot"]);
    expect(new Set(set.mappings.map(({ priority }) => priority))).toEqual(new Set([10]));
    const details = await rows<{ details: string }>(
      "select details from audit_log where action = 'discord.mapped' order by id",
    );
    expect(details.map(({ details }) => JSON.parse(details))).toEqual([
      { from: null, to: "@🚀 Pilot" },
      { from: "@🚀 Pilot", to: "@🚀 Pilot, @⚓ Event, @⚓ Event" },
    ]);
  });

  it("refuses a Discord role of another role, the Administrator, and unknown roles", async () => {
    await map("officer", ["Officer"]);
    const recruiter = `/api/discord/role-mappings/1/${await roleId("recruiter")}`;
    const taken = await administrator.fails("PUT", recruiter, {
      discordRoleIds: [await discordId("Officer")],
    });
    expect([taken.status, taken.code]).toEqual([409, "discord_role_taken"]);
    expect(taken.detail).toContain("Officer");
    const administratorPath = `/api/discord/role-mappings/1/${await roleId("administrator")}`;
    const locked = await administrator.fails("PUT", administratorPath, {
      discordRoleIds: [await discordId("Crew")],
    });
    expect(locked.code).toBe("administrator_not_mapped");
    const unknown = await administrator.fails("PUT", recruiter, { discordRoleIds: ["999999999999999999"] });
    expect(unknown.code).toBe("discord_role_unknown");
    const everyone = (await control<{ guildId: string }>("state")).guildId;
    expect((await administrator.fails("PUT", recruiter, { discordRoleIds: [everyone] })).code).toBe(
      "discord_role_unknown",
    );
    expect(
      (await administrator.fails("PUT", "/api/discord/role-mappings/1/9999", { discordRoleIds: [] })).code,
    ).toBe("not_found");
    expect(namesOf(await stored())).toEqual(["Officer"]);
  });

  it("writes nothing and does not call Discord when nothing changes", async () => {
    await map("officer", ["Officer"]);
    const discordRoleIds = [await discordId("Officer")];
    await control("requests/clear", {});
    const path = `/api/discord/role-mappings/1/${await roleId("officer")}`;
    const answer = await administrator.call("PUT", path, { body: { discordRoleIds, version: 2 } });
    expect([answer.status, answer.meter.rowsWritten]).toEqual([200, 0]);
    expect(await control("requests/count")).toEqual({ count: 0 });
  });

  it("refuses the second of two administrators, with the first one's mappings", async () => {
    const { version } = await map("officer", ["Officer"]);
    await map("recruiter", ["Recruiter"], { version });
    const late = await administrator.fails("PUT", `/api/discord/role-mappings/1/${await roleId("member")}`, {
      discordRoleIds: [await discordId("Crew")],
      version,
    });
    expect([late.status, late.code]).toEqual([409, "stale_version"]);
    expect(namesOf((late.current as RoleSync).mappings)).toEqual(["Officer", "Recruiter"]);
    expect(namesOf(await stored())).toEqual(["Officer", "Recruiter"]);
  });

  it("is limited to the actor's organization", async () => {
    const other = await organization();
    const foreigner = await person("administrator", other);
    const theirs = await value<number>(
      "select id from roles where organization_id = ? and key = 'member'",
      other,
    );
    await map("member", ["Crew"]);
    expect(await foreigner.ok("GET", `/api/discord/role-mappings/${other}`)).toEqual([]);
    const path = `/api/discord/role-mappings/1/${theirs}`;
    expect((await administrator.fails("PUT", path, { discordRoleIds: [] })).code).toBe("not_found");
    const [mine] = await stored();
    const order = { mappings: [{ id: mine?.id, priority: 90 }] };
    expect((await foreigner.fails("PUT", `/api/discord/role-mappings/${other}/priority`, order)).code).toBe(
      "not_found",
    );
  });

  it("is removed with a deleted role, and kept as a removed mapping", async () => {
    await mapRoles(["Mentor", "onboarding_team"]);
    await administrator.ok("GET", "/api/discord/role-mappings/1");
    await rows("delete from roles where key = 'onboarding_team'");
    expect(await stored()).toEqual([]);
    expect(await rows("select discord_role_name, retired_by from retired_mappings")).toEqual([
      { discord_role_name: "Mentor", retired_by: null },
    ]);
  });
});

describe("the order of mappings", () => {
  const order = (mappings: { id: number; priority: number }[], version?: number) =>
    administrator.call("PUT", "/api/discord/role-mappings/1/priority", { body: { mappings, version } });

  it("is saved, and a stale order is refused with the current one", async () => {
    await map("officer", ["Officer"]);
    const { mappings, version } = await map("recruiter", ["Recruiter"]);
    expect(namesOf(mappings)).toEqual(["Officer", "Recruiter"]);
    const turned = mappings.toReversed().map(({ id }, at) => ({ id, priority: (2 - at) * 10 }));
    const saved = await order(turned, version);
    expect(namesOf((JSON.parse(saved.text) as RoleSync).mappings)).toEqual(["Recruiter", "Officer"]);
    const late = await order(
      mappings.map(({ id }, at) => ({ id, priority: (2 - at) * 10 })),
      version,
    );
    const problem = JSON.parse(late.text) as { code: string; current: RoleSync };
    expect([late.status, problem.code]).toEqual([409, "stale_version"]);
    expect(namesOf(problem.current.mappings)).toEqual(["Recruiter", "Officer"]);
    const again = await order(turned, version === undefined ? undefined : version + 1);
    expect([again.status, again.meter.rowsWritten]).toEqual([200, 0]);
  });

  it("is saved for one of two parallel requests, and the other is refused", async () => {
    await map("officer", ["Officer"]);
    await map("recruiter", ["Recruiter"]);
    const { mappings, version } = await map("member", ["Crew"]);
    const [first, second] = mappings;
    if (!first || !second) throw new Error("two mappings are needed");
    const answers = await Promise.all([
      order([{ id: first.id, priority: 5 }], version),
      order([{ id: second.id, priority: 95 }], version),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});
