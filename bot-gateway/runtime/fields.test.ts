import assert from "node:assert/strict";
import { test } from "node:test";
import type { GatewayDispatchEvents } from "discord-api-types/v10";
import { start } from "../../emulators/discord/testing.ts";
import { sampleDispatches } from "../testing/dispatches.ts";
import { FRAMEWORKS, runBot } from "../testing/run-bot.ts";

type Json = Record<string, unknown>;

/** Replacements of a field: absent, null, and a value of each type. */
const FORMS: readonly unknown[] = [undefined, null, 7, "text", true, [], [7], {}, { id: 7 }];

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null;

/** Yields a dispatch's data with one field replaced, for each field at any depth and each replacement. */
function* variants(data: unknown): Generator<unknown> {
  if (!isObject(data)) return;
  const put = (key: string, value: unknown) =>
    Array.isArray(data) ? data.with(Number(key), value) : { ...data, [key]: value };
  for (const [key, value] of Object.entries(data)) {
    for (const form of FORMS) yield put(key, form);
    for (const inner of variants(value)) yield put(key, inner);
  }
}

for (const { framework, options } of FRAMEWORKS)
  test(
    `${framework}: a bot keeps running and warns once for each kind of event with a missing or mistyped field`,
    options,
    async (t) => {
      const emulator = await start(t);
      const bot = runBot(t, emulator, framework);
      await bot.report("ready");
      const { id: userId } = emulator.guild.join({ username: "full.user" }).user;
      await bot.story("full.user server_join -");
      const samples = Object.entries(sampleDispatches(emulator.guildId, userId));
      let sent = 0;
      for (const [name, sample] of samples) {
        // Keeps the server ids, so that the bot does not ignore the event as one of another server.
        for (const data of variants(sample)) {
          emulator.gateway.dispatch({ name: name as GatewayDispatchEvents, data: data as object });
          sent += 1;
        }
        // Sends the complete event, after which the bot must still report activities.
        emulator.gateway.dispatch({ name: name as GatewayDispatchEvents, data: sample });
        emulator.guild.join({ username: `after.${name.toLowerCase()}` });
        await bot.story(`after.${name.toLowerCase()} server_join -`).catch((error: Error) => {
          throw new Error(`after ${name}: ${error.message.slice(-3_000)}`);
        });
      }
      assert.ok(sent > 2_000, String(sent));
      const warnings = bot.stderr.match(/could not read \w+/g) ?? [];
      assert.deepEqual(warnings, [...new Set(warnings)], "each kind of event is told once");
      bot.order({ type: "command", id: 1, command: "syncmembers" });
      await bot.report("command_done");
    },
  );
