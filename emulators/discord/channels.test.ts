import assert from "node:assert/strict";
import { test } from "node:test";
import { channelDefaults, type DiscordEmulator, defaults, roleDefaults } from "./index.ts";
import { packGuild, unpackGuild } from "./state-file.ts";
import { call, field, RawGateway, start } from "./testing.ts";

const bits = (...positions: number[]) =>
  positions.reduce((sum, position) => sum | (1n << BigInt(position)), 0n).toString();
const viewing = bits(10);
const sending = bits(11);
const history = bits(16);

/** Asks for a channel's messages, one of them, and to post one; returns the statuses or codes. */
async function asked(emulator: DiscordEmulator, channel: string) {
  const path = `/channels/${channel}/messages`;
  const { id } = emulator.say(emulator.guild.state.ownerId, "Here", channel);
  const replies = [
    await call(emulator, "GET", path),
    await call(emulator, "GET", `${path}/${id}`),
    await call(emulator, "POST", path, { content: "Hello" }),
  ];
  return replies.map(({ status, body }) => (status === 200 ? 200 : field(body, "code")));
}

test("lists channels with their permission overwrites, and hides #officers from all but officers and the bot", async (t) => {
  const emulator = await start(t);
  const { body } = await call(emulator, "GET", `/guilds/${emulator.guildId}/channels`);
  const officers = (body as { id: string }[]).find(({ id }) => id === channelDefaults.officers);
  assert.deepEqual(
    [field(officers, "type"), field(officers, "name"), field(officers, "parent_id")],
    [0, "officers", channelDefaults.Community],
  );
  assert.deepEqual(field(officers, "permission_overwrites"), [
    { id: emulator.guildId, type: 0, allow: "0", deny: viewing },
    { id: roleDefaults.Officer.id, type: 0, allow: viewing, deny: "0" },
    { id: defaults.botRoleId, type: 0, allow: viewing, deny: "0" },
  ]);
  assert.deepEqual(await asked(emulator, channelDefaults.officers), [200, 200, 200]);
  emulator.guild.editRole(defaults.botRoleId, { permissions: "0" });
  emulator.guild.channels.permit("officers", { role: defaults.botRoleId }, {});
  assert.deepEqual(await asked(emulator, channelDefaults.officers), [50001, 50001, 50001]);
});

test("requires the permissions to view a channel, to send messages, and to read its history", async (t) => {
  const emulator = await start(t);
  const { operations, general } = channelDefaults;
  const bot = { userId: emulator.clientId };
  for (const [deny, expected] of [
    [sending, [200, 200, 50013]],
    [history, [200, 50013, 200]],
    [viewing, [50001, 50001, 50001]],
    ["0", [200, 200, 200]],
  ] as const) {
    emulator.guild.channels.permit("operations", bot, { deny });
    assert.deepEqual(await asked(emulator, operations), expected, deny);
  }
  emulator.guild.channels.permit("operations", bot, { deny: history });
  assert.deepEqual((await call(emulator, "GET", `/channels/${operations}/messages`)).body, []);
  emulator.guild.leave(emulator.clientId);
  assert.equal(field((await call(emulator, "GET", `/channels/${general}/messages`)).body, "code"), 50001);
});

test("applies the overwrites of @everyone, then of all roles together, then of the member", async (t) => {
  const emulator = await start(t);
  const { channels, state } = emulator.guild;
  const role = { role: defaults.botRoleId };
  const write = async () => (await asked(emulator, channelDefaults.contracts))[2];
  channels.permit("contracts", { role: state.id }, { deny: sending });
  assert.equal(await write(), 50013);
  channels.permit("contracts", role, { allow: sending });
  assert.equal(await write(), 200);
  channels.permit("contracts", { role: "Crew" }, { deny: sending });
  emulator.guild.addRole(emulator.clientId, "Crew");
  assert.equal(await write(), 200);
  channels.permit("contracts", { userId: emulator.clientId }, { deny: sending });
  assert.equal(await write(), 50013);
  emulator.guild.editRole(defaults.botRoleId, { permissions: bits(3) });
  assert.equal(await write(), 200);
});

test("takes messages in text, announcement and voice channels, not in categories, forums and deleted ones", async (t) => {
  const emulator = await start(t);
  const { guild } = emulator;
  const codes = async (channel: string) => {
    const path = `/channels/${channel}/messages`;
    const replies = [
      await call(emulator, "POST", path, { content: "Hi" }),
      await call(emulator, "GET", path),
    ];
    return replies.map(({ status, body }) => (status === 200 ? 200 : field(body, "code")));
  };
  for (const channel of ["general", "announcements", "Bridge"] as const)
    assert.deepEqual(await codes(channelDefaults[channel]), [200, 200], channel);
  assert.deepEqual(await codes(channelDefaults.Community), [50008, 50008]);
  assert.deepEqual(await codes(guild.channels.create({ name: "ideas", type: 15 }).id), [40058, 50008]);
  guild.channels.permit("Bridge", { role: guild.state.id }, { deny: bits(20) });
  assert.deepEqual(await codes(channelDefaults.Bridge), [50001, 50001]);
  guild.channels.delete("general");
  assert.deepEqual(await codes(channelDefaults.general), [10003, 10003]);
});

test("dispatches changes of channels, and messages only to bots that see the channel", async (t) => {
  const emulator = await start(t);
  const stranger = { id: "1100000000000000500", name: "Stranger", botToken: "stranger.bot.token" };
  emulator.addApplication(stranger);
  emulator.guild.editRole("Stranger", { permissions: viewing });
  const gateway = new RawGateway(t, emulator);
  await gateway.identify(emulator, { token: stranger.botToken, intents: 513 });
  await gateway.event("GUILD_CREATE");
  emulator.say(emulator.guild.state.ownerId, "Secret", "officers");
  emulator.say(emulator.guild.state.ownerId, "Open");
  assert.equal(field((await gateway.event("MESSAGE_CREATE")).d, "channel_id"), channelDefaults.general);
  const { id } = emulator.guild.channels.create({ name: "raids", parent: "Community" });
  assert.equal(field((await gateway.event("CHANNEL_CREATE")).d, "parent_id"), channelDefaults.Community);
  emulator.guild.channels.rename("raids", "sorties");
  assert.equal(field((await gateway.event("CHANNEL_UPDATE")).d, "name"), "sorties");
  emulator.guild.channels.delete("sorties");
  assert.equal(field((await gateway.event("CHANNEL_DELETE")).d, "id"), id);
});

test("adds the newer channels to a state of an earlier version", async (t) => {
  const { guild } = await start(t);
  const saved = packGuild(guild.state);
  const { announcements, operations, contracts, officers } = channelDefaults;
  const newer: readonly string[] = [announcements, operations, contracts, officers];
  const old = { ...saved, channels: saved.channels.filter(([id]) => !newer.includes(id)) };
  assert.deepEqual([...unpackGuild(old).channels.keys()].sort(), [...guild.state.channels.keys()].sort());
  guild.channels.delete("officers");
  assert.deepEqual(unpackGuild(packGuild(guild.state)).channels, guild.state.channels);
});
