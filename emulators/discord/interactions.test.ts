import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type TestContext, test } from "node:test";
import { Events, MessageFlags } from "discord.js";
import { call, field, start } from "./testing.ts";
import { client, login } from "./testing-client.ts";
import { endpoint, withCommands } from "./testing-interactions.ts";

const word = { name: "word", description: "Repeated", type: 3 };
const ping = [{ name: "ping", description: "Answers", options: [word] }];
const withCommand = (t: TestContext) => withCommands(t, ping);

test("lets discord.js answer a command over the gateway, defer, edit and follow up", async (t) => {
  const { emulator, userId } = await withCommand(t);
  const made = client(t, emulator);
  await login(made, emulator);
  made.once(Events.InteractionCreate, async (interaction) => {
    assert.ok(interaction.isChatInputCommand());
    await interaction.deferReply({ flags: MessageFlags.Ephemeral });
    await interaction.editReply(`pong ${interaction.options.getString("word")}`);
    await interaction.followUp("and more");
  });
  const options = [{ name: "word", type: 3, value: "æble" }];
  const { id } = await emulator.interactions.send({ kind: "command", name: "ping", userId, options });
  const record = await emulator.interactions.until(id, ({ followups }) => followups.length === 1);
  assert.equal(record.response?.type, 5);
  assert.equal(record.original?.content, "pong æble");
  assert.equal(record.original?.flags, MessageFlags.Ephemeral);
  assert.equal(record.followups[0]?.content, "and more");
});

test("sends a signed interaction to an endpoint that has passed Discord's checks", async (t) => {
  const { emulator, userId } = await withCommand(t);
  const reply = { type: 4, data: { content: "pong", flags: 64 } };
  const url = await endpoint(t, emulator.publicKey, () => reply);
  const set = await call(emulator, "PATCH", "/applications/@me", { interactions_endpoint_url: url });
  assert.equal(field(set.body, "interactions_endpoint_url"), url);
  const record = await emulator.interactions.send({ kind: "command", name: "ping", userId });
  assert.equal(record.failure, null);
  assert.deepEqual(record.response, reply);
  assert.equal(record.original?.content, "pong");
  assert.ok(field(record.payload, "member", "permissions"));
});

test("refuses an endpoint that accepts bad signatures", async (t) => {
  const { emulator } = await withCommand(t);
  const server = createServer((_, response) => response.end('{"type":1}'));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const { body } = await call(emulator, "PATCH", "/applications/@me", { interactions_endpoint_url: url });
  assert.equal(field(body, "code"), 50035);
  // With registered redirect addresses, no request is sent to any other port of the machine.
  const strict = await start(t, { redirectUris: ["http://localhost:1/api/auth/discord/callback"] });
  let asked = 0;
  server.on("request", () => {
    asked += 1;
  });
  const refused = await call(strict, "PATCH", "/applications/@me", { interactions_endpoint_url: url });
  assert.deepEqual([field(refused.body, "code"), asked], [50035, 0]);
});

test("accepts a reply once, and none under a wrong token", async (t) => {
  const { emulator, userId } = await withCommand(t);
  await login(client(t, emulator), emulator);
  const { id, token } = await emulator.interactions.send({ kind: "command", name: "ping", userId });
  const reply = (key: string) =>
    call(emulator, "POST", `/interactions/${id}/${key}/callback`, { type: 4, data: { content: "pong" } });
  const webhook = `/webhooks/${emulator.clientId}/${token}`;
  assert.equal(field((await call(emulator, "POST", webhook, { content: "early" })).body, "code"), 10015);
  assert.equal(field((await reply("wrong")).body, "code"), 10062);
  assert.equal((await reply(token)).status, 204);
  assert.equal(field((await reply(token)).body, "code"), 40060);
  const edited = await call(emulator, "PATCH", `${webhook}/messages/@original`, { content: "pong!" });
  assert.equal(field(edited.body, "content"), "pong!");
  assert.equal((await call(emulator, "DELETE", `${webhook}/messages/@original`)).status, 204);
  assert.equal(field((await call(emulator, "GET", `${webhook}/messages/@original`)).body, "code"), 10008);
});

test("lets a button of an answer be pressed and update its message", async (t) => {
  const { emulator, userId } = await withCommand(t);
  const button = { type: 1, components: [{ type: 2, style: 1, label: "Claim", custom_id: "claim" }] };
  const url = await endpoint(t, emulator.publicKey, (interaction) =>
    field(interaction, "type") === 3
      ? { type: 7, data: { content: "claimed", components: [] } }
      : { type: 4, data: { content: "prospect", components: [button] } },
  );
  await emulator.setInteractionsEndpoint(url);
  const shown = await emulator.interactions.send({ kind: "command", name: "ping", userId });
  const messageId = shown.original?.id ?? "";
  const pressed = await emulator.interactions.send({
    kind: "component",
    customId: "claim",
    messageId,
    userId,
  });
  assert.equal(pressed.failure, null);
  assert.equal(shown.original?.content, "claimed");
});
