import { beforeEach, describe, expect, it } from "vitest";
import { openDb } from "../../../lib/db/client.ts";
import { control, resetDiscord } from "../../../testing/discord.ts";
import { backgroundDone, type Caller, person, raw, rows, settings, value } from "../../../testing/world.ts";
import { giveToAccepted, syncByJob } from "../start.ts";
import { crmBot, mapFourRoles } from "../testing/discord.factory.ts";
import type { RoleSync, RoleSyncAnswer } from "./roles.schema.ts";

type Member = { user: { id: string }; roles: string[] };

let administrator: Caller;
beforeEach(async () => {
  await resetDiscord();
  administrator = await person("administrator", 1, "Ada");
  await crmBot();
  await mapFourRoles();
  await giveIn("Officer", "Recruiter");
  await sync();
});

async function sync(): Promise<RoleSyncAnswer> {
  const answer = await administrator.ok<RoleSyncAnswer>("POST", "/api/discord/sync-roles/1", {});
  await backgroundDone();
  return answer;
}
const giveIn = (...names: string[]) =>
  raw.DB.prepare(
    "update discord_role_mappings set gives_in_discord = 1 where discord_role_name in (select value from json_each(?))",
  )
    .bind(JSON.stringify(names))
    .run();
const roleId = (key: string) =>
  value<number>("select id from roles where organization_id = 1 and key = ?", key);
const discordIds = async () =>
  Object.fromEntries(
    (await control<{ roles: { id: string; name: string }[] }>("state")).roles.map(({ id, name }) => [
      name,
      id,
    ]),
  );

/** A person of the server who holds exactly these roles there. */
async function holder(...names: string[]): Promise<Member> {
  const ids = await discordIds();
  const wanted = names
    .map((name) => ids[name])
    .sort()
    .join();
  const found = (await control<Member[]>("members")).find(({ roles }) => [...roles].sort().join() === wanted);
  if (!found) throw new Error(`nobody holds ${names.join()}`);
  return found;
}
async function rolesOf({ user }: Member): Promise<string[]> {
  const ids = Object.entries(await discordIds());
  const member = (await control<Member[]>("members")).find((each) => each.user.id === user.id);
  return (member?.roles ?? []).map((id) => ids.find(([, each]) => each === id)?.[0] ?? id).sort();
}
const memberOf = ({ user }: Member) =>
  value<number>(
    "select m.id from members m join users u on u.id = m.user_id where u.discord_id = ?",
    user.id,
  );
const keyOf = ({ user }: Member) =>
  value<string>(
    `select r.key from members m join users u on u.id = m.user_id join roles r on r.id = m.role_id
     where u.discord_id = ?`,
    user.id,
  );
async function make(member: Member, key: string): Promise<void> {
  const path = `/api/members/${await memberOf(member)}/role`;
  await administrator.ok("PUT", path, { roleId: await roleId(key) });
  await backgroundDone();
}
const profileOf = async (member: Member) =>
  administrator.ok<object>("GET", `/api/members/${await memberOf(member)}/profile`);
const waiting = () => rows("select problem from discord_role_updates");
const written = async () => {
  const all = await control<{ method: string; path: string; reason: string | null }[]>("requests");
  return all.filter(({ method }) => method === "PUT" || method === "DELETE");
};

describe("a role given here", () => {
  it("is given in Discord at once, with the actor's name, and is not taken by the next sync", async () => {
    const crew = await holder("Crew");
    await control("requests/clear", {});
    await make(crew, "recruiter");
    expect(await rolesOf(crew)).toEqual(["Crew", "Recruiter"]);
    const calls = await written();
    expect(calls.map(({ method, reason }) => [method, reason])).toEqual([["PUT", "Command Centre: Ada"]]);
    expect(await waiting()).toEqual([]);
    expect(await rows("select details from audit_log where action = 'discord.given'")).toEqual([
      { details: '{"changes":"+@Recruiter"}' },
    ]);
    expect(await sync()).toMatchObject({ updated: 0, roleChanges: 0, held: 0 });
    expect(await keyOf(crew)).toBe("recruiter");
    await make(crew, "officer");
    expect(await rolesOf(crew)).toEqual(["Crew", "Officer"]);
    await make(crew, "member");
    expect(await rolesOf(crew)).toEqual(["Crew"]);
    expect(await sync()).toMatchObject({ updated: 0, roleChanges: 0 });
    expect(await keyOf(crew)).toBe("member");
  });

  it("does not change roles that no mapping gives, and does not call Discord without such a mapping", async () => {
    const mentor = await holder("Crew", "Mentor");
    await make(mentor, "officer");
    expect(await rolesOf(mentor)).toEqual(["Crew", "Mentor", "Officer"]);
    await control("requests/clear", {});
    const [guest] = (await control<Member[]>("members?role=Crew")).slice(-1);
    if (!guest) throw new Error("nobody");
    await raw.DB.prepare("update discord_role_mappings set gives_in_discord = 0").run();
    await make(guest, "recruiter");
    expect(await control("requests/count")).toEqual({ count: 0 });
    expect(await waiting()).toEqual([]);
  });

  it("is taken when the membership ends and given when it returns", async () => {
    const officer = await holder("Crew", "Officer");
    const path = `/api/members/${await memberOf(officer)}/status`;
    await administrator.ok("PUT", path, { status: "inactive" });
    await backgroundDone();
    expect(await rolesOf(officer)).toEqual(["Crew"]);
    await administrator.ok("PUT", `/api/members/${await memberOf(officer)}/role`, {
      roleId: await roleId("officer"),
    });
    await administrator.ok("PUT", path, { status: "active" });
    await backgroundDone();
    expect(await rolesOf(officer)).toEqual(["Crew", "Officer"]);
    expect(await sync()).toMatchObject({ roleChanges: 0 });
  });

  it("is also given by the hourly job", async () => {
    const crew = await holder("Crew");
    await control("fail", { path: "/roles/", method: "PUT", mode: "status", status: 500 });
    await make(crew, "recruiter");
    await control("failures/clear", {});
    const { db } = openDb(raw.DB, undefined);
    await syncByJob({ db, env: settings(), now: new Date(), language: "en" }, 1);
    expect(await rolesOf(crew)).toEqual(["Crew", "Recruiter"]);
  });

  it("waits while Discord fails, also during syncs, and is given later", async () => {
    const crew = await holder("Crew");
    await control("fail", { path: "/roles/", method: "PUT", mode: "rate_limit", retryAfter: 60 });
    await make(crew, "recruiter");
    expect(await rolesOf(crew)).toEqual(["Crew"]);
    expect(await waiting()).toEqual([{ problem: null }]);
    expect(await sync()).toMatchObject({ roleChanges: 0 });
    expect(await keyOf(crew)).toBe("recruiter");
    await control("failures/clear", {});
    expect(await sync()).toMatchObject({ roleChanges: 0 });
    expect(await rolesOf(crew)).toEqual(["Crew", "Recruiter"]);
    expect(await waiting()).toEqual([]);
    expect(await sync()).toMatchObject({ updated: 0, roleChanges: 0 });
  });

  it("waits for a short rate limit, and is repeated safely after an unknown result", async () => {
    const crew = await holder("Crew");
    await control("fail", { path: "/roles/", method: "PUT", mode: "rate_limit", retryAfter: 0.05, times: 1 });
    await control("fail", { path: "/roles/", method: "PUT", mode: "reset", times: 1 });
    await make(crew, "recruiter");
    expect(await rolesOf(crew)).toEqual(["Crew", "Recruiter"]);
    expect(await waiting()).toEqual([]);
  });

  it.each([
    [{ role: "CRM Bot", permissions: "1024" }, "permission"],
    [{ role: "CRM Bot", position: 1 }, "position"],
  ])("reports what the bot lacks: %o", async (edit, lack) => {
    await control("roles/edit", edit);
    const crew = await holder("Crew");
    await make(crew, "recruiter");
    expect(await waiting()).toEqual([{ problem: lack }]);
    expect(await written()).toEqual([]);
    const set = await administrator.ok<RoleSync>("GET", "/api/discord/role-sync/1");
    expect(set.waiting).toEqual({ people: 1, lacks: [lack] });
    await control("roles/edit", { role: "CRM Bot", permissions: "268435456", position: 8 });
    await sync();
    expect(await rolesOf(crew)).toEqual(["Crew", "Recruiter"]);
  });

  it.each([
    ["screening", { pending: true }, { pending: false }],
    ["quarantine", { flags: 128 }, { flags: 0 }],
    ["quarantine", { flags: 1024 + 2 }, { flags: 2 }],
  ])("waits until the person's problem in Discord is solved: %s, %o", async (hold, standing, free) => {
    const crew = await holder("Crew");
    const userId = crew.user.id;
    await make(crew, "officer");
    await control("standing", { userId, ...standing });
    await make(crew, "recruiter");
    // Taking a role bypasses no rules.
    expect(await rolesOf(crew)).toEqual(["Crew"]);
    expect(await waiting()).toEqual([{ problem: hold }]);
    const set = await administrator.ok<RoleSync>("GET", "/api/discord/role-sync/1");
    expect(set.waiting).toEqual({ people: 1, lacks: [hold] });
    expect(await profileOf(crew)).toMatchObject({ rolesWait: hold });
    await sync();
    expect([await rolesOf(crew), await keyOf(crew)]).toEqual([["Crew"], "recruiter"]);
    await control("requests/clear", {});
    await administrator.ok("PUT", `/api/members/${await memberOf(crew)}/status`, { status: "active" });
    await backgroundDone();
    expect(await control("requests/count")).toEqual({ count: 0 });
    await control("standing", { userId, ...free });
    await sync();
    expect(await rolesOf(crew)).toEqual(["Crew", "Recruiter"]);
    expect(await waiting()).toEqual([]);
    expect(await profileOf(crew)).toMatchObject({ rolesWait: null });
  });

  it("is given within minutes after the CRM bot saw the person accept the rules", async () => {
    const [crew, other] = (await control<Member[]>("members?role=Crew")).filter(({ roles }) => !roles[1]);
    if (!crew || !other) throw new Error("nobody");
    for (const each of [crew, other]) {
      await control("standing", { userId: each.user.id, pending: true });
      await make(each, "recruiter");
    }
    const { db } = openDb(raw.DB, undefined);
    const often = () => giveToAccepted({ db, env: settings(), now: new Date(), language: "en" }, 1);
    await often();
    expect(await waiting()).toEqual([{ problem: "screening" }, { problem: "screening" }]);
    for (const each of [crew, other]) await control("standing", { userId: each.user.id, pending: false });
    await raw.DB.prepare(
      `insert into discord_activities (organization_id, discord_id, username, activity_type, timestamp)
       values (1, ?1, '', 'rules_accepted', ?2), (1, ?3, '', 'server_join', ?2), (1, ?3, '', 'rules_accepted', '2026-01-01')`,
    )
      .bind(crew.user.id, new Date(Date.now() - 30_000).toISOString(), other.user.id)
      .run();
    await often();
    expect([await rolesOf(crew), await rolesOf(other)]).toEqual([["Crew", "Recruiter"], ["Crew"]]);
    expect(await waiting()).toEqual([{ problem: "screening" }]);
  });

  it("is not delayed by a timeout, which holds whatever the roles", async () => {
    const crew = await holder("Crew");
    const until = new Date(Date.now() + 86_400_000).toISOString();
    await control("standing", { userId: crew.user.id, communication_disabled_until: until });
    await make(crew, "recruiter");
    expect(await rolesOf(crew)).toEqual(["Crew", "Recruiter"]);
  });

  it("ignores roles that Discord itself manages, without waiting for them", async () => {
    await control("roles/edit", { role: "Recruiter", managed: true });
    const crew = await holder("Crew");
    await control("requests/clear", {});
    await make(crew, "recruiter");
    expect(await waiting()).toEqual([]);
    expect(await written()).toEqual([]);
  });

  it("changes nothing for a person who is not in the server", async () => {
    const crew = await holder("Crew");
    await control("leave", { userId: crew.user.id });
    await make(crew, "recruiter");
    expect(await waiting()).toEqual([]);
    expect(await written()).toEqual([]);
  });
});

describe("a mapping that is replaced", () => {
  const map = async (key: string, names: string[], gives = names) => {
    const ids = await discordIds();
    const idsOf = (names: string[]) => names.map((name) => ids[name]);
    await administrator.ok("PUT", `/api/discord/role-mappings/1/${await roleId(key)}`, {
      discordRoleIds: idsOf(names),
      givesInDiscord: idsOf(gives),
    });
  };

  it("gives the new Discord role to those with the old one, takes that, and deletes the old mapping", async () => {
    const before = await control<Member[]>("members?role=Recruiter");
    await control("roles/create", { name: "🛰 Scout" });
    await map("recruiter", ["🛰 Scout"]);
    expect(await sync()).toMatchObject({ roleChanges: 0, held: 0 });
    expect(await control<Member[]>("members?role=Recruiter")).toEqual([]);
    const after = await control<Member[]>(`members?role=${encodeURIComponent("🛰 Scout")}`);
    expect(after.map(({ user }) => user.id).sort()).toEqual(before.map(({ user }) => user.id).sort());
    expect(await sync()).toMatchObject({ updated: 0, roleChanges: 0 });
    expect(await rows("select * from retired_mappings")).toEqual([]);
    await control("requests/clear", {});
    const again = await administrator.call("POST", "/api/discord/sync-roles/1", { body: {} });
    expect(again.meter.rowsWritten).toBeLessThanOrEqual(8);
    expect(await control("requests/count")).toEqual({ count: 2 });
  });

  it("has the same result when it is killed half-way and continued", async () => {
    await control("roles/create", { name: "Scout" });
    await map("recruiter", ["Scout"]);
    await control("fail", { path: "/roles/", method: "DELETE", mode: "status", status: 500, after: 2 });
    await sync();
    expect((await control<Member[]>("members?role=Recruiter")).length).toBeGreaterThan(0);
    await control("failures/clear", {});
    expect(await sync()).toMatchObject({ roleChanges: 0 });
    expect(await control<Member[]>("members?role=Recruiter")).toEqual([]);
    expect((await control<Member[]>("members?role=Scout")).length).toBe(5);
    expect(await waiting()).toEqual([]);
  });

  it("ends at once where Discord has begun to manage the old role", async () => {
    await control("roles/edit", { role: "Recruiter", managed: true });
    await map("recruiter", []);
    await sync();
    expect(await waiting()).toEqual([]);
    expect(await rows("select * from retired_mappings")).toEqual([]);
    expect(await control("members?role=Recruiter")).toHaveLength(5);
  });

  it("does not take a Discord role that another mapping uses now", async () => {
    await map("recruiter", []);
    await map("onboarding_team", ["Mentor", "Recruiter"], []);
    await sync();
    expect((await control<Member[]>("members?role=Recruiter")).length).toBe(5);
  });
});
