import assert from "node:assert/strict";
import { test } from "node:test";
import { Events, GatewayIntentBits } from "discord.js";
import { channelDefaults, plainRoles, roleDefaults } from "./index.ts";
import { start } from "./testing.ts";
import { client, login, next } from "./testing-client.ts";

test("lets discord.js log in and see the whole guild", async (t) => {
  const emulator = await start(t);
  const ready = await login(client(t, emulator), emulator);
  const guild = ready.guilds.cache.get(emulator.guildId);
  assert.equal(ready.user.id, emulator.clientId);
  assert.equal(guild?.memberCount, 120);
  assert.equal((await guild?.members.fetch())?.size, 120);
  assert.equal(guild?.roles.cache.size, Object.keys(roleDefaults).length + plainRoles.length + 2);
  assert.equal(guild?.channels.cache.get(channelDefaults["Hangar 1"])?.name, "Hangar 1");
  assert.ok((guild?.presences.cache.size ?? 0) > 10);
});

test("sends discord.js members who join, change, enter voice and leave", async (t) => {
  const emulator = await start(t);
  const made = client(t, emulator);
  await login(made, emulator);

  const joined = next(made, Events.GuildMemberAdd);
  const { id } = emulator.guild.join({ username: "fresh.recruit", globalName: "Frisk Rekrut" }).user;
  assert.equal((await joined)[0].displayName, "Frisk Rekrut");

  const updated = next(made, Events.GuildMemberUpdate);
  emulator.guild.setRoles(id, ["Recruit"]);
  const [before, after] = await updated;
  assert.equal(before.roles.cache.has(roleDefaults.Recruit.id), false);
  assert.equal(after.roles.cache.has(roleDefaults.Recruit.id), true);

  const renamed = next(made, Events.GuildMemberUpdate);
  emulator.guild.rename(id, { nick: "Ørnen" });
  assert.equal((await renamed)[1].nickname, "Ørnen");

  const presence = next(made, Events.PresenceUpdate);
  emulator.guild.setPresence(id, { status: "dnd", activities: ["Star Citizen"] });
  const [, shown] = await presence;
  assert.equal(shown.status, "dnd");
  assert.equal(shown.activities[0]?.name, "Star Citizen");

  const entered = next(made, Events.VoiceStateUpdate);
  emulator.guild.enterVoice(id, "Hangar 1");
  assert.equal((await entered)[1].channelId, channelDefaults["Hangar 1"]);
  const moved = next(made, Events.VoiceStateUpdate);
  emulator.guild.enterVoice(id, "Bridge");
  assert.equal((await moved)[1].channelId, channelDefaults.Bridge);
  const quit = next(made, Events.VoiceStateUpdate);
  emulator.guild.leaveVoice(id);
  assert.equal((await quit)[1].channelId, null);

  const left = next(made, Events.GuildMemberRemove);
  emulator.guild.leave(id);
  assert.equal((await left)[0].id, id);

  const returned = next(made, Events.GuildMemberAdd);
  emulator.guild.rejoin(id);
  assert.equal((await returned)[0].roles.cache.size, 1);
});

test("sends discord.js roles that are created, renamed and deleted", async (t) => {
  const emulator = await start(t);
  const made = client(t, emulator);
  await login(made, emulator);
  const created = next(made, Events.GuildRoleCreate);
  emulator.guild.createRole({ name: "Wing Leader", position: 3 });
  assert.equal((await created)[0].name, "Wing Leader");
  const renamed = next(made, Events.GuildRoleUpdate);
  emulator.guild.editRole("Wing Leader", { name: "Squad Leader" });
  assert.equal((await renamed)[1].name, "Squad Leader");
  const deleted = next(made, Events.GuildRoleDelete);
  emulator.guild.deleteRole("Squad Leader");
  assert.equal((await deleted)[0].name, "Squad Leader");
});

test("lets discord.js resume after a cut without missing an event", async (t) => {
  const emulator = await start(t);
  const made = client(t, emulator);
  await login(made, emulator);
  const session = emulator.gateway.sessions()[0]?.id;
  const joined = next(made, Events.GuildMemberAdd);
  const resumed = next(made, Events.ShardResume);
  emulator.gateway.disconnect(4000);
  emulator.guild.join({ username: "while.away" });
  assert.equal((await joined)[0].user.username, "while.away");
  await resumed;
  assert.deepEqual(
    emulator.gateway.sessions().map(({ id, connected }) => ({ id, connected })),
    [{ id: session, connected: true }],
  );
  assert.equal(emulator.count({ path: "/resume", status: 101 }), 1);
});

test("lets discord.js resume after a request to reconnect", async (t) => {
  const emulator = await start(t);
  const made = client(t, emulator);
  await login(made, emulator);
  const resumed = next(made, Events.ShardResume);
  emulator.gateway.requestReconnect();
  await resumed;
  assert.equal(emulator.gateway.sessions().length, 1);
});

test("makes discord.js leave a connection that no longer acknowledges heartbeats, and resume", async (t) => {
  const emulator = await start(t, { heartbeatInterval: 150 });
  const made = client(t, emulator);
  await login(made, emulator);
  const resumed = next(made, Events.ShardResume);
  emulator.gateway.acknowledgeHeartbeats = false;
  const away = next(made, Events.ShardReconnecting);
  await away;
  emulator.gateway.acknowledgeHeartbeats = true;
  await resumed;
});

for (const code of [4004, 4014])
  test(`keeps discord.js from reconnecting after ${code}`, async (t) => {
    const emulator = await start(t);
    const made = client(t, emulator);
    made.on(Events.Error, () => undefined);
    made.on(Events.ShardError, () => undefined);
    await login(made, emulator);
    const gone = next(made, Events.ShardDisconnect);
    emulator.gateway.disconnect(code);
    assert.equal((await gone)[0].code, code);
    assert.deepEqual(emulator.gateway.sessions(), []);
    assert.equal(emulator.count({ status: 101 }), 1);
  });

test("refuses discord.js with a wrong token, and with an intent that is not switched on", async (t) => {
  const emulator = await start(t);
  await assert.rejects(client(t, emulator).login("MTEw.wrong.token"), { code: "TokenInvalid" });
  const intents = [GatewayIntentBits.Guilds, GatewayIntentBits.MessageContent];
  await assert.rejects(client(t, emulator, { intents }).login(emulator.botToken), /disallowed intents/);
  assert.deepEqual(emulator.gateway.sessions(), []);
});

test("gives a second application's bot its own session and events", async (t) => {
  const emulator = await start(t);
  emulator.addApplication({ id: "1100000000000000500", name: "Helper Bot", botToken: "other.bot.token" });
  const made = client(t, emulator);
  const ready = next(made, Events.ClientReady);
  await made.login("other.bot.token");
  assert.equal((await ready)[0].user.username, "Helper Bot");
  assert.equal(emulator.gateway.sessions()[0]?.applicationId, "1100000000000000500");
  const removed = next(made, Events.GuildDelete);
  emulator.guild.leave("1100000000000000500");
  assert.equal((await removed)[0].id, emulator.guildId);
});

test("counts logins, and those beside another session of the same bot", async (t) => {
  const emulator = await start(t);
  const [first, second] = [client(t, emulator), client(t, emulator)];
  await login(first, emulator);
  assert.deepEqual(emulator.gateway.logins()[emulator.clientId], { identified: 1, overlapped: 0 });
  await login(second, emulator);
  assert.deepEqual(emulator.gateway.logins()[emulator.clientId], { identified: 2, overlapped: 1 });
  await Promise.all([first.destroy(), second.destroy()]);
});

test("lets discord.js wait out a 429 and then succeed", async (t) => {
  const emulator = await start(t);
  const ready = await login(client(t, emulator), emulator);
  emulator.failures.fail({ path: "/messages", mode: "rate_limit", retryAfter: 0.05, times: 1 });
  const channel = await ready.channels.fetch(channelDefaults.general);
  assert.ok(channel?.isSendable());
  const sent = await channel.send("after a while");
  assert.equal(sent.content, "after a while");
  const statuses = emulator.requests
    .filter(({ path }) => path.endsWith("/messages"))
    .map(({ status }) => status);
  assert.deepEqual(statuses, [429, 200]);
});
