import assert from "node:assert/strict";
import { test } from "node:test";
import type { GatewayDispatchEvents } from "discord-api-types/v10";
import { start } from "../../emulators/discord/testing.ts";
import { sampleDispatches } from "../testing/dispatches.ts";
import { FRAMEWORKS, runBot } from "../testing/run-bot.ts";

type Json = Record<string, unknown>;

/** What stands in the place of a field: nothing, null, and a value of each type. */
const FORMS: readonly unknown[] = [undefined, null, 7, "text", true, [], [7], {}, { id: 7 }];

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null;

/** Yields a dispatch's data with one of its fields in another form, for each field at any depth and each form. */
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
    `${framework}: a bot goes on and says each kind once, whatever Discord leaves out of an event or sends in another type`,
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
        // The bot's own server and the ids of other servers stay, so that the event is the bot's to read.
        for (const data of variants(sample)) {
          emulator.gateway.dispatch({ name: name as GatewayDispatchEvents, data: data as object });
          sent += 1;
        }
        // The same event whole, after which the bot has to see what happens.
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
