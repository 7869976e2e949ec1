import assert from "node:assert/strict";
import { test } from "node:test";
import { Events } from "discord.js";
import { defaults } from "./index.ts";
import { call, field, start } from "./testing.ts";
import { client, login } from "./testing-client.ts";
import { answering } from "./testing-interactions.ts";

test("opens the same channel each time, in which the bot reads everything", async (t) => {
  const emulator = await start(t);
  const { id } = emulator.guild.join({ username: "friend" }).user;
  const open = async (body: object) => (await call(emulator, "POST", "/users/@me/channels", body)).body;
  const channel = await open({ recipient_id: id });
  assert.deepEqual([field(channel, "type"), field(channel, "recipients", 0, "id")], [1, id]);
  assert.equal(field(await open({ recipient_id: id }), "id"), field(channel, "id"));
  const path = `/channels/${String(field(channel, "id"))}`;
  assert.equal((await call(emulator, "POST", `${path}/messages`, { content: "Hello" })).status, 200);
  const message = emulator.say(id, "Hello yourself", String(field(channel, "id")));
  const list = (await call(emulator, "GET", `${path}/messages`)).body;
  assert.equal(field(list, 0, "content"), "Hello yourself");
  const remove = await call(emulator, "DELETE", `${path}/messages/${message.id}`);
  assert.equal(field(remove.body, "code"), 50003);
  for (const [body, code] of [
    [{}, 50035],
    [{ recipient_id: "me" }, 50035],
    [{ recipient_id: "1234" }, 50033],
    [{ recipient_id: emulator.clientId }, 50033],
  ] as const)
    assert.equal(field(await open(body), "code"), code);
});

test("refuses direct messages to users who closed them or share no server, and access by other bots", async (t) => {
  const emulator = await start(t, { strangeSeed: null });
  const other = { id: "1100000000000000500", name: "Helper", botToken: "helper.bot.token" };
  emulator.addApplication(other);
  const { id } = emulator.guild.join({ username: "shy" }).user;
  const open = async (recipient_id: string) => {
    const { body } = await call(emulator, "POST", "/users/@me/channels", { recipient_id });
    return `/channels/${String(field(body, "id"))}/messages`;
  };
  const code = async (path: string, token = emulator.botToken) => {
    const { status, body } = await call(emulator, "POST", path, { content: "Hi" }, `Bot ${token}`);
    return status === 200 ? 200 : field(body, "code");
  };
  const path = await open(id);
  assert.equal(await code(path, other.botToken), 50001);
  emulator.messages.direct.close(id);
  assert.equal(await code(path), 50007);
  emulator.messages.direct.close(id, false);
  assert.equal(await code(path), 200);
  emulator.guild.leave(id);
  assert.equal(await code(path), 50007);
  assert.equal(await code(await open(defaults.outsiderId)), 50007);
  assert.equal(await code(await open(other.id)), 50007);
  emulator.strange.begin(1);
  assert.equal(await code(path), 50278);
});

test("lets only the receiver press a button of a direct message", async (t) => {
  const { emulator, userId, send } = await answering(t, { type: 7, data: { content: "Noted" } });
  const { body } = await call(emulator, "POST", "/users/@me/channels", { recipient_id: userId });
  const path = `/channels/${String(field(body, "id"))}/messages`;
  const components = [{ type: 1, components: [{ type: 2, style: 1, label: "Yes", custom_id: "yes" }] }];
  const posted = await call(emulator, "POST", path, { content: "Coming?", components });
  const press = { kind: "component", customId: "yes", messageId: String(field(posted.body, "id")) } as const;
  const other = emulator.guild.membersWith("Crew")[0]?.user.id ?? "";
  await assert.rejects(send({ ...press, userId: other }), /can see this message/);
  const { payload } = await send(press);
  assert.deepEqual([payload.channel_id, payload.context, payload.user?.id], [field(body, "id"), 1, userId]);
  assert.deepEqual([payload.guild_id, payload.member], [undefined, undefined]);
  assert.deepEqual(payload.authorizing_integration_owners, { 0: "0" });
  const edited = await call(emulator, "GET", `${path}/${press.messageId}`);
  assert.equal(field(edited.body, "content"), "Noted");
});

test("lets every user who sees a channel press a button of a bot's message", async (t) => {
  const { emulator, userId, send } = await answering(t, { type: 6 });
  const components = [{ type: 1, components: [{ type: 2, style: 1, label: "Yes", custom_id: "yes" }] }];
  const post = async (channel: string) => {
    const path = `/channels/${emulator.guild.channel(channel).id}/messages`;
    return String(field((await call(emulator, "POST", path, { content: "A", components })).body, "id"));
  };
  const other = emulator.guild.membersWith("Recruit")[0]?.user.id ?? "";
  const open = { kind: "component", customId: "yes", messageId: await post("announcements") } as const;
  const { payload } = await send({ ...open, userId: other });
  assert.equal(payload.channel_id, emulator.guild.channel("announcements").id);
  assert.deepEqual([payload.message?.id, payload.member?.user.id], [open.messageId, other]);
  // A user who may only read the channel does not have SEND_MESSAGES.
  assert.equal(BigInt(payload.member?.permissions ?? 0) & (1n << 11n), 0n);
  const hidden = { ...open, messageId: await post("officers") };
  await assert.rejects(send({ ...hidden, userId: other }), /cannot see officers/);
  assert.equal((await send({ ...hidden, userId })).failure, null);
  await call(emulator, "DELETE", `/channels/${payload.channel_id}/messages/${open.messageId}`);
  await assert.rejects(send(open), /Unknown Message/);
});

test("is understood by discord.js: announcement, direct message, and a press", async (t) => {
  const emulator = await start(t);
  const made = await login(client(t, emulator), emulator);
  const { id } = emulator.guild.join({ username: "reader" }).user;
  const components = [
    { type: 1, components: [{ type: 2, style: 1, label: "Yes", custom_id: "yes" }] },
  ] as never[];
  const channel = await made.channels.fetch(emulator.guild.channel("announcements").id);
  assert.ok(channel?.isSendable());
  const sent = await channel.send({ content: "News", components, nonce: "1", enforceNonce: true });
  assert.equal((await channel.send({ content: "News", nonce: "1", enforceNonce: true })).id, sent.id);
  const direct = await (await made.users.fetch(id)).send({ content: "For you", components });
  assert.ok(direct.channel.isDMBased());
  made.on(Events.InteractionCreate, (press) => press.isButton() && press.update("Thanks"));
  for (const messageId of [sent.id, direct.id]) {
    const press = { kind: "component", customId: "yes", messageId, userId: id } as const;
    const record = await emulator.interactions.send(press);
    await emulator.interactions.until(record.id);
    assert.equal(emulator.messages.locate(messageId)?.content, "Thanks");
  }
});
