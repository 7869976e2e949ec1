import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { Events } from "discord.js";
import { channelDefaults, defaults } from "./index.ts";
import { call, field, start } from "./testing.ts";
import { client, login, next } from "./testing-client.ts";

const { general } = channelDefaults;
const [VIEW, SEND, MANAGE, CREATE, WRITE] = [10n, 11n, 34n, 35n, 38n].map((bit) => 1n << bit);
const bits = (...some: (bigint | undefined)[]) =>
  String(some.reduce<bigint>((all, bit) => all | (bit ?? 0n), 0n));

/** Starts an emulator with a message in #general, and `open`, which starts a thread from it. */
async function talking(t: TestContext) {
  const emulator = await start(t);
  emulator.limits.set({ limit: 100, window: 1000 });
  const ask = async (method: string, path: string, body?: object) => {
    const reply = await call(emulator, method, `/channels/${path}`, body);
    const code = reply.status < 300 ? 0 : Number(field(reply.body, "code"));
    return { status: reply.status, code, body: reply.body };
  };
  const posted = await ask("POST", `${general}/messages`, { content: "Elias applies" });
  const id = String(field(posted.body, "id"));
  const permit = (denied: string) =>
    emulator.guild.channels.permit("general", { userId: defaults.clientId }, { deny: denied });
  const open = (name = "Elias") => ask("POST", `${general}/messages/${id}/threads`, { name });
  const write = (content = "Hello") => ask("POST", `${id}/messages`, { content });
  return { emulator, ask, id, permit, open, write };
}

test("a thread from a message has the message's id, once", async (t) => {
  const { emulator, ask, id, open } = await talking(t);
  const { status, body } = await open();
  assert.deepEqual([status, field(body, "id"), field(body, "parent_id")], [201, id, general]);
  assert.deepEqual([(await open()).status, (await open()).code], [400, 160004]);
  emulator.messages.threads.delete(emulator.messages.threads.named(id));
  assert.equal((await open()).code, 160004, "documentation is silent, so this is strict");
  assert.equal((await ask("POST", `${general}/messages/1/threads`, { name: "x" })).code, 10008);
  assert.equal((await open("")).code, 50035);
});

test("asks for the permission of each act, and no other", async (t) => {
  const { permit, open, write } = await talking(t);
  for (const [denied, code] of [
    [VIEW, 50001],
    [CREATE, 50013],
  ] as const) {
    permit(bits(denied));
    assert.equal((await open()).code, code);
  }
  permit(bits(SEND, MANAGE));
  assert.equal((await open()).status, 201);
  assert.equal((await write()).status, 200, "SEND_MESSAGES has no effect in threads");
  permit(bits(WRITE));
  assert.equal((await write()).code, 50013);
});

test("a message makes an archived thread active; a locked one takes none", async (t) => {
  const { emulator, ask, id, open, write } = await talking(t);
  await open();
  const own = String(field((await write()).body, "id"));
  assert.equal((await ask("PATCH", id, { archived: true })).status, 200);
  assert.equal((await ask("PATCH", `${id}/messages/${own}`, { content: "Later" })).code, 50083);
  await write();
  assert.equal(emulator.messages.threads.named(id).thread_metadata.archived, false);
  assert.equal((await ask("PATCH", id, { locked: true })).code, 50013);
  emulator.messages.threads.change(emulator.messages.threads.named(id), { locked: true, archived: true });
  assert.deepEqual(
    [(await write()).code, (await ask("PATCH", id, { archived: false })).code],
    [160005, 160005],
  );
});

test("a deleted thread, and those of a deleted channel, are unknown", async (t) => {
  const { emulator, ask, id, open, write } = await talking(t);
  await open();
  assert.equal((await ask("DELETE", id)).code, 50013);
  emulator.messages.threads.delete(emulator.messages.threads.named("Elias"));
  assert.equal((await write()).code, 10003);
  const second = await ask("POST", `${general}/threads`, { name: "Other", type: 11 });
  emulator.guild.channels.delete("general");
  const path = `${String(field(second.body, "id"))}/messages`;
  assert.equal((await ask("POST", path, { content: "Hello" })).code, 10003);
});

test("discord.js hears of a thread and of what is written in it", async (t) => {
  const { emulator, open, write } = await talking(t);
  const bot = client(t, emulator, { intents: ["Guilds", "GuildMessages"] });
  await login(bot, emulator);
  const [heard, said] = [next(bot, Events.ThreadCreate), next(bot, Events.MessageCreate)];
  await open();
  await write("In the thread");
  assert.deepEqual([(await heard)[0].name, (await said)[0].channel.isThread()], ["Elias", true]);
});
