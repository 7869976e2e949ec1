import assert from "node:assert/strict";
import { test } from "node:test";
import { liveOn } from "./life.ts";
import { randomFrom } from "./random.ts";
import { start } from "./testing.ts";

test("changes presence and voice of members, and keeps offline members out of voice", async (t) => {
  const emulator = await start(t);
  const { guild } = emulator;
  const before = new Map(guild.state.presences);
  const random = randomFrom(7);
  for (let beat = 0; beat < 400; beat++) liveOn(guild, random);
  const { presences, voice, members } = guild.state;
  assert.ok([...presences].some(([id, { status }]) => before.get(id)?.status !== status));
  assert.ok(voice.size > 0);
  for (const id of voice.keys()) assert.ok(presences.has(id), "a member in voice is online");
  for (const id of [...presences.keys(), ...voice.keys()]) assert.ok(members.has(id));
});
