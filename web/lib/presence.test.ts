import assert from "node:assert/strict";
import { test } from "node:test";
import "../testing/hooks.ts";

const { presenceOf } = await import("./presence.ts");

const NOW = Date.parse("2026-11-23T18:00:00.000Z");
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
