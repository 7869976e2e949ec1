import { beforeEach, describe, expect, it } from "vitest";
import { control, resetDiscord } from "../../testing/discord.ts";
import { type Caller, person, prospect, raw, rows, value } from "../../testing/world.ts";
import type { SyncAnswer } from "./discord.schema.ts";
import { crmBot, mapRoles, syncedWorld } from "./testing/discord.factory.ts";

const SYNC = "/api/discord/sync-members/1";
type Member = { user: { id: string; username: string; bot?: boolean }; roles: string[]; nick: string | null };

let administrator: Caller;

beforeEach(async () => {
  await resetDiscord();
  administrator = await person("administrator");
  await crmBot();
});

const sync = () => administrator.ok<SyncAnswer>("POST", SYNC);
const holders = (role: string) => control<Member[]>(`members?role=${encodeURIComponent(role)}`);
async function holder(role: string): Promise<Member> {
  const [first] = (await holders(role)).slice(-1);
  if (!first) throw new Error(`nobody holds ${role}`);
  return first;
}
const prospectOf = async (discordId: string) =>
  (await rows("select * from prospects where discord_id = ?", discordId))[0];
const roleOf = (discordId: string) =>
  value<string | undefined>(
    `select r.key from members m join users u on u.id = m.user_id join roles r on r.id = m.role_id
     where u.discord_id = ?`,
    discordId,
  );

describe("a first sync", () => {
  it("adds a user and a prospect for each person, and members for people with a mapped role", async () => {
    await mapRoles(["Officer", "officer"], ["Crew", "member"]);
    const answer = await sync();
    expect(answer).toMatchObject({ added: 119, updated: 0, left: 0, unchanged: 0, resumed: false });
    const officers = await holders("Officer");
    const crew = (await holders("Crew")).filter(
      ({ user }) => !officers.some((each) => each.user.id === user.id),
    );
    const byRole = await rows(
      `select r.key, count(*) as n from members m join roles r on r.id = m.role_id
       where m.role_source = 'discord' group by r.key order by r.key`,
    );
    expect(byRole).toEqual([
      { key: "member", n: crew.length },
      { key: "officer", n: officers.length },
    ]);
    expect(await rows("select status, count(*) as n from prospects group by status order by status")).toEqual(
      [
        { status: "active", n: crew.length + officers.length },
        { status: "intro", n: 119 - crew.length - officers.length },
      ],
    );
    const one = officers[0]?.user.id ?? "";
    expect(await prospectOf(one)).toMatchObject({ status: "active", discord_status: "active" });
    expect(
      await rows(
        "select action, new_value, changes from prospect_history where prospect_id = (select id from prospects where discord_id = ?)",
        one,
      ),
    ).toEqual([
      { action: "discord", new_value: "active", changes: '{"discordRole":{"from":null,"to":"Officer"}}' },
    ]);
    expect(await rows("select action, actor_name, details from audit_log")).toEqual([
      {
        action: "discord.synced",
        actor_name: await value("select display_name from users where id = ?", administrator.userId),
        details: '{"total":119,"added":119,"updated":0,"left":0}',
      },
    ]);
  });

  it("does not promote a person who has not accepted the rules yet, reports it, and promotes them afterwards", async () => {
    await mapRoles(["Crew", "member"]);
    const { user } = await control<Member>("join", { username: "eager", roles: ["Crew"], pending: true });
    const seen = () => rows("select activity_type from discord_activities where discord_id = ?", user.id);
    for (let time = 0; time < 2; time++) {
      await sync();
      expect(await prospectOf(user.id)).toMatchObject({ status: "intro" });
      expect(await roleOf(user.id)).toBeUndefined();
      expect(await seen()).toEqual([{ activity_type: "rules_pending" }]);
    }
    await control("standing", { userId: user.id, pending: false });
    await sync();
    expect(await prospectOf(user.id)).toMatchObject({ status: "active" });
    expect(await roleOf(user.id)).toBe("member");
  });

  it("leaves bots out", async () => {
    await sync();
    const bots = (await control<Member[]>("members")).filter(({ user }) => user.bot);
    expect(bots).toHaveLength(1);
    expect(await prospectOf(bots[0]?.user.id ?? "")).toBeUndefined();
  });

  it("links a person to the prospect that an officer added by Discord id, under the officer's name", async () => {
    const { user } = await holder("Recruit");
    const name = { display_name: "Mira", username: "Mira" };
    const id = await prospect({ discord_id: user.id, status: "onboarding", notes: "kept", ...name });
    await sync();
    const found = await prospectOf(user.id);
    expect(found).toMatchObject({
      id,
      status: "onboarding",
      notes: "kept",
      display_name: "Mira",
      // No game tag had been written.
      username: user.username,
      version: 1,
    });
    expect(found?.["user_id"]).not.toBeNull();
  });
});

describe("a repeated sync", () => {
  it("writes nothing but its own run record when nothing changed", async () => {
    await mapRoles(["Crew", "member"]);
    await sync();
    const before = await syncedWorld();
    const answer = await administrator.call("POST", SYNC);
    expect(JSON.parse(answer.text)).toMatchObject({ added: 0, updated: 0, left: 0, unchanged: 119 });
    const after = await syncedWorld();
    expect({ ...after, runs: [] }).toEqual({ ...before, runs: [] });
    expect(after["runs"]).toHaveLength(2);
    // The run's row twice (begun, completed) with its two indexes and its number.
    expect(answer.meter.rowsWritten).toBeLessThanOrEqual(8);
  });

  it("updates names, nicknames and avatars, and keeps what officers edited", async () => {
    await sync();
    const { user } = await holder("Recruit");
    await raw.DB.prepare("update prospects set notes = 'kept' where discord_id = ?").bind(user.id).run();
    await control("rename", { userId: user.id, nick: "Ørnen", avatar: "a_0123456789abcdef" });
    expect(await sync()).toMatchObject({ added: 0, updated: 1, left: 0, unchanged: 118 });
    expect(await prospectOf(user.id)).toMatchObject({
      display_name: "Ørnen",
      avatar: "a_0123456789abcdef",
      notes: "kept",
      version: 1,
    });
    expect(await value("select display_name from users where discord_id = ?", user.id)).toBe("Ørnen");
  });

  it("marks people who left, ends only their Discord sessions, and restores them when they return", async () => {
    await sync();
    const { user } = await holder("Recruit");
    const userId = await value<number>("select id from users where discord_id = ?", user.id);
    for (const method of ["discord", "password"]) {
      await raw.DB.prepare(
        `insert into sessions (user_id, token_hash, method, created_at, last_seen_at, expires_at)
         values (?, ?, ?, '2026-01-01', '2026-01-01', '2099-01-01')`,
      )
        .bind(userId, `hash-${method}`, method)
        .run();
    }
    await control("leave", { userId: user.id });
    expect(await sync()).toMatchObject({ left: 1, unchanged: 118 });
    expect(await prospectOf(user.id)).toMatchObject({ discord_status: "left", status: "intro" });
    expect(await rows("select method from sessions where user_id = ?", userId)).toEqual([
      { method: "password" },
    ]);
    expect(await sync()).toMatchObject({ left: 0, unchanged: 118 });
    await control("return", { userId: user.id });
    expect(await sync()).toMatchObject({ added: 0, updated: 1, left: 0 });
    expect(await prospectOf(user.id)).toMatchObject({ discord_status: "active" });
    expect(
      await rows("select activity_type from discord_activities where discord_id = ? order by id", user.id),
    ).toEqual([{ activity_type: "server_leave" }, { activity_type: "server_join" }]);
  });
});

describe("roles by mapping", () => {
  it("gives the mapped role with the highest priority and removes it with the Discord role", async () => {
    await mapRoles(["Recruiter", "recruiter"], ["Crew", "member"]);
    await sync();
    const { user } =
      (await holders("Crew")).find(({ roles }) => roles.length === 1) ?? (await holder("Crew"));
    expect(await roleOf(user.id)).toBe("member");
    await control("member-roles/add", { userId: user.id, role: "Recruiter" });
    await sync();
    expect(await roleOf(user.id)).toBe("recruiter");
    expect(await rows("select details from audit_log where action = 'member.role'")).toEqual([
      { details: '{"fromRole":"Member","toRole":"Recruiter"}' },
    ]);
    await control("member-roles/set", { userId: user.id, roles: [] });
    await sync();
    expect(await roleOf(user.id)).toBe("member");
  });

  it("makes a prospect with a mapped role active, but not one who was rejected", async () => {
    await mapRoles(["Crew", "member"]);
    await sync();
    const [first, second] = await holders("Recruit");
    if (!first || !second) throw new Error("two recruits are needed");
    await raw.DB.prepare("update prospects set status = 'inactive' where discord_id = ?")
      .bind(second.user.id)
      .run();
    await raw.DB.prepare("update prospects set deadline = '2030-01-01' where discord_id = ?")
      .bind(first.user.id)
      .run();
    for (const { user } of [first, second])
      await control("member-roles/add", { userId: user.id, role: "Crew" });
    await sync();
    expect(await prospectOf(first.user.id)).toMatchObject({ status: "active", deadline: null, version: 2 });
    expect(await roleOf(first.user.id)).toBe("member");
    expect(await prospectOf(second.user.id)).toMatchObject({ status: "inactive" });
    expect(await roleOf(second.user.id)).toBeUndefined();
  });

  it("neither makes, promotes nor demotes an Administrator", async () => {
    await mapRoles(["Officer", "administrator"], ["Crew", "member"]);
    const { user } = await holder("Officer");
    await raw.DB.prepare("update users set discord_id = ? where id = ?")
      .bind(user.id, administrator.userId)
      .run();
    await sync();
    expect(await roleOf(user.id)).toBe("administrator");
    expect(
      await value(
        "select count(*) from members m join roles r on r.id = m.role_id where r.key = 'administrator'",
      ),
    ).toBe(1);
  });

  it("updates the stored names of mapped roles and drops mappings of deleted roles", async () => {
    await mapRoles(["Crew", "member"], ["Mentor", "onboarding_team"]);
    await control("roles/edit", { role: "Crew", name: "Besætning" });
    await control("roles/delete", { role: "Mentor" });
    await sync();
    expect(await rows("select discord_role_name from discord_role_mappings")).toEqual([
      { discord_role_name: "Besætning" },
    ]);
  });
});
