import { beforeEach, describe, expect, it } from "vitest";
import { control, resetDiscord } from "../../../testing/discord.ts";
import { type Caller, person, raw, rows, value } from "../../../testing/world.ts";
import { askedOfGateway, gateway } from "../../bots/testing/bots.factory.ts";
import { discordFeature } from "../index.ts";
import { crmBot, mapRoles } from "../testing/discord.factory.ts";
import { WAYS } from "../testing/ways.ts";
import type { RolePreview, RoleSync } from "./roles.schema.ts";

type Member = { user: { id: string }; roles: string[] };

let administrator: Caller;
let both: string[];
beforeEach(async () => {
  await gateway("reset");
  await resetDiscord();
  administrator = await person("administrator");
  await crmBot();
  await mapRoles(["Crew", "member"], ["Officer", "officer"]);
  const crew = await control<Member[]>("members?role=Crew");
  const officers = new Set((await control<Member[]>("members?role=Officer")).map(({ user }) => user.id));
  both = crew.map(({ user }) => user.id).filter((id) => officers.has(id));
  expect(both.length).toBeGreaterThan(1);
});

/** The roles of people with both Discord roles, each once. */
const given = async () =>
  (
    await rows<{ key: string }>(
      `select distinct r.key from members m join users u on u.id = m.user_id join roles r on r.id = m.role_id
       where u.discord_id in (select value from json_each(?)) order by r.key`,
      JSON.stringify(both),
    )
  ).map(({ key }) => key);
/** The two ways to swap the roles: by the priorities of their mappings, and by the order of all roles. */
const TURNS: Record<string, () => Promise<unknown>> = {
  priorities: async () => {
    const { mappings } = await administrator.ok<RoleSync>("GET", "/api/discord/role-sync/1");
    const turned = mappings.toReversed().map(({ id }, at) => ({ id, priority: (2 - at) * 10 }));
    return administrator.ok("PUT", "/api/discord/role-mappings/1/priority", { mappings: turned });
  },
  order: async () => {
    const [top, ...roles] = await administrator.ok<{ id: number }[]>("GET", "/api/roles/1");
    const turned = [top, ...roles.toReversed()].map((role) => role?.id);
    return administrator.ok("PUT", "/api/roles/1/order", { roles: turned });
  },
};
const turn = () => TURNS["order"]?.();
const preview = (query = "") => administrator.ok<RolePreview>("GET", `/api/discord/role-preview/1${query}`);

it("tests every way to start a sync", () => {
  const routes = discordFeature.routes.filter(({ method }) => method === "POST").map(({ path }) => path);
  const jobs = discordFeature.jobs.map(({ name }) => name);
  expect(Object.keys(WAYS).sort()).toEqual([...routes, ...jobs].sort());
});

it("refuses each way that a user starts a sync while automation is paused after a restore, unless the request overrides it", async () => {
  await raw.DB.prepare(
    `insert into pauses (organization_id, since, "by", is_locked) values (1, '2026-01-01T00:00:00.000Z', 'Ada', 0)`,
  ).run();
  const byBot = "/api/discord-bots/1/command/syncmembers";
  for (const path of ["/api/discord/sync-members/1", "/api/discord/sync-roles/1", byBot]) {
    const { status, code } = await administrator.fails("POST", path);
    expect([path, status, code]).toEqual([path, 409, "sync_paused"]);
  }
  expect(await askedOfGateway()).toEqual([]);
  expect(await value("select count(*) from sync_runs")).toBe(0);
  await raw.DB.prepare("update bots set token = null").run();
  for (const path of ["/api/discord/sync-members/1", "/api/discord/sync-roles/1"])
    expect((await administrator.fails("POST", path, { whilePaused: true })).code).toBe("crm_bot_not_found");
  expect((await administrator.fails("POST", byBot, { whilePaused: true })).code).toBe("crm_bot_not_running");
});

describe("the higher of two mapped roles applies", () => {
  it.each(Object.entries(WAYS))(
    "by %s: for new members, for members, and for the history",
    async (_, sync) => {
      await sync(administrator);
      expect(await given()).toEqual(["officer"]);
      const changes = "select distinct changes from prospect_history where prospect_id in";
      const theirs = "(select id from prospects where discord_id in (select value from json_each(?)))";
      expect(await rows(`${changes} ${theirs}`, JSON.stringify(both))).toEqual([
        { changes: '{"discordRole":{"from":null,"to":"Officer"}}' },
      ]);
      await turn();
      await sync(administrator);
      expect(await given()).toEqual(["member"]);
    },
  );

  it.each(Object.entries(TURNS))(
    "in the list of mappings, in that of roles, and in a preview, after a change of %s",
    async (_, change) => {
      const mapped = async () =>
        (await administrator.ok<RoleSync>("GET", "/api/discord/role-sync/1")).mappings.map(
          ({ discordRoleName }) => discordRoleName,
        );
      const keysOf = async () =>
        (await administrator.ok<{ key: string }[]>("GET", "/api/roles/1"))
          .map(({ key }) => key)
          .filter((key) => key === "officer" || key === "member");
      const groupOf = async () =>
        (await preview()).groups
          .filter(({ people }) => people.some(({ discordId }) => both.includes(discordId)))
          .map(({ from, to, reason }) => [from, to, reason]);
      expect([await mapped(), await keysOf()]).toEqual([
        ["Officer", "Crew"],
        ["officer", "member"],
      ]);
      expect(await groupOf()).toEqual([[null, "Officer", { kind: "new", with: "Officer" }]]);
      await WAYS["member_sync"]?.(administrator);
      expect((await preview()).groups).toEqual([]);
      await change();
      expect([await mapped(), await keysOf()]).toEqual([
        ["Crew", "Officer"],
        ["member", "officer"],
      ]);
      expect(await groupOf()).toEqual([
        ["Officer", "Member", { kind: "ranks", above: "Member", below: "Officer" }],
      ]);
    },
  );
});
