import assert from "node:assert/strict";
import { test } from "node:test";
import type { DiscordActivity } from "../../../../worker/features/prospects/prospects.schema.ts";
import * as presence from "../../../lib/presence.ts";
import { seenOf, voiceOf } from "./presence.ts";

const presenceOf = (prospect: Parameters<typeof seenOf>[0], activities: DiscordActivity[], now: number) =>
  presence.presenceOf(seenOf(prospect, activities), now);

const NOW = Date.parse("2026-11-21T12:00:00Z");
const ago = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString();
const seen = (minutes: number) => ({ discordStatus: "active" as const, discordLastSeen: ago(minutes) });
const activity = (
  minutes: number,
  activityType: DiscordActivity["activityType"],
  details: string | null = null,
): DiscordActivity => ({
  id: minutes,
  username: "vanta",
  avatarUrl: null,
  activityType,
  details,
  timestamp: ago(minutes),
});
const joined = [activity(20, "voice_join", "Hangar 2")];

test("shows a user seen under 5 minutes ago as active now", () => {
  assert.equal(presenceOf(seen(4.9), [], NOW).kind, "active_now");
  assert.equal(presenceOf(seen(4.9), joined, NOW).kind, "active_now");
});

test("shows a user seen 5 to 30 minutes ago as in voice or recently active", () => {
  assert.equal(presenceOf(seen(5), [], NOW).kind, "recently_active");
  assert.deepEqual(presenceOf(seen(29.9), joined, NOW), {
    kind: "in_voice",
    tone: "go",
    channel: "Hangar 2",
  });
});

test("shows a user seen 30 minutes ago as idle in voice or away", () => {
  assert.equal(presenceOf(seen(30), [], NOW).kind, "away");
  assert.deepEqual(presenceOf(seen(30), joined, NOW), {
    kind: "voice_idle",
    tone: "wait",
    channel: "Hangar 2",
  });
});

test("shows a user who left the server as gone, however recently seen", () => {
  assert.equal(presenceOf({ discordStatus: "left", discordLastSeen: ago(1) }, joined, NOW).kind, "left");
});

test("shows an unknown presence without a state or a time", () => {
  assert.equal(presenceOf({ discordStatus: null, discordLastSeen: ago(1) }, [], NOW).kind, "unknown");
  assert.equal(presenceOf({ discordStatus: "active", discordLastSeen: null }, [], NOW).kind, "unknown");
});

test("takes the voice channel from the latest voice event", () => {
  const left = [activity(1, "presence", "online"), activity(3, "voice_leave", "Hangar 2"), ...joined];
  assert.equal(voiceOf(left), null);
  const moved = [activity(2, "voice_move", "Bridge"), ...left];
  assert.deepEqual(voiceOf(moved), { channel: "Bridge" });
});
