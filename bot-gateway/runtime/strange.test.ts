import assert from "node:assert/strict";
import { test } from "node:test";
import { type APIChannel, ChannelType, GatewayDispatchEvents as Event } from "discord-api-types/v10";
import type { DiscordEmulator } from "../../emulators/discord/index.ts";
import { start } from "../../emulators/discord/testing.ts";
import { FRAMEWORKS, runBot } from "../testing/run-bot.ts";

const FIRST = Number(process.env["STRANGE_SEED"] ?? 1);
const SEEDS = 40;
/** Seeds that are tried before the bot's reports are compared. */
const AT_ONCE = 10;

/** Dispatches events about channels, threads and stages, which the emulator itself never causes. */
function stir({ guild, gateway, strange }: DiscordEmulator, userId: string): void {
  const { state } = guild;
  const send = (name: Event, data: object) => gateway.dispatch({ name, data: strange.event(name, data) });
  const guildId = { guild_id: state.id };
  const [voice, text] = [guild.channel("Hangar 2"), guild.channel("general")];
  const fresh: Partial<APIChannel> = { ...voice, id: "1100000000000000098", name: "Hangar 9" };
  send(Event.ChannelCreate, fresh);
  send(Event.ChannelUpdate, { ...fresh, name: "Hangar 10" });
  send(Event.ChannelDelete, fresh);
  send(Event.ChannelUpdate, text);
  send(Event.ChannelPinsUpdate, { ...guildId, channel_id: text.id });
  const thread = {
    ...guildId,
    id: "1100000000000000097",
    parent_id: text.id,
    type: ChannelType.PublicThread,
    name: "A thread",
    owner_id: userId,
    message_count: 0,
    member_count: 1,
    rate_limit_per_user: 0,
    thread_metadata: {
      archived: false,
      auto_archive_duration: 1440,
      archive_timestamp: "2026-01-01T00:00:00.000000+00:00",
      locked: false,
    },
  };
  const member = {
    id: thread.id,
    user_id: userId,
    join_timestamp: "2026-01-01T00:00:00.000000+00:00",
    flags: 0,
  };
  send(Event.ThreadCreate, { ...thread, member });
  send(Event.ThreadUpdate, { ...thread, name: "Another thread", ...guildId });
  send(Event.ThreadListSync, { ...guildId, threads: [thread], members: [], channel_ids: [text.id] });
  send(Event.ThreadMembersUpdate, {
    ...guildId,
    id: thread.id,
    member_count: 1,
    removed_member_ids: [userId],
  });
  send(Event.ThreadDelete, { ...guildId, id: thread.id, parent_id: text.id, type: thread.type });
  const stage = {
    ...guildId,
    id: "1100000000000000096",
    channel_id: voice.id,
    topic: "News",
    privacy_level: 2,
  };
  send(Event.StageInstanceCreate, { ...stage, discoverable_disabled: false });
  send(Event.StageInstanceDelete, { ...stage, discoverable_disabled: false });
  send(Event.VoiceChannelEffectSend, { ...guildId, channel_id: voice.id, user_id: userId });
}

const SEEN = [
  "server_join ",
  "presence online",
  "presence idle",
  "voice_join Hangar 1",
  "voice_move Bridge",
  // The bot itself is back in the server.
  "voice_present Bridge",
  "presence offline",
  "voice_leave Bridge",
  "presence dnd",
  "server_leave ",
];

/** Makes a user join, act and leave in the server; returns their id. */
function live(emulator: DiscordEmulator, name: string): string {
  const { guild, clientId } = emulator;
  const { id } = guild.join({ username: name }).user;
  guild.setPresence(id, { status: "online", activities: ["Star Citizen"] });
  guild.rename(id, { username: `${name}.renamed`, globalName: "Pilot" });
  guild.setPresence(id, { status: "idle" });
  guild.enterVoice(id, "Hangar 1");
  guild.setRoles(id, ["Recruit"]);
  guild.enterVoice(id, "Bridge");
  stir(emulator, id);
  guild.createRole({ name: `Role of ${name}` });
  guild.editRole(`Role of ${name}`, { name: "Renamed" });
  guild.deleteRole("Renamed");
  guild.leave(clientId);
  guild.rejoin(clientId);
  guild.setPresence(id, { status: "offline" });
  guild.leaveVoice(id);
  guild.setPresence(id, { status: "dnd" });
  guild.leave(id);
  return id;
}

for (const { framework, options } of FRAMEWORKS)
  test(
    `${framework}: a new bot keeps running and reports the same, whatever fields Discord leaves out`,
    options,
    async (t) => {
      const emulator = await start(t, { strangeSeed: FIRST });
      const bot = runBot(t, emulator, framework);
      await bot.report("ready");
      for (let from = FIRST; from < FIRST + SEEDS; from += AT_ONCE) {
        const seeds = Array.from({ length: AT_ONCE }, (_, index) => from + index);
        const ids = seeds.map((seed) => {
          emulator.strange.begin(seed);
          return live(emulator, `pilot.${seed}`);
        });
        const where = `with a strange seed from ${from} to ${seeds.at(-1)}`;
        emulator.guild.join({ username: `last.of.${from}` });
        await bot.story(`last.of.${from} server_join -`).catch((error: Error) => {
          throw new Error(`${where}: ${error.message}`);
        });
        assert.equal(bot.stderr, "", where);
        for (const [index, id] of ids.entries()) {
          const reported = bot.activities.filter(({ discordId }) => discordId === id);
          const seen = reported.map(({ type, details }) => [type, details].join(" "));
          assert.deepEqual(seen, SEEN, `with the strange seed ${seeds[index]}`);
        }
      }
    },
  );
