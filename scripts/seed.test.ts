import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { proposalOf } from "../worker/features/attendance/attendance.schema.ts";
import { intervalsOf, minutesIn, type Sign } from "../worker/features/attendance/stays.ts";
import { WISH_STATUSES } from "../worker/features/wishes/wishes.schema.ts";
import { inRoot, root } from "./lib/paths.ts";
import { eventRows } from "./seed/events.ts";
import { requireLocal } from "./seed/local.ts";
import * as names from "./seed/names.ts";
import { DEMO_PEOPLE, type DemoUsername } from "./seed/people.ts";
import { DEMO_PROSPECTS } from "./seed/prospects.ts";
import { replay } from "./seed/replay.ts";
import { voiceRows } from "./seed/voice.ts";
import { wishRows } from "./seed/wishes.ts";

const local = { appUrl: "http://localhost:8787", isBoundRemotely: false, isAskedRemotely: false };

test("allows the demo in a local database", () => {
  requireLocal(local);
  requireLocal({ ...local, appUrl: "http://127.0.0.1:9000" });
});

for (const [name, where] of Object.entries({
  "one asked for by --remote": { ...local, isAskedRemotely: true },
  "one that wrangler.toml binds remotely": { ...local, isBoundRemotely: true },
  "one behind a public address": { ...local, appUrl: "https://command.example.org" },
  "one behind a name that only begins like this machine's": {
    ...local,
    appUrl: "https://localhost.example.org",
  },
  "one whose address is unknown": { ...local, appUrl: undefined },
})) {
  test(`refuses the demo for ${name}`, () => {
    assert.throws(() => requireLocal(where), /only for a local database/);
  });
}

test("seeds work in every state of urgency, and nothing that has not happened yet", () => {
  const now = new Date("2026-11-21T12:00:00.000Z");
  const ids = new Map<DemoUsername, { user: number; member: number }>(
    DEMO_PEOPLE.map(({ username }, index) => [username, { user: index + 1, member: index + 1 }]),
  );
  const all = DEMO_PROSPECTS.map((demo, index) => replay(demo, index + 1, { organizationId: 1, now, ids }));
  const hours = all.flatMap(({ prospect }) =>
    prospect["deadline"] ? (Date.parse(String(prospect["deadline"])) - now.getTime()) / 3_600_000 : [],
  );
  assert.ok(hours.filter((each) => each < 0).length >= 3, "overdue");
  assert.ok(hours.filter((each) => each > 0 && each < 24).length >= 3, "within a day");
  assert.ok(hours.filter((each) => each > 24).length >= 3, "later");
  for (const { history, prospect, audit, membership } of all) {
    const times = history.map((entry) => String(entry["created_at"]));
    assert.deepEqual(times, [...times].sort(), `${prospect["display_name"]}: in order`);
    const happened = [prospect, ...history, ...audit, ...(membership?.history ?? [])].flatMap((row) =>
      Object.entries(row).flatMap(([name, time]) => (name.endsWith("_at") ? [String(time)] : [])),
    );
    for (const time of [...happened, membership?.joinedAt, membership?.leftAt])
      assert.ok((time ?? "") <= now.toISOString(), `${prospect["display_name"]}: ${time}`);
  }
});

test("members of the demo were in voice at its events, as attendance proposes of them and before the seeding", () => {
  for (const now of [new Date("2026-11-21T00:00:00.000Z"), new Date("2026-11-21T23:59:00.000Z")]) {
    const ids = new Map<DemoUsername, { user: number; member: number }>();
    const people = DEMO_PROSPECTS.map((demo, index) =>
      replay(demo, index + 1, { organizationId: 1, now, ids }),
    );
    const events = new Map(eventRows(1, now, new Map())).get("events") ?? [];
    const rows = voiceRows(1, events, people);
    const proposals = events.flatMap((event) => {
      const [from, to] = [Date.parse(String(event["starts_at"])), Date.parse(String(event["ends_at"]))];
      const near = rows.filter((row) => {
        const at = Date.parse(String(row["timestamp"]));
        assert.ok(at <= now.getTime(), String(row["timestamp"]));
        return at > from - 3_600_000 && at < to + 3_600_000;
      });
      return [...Map.groupBy(near, (row) => row["discord_id"]).values()].map((own) => {
        const signs = own.map((row) => ({
          type: row["activity_type"] as Sign["type"],
          at: Date.parse(String(row["timestamp"])),
        }));
        const stays = intervalsOf(signs, from, to);
        return [stays.length, proposalOf(minutesIn(stays, from, to), (to - from) / 60_000)].join(" ");
      });
    });
    assert.deepEqual(proposals, ["1 yes", "3 partly", "1 no", "1 partly", "1 partly", "1 partly", "1 yes"]);
  }
});

test("seeds wishes in every state, whose votes and links fit their triggers, people and events", () => {
  using database = new DatabaseSync(":memory:");
  for (const file of globSync("migrations/*.sql", { cwd: root }).sort())
    database.exec(readFileSync(inRoot(file), "utf8"));
  const now = new Date();
  const userIds = new Map(Object.values(names).map((name, at) => [name as string, at + 1]));
  for (const [name, id] of userIds)
    database
      .prepare(
        "insert into users (id, organization_id, username, display_name, created_at, updated_at) values (?, 1, ?, ?, '', '')",
      )
      .run(id, name, name);
  const titles = eventRows(1, now, userIds).flatMap(([table, rows]) => (table === "events" ? rows : []));
  const eventIds = new Map(titles.map(({ title, id }) => [String(title), Number(id)]));
  for (const [table, rows] of wishRows(1, now, userIds, eventIds))
    for (const row of rows) {
      const places = Object.keys(row).map(() => "?");
      database
        .prepare(`insert into ${table} (${Object.keys(row)}) values (${places})`)
        .run(...Object.values(row));
    }
  const all = (sql: string) => database.prepare(sql).all() as Record<string, number | string>[];
  const listed = all("select status, votes, votes_this_week from wishes where merged_into_id is null");
  assert.deepEqual(new Set(listed.map(({ status }) => status)), new Set(WISH_STATUSES));
  assert.ok(listed.every(({ votes }) => Number(votes) > 0));
  assert.ok(
    listed.some((each) => Number(each["votes_this_week"]) > 0),
    "voted for this week",
  );
  const [merged] = all(
    `select root.votes, own.votes as own from wishes own join wishes root on root.id = own.merged_into_id`,
  );
  // One of the merged wish's two voters voted for the other, too.
  assert.deepEqual([merged?.["votes"], merged?.["own"]], [9, 2]);
  assert.equal(all("select * from wish_links").length, 2);
  const times = all("select voted_at as at from wish_votes union select created_at from wish_comments");
  assert.ok(
    times.every(({ at }) => String(at) <= now.toISOString()),
    "nothing that is still to come",
  );
});
