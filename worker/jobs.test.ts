import { beforeEach, describe, expect, it } from "vitest";
import { makeBot } from "./features/bots/testing/bots.factory.ts";
import { crmBot } from "./features/discord/testing/discord.factory.ts";
import { JOBS } from "./jobs.ts";
import { CRONS } from "./lib/crons.ts";
import { openDb } from "./lib/db/client.ts";
import { resetDiscord } from "./testing/discord.ts";
import { person, raw, rows, settings, value } from "./testing/world.ts";

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000).toISOString();

const { hourly: HOURLY, daily: DAILY } = CRONS;

async function run(cron: string): Promise<void> {
  const { db } = openDb(raw.DB, "first-primary");
  await JOBS[cron]?.({ db, env: settings(), now: new Date(), language: "en" });
}

describe("the hourly job", () => {
  beforeEach(async () => {
    await resetDiscord();
    await crmBot();
  });

  it("syncs members, and attributes it to the job", async () => {
    await run(HOURLY);
    expect(await value("select count(*) from prospects")).toBe(119);
    expect(await rows("select actor_kind, actor_name from audit_log")).toEqual([
      { actor_kind: "job", actor_name: "Discord sync" },
    ]);
  });

  it("leaves an organization alone that switched discord_auto_sync off", async () => {
    await raw.DB.prepare(
      "insert into organization_settings values (1, 'discord_auto_sync', 0, '2026-01-01')",
    ).run();
    await run(HOURLY);
    expect(await value("select count(*) from sync_runs")).toBe(0);
  });

  it("does no harm where there is no CRM bot", async () => {
    await raw.DB.prepare("delete from bots").run();
    await run(HOURLY);
    expect(await value("select count(*) from prospects")).toBe(0);
  });
});

describe("the daily job", () => {
  it("forgets what has run out, keeps the rest, and notes the number of members once a day", async () => {
    const member = await person("member");
    const old = "2020-01-01T00:00:00.000Z";
    await raw.DB.batch([
      raw.DB.prepare(
        `insert into sessions (user_id, token_hash, method, created_at, last_seen_at, expires_at)
         values (?1, 'gone', 'password', ?2, ?2, ?2)`,
      ).bind(member.userId, old),
      raw.DB.prepare("insert into attempts (key, count, window_ends_at) values ('gone', 1, ?)").bind(old),
      raw.DB.prepare(
        `insert into discord_activities (organization_id, discord_id, username, activity_type, timestamp)
         values (1, '1', 'gone', 'presence', ?1), (1, '1', 'kept', 'presence', ?2)`,
      ).bind(old, new Date().toISOString()),
      raw.DB.prepare(
        `insert into gateway_reports (key, instance, received_at) values ('gone', 'one', ?1), ('kept', 'one', ?2)`,
      ).bind(daysAgo(2.1), daysAgo(1.9)),
    ]);
    const bot = await makeBot();
    await raw.DB.batch([
      raw.DB.prepare(
        `insert into bot_runs (id, bot_id, files, started_at) values (1, ?1, '{}', ?2), (2, ?1, '{}', ?2), (3, ?1, '{}', ?3)`,
      ).bind(bot, daysAgo(91), daysAgo(89)),
      raw.DB.prepare("update bots set run_id = 2"),
    ]);
    await run(DAILY);
    await run(DAILY);
    expect(await value("select count(*) from sessions")).toBe(1);
    expect(await value("select count(*) from attempts")).toBe(0);
    expect(await rows("select username from discord_activities")).toEqual([{ username: "kept" }]);
    expect(await rows("select key from gateway_reports")).toEqual([{ key: "kept" }]);
    // The run that a bot's status speaks of stays, however long it lasts.
    expect(await rows("select id from bot_runs order by id")).toEqual([{ id: 2 }, { id: 3 }]);
    expect(await rows("select day, active from member_days")).toEqual([
      { day: new Date().toISOString().slice(0, 10), active: 1 },
    ]);
  });
});

it("every cron expression has a job, and no job is without one", () => {
  expect(Object.keys(JOBS).sort()).toEqual(Object.values(CRONS).sort());
});
