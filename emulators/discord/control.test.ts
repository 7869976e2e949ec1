import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { type DiscordEmulator, startDiscord } from "./index.ts";
import { call, eventBody, field, start } from "./testing.ts";

const controlSecret = "known to the tests alone";

async function control(emulator: DiscordEmulator, name: string, input?: unknown): Promise<unknown> {
  const response = await fetch(`${emulator.url}/__control/${name}`, {
    method: input === undefined ? "GET" : "POST",
    headers: { "x-control-secret": controlSecret },
    ...(input === undefined ? {} : { body: JSON.stringify(input) }),
  });
  return response.json();
}

test("changes members over HTTP, which Discord's side then shows", async (t) => {
  const emulator = await start(t, { controlSecret });
  const joined = await control(emulator, "join", { username: "remote", nick: "Fjern", roles: ["Recruit"] });
  const userId = field(joined, "user", "id");
  const shown = await call(emulator, "GET", `/guilds/${emulator.guildId}/members/${String(userId)}`);
  assert.equal(field(shown.body, "nick"), "Fjern");
  await control(emulator, "presence", { userId, status: "idle" });
  await control(emulator, "voice/enter", { userId, channel: "Bridge" });
  assert.equal(emulator.guild.state.voice.has(String(userId)), true);
  await control(emulator, "leave", { userId });
  assert.equal(emulator.guild.state.voice.has(String(userId)), false);
  const gone = await call(emulator, "GET", `/guilds/${emulator.guildId}/members/${String(userId)}`);
  assert.equal(field(gone.body, "code"), 10007);
  await control(emulator, "return", { userId });
  assert.equal(field(await control(emulator, "members?q=remote"), 0, "user", "id"), userId);
  assert.match(String(field(await control(emulator, "leave", {}), "error")), /userId/);
});

test("creates, changes and fills events over HTTP, which Discord's side then shows", async (t) => {
  const emulator = await start(t, { controlSecret });
  const path = `/guilds/${emulator.guildId}/scheduled-events`;
  const made = await control(emulator, "scheduled-events/create", eventBody());
  const eventId = field(made, "id");
  assert.equal(field(made, "creator_id"), emulator.guild.state.ownerId);
  await control(emulator, "scheduled-events/edit", { eventId, name: "Moved" });
  const userId = emulator.guild.join({ username: "keen" }).user.id;
  await control(emulator, "scheduled-events/interest/add", { eventId, userId });
  assert.deepEqual(field(await control(emulator, "scheduled-events"), 0, "interested"), [userId]);
  const shown = await call(emulator, "GET", `${path}/${String(eventId)}?with_user_count=true`);
  assert.deepEqual([field(shown.body, "name"), field(shown.body, "user_count")], ["Moved", 1]);
  await control(emulator, "scheduled-events/interest/remove", { eventId, userId });
  assert.deepEqual(emulator.guild.events.get(String(eventId)).interested, []);
  await control(emulator, "scheduled-events/fill", { count: 3 });
  const ids = emulator.guild.events.all().map(({ event }) => event.id);
  assert.equal(ids.length, 3);
  await control(emulator, "scheduled-events/cancel", { eventId });
  await control(emulator, "scheduled-events/delete", { eventId: ids[1] });
  await control(emulator, "scheduled-events/advance", { at: "2999-01-01T00:00:00Z" });
  const statuses = emulator.guild.events.all().map(({ event }) => event.status);
  assert.deepEqual(statuses, [4, 3]);
  await control(emulator, "scheduled-events/permit", { create: false });
  assert.equal((await call(emulator, "POST", path, eventBody())).status, 403);
  const refused = await control(emulator, "scheduled-events/edit", { eventId, name: "Late" });
  assert.equal(field(refused, "code"), 180000);
});

test("changes channels and counts messages over HTTP", async (t) => {
  const emulator = await start(t, { controlSecret });
  const made = await control(emulator, "channels/create", { name: "raids", parent: "Community" });
  const path = `/channels/${String(field(made, "id"))}/messages`;
  const button = { type: 2, style: 1, label: "Join", custom_id: "join" };
  const components = [{ type: 1, components: [button] }];
  const { id } = emulator.guild.members().find(({ user }) => !user.bot)?.user ?? { id: "" };
  const body = { content: `<@${id}>`, components, nonce: "n" };
  const posted = await call(emulator, "POST", path, body);
  assert.deepEqual(await control(emulator, "messages/count?channel=raids&customId=join&nonce=n"), {
    count: 1,
    ids: [field(posted.body, "id")],
  });
  for (const query of [
    "channel=general",
    "customId=leave",
    "nonce=m",
    "url=https://example.org",
    `userId=${id}`,
  ])
    assert.deepEqual(await control(emulator, `messages/count?${query}`), { count: 0, ids: [] }, query);
  assert.deepEqual(await control(emulator, "messages/nonces"), { n: 1 });
  assert.deepEqual(field(await control(emulator, "messages/pings"), 0, "users"), [id]);
  const opened = await call(emulator, "POST", "/users/@me/channels", { recipient_id: id });
  const direct = `/channels/${String(field(opened.body, "id"))}/messages`;
  await call(emulator, "POST", direct, { content: "For you" });
  assert.equal(field(await control(emulator, `messages?userId=${id}`), 0, "content"), "For you");
  await control(emulator, "direct-messages/close", { userId: id });
  assert.equal((await call(emulator, "POST", direct, body)).status, 403);
  await control(emulator, "direct-messages/close", { userId: id, closed: false });
  assert.equal((await call(emulator, "POST", direct, body)).status, 200);
  await control(emulator, "channels/permit", { channel: "raids", role: "CRM Bot", deny: "2048" });
  assert.equal(field((await call(emulator, "POST", path, body)).body, "code"), 50013);
  await control(emulator, "channels/rename", { channel: "raids", name: "sorties" });
  await control(emulator, "channels/delete", { channel: "sorties" });
  assert.equal(field((await call(emulator, "POST", path, body)).body, "code"), 10003);
  assert.match(
    String(field(await control(emulator, "channels/create", { name: "x", type: "stage" }), "error")),
    /type must be/,
  );
});

test("controls failures and the log over HTTP; control calls are not logged", async (t) => {
  const emulator = await start(t, { controlSecret });
  await control(emulator, "fail", { pattern: "/users/@me$", mode: "status", status: 502, times: 1 });
  assert.equal((await call(emulator, "GET", "/users/@me")).status, 502);
  assert.equal((await call(emulator, "GET", "/users/@me")).status, 200);
  assert.deepEqual(await control(emulator, "requests/count?path=/users/@me&status=502"), { count: 1 });
  assert.equal(emulator.count(), 2);
  await control(emulator, "reset", {});
  assert.deepEqual(emulator.requests, []);
});

test("restores the seeded guild on reset, and forgets what was posted and closed", async (t) => {
  const emulator = await start(t);
  const before = emulator.guild.members();
  const { ownerId } = emulator.guild.state;
  const path = `/channels/${emulator.guild.channel("general").id}/messages`;
  await call(emulator, "POST", path, { content: `<@${ownerId}>`, nonce: "n" });
  emulator.messages.direct.close(ownerId);
  emulator.guild.join({ username: "short.lived" });
  emulator.guild.deleteRole("Mentor");
  emulator.reset();
  assert.deepEqual(emulator.guild.members(), before);
  const { messages } = emulator;
  assert.deepEqual([messages.nonces(), messages.pings, messages.direct.isClosed(ownerId)], [{}, [], false]);
});

test("refuses control calls with a wrong secret, and all of them when no secret was set", async (t) => {
  const emulator = await start(t, { controlSecret });
  const body = JSON.stringify({
    userId: emulator.guild.members()[0]?.user.id,
    redirectUri: "http://localhost/",
  });
  for (const headers of [{}, { "x-control-secret": "" }, { "x-control-secret": `${controlSecret}x` }]) {
    for (const name of ["code", "join", "reset"])
      assert.equal(
        (await fetch(`${emulator.url}/__control/${name}`, { method: "POST", headers, body })).status,
        404,
      );
    assert.equal((await fetch(`${emulator.url}/__control/state`, { headers })).status, 404);
  }
  const closed = await start(t);
  const asked = { headers: { "x-control-secret": "undefined" } };
  assert.equal((await fetch(`${closed.url}/__control/state`, asked)).status, 404);
});

test("refuses control calls from a foreign page or under a foreign host name", async (t) => {
  const emulator = await start(t, { controlSecret });
  const headers = { "x-control-secret": controlSecret };
  const foreign = await fetch(`${emulator.url}/__control/state`, {
    headers: { ...headers, origin: "https://evil.example" },
  });
  assert.equal(foreign.status, 403);
  const rebound = request(`${emulator.url}/__control/state`, {
    headers: { ...headers, host: "evil.example" },
  }).end();
  const [response] = await once(rebound, "response");
  assert.equal(response.statusCode, 403);
  response.resume();
});

test("keeps changes in the state file for the next start, and ignores a file of another seed", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "discord-"));
  t.after(() => rm(folder, { recursive: true }));
  const stateFile = join(folder, "deep", "state.json");
  const first = await startDiscord({ port: 0, stateFile });
  const { id } = first.guild.join({ username: "kept", roles: ["Crew"] }).user;
  await call(first, "PUT", `/applications/${first.clientId}/commands`, [{ name: "ping", description: "x" }]);
  first.addApplication({ id: "1100000000000000500", name: "Helper Bot", botToken: "other.bot.token" });
  const members = first.guild.members();
  await first.close();
  const second = await start(t, { stateFile });
  assert.deepEqual(second.guild.members(), members);
  const commands = await call(second, "GET", `/applications/${second.clientId}/commands`);
  assert.equal(field(commands.body, 0, "name"), "ping");
  const other = await call(second, "GET", "/users/@me", undefined, "Bot other.bot.token");
  assert.equal(field(other.body, "username"), "Helper Bot");
  const reseeded = await start(t, { stateFile, seed: 9 });
  assert.equal(reseeded.guild.member(id), undefined);
});

test("reads the settings of the command line from the environment, and ends on SIGTERM", async (t) => {
  const main = fileURLToPath(new URL("main.ts", import.meta.url));
  const env = { PATH: process.env["PATH"], PORT: "0", GUILD_SIZE: "7", GUILD_ID: "1100000000000000777" };
  const child = spawn(process.execPath, [main], { env, stdio: ["ignore", "pipe", "inherit"] });
  t.after(() => child.kill("SIGKILL"));
  const [line] = await once(createInterface(child.stdout), "line");
  assert.match(String(line), /ready at http:\/\/127\.0\.0\.1:\d+ \(guild 1100000000000000777, 7 members\)/);
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  assert.deepEqual(await ended, [0, null]);
});
