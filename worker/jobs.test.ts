import { beforeEach, describe, expect, it, vi } from "vitest";
import { makeBot } from "./features/bots/testing/bots.factory.ts";
import { crmBot } from "./features/discord/testing/discord.factory.ts";
import { recordRun } from "./features/health/index.ts";
import { JOBS } from "./jobs.ts";
import { CRONS } from "./lib/crons.ts";
import { openDb } from "./lib/db/client.ts";
import { resetDiscord } from "./testing/discord.ts";
import { organization, person, raw, rows, settings, value } from "./testing/world.ts";

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

  it("syncs members, and is recorded as the actor", async () => {
    await run(HOURLY);
    expect(await value("select count(*) from prospects")).toBe(119);
    expect(await rows("select actor_kind, actor_name from audit_log")).toEqual([
      { actor_kind: "job", actor_name: "Discord sync" },
    ]);
  });

  it("skips an organization that has switched discord_auto_sync off", async () => {
    await raw.DB.prepare(
      `insert into organization_settings (organization_id, setting_key, setting_value, updated_at)
       values (1, 'discord_auto_sync', 0, '2026-01-01')`,
    ).run();
    await run(HOURLY);
    expect(await value("select count(*) from sync_runs")).toBe(0);
  });

  it("does nothing without a CRM bot", async () => {
    await raw.DB.prepare("delete from bots").run();
    await run(HOURLY);
    expect(await value("select count(*) from prospects")).toBe(0);
  });
});

describe("the daily job", () => {
  it("deletes expired rows, keeps the others, and records the number of members once a day", async () => {
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
         values (1, '1', 'gone', 'presence', ?1), (1, '1', 'kept', 'presence', ?2), (1, '1', 'gone', 'presence', ?3),
           (1, '1', 'kept', 'presence', ?4)`,
        // Reported up to a day late.
      ).bind(old, daysAgo(89.5), daysAgo(90.4), new Date().toISOString()),
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
    expect(await rows("select username from discord_activities")).toEqual([
      { username: "kept" },
      { username: "kept" },
    ]);
    expect(await rows("select key from gateway_reports")).toEqual([{ key: "kept" }]);
    // The run that a bot's status refers to stays, however old it is.
    expect(await rows("select id from bot_runs order by id")).toEqual([{ id: 2 }, { id: 3 }]);
    expect(await rows("select day, active from member_days")).toEqual([
      { day: new Date().toISOString().slice(0, 10), active: 1 },
    ]);
  });
});

describe("runs of jobs", () => {
  const recorded = () =>
    rows(
      "select organization_id, name, outcome, error, counts from job_runs where name <> 'upkeep' order by id",
    );
  const tick = new Date("2026-11-22T06:00:00.000Z");
  const context = (now = tick) => ({
    db: openDb(raw.DB, "first-primary").db,
    env: settings(),
    now,
    language: "en" as const,
  });
  beforeEach(() => resetDiscord());

  it("are recorded for each organization, with their counts or the reason for skipping", async () => {
    await crmBot();
    const other = await organization();
    await JOBS[HOURLY]?.(context());
    const counts = JSON.stringify({ added: 119, updated: 0, left: 0 });
    const noEvents = JSON.stringify({ created: 0, changed: 0, deleted: 0, added: 0, removed: 0 });
    const done = { outcome: "done", error: null } as const;
    const noneTold = JSON.stringify({ told: 0 });
    const noneSent = JSON.stringify({ sent: 0, failed: 0 });
    expect(await recorded()).toEqual([
      { organization_id: 1, name: "deadlines", ...done, counts: noneTold },
      { organization_id: 1, name: "member_sync", ...done, counts },
      { organization_id: 1, name: "events", ...done, counts: noEvents },
      { organization_id: 1, name: "notices", ...done, counts: noneSent },
      { organization_id: other, name: "deadlines", ...done, counts: noneTold },
      {
        organization_id: other,
        name: "member_sync",
        outcome: "skipped",
        error: "crm_bot_not_found",
        counts: null,
      },
      {
        ...{ organization_id: other, name: "events", outcome: "skipped" },
        ...{ error: "mirror_no_bot", counts: noEvents },
      },
      { organization_id: other, name: "notices", ...done, counts: noneSent },
    ]);
    const times = await rows<{ started_at: string; finished_at: string }>("select * from job_runs");
    for (const { started_at, finished_at } of times) expect(finished_at >= started_at).toBe(true);
  });

  it("are recorded with an error code when they fail, and do not keep others from running", async () => {
    await crmBot("a.token.that-discord-refuses");
    await organization();
    await JOBS[HOURLY]?.(context());
    expect((await recorded()).map(({ name, outcome, error }) => [name, outcome, error])).toEqual([
      ["deadlines", "done", null],
      ["member_sync", "failed", "sync_discord_unauthorized"],
      ["events", "failed", "mirror_no_permission"],
      ["notices", "done", null],
      ["deadlines", "done", null],
      ["member_sync", "skipped", "crm_bot_not_found"],
      ["events", "skipped", "mirror_no_bot"],
      ["notices", "done", null],
    ]);
  });

  it("happen once for a tick that arrives twice, sequentially or in parallel", async () => {
    let runs = 0;
    const work = async () => {
      runs += 1;
      return { outcome: "done" } as const;
    };
    const run = (now?: Date) => recordRun(context(now), "test", 1, work);
    await Promise.all([run(), run()]);
    await run();
    expect(runs).toBe(1);
    await run(new Date("2026-11-22T07:00:00.000Z"));
    expect(runs).toBe(2);
  });

  it("do not overlap; a killed run is given up after its lease, and its late result is refused", async () => {
    const begun = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    const slow = recordRun(context(), "test", 1, async () => {
      begun.resolve();
      await end.promise;
      return { outcome: "done", counts: { late: 1 } };
    });
    await begun.promise;
    const next = () => recordRun(context(new Date()), "test", 1, async () => ({ outcome: "held" }));
    await next();
    expect(await value("select count(*) from job_runs")).toBe(1);
    await raw.DB.prepare("update job_runs set lease_until = '2026-01-01'").run();
    await next();
    end.resolve();
    await slow;
    expect((await recorded()).map(({ outcome, error, counts }) => [outcome, error, counts])).toEqual([
      ["failed", "job_interrupted", null],
      ["held", null, null],
    ]);
  });

  it("are kept for 90 days", async () => {
    const add = (scheduled: string, outcome: string) =>
      raw.DB.prepare(
        `insert into job_runs (organization_id, name, scheduled_at, started_at, lease_until, outcome)
         values (1, 'test', ?1, ?1, ?1, ?2)`,
      )
        .bind(scheduled, outcome)
        .run();
    await add(daysAgo(91), "done");
    await add(daysAgo(89), "failed");
    await run(DAILY);
    expect(await rows("select outcome from job_runs where name = 'test'")).toEqual([{ outcome: "failed" }]);
  });

  it("report an upkeep task that fails, and run the others", async () => {
    const quiet = vi.spyOn(console, "error").mockImplementation(() => undefined);
    await raw.DB.batch([
      raw.DB.prepare("drop table gateway_reports"),
      raw.DB.prepare("insert into attempts (key, count, window_ends_at) values ('gone', 1, '2020-01-01')"),
    ]);
    await run(DAILY);
    expect(await value("select count(*) from attempts")).toBe(0);
    expect(await rows("select outcome, error, counts from job_runs where name = 'upkeep'")).toEqual([
      { outcome: "failed", error: "upkeep_incomplete", counts: '{"failed":1}' },
    ]);
    // The fault, and the line of the job.
    expect(quiet).toHaveBeenCalledTimes(2);
    quiet.mockRestore();
  });
});

it("every cron expression has a job, and every job a cron expression", () => {
  expect(Object.keys(JOBS).sort()).toEqual(Object.values(CRONS).sort());
});
