import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { run } from "../testing/hooks.ts";

const NOW = Date.parse("2026-11-23T18:00:00.000Z");
// Before the clock of the page starts.
mock.timers.enable({ apis: ["Date"], now: NOW });
const { frameTexts, loadTexts } = await import("./i18n/i18n.ts");
const { presenceOf, usePresence } = await import("./presence.ts");
await loadTexts(frameTexts);

const ago = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString();
const bridge = { channel: "Bridge" };

test("a presence goes by the minutes since somebody was last seen, and names a channel only while they are in voice", () => {
  const seen = (minutes: number, voice?: { channel: string | null }) => {
    const { kind, channel } = presenceOf(
      { isInServer: true, lastSeen: ago(minutes), ...(voice && { voice }) },
      NOW,
    );
    return [kind, channel];
  };
  assert.deepEqual(
    [seen(4), seen(4, bridge)],
    [
      ["active_now", null],
      ["active_now", null],
    ],
  );
  assert.deepEqual(
    [seen(5), seen(5, bridge)],
    [
      ["recently_active", null],
      ["in_voice", "Bridge"],
    ],
  );
  assert.deepEqual(
    [seen(29, { channel: null }), seen(30, bridge)],
    [
      ["in_voice", null],
      ["voice_idle", "Bridge"],
    ],
  );
  assert.deepEqual(seen(30), ["away", null]);
});

test("a presence is unknown without a time or a server, and is none after leaving", () => {
  const kind = (isInServer: boolean | null, lastSeen: string | null) =>
    presenceOf({ isInServer, lastSeen }, NOW).kind;
  assert.deepEqual(
    [kind(true, null), kind(null, ago(1)), kind(true, "soon")],
    ["unknown", "unknown", "unknown"],
  );
  assert.deepEqual([kind(false, ago(1)), kind(false, null)], ["left", "left"]);
});

test("a presence names its voice channel where that has a name, and has no dot while it is unknown", async () => {
  const shown = async (lastSeen: string | null, voice: { channel: string | null } | null) => {
    const { now, end } = await run(() => usePresence({ isInServer: true, lastSeen, voice }));
    await end();
    return [now.text, now.dot];
  };
  const tell = (tone: string, label: string) => [label, { tone, label }];
  assert.deepEqual(await shown(ago(10), bridge), tell("go", "In voice: Bridge"));
  assert.deepEqual(await shown(ago(10), { channel: null }), tell("go", "In voice"));
  assert.deepEqual(await shown(ago(40), bridge), tell("wait", "In voice, idle: Bridge"));
  assert.deepEqual(await shown(ago(4), bridge), tell("go", "Active Now"));
  assert.deepEqual(await shown(null, null), ["Unknown", null]);
});
