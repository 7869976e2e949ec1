import assert from "node:assert/strict";
import { test } from "node:test";
import { temporaryFolder } from "../testing/folders.ts";
import { order } from "../testing/start.ts";
import { running, superviseIn } from "../testing/supervise.ts";

test("reports once that an ended bot no longer receives voice events", async (t) => {
  const { clock, last, activities } = await running(t);
  const { guildId } = order("");
  const item = (details: string) => ({
    ...{ guildId, discordId: "1100000000000000001", username: "", type: "watch", details },
    timestamp: new Date(clock.now()).toISOString(),
  });
  last().report({ type: "activity", items: [item("present")] });
  await clock.advance(1_000);
  last().end(1);
  await clock.advance(5_000);
  assert.deepEqual(
    activities.map(({ type, details }) => [type, details]),
    [
      ["watch", "present"],
      ["watch", "lost"],
    ],
  );
  const [begun, ended] = activities.map(({ timestamp }) => Date.parse(timestamp));
  assert.equal((ended ?? 0) - (begun ?? 0), 1_000);
  // Its next process ends before it watches.
  last().end(1);
  await clock.advance(0);
  assert.equal(activities.length, 2);
});

test("keeps a bot off that ended by itself with exit code 0, and says so, also before it connected", async (t) => {
  for (const connected of [true, false]) {
    const stand = connected ? await running(t) : superviseIn(temporaryFolder(t));
    const { clock, sandbox, last, state, lines, supervisor } = stand;
    if (!connected) supervisor.start(1, order(""));
    await clock.advance(0);
    last().end(0);
    await clock.advance(3_600_000);
    const detail = connected ? null : "It had not connected to Discord.";
    const { status, reason, restarts } = state();
    assert.deepEqual([status, reason, state().detail, restarts], ["inactive", "ended", detail, 0]);
    assert.equal(sandbox.processes.length, 1);
    const expected = [
      "It ended by itself, with exit code 0.",
      detail,
      "It stays off until somebody starts it.",
    ];
    assert.equal(lines.at(-1)?.message, expected.filter(Boolean).join(" "));
    supervisor.start(1, order(""));
    await clock.advance(10_000);
    assert.equal(sandbox.processes.length, 2);
  }
});
