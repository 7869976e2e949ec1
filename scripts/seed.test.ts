import assert from "node:assert/strict";
import { test } from "node:test";
import { requireLocal } from "./seed/demo.ts";
import { DEMO_PEOPLE, type DemoUsername } from "./seed/people.ts";
import { DEMO_PROSPECTS } from "./seed/prospects.ts";
import { replay } from "./seed/replay.ts";

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
