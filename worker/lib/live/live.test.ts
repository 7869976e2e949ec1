import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { afterEach, describe, expect, it } from "vitest";
import type { OrganizationHub } from "../../hub.ts";
import worker from "../../index.ts";
import { closePages, hubOf, openPage } from "../../testing/live.ts";
import { type Meter, metered } from "../../testing/meter.ts";
import { HOLDERS } from "../../testing/routes.ts";
import { hoursFromNow, organization, person, prospect, raw, settings, value } from "../../testing/world.ts";
import { CRONS } from "../crons.ts";
import { type Permission, SYSTEM_ROLES } from "../permissions.schema.ts";
import { announce } from "./announce.ts";
import { raiseSql } from "./revisions.table.ts";

afterEach(closePages);

const sql = (text: string) => raw.DB.prepare(text).run();
const raise = (topic: string, organizationId = 1) =>
  sql(`insert into revisions values (${organizationId}, '{"${topic}":100}')
       on conflict do update set topics = json_set(topics, '$.${topic}', coalesce(topics ->> '$.${topic}', 0) + 100)`);

/** Gives the hub of organization 1 another database. */
const giveDatabase = (DB: D1Database) =>
  runInDurableObject(hubOf(), (hub: OrganizationHub) => {
    Object.assign(hub, { env: { ...raw, DB } });
  });

/** Counts the queries of that hub from now on. */
async function meterHub(): Promise<Meter> {
  const { database, meter } = metered(raw.DB);
  await giveDatabase(database);
  return meter;
}

/** The permissions of which one lets a user hear of a topic; null for every session. */
const AUDIBLE: Record<string, Permission[] | null> = {
  prospects: ["prospects.read"],
  members: ["members.read", "prospects.read", "dashboard.view", "contracts.read"],
  bots: ["bots.read"],
  activity: ["dashboard.view", "prospects.read"],
  discord: ["prospects.read", "roster.read"],
  // A payout shows the transfer fee.
  settings: ["admin.system", "contracts.read"],
  contracts: ["contracts.read"],
  applications: ["contracts.read", "security.review"],
  payouts: ["contracts.read"],
  health: ["admin.system"],
  ships: null,
  ship_sync: ["admin.system"],
  hangars: null,
  leaves: null,
  rsi: null,
  sessions: [],
};

describe("a change", () => {
  it("is sent to other users after the request that made it, with the new revision", async () => {
    const [officer, recruiter] = [await person("officer"), await person("recruiter")];
    const page = await openPage(recruiter);
    const id = await prospect({ status: "onboarding", assigned_to: officer.memberId });
    await officer.ok("PATCH", `/api/prospects/${id}/notes`, { notes: "Flies well", version: 1 });
    expect(await page.next()).toEqual({ type: "changed", revisions: { prospects: 2, activity: 1 } });
  });

  it("is sent to the roles to which a route shows it, and to no others", async () => {
    const roles = [...SYSTEM_ROLES, null];
    const people = await Promise.all(roles.map((role) => person(role)));
    const pages = await Promise.all(people.map(openPage));
    const heard: unknown[] = [];
    const expected: unknown[] = [];
    for (const [topic, permissions] of Object.entries(AUDIBLE)) {
      await raise(topic);
      await announce(settings(), 1);
      for (const [at, role] of roles.entries()) {
        heard.push([topic, role, pages[at]?.rest()]);
        const isHeard = !permissions || permissions.some((each) => role && HOLDERS[each]?.includes(role));
        const message = { type: "changed", revisions: { [topic]: expect.any(Number) } };
        expected.push([topic, role, isHeard ? [message] : []]);
      }
    }
    expect(heard).toEqual(expected);
  });

  it("is not sent to another organization", async () => {
    const elsewhere = await organization();
    const [here, there] = [
      await openPage(await person("officer")),
      await openPage(await person("officer", elsewhere)),
    ];
    await raise("bots");
    await Promise.all([announce(settings(), 1), announce(settings(), elsewhere)]);
    expect(here.rest()).toMatchObject([{ type: "changed" }]);
    expect(there.rest()).toEqual([]);
  });

  it("is sent once with others that are announced at once, with one query", async () => {
    const page = await openPage(await person("officer"));
    const meter = await meterHub();
    for (const topic of ["bots", "discord", "activity"]) await raise(topic);
    await Promise.all(Array.from({ length: 50 }, () => announce(settings(), 1)));
    expect(page.rest()).toMatchObject([
      { type: "changed", revisions: { bots: 100, discord: 100, activity: 100 } },
    ]);
    expect(meter.trips).toBe(1);
  });

  it("is sent when it is made while an earlier one is read", async () => {
    const page = await openPage(await person("officer"));
    await runInDurableObject(hubOf(), (hub: OrganizationHub) => {
      let isFirst = true;
      const slow = (statement: D1PreparedStatement): D1PreparedStatement =>
        ({
          bind: (...values: unknown[]) => slow(statement.bind(...values)),
          raw: async () => {
            const found = await statement.raw();
            if (isFirst) {
              isFirst = false;
              await raise("bots");
              void hub.announce(1);
            }
            return found;
          },
        }) as D1PreparedStatement;
      const session = { prepare: (text: string) => slow(raw.DB.prepare(text)) };
      Object.assign(hub, { env: { ...raw, DB: { withSession: () => session } } });
    });
    await announce(settings(), 1);
    expect(await page.next()).toEqual({ type: "changed", revisions: { bots: 100 } });
  });

  it("costs no query without a connection", async () => {
    const meter = await meterHub();
    await prospect();
    await announce(settings(), 1);
    expect(meter.trips).toBe(0);
  });

  it("is not asked for by open pages: pings cost no query", async () => {
    const page = await openPage(await person("officer"));
    const meter = await meterHub();
    for (let at = 0; at < 3; at++) {
      page.say("ping");
      expect(await page.next()).toBe("pong");
    }
    expect(meter.trips).toBe(0);
  });

  it("is sent after the hub has slept, with all current revisions", async () => {
    const page = await openPage(await person("recruiter"));
    await evictDurableObject(hubOf());
    await raise("prospects");
    await announce(settings(), 1);
    expect(page.rest()).toMatchObject([
      { type: "hello", revisions: { prospects: 100, members: expect.any(Number) } },
    ]);
    await raise("discord");
    await announce(settings(), 1);
    expect(page.rest()).toEqual([{ type: "changed", revisions: { discord: 100 } }]);
  });

  it("of a job is sent after the job, in every organization", async () => {
    const organizations = [1, await organization()];
    const pages = await Promise.all(
      organizations.map(async (each) => [each, await openPage(await person("officer", each))] as const),
    );
    // What the end of each job changes; a job may announce what it does before.
    await sql(`create trigger end_of_jobs after update of outcome on job_runs
      when new.organization_id > 0 and new.outcome <> 'running'
      begin ${raiseSql("bots", "select new.organization_id as id")}; end`);
    await worker.scheduled({ cron: CRONS.daily, scheduledTime: Date.now(), noRetry() {} }, raw);
    for (const [each, page] of pages) {
      const heard = page
        .rest()
        .map((message) => (message as { revisions: Record<string, number> }).revisions);
      const stored = await value("select topics ->> '$.bots' from revisions where organization_id = ?", each);
      expect(stored).toBeGreaterThan(0);
      expect(Object.assign({}, ...heard)).toMatchObject({ bots: stored });
    }
  });

  it("that cannot be read closes the connections, so that pages ask again", async () => {
    const page = await openPage(await person("officer"));
    const withSession = () => {
      throw new Error("D1 is away");
    };
    await giveDatabase({ withSession } as unknown as D1Database);
    await announce(settings(), 1);
    expect(await page.next()).toEqual({ closed: 1013 });
  });
});

describe("a deadline", () => {
  it("raises the revision of prospects when it passes", async () => {
    await prospect({ status: "onboarding", deadline: hoursFromNow(0.5) });
    const page = await openPage(await person("officer"));
    await announce(settings(), 1);
    // The check of sessions comes earlier, and leaves the deadline where it is.
    await runInDurableObject(hubOf(), (_, state) => state.storage.setAlarm(Date.now() + 60_000));
    await runDurableObjectAlarm(hubOf());
    const due = await runInDurableObject(hubOf(), async (_, state) => ({
      alarm: await state.storage.getAlarm(),
      deadline: await state.storage.get<number>("deadline:prospects"),
    }));
    expect(due.alarm).toBe(due.deadline);
    expect(Math.abs((due.alarm ?? 0) - Date.parse(hoursFromNow(0.5)))).toBeLessThan(60_000);
    await runInDurableObject(hubOf(), (_, state) => state.storage.put("deadline:prospects", Date.now()));
    await runDurableObjectAlarm(hubOf());
    expect(page.rest()).toEqual([{ type: "changed", revisions: { prospects: 2 } }]);
  });

  it("wakes the hub when it becomes urgent, but not for an inactive prospect", async () => {
    await prospect({ status: "onboarding", deadline: hoursFromNow(24.5) });
    await prospect({ status: "inactive", deadline: hoursFromNow(0.1) });
    await openPage(await person("officer"));
    await announce(settings(), 1);
    const deadline = await runInDurableObject(hubOf(), (_, state) =>
      state.storage.get<number>("deadline:prospects"),
    );
    expect(Math.abs((deadline ?? 0) - Date.parse(hoursFromNow(0.5)))).toBeLessThan(60_000);
  });
});
