import { beforeEach, describe, expect, it } from "vitest";
import {
  type Caller,
  organization,
  person,
  prospect,
  raw,
  rows,
  settings,
  value,
} from "../../../testing/world.ts";
import { fromGateway, makeBot, makeRun, report, state } from "../testing/bots.factory.ts";

const VERA = "200000000000000001";
const OMAR = "200000000000000002";
const STRANGER = "200000000000000009";
let bot: number;
let vera: number;
beforeEach(async () => {
  bot = await makeBot({ isCrm: true });
  vera = await prospect({ discord_id: VERA, username: "vera", discord_status: "active" });
  await prospect({ discord_id: OMAR, username: "omar", discord_status: "active" });
});

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const item = (type: string, details: string | null, values: Record<string, unknown> = {}) => ({
  guildId: settings().DISCORD_GUILD_ID,
  discordId: VERA,
  username: "vera",
  type,
  details,
  timestamp: ago(1),
  ...values,
});
const send = (items: unknown[], botId = bot) =>
  fromGateway("reports", report({ activities: [{ botId, items }] }));
const activities = () =>
  rows(
    "select organization_id, discord_id, username, activity_type, details from discord_activities order by id",
  );
const seen = (id = vera) => value<string | null>("select discord_last_seen from prospects where id = ?", id);
const statusOf = (discordId: string) =>
  value<string>("select discord_status from prospects where discord_id = ?", discordId);

describe("activities that a bot reports", () => {
  it("are stored for people of its organization, in our server", async () => {
    const elsewhere = await organization();
    await prospect({ organization_id: elsewhere, discord_id: STRANGER });
    const theirs = await makeBot({ organizationId: elsewhere, isCrm: true });
    await send([
      item("voice_join", "Lounge"),
      item("presence", "online", { discordId: OMAR, username: "" }),
      item("presence", "online", { discordId: STRANGER }),
      item("presence", "online", { guildId: "999999999999999999" }),
    ]);
    await send([item("presence", "online")], theirs);
    await send([item("presence", "online")], 99);
    const mine = { organization_id: 1, discord_id: VERA, username: "vera" };
    expect(await activities()).toEqual([
      { ...mine, activity_type: "voice_join", details: "Lounge" },
      { ...mine, discord_id: OMAR, username: "omar", activity_type: "presence", details: "online" },
    ]);
    expect(
      await value("select discord_last_seen from prospects where organization_id = ?", elsewhere),
    ).toBeNull();
  });

  it("update when a person was last online or in voice, never to an earlier time", async () => {
    for (const [type, details, isThere] of [
      ["presence", "online", true],
      ["presence", "idle", true],
      ["presence", "dnd", true],
      ["voice_join", "Lounge", true],
      ["voice_move", "Lounge", true],
      ["presence", "offline", false],
      ["voice_leave", "Lounge", false],
      ["server_leave", null, false],
    ] as const) {
      await raw.DB.prepare("update prospects set discord_last_seen = null").run();
      const timestamp = ago(5);
      await send([item(type, details, { timestamp })]);
      expect([type, details, await seen()]).toEqual([type, details, isThere ? timestamp : null]);
    }
    const [late, early] = [ago(2), ago(9)];
    await send([
      item("presence", "online", { timestamp: early }),
      item("presence", "idle", { timestamp: late }),
    ]);
    await send([item("presence", "online", { timestamp: early })]);
    expect(await seen()).toBe(late);
  });

  it("are not stored with a time in the future or more than a day ago", async () => {
    await send([
      item("presence", "online", { timestamp: "2099-01-01T00:00:00.000Z" }),
      item("voice_join", "Old", { timestamp: ago(25 * 60) }),
    ]);
    expect(
      await rows("select activity_type, timestamp <= ? as past from discord_activities", ago(0)),
    ).toEqual([{ activity_type: "presence", past: 1 }]);
    expect((await seen())?.startsWith("2099")).toBe(false);
  });

  it("update who is in the server by the last join or leave", async () => {
    await send([item("server_leave", null)]);
    expect(await statusOf(VERA)).toBe("left");
    await send([item("server_join", null)]);
    expect(await statusOf(VERA)).toBe("active");
    await send([
      item("server_join", null, { timestamp: ago(3) }),
      item("server_leave", null, { timestamp: ago(2) }),
      item("server_leave", null, { discordId: OMAR, timestamp: ago(3) }),
      item("server_join", null, { discordId: OMAR, timestamp: ago(2) }),
      item("server_join", null, { discordId: STRANGER }),
    ]);
    expect([await statusOf(VERA), await statusOf(OMAR)]).toEqual(["left", "active"]);
    expect(await value("select count(*) from prospects")).toBe(2);
  });

  it("skip a join of a present person and a leave of an absent one", async () => {
    await send([item("server_join", null)]);
    await send([item("server_leave", null)]);
    await send([item("server_leave", null)]);
    expect((await activities()).map((each) => each["activity_type"])).toEqual(["server_leave"]);
  });

  it("are stored as plain text", async () => {
    const details = "'); drop table prospects; --\u0007";
    await send([item("voice_join", details, { username: "<b>vera</b>\n" })]);
    expect(await activities()).toMatchObject([
      { username: "<b>vera</b>", details: "'); drop table prospects; --" },
    ]);
  });
});

describe("an activity of a person who was seen before", () => {
  const asked = async (caller: Caller, path: string) => (await caller.call("GET", path)).headers.get("ETag");

  it("changes no prospect, but the pages that show the last activity", async () => {
    const officer = await person("officer");
    const shows = ["/api/prospects/1", "/api/prospects/1/by-status/intro", `/api/prospects/${vera}/record`];
    const others = ["/api/prospects/1/counts", "/api/prospects/1/team", "/api/dashboard/stats/1"];
    const tags = async (paths: string[]) => Promise.all(paths.map((path) => asked(officer, path)));
    const before = [await tags(shows), await tags(others)] as const;
    const version = await value("select version from prospects where id = ?", vera);
    await send([item("presence", "online")]);
    const after = [await tags(shows), await tags(others)] as const;
    for (const [at, tag] of after[0].entries()) expect(tag).not.toBe(before[0][at]);
    // The team's and the dashboard's tags carry the running minute.
    expect(after[1][0]).toBe(before[1][0]);
    expect(await value("select topics ->> 'prospects' from revisions")).toBe(2);
    expect(await value("select version from prospects where id = ?", vera)).toBe(version);
    await send([item("server_leave", null)]);
    expect(await value("select topics ->> 'prospects' from revisions")).toBe(3);
  });
});

it("raises one revision for several people, and writes seven rows for each member beside five for the report", async () => {
  const people = await Promise.all([VERA, OMAR, STRANGER].map(() => person("member")));
  await prospect({ discord_id: STRANGER, discord_status: "active" });
  for (const [at, discordId] of [VERA, OMAR, STRANGER].entries()) {
    await raw.DB.prepare("update users set discord_id = ? where id = ?")
      .bind(discordId, people[at]?.userId)
      .run();
    await raw.DB.prepare("update members set in_discord = 1, has_signed_in = 0 where id = ?")
      .bind(people[at]?.memberId)
      .run();
  }
  const revision = () => value<number>("select topics ->> 'discord' from revisions");
  const online = (details: string) =>
    [VERA, OMAR, STRANGER].map((discordId) => item("presence", details, { discordId, timestamp: ago(0) }));
  await send([item("presence", "offline", { timestamp: ago(60) })]);
  const before = await revision();
  const { meter } = await send(online("online"));
  expect([meter.rowsWritten, await revision()]).toEqual([3 * 7 + 5, before + 1]);
  // The second time only the prospects raise it.
  const again = await send(online("online"));
  expect([again.meter.rowsWritten, await revision()]).toEqual([3 + 4, before + 2]);
});

it("are accepted only from the CRM bot for presence, leaving and acts of people", async () => {
  const administrator = await person("administrator");
  await raw.DB.prepare("update users set discord_id = ? where id = ?").bind(VERA, administrator.userId).run();
  await raw.DB.prepare("update members set in_discord = 1 where id = ?").bind(administrator.memberId).run();
  const other = await makeBot();
  const people = async () => [
    await rows("select discord_status, discord_last_seen, updated_at from prospects order by id"),
    await rows("select in_discord, last_seen_at from members order by id"),
    await activities(),
  ];
  const before = await people();
  const items = [
    item("server_leave", null),
    item("presence", "online"),
    item("voice_join", "Lounge", { discordId: OMAR }),
  ];
  expect((await send(items, other)).status).toBe(200);
  expect(await people()).toEqual(before);
  await send(items);
  expect(await people()).not.toEqual(before);
});

it("are limited to the newest 200 of each person, without repeated presence", async () => {
  const at = (second: number) => new Date(Date.now() - 3_600_000 + second * 1_000).toISOString();
  const moves = (from: number, count: number) =>
    Array.from({ length: count }, (_, n) =>
      item("voice_move", `Room ${from + n}`, { timestamp: at(from + n) }),
    );
  await send([item("presence", "online", { discordId: OMAR, timestamp: at(0) })]);
  for (let second = 1; second < 5; second++)
    await send(
      ["online", "online", second === 3 ? "idle" : "online"].map((details) =>
        item("presence", details, { discordId: OMAR, timestamp: at(second) }),
      ),
    );
  await send(moves(0, 190));
  await send(moves(190, 25));
  const activitiesOf = (discordId: string) =>
    rows<{ details: string }>(
      "select details from discord_activities where discord_id = ? order by id",
      discordId,
    );
  expect((await activitiesOf(OMAR)).map(({ details }) => details)).toEqual(["online", "idle", "online"]);
  const kept = (await activitiesOf(VERA)).map(({ details }) => details);
  expect([kept.length, kept[0], kept.at(-1)]).toEqual([200, "Room 15", "Room 214"]);
  const last = await send([item("presence", "online"), item("voice_join", "Lounge")]);
  // Only her two hundred are read to find the oldest, whatever the number of others'.
  expect(last.meter.rowsRead).toBeLessThan(1_500);
});

it("the largest report costs two round trips and at most one row for each item", async () => {
  await raw.DB.prepare(
    `insert into prospects (organization_id, display_name, username, status, discord_id, discord_status,
       stage_changed_at, created_at, updated_at)
     select 1, 'Person ' || value, 'person' || value, 'intro', cast(300000000000000000 + value as text), 'active', '', '', ''
     from (with recursive n(value) as (select 1 union all select value + 1 from n where value < 10000) select value from n)`,
  ).run();
  const bots = [bot, await makeBot(), await makeBot(), await makeBot(), await makeBot()];
  const runs = await Promise.all(bots.map((id) => makeRun(id)));
  const answer = await fromGateway(
    "reports",
    report({
      states: bots.map((id, at) => state(id, runs[at] ?? 0, { sequence: at, stayedUp: true })),
      logs: bots.map((botId) => ({
        botId,
        lines: Array.from({ length: 100 }, () => ({
          timestamp: ago(0),
          level: "info",
          message: '"\\å'.repeat(666),
        })),
      })),
      activities: bots.map((_, part) => ({
        botId: bot,
        items: Array.from({ length: 200 }, (_, at) =>
          item(at % 2 ? "presence" : "server_leave", at % 2 ? "online" : null, {
            discordId: String(300000000000000001n + BigInt(part * 200 + at)),
          }),
        ),
      })),
    }),
  );
  expect([answer.status, answer.meter.trips]).toEqual([200, 2]);
  expect(await value("select count(*) from discord_activities")).toBe(1_000);
  expect(await value("select count(*) from prospects where discord_last_seen is not null")).toBe(500);
  expect(await value("select count(*) from prospects where discord_status = 'left'")).toBe(500);
  expect(await value("select sum(last_id - first_id + 1) from bot_logs")).toBe(500);
  // Each of 1,000 activities is read, its prospect found, and half of them changed with the counters of that.
  expect(answer.meter.rowsRead).toBeLessThan(20_000);
});
