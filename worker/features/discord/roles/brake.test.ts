import { beforeEach, describe, expect, it, vi } from "vitest";
import { control, resetDiscord } from "../../../testing/discord.ts";
import { type Caller, person, raw, rows, value } from "../../../testing/world.ts";
import type { SyncStatus } from "../discord.schema.ts";
import { crmBot, mapRoles, syncedWorld } from "../testing/discord.factory.ts";
import { decideMode, isTooMuch } from "./brake.ts";
import type { RolePreview, RoleSyncAnswer } from "./roles.schema.ts";

type Member = { user: { id: string }; roles: string[] };

let administrator: Caller;
beforeEach(async () => {
  await resetDiscord();
  administrator = await person("administrator", 1, "Ada");
  await crmBot();
  await mapRoles(["Officer", "officer"], ["Crew", "member"]);
});

const sync = (options: object = {}) =>
  administrator.ok<RoleSyncAnswer>("POST", "/api/discord/sync-roles/1", options);
const hourly = () => administrator.ok<RoleSyncAnswer>("POST", "/api/discord/sync-members/1");
const preview = () => administrator.ok<RolePreview>("GET", "/api/discord/role-preview/1");
const holders = (role: string) => control<Member[]>(`members?role=${role}`);
const officers = () =>
  value<number>("select count(*) from members where role_id = (select id from roles where key = 'officer')");

/** Makes a number of the people officers, in Discord and here. */
async function promote(count: number): Promise<Member[]> {
  const chosen = (await holders("Crew")).filter(({ roles }) => roles.length === 1).slice(0, count);
  for (const { user } of chosen) await control("member-roles/add", { userId: user.id, role: "Officer" });
  await sync();
  return chosen;
}
const demote = async (people: readonly Member[]) => {
  for (const { user } of people) await control("member-roles/remove", { userId: user.id, role: "Officer" });
};

it("stops at more than a tenth of the people, and at no fewer than five", () => {
  expect([11, 12].map((losses) => isTooMuch(losses, 119))).toEqual([false, true]);
  expect([12, 13].map((losses) => isTooMuch(losses, 120))).toEqual([false, true]);
  expect([4, 5].map((losses) => isTooMuch(losses, 20))).toEqual([false, true]);
  expect([5, 6].map((losses) => isTooMuch(losses, 50))).toEqual([false, true]);
  expect(isTooMuch(0, 0)).toBe(false);
});

it("continues in the mode of the interrupted run, unless more people would lose something", () => {
  const loss = (n: number) => ({ discordId: String(n), from: 1, to: 2 });
  const losses = Array.from({ length: 20 }, (_, n) => loss(n));
  const decide = (run: Parameters<typeof decideMode>[0]) => decideMode(run, losses, 100, {});
  expect(decide({ mode: null, losses: 0, taken: 0 })).toBe("give");
  expect(decide({ mode: "take", losses: 30, taken: 10 })).toBe("take");
  expect(decide({ mode: "take", losses: 30, taken: 11 })).toBe("give");
  expect(decide({ mode: "give", losses: 0, taken: 0 })).toBe("give");
});

describe("a sync that would take a role from too many", () => {
  it("takes it from at most a tenth of the members; with one more it takes from nobody, still gives, and writes one audit entry", async () => {
    const people = await promote(12);
    const [last] = people.splice(11);
    await demote(people);
    expect(await hourly()).toMatchObject({ held: 0, updated: 11 });
    await promote(12);
    const many = (await holders("Officer")).filter(({ user }) => user.id !== last?.user.id).slice(-12);
    await demote(many);
    const [newcomer] = (await holders("Guest")).filter(({ roles }) => roles.length === 1);
    await control("member-roles/add", { userId: newcomer?.user.id, role: "Officer" });
    const before = await officers();
    expect(await hourly()).toMatchObject({ held: 12, updated: 1 });
    expect(await officers()).toBe(before + 1);
    const world = await syncedWorld();
    expect(await hourly()).toMatchObject({ held: 12, updated: 0 });
    expect({ ...(await syncedWorld()), runs: [] }).toEqual({ ...world, runs: [] });
    const status = await administrator.ok<SyncStatus>("GET", "/api/discord/sync-status/1");
    expect(status).toMatchObject({ status: "completed", held: 12 });
    expect(await rows("select details from audit_log where action = 'discord.sync_held'")).toEqual([
      { details: '{"held":12}' },
    ]);
  });

  it("takes exactly the confirmed losses, and stops when they differ", async () => {
    const people = await promote(20);
    await demote(people.slice(0, 15));
    const shown = await preview();
    expect(shown).toMatchObject({ losses: 15, isHeld: true, people: 119 });
    await demote(people.slice(15, 16));
    expect(await sync({ confirm: shown.fingerprint })).toMatchObject({ held: 16, roleChanges: 0 });
    const { fingerprint } = await preview();
    expect(await sync({ confirm: fingerprint })).toMatchObject({ held: 0, roleChanges: 16 });
    expect(await preview()).toMatchObject({ losses: 0, gains: 0, groups: [], isHeld: false, kept: 66 });
  });

  it("counts people who left the server", async () => {
    await sync();
    const people = await control<Member[]>("members?role=Recruit");
    for (const { user } of people.slice(0, 12)) await control("leave", { userId: user.id });
    expect(await hourly()).toMatchObject({ held: 12, left: 0 });
    expect(await value("select count(*) from guild_members where not present")).toBe(0);
    const { groups, fingerprint } = await preview();
    expect(groups).toMatchObject([{ isLoss: true, to: null, reason: { kind: "left" }, count: 12 }]);
    expect(await sync({ confirm: fingerprint })).toMatchObject({ held: 0, left: 12 });
  });

  it("gives only, when the request says so", async () => {
    const [one] = await promote(1);
    await demote(one ? [one] : []);
    expect(await sync({ givesOnly: true })).toMatchObject({ held: 1, roleChanges: 0 });
    expect(await sync()).toMatchObject({ held: 0, roleChanges: 1 });
  });
});

describe("an invalid answer of Discord", () => {
  const answering = async (part: string, body: (text: string) => unknown) => {
    const real = globalThis.fetch;
    vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
      const response = await real(url, init);
      return url.includes(part) ? Response.json(body(await response.text())) : response;
    });
  };

  it.each([
    ["no roles", "with_counts", (text: string) => ({ ...JSON.parse(text), roles: [] }), "sync_no_roles"],
    ["no members", "/members?", () => [], "sync_bad_answer"],
  ])("such as %s changes nothing and is reported", async (_, part, body, code) => {
    await sync();
    const world = await syncedWorld();
    await answering(part, body);
    const failures = [
      await administrator.fails("POST", "/api/discord/sync-roles/1", {}),
      await administrator.fails("GET", "/api/discord/role-preview/1"),
    ];
    vi.unstubAllGlobals();
    expect(failures.map((each) => each.code)).toEqual([code, code]);
    expect({ ...(await syncedWorld()), runs: [] }).toEqual({ ...world, runs: [] });
    expect(await value("select count(*) from discord_role_mappings")).toBe(2);
    const place = code === "sync_bad_answer" ? " approximate_member_count" : "";
    expect(await value("select error from sync_runs order by id desc limit 1")).toBe(code + place);
  });
});

describe("a sync of roles", () => {
  it("answers the number of roles and deletes mappings of deleted roles", async () => {
    await sync();
    await control("roles/edit", { role: "Crew", name: "Besætning ⚓" });
    await control("roles/delete", { role: "Officer" });
    expect(await sync()).toMatchObject({ currentRoles: 11, cleanedMappings: 1, roleChanges: 3 });
    expect(await rows("select discord_role_name from discord_role_mappings")).toEqual([
      { discord_role_name: "Besætning ⚓" },
    ]);
    expect(await rows("select * from retired_mappings where retired_at < '2000'")).toEqual([]);
    const answer = await administrator.call("POST", "/api/discord/sync-roles/1", { body: {} });
    expect(JSON.parse(answer.text)).toMatchObject({ currentRoles: 11, cleanedMappings: 0, roleChanges: 0 });
    expect(answer.meter.rowsWritten).toBeLessThanOrEqual(8);
  });

  it("accepts the old client's request without a body", async () => {
    expect(await administrator.ok("POST", "/api/discord/sync-roles/1")).toMatchObject({ currentRoles: 12 });
  });

  it("keeps a mapping of a deleted role while losses wait", async () => {
    await promote(15);
    await control("roles/delete", { role: "Officer" });
    expect(await sync()).toMatchObject({ cleanedMappings: 0, held: 18 });
    expect(await value("select count(*) from discord_role_mappings")).toBe(2);
    const { groups, fingerprint } = await preview();
    expect(groups.map(({ reason, count }) => [reason, count])).toEqual([
      [{ kind: "deleted", role: "Officer", from: "Officer" }, 18],
    ]);
    expect(await sync({ confirm: fingerprint })).toMatchObject({ cleanedMappings: 1, roleChanges: 18 });
  });

  it("stops when the mappings change meanwhile", async () => {
    await sync();
    const real = globalThis.fetch;
    vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
      if (url.includes("/members?"))
        await raw.DB.prepare("update discord_mapping_sets set version = 9").run();
      return real(url, init);
    });
    const problem = await administrator.fails("POST", "/api/discord/sync-roles/1", {});
    vi.unstubAllGlobals();
    expect(problem.code).toBe("sync_mappings_changed");
  });
});
