import { beforeEach, expect, it } from "vitest";
import { control, resetDiscord } from "../../testing/discord.ts";
import { rowCounts } from "../../testing/inspect.ts";
import { type Caller, organization, person, raw, value } from "../../testing/world.ts";
import { CHANNELS } from "../announcements/testing/announcements.factory.ts";
import { crmBot, mapFourRoles } from "../discord/testing/discord.factory.ts";
import { SETUP_STEPS, type Setup } from "./setup.schema.ts";

const PATH = "/api/setup/1";
let administrator: Caller;
beforeEach(async () => {
  await resetDiscord();
  administrator = await person("administrator");
});

const look = (caller = administrator) => caller.ok<Setup>("GET", PATH);
const trial = () => administrator.ok<Setup>("POST", `${PATH}/trial`);
const sync = () => administrator.call("POST", "/api/discord/sync-members/1");
const run = (sql: string) => raw.DB.prepare(sql).run();

it("has every step open in a fresh organization, and sends no request to Discord", async () => {
  const { meter, text } = await administrator.call("GET", PATH);
  const found = JSON.parse(text) as Setup;
  expect(SETUP_STEPS.filter((step) => found[step].isHeld)).toEqual([]);
  expect(found).toMatchObject({
    isDismissed: false,
    bot: { hasToken: false, fault: null, people: null },
    members: { read: null, members: 1, trial: null },
    administrators: { count: 1 },
    news: { chosen: 0, broken: 0, channels: null },
    backup: { at: null, hasBucket: true },
  });
  expect(meter.trips).toBeLessThanOrEqual(2);
  await crmBot();
  await trial();
  await control("requests/clear", {});
  await look();
  expect(await control("requests")).toEqual([]);
});

it("counts the changes of a first sync, and writes no member", async () => {
  await crmBot();
  await mapFourRoles();
  const counts = await rowCounts("daily_budgets");
  const { bot, members, news } = await trial();
  expect(await rowCounts("daily_budgets")).toEqual({ ...counts, setups: 1 });
  expect(bot).toMatchObject({ isHeld: true, people: 120, roles: expect.any(Number) });
  expect(bot.server).toEqual(expect.any(String));
  expect(news.channels).toBeGreaterThan(0);
  await sync();
  const prospects = await value("select count(*) from prospects where status = 'intro'");
  expect(members.trial).toMatchObject({
    people: 120,
    bots: 120 - (await value<number>("select count(*) from guild_members")),
    members: await value("select count(*) from members where role_source = 'discord'"),
    prospects,
    roleChanges: 0,
  });
});

it("the trial counts the Discord roles that a sync would have given and taken", async () => {
  await crmBot();
  await mapFourRoles();
  await run("update discord_role_mappings set role_id = (select role_id from discord_role_mappings limit 1)");
  await run("update discord_role_mappings set gives_in_discord = 1");
  expect((await trial()).members.trial?.roleChanges).toBeGreaterThan(0);
});

it("has the bot connected once Discord answered, and open again once it refuses the token or the bot is deleted", async () => {
  await crmBot();
  expect((await look()).bot).toMatchObject({ isHeld: false, hasToken: true, fault: null });
  expect((await trial()).bot).toMatchObject({ isHeld: true, fault: null, ms: expect.any(Number) });
  await control("fail", { path: "/guilds", mode: "status", status: 401 });
  expect((await trial()).bot).toMatchObject({ isHeld: false, fault: "token_refused", people: 120 });
  await control("failures/clear", {});
  await administrator.ok("POST", "/api/health/check");
  expect((await look()).bot).toMatchObject({ isHeld: true, fault: null });
  await run("delete from bots");
  expect((await look()).bot).toMatchObject({ isHeld: false, hasToken: false, fault: null });
  expect(await administrator.fails("POST", `${PATH}/trial`)).toMatchObject({ code: "crm_bot_not_found" });
});

it("has the bot disconnected by a measurement of all services", async () => {
  await crmBot();
  await trial();
  await control("fail", { path: "/users/@me", mode: "status", status: 401 });
  await administrator.ok("POST", "/api/health/check");
  expect((await look()).bot).toMatchObject({ isHeld: false, fault: "token_refused" });
});

it("ignores an answer to an earlier bot", async () => {
  await crmBot();
  await trial();
  await run("update bots set created_at = '2099-01-01T00:00:00.000Z'");
  expect((await look()).bot).toMatchObject({ isHeld: false, hasToken: true, fault: null });
});

it("has roles mapped while a Discord role is mapped, and ignores a trial of other mappings", async () => {
  await crmBot();
  await trial();
  await mapFourRoles();
  await run("update discord_mapping_sets set version = version + 1");
  expect(await look()).toMatchObject({
    roles: { isHeld: true, mapped: ["Officer", "Recruiter", "Mentor", "Crew"] },
    members: { trial: null },
  });
  await run("delete from discord_role_mappings");
  expect((await look()).roles).toMatchObject({ isHeld: false, mapped: [] });
});

it("has the members read by a complete sync, also while another runs, and open again once a sync failed", async () => {
  await crmBot();
  await mapFourRoles();
  await sync();
  const after = await look();
  expect(after.members).toMatchObject({ isHeld: true, read: 120, isRunning: false, why: null });
  expect(after.members.members).toBeGreaterThan(1);
  await run(`insert into sync_runs (organization_id, status, fence, lease_until, cursor, processed, added, updated,
    left, unchanged, started_by, started_at) values (1, 'running', 1, '2099-01-01T00:00:00.000Z', '0', 0, 0, 0, 0, 0,
    'Pilot', '2099-01-01T00:00:00.000Z')`);
  expect((await look()).members).toMatchObject({ isHeld: true, read: 120, isRunning: true });
  await run("update sync_runs set lease_until = '' where status = 'running'");
  expect((await look()).members).toMatchObject({ isHeld: false, isRunning: false, why: expect.any(String) });
});

it("has a second administrator while two members hold the needed permissions, by any role", async () => {
  const second = await person("administrator");
  await person("administrator", await organization());
  expect((await look()).administrators).toMatchObject({ isHeld: true, count: 2 });
  await run(`update members set status = 'inactive' where id = ${second.memberId}`);
  expect((await look()).administrators).toMatchObject({ isHeld: false, count: 1 });
  await run(`update roles set permissions = json_insert(permissions, '$[#]', 'admin.system')
    where organization_id = 1 and key = 'officer'`);
  await person("officer");
  expect((await look()).administrators).toMatchObject({ isHeld: true, count: 2 });
});

it("has news set up while the bot can write in every chosen channel", async () => {
  const choose = (kind: string) =>
    run(`insert into announcement_channels (organization_id, kind, channel_id, channel_name, language)
      values (1, '${kind}', '${CHANNELS.operations}', 'operations', 'en')`);
  await choose("a.kind.that.is.gone");
  expect((await look()).news).toMatchObject({ isHeld: false, chosen: 0 });
  await choose("event.created");
  const { news } = await look();
  expect(news).toMatchObject({ isHeld: true, chosen: 1, broken: 0 });
  expect(news.kinds).toBeGreaterThan(1);
  await run("update announcement_channels set state = 'forbidden'");
  expect((await look()).news).toMatchObject({ isHeld: false, chosen: 1, broken: 1 });
});

it("has a first backup once one was saved completely", async () => {
  await administrator.call("GET", "/api/backup/export");
  expect((await look()).backup).toMatchObject({ isHeld: true, at: expect.any(String) });
  await run("delete from backups");
  expect((await look()).backup).toMatchObject({ isHeld: false, at: null });
});

it("the setup stays dismissed", async () => {
  expect((await administrator.ok<Setup>("POST", `${PATH}/dismiss`)).isDismissed).toBe(true);
  expect((await look(await person("administrator"))).isDismissed).toBe(true);
});
