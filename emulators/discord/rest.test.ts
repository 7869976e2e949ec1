import assert from "node:assert/strict";
import { test } from "node:test";
import { channelDefaults, defaults, roleDefaults } from "./index.ts";
import { call, field, RawGateway, start } from "./testing.ts";

test("pages ten thousand members in ten full pages, ids ascending and beyond 2^53", async (t) => {
  const emulator = await start(t, { guildSize: 10_000 });
  const ids: string[] = [];
  for (let page = 0; page < 10; page += 1) {
    const after = ids.at(-1) ?? "0";
    const { body } = await call(
      emulator,
      "GET",
      `/guilds/${emulator.guildId}/members?limit=1000&after=${after}`,
    );
    const members = body as { user: { id: string; bot?: boolean } }[];
    assert.equal(members.length, 1000);
    ids.push(...members.map(({ user }) => user.id));
  }
  assert.equal(new Set(ids).size, 10_000);
  assert.ok(ids.every((id, index) => index === 0 || BigInt(id) > BigInt(ids[index - 1] ?? 0)));
  assert.ok(ids.every((id) => BigInt(id) > 2n ** 53n));
  const rest = await call(
    emulator,
    "GET",
    `/guilds/${emulator.guildId}/members?limit=1000&after=${ids.at(-1)}`,
  );
  assert.deepEqual(rest.body, []);
});

test("builds the same guild from a seed at every start, and different ones from different seeds", async (t) => {
  const [one, same, other] = [await start(t), await start(t), await start(t, { seed: 2 })];
  assert.deepEqual(one.guild.members(), same.guild.members());
  assert.notDeepEqual(one.guild.members(), other.guild.members());
  const names = one.guild.members().map(({ user }) => user.username);
  assert.equal(new Set(names).size, 120);
  assert.equal(one.guild.members().filter(({ user }) => user.bot).length, 1);
  assert.equal(one.guild.membersWith("Command").length, 1);
  assert.equal(one.guild.membersWith("Officer").length, 3);
  assert.ok(one.guild.membersWith("Crew").length >= 50);
});

test("refuses bad limits and positions of the member list as Discord does", async (t) => {
  const emulator = await start(t);
  const members = `/guilds/${emulator.guildId}/members`;
  assert.equal(((await call(emulator, "GET", members)).body as unknown[]).length, 1);
  for (const [query, name, code] of [
    ["limit=0", "limit", "NUMBER_TYPE_MIN"],
    ["limit=1001", "limit", "NUMBER_TYPE_MAX"],
    ["limit=ten", "limit", "NUMBER_TYPE_COERCE"],
    ["after=me", "after", "NUMBER_TYPE_COERCE"],
  ] as const) {
    const { status, body } = await call(emulator, "GET", `${members}?${query}`);
    assert.equal(status, 400);
    assert.equal(field(body, "code"), 50035);
    assert.equal(field(body, "errors", name, "_errors", 0, "code"), code);
  }
  emulator.setPrivilegedIntents(0);
  assert.equal(field((await call(emulator, "GET", members)).body, "code"), 50001);
});

test("lets the bot change only roles below its own", async (t) => {
  const emulator = await start(t);
  const { id } = emulator.guild.join({ username: "climber" }).user;
  const path = (role: string, user = id): string =>
    `/guilds/${emulator.guildId}/members/${user}/roles/${role}`;
  const put = async (role: string, user?: string): Promise<unknown> => {
    const { status, body } = await call(emulator, "PUT", path(role, user));
    return status === 204 ? 204 : field(body, "code");
  };
  assert.equal(await put(roleDefaults.Officer.id), 204);
  assert.deepEqual(emulator.guild.member(id)?.roles, [roleDefaults.Officer.id]);
  assert.equal((await call(emulator, "DELETE", path(roleDefaults.Officer.id))).status, 204);
  assert.deepEqual(emulator.guild.member(id)?.roles, []);
  assert.equal(await put(roleDefaults.Command.id), 50013);
  assert.equal(await put(defaults.botRoleId), 50013);
  assert.equal(await put("1100000000000009999"), 10011);
  assert.equal(await put(roleDefaults.Crew.id, "1100000000000009999"), 10007);
  emulator.guild.editRole(defaults.botRoleId, { permissions: "1024" });
  assert.equal(await put(roleDefaults.Crew.id), 50013);
});

test("ends the screening of a member who is given any role, and dispatches that", async (t) => {
  const emulator = await start(t, { strangeSeed: null });
  const gateway = new RawGateway(t, emulator);
  await gateway.identify(emulator);
  await gateway.event("GUILD_CREATE");
  const { id } = emulator.guild.join({ username: "unscreened", pending: true, flags: 128 }).user;
  const path = `/guilds/${emulator.guildId}/members/${id}`;
  const pending = async () => field((await call(emulator, "GET", path)).body, "pending");
  assert.equal(await pending(), true);
  assert.equal((await gateway.event("GUILD_MEMBER_ADD")).d?.["pending"], true);
  await call(emulator, "PUT", `${path}/roles/${roleDefaults.Crew.id}`);
  assert.equal(await pending(), false);
  const { d } = await gateway.event("GUILD_MEMBER_UPDATE");
  assert.deepEqual([d?.["pending"], d?.["flags"], d?.["roles"]], [false, 128, [roleDefaults.Crew.id]]);
});

test("answers the guild's counts, roles and channels", async (t) => {
  const emulator = await start(t);
  const guild = `/guilds/${emulator.guildId}`;
  const { body } = await call(emulator, "GET", `${guild}?with_counts=true`);
  assert.equal(field(body, "approximate_member_count"), 120);
  assert.equal(field((await call(emulator, "GET", guild)).body, "approximate_member_count"), undefined);
  const counts = (await call(emulator, "GET", `${guild}/roles/member-counts`)).body as Record<string, number>;
  assert.equal(counts[roleDefaults.Officer.id], 3);
  assert.equal(counts[emulator.guildId], undefined);
  const roles = (await call(emulator, "GET", `${guild}/roles`)).body as { name: string }[];
  assert.deepEqual(
    roles.map(({ name }) => name).sort(),
    [
      "@everyone",
      defaults.applicationName,
      ...Object.keys(roleDefaults),
      "🚀 Pilot",
      "⚓ Event",
      "⚓ Event",
    ].sort(),
  );
});

test("refuses with Discord's bodies", async (t) => {
  const emulator = await start(t);
  const seen = async (method: string, path: string, authorization?: string): Promise<unknown> => {
    const { status, body } = await call(emulator, method, path, undefined, authorization);
    return [status, body];
  };
  const guild = `/guilds/${emulator.guildId}`;
  assert.deepEqual(await seen("GET", guild, "Bot wrong"), [401, { message: "401: Unauthorized", code: 0 }]);
  assert.deepEqual(await seen("GET", "/nowhere"), [404, { message: "404: Not Found", code: 0 }]);
  assert.deepEqual(await seen("POST", guild), [405, { message: "405: Method Not Allowed", code: 0 }]);
  assert.deepEqual(await seen("GET", "/guilds/1234"), [404, { message: "Unknown Guild", code: 10004 }]);
  emulator.guild.leave(emulator.clientId);
  assert.deepEqual(await seen("GET", guild), [404, { message: "Unknown Guild", code: 10004 }]);
  assert.deepEqual(await seen("GET", `${guild}/roles`), [403, { message: "Missing Access", code: 50001 }]);
  const old = await fetch(`${emulator.url}/api/v6/gateway`);
  assert.equal(field(await old.json(), "code"), 50041);
});

test("checks, keeps and edits messages", async (t) => {
  const emulator = await start(t);
  const send = (content: unknown, channel: string = channelDefaults.general) =>
    call(emulator, "POST", `/channels/${channel}/messages`, { content });
  const code = async (reply: ReturnType<typeof send>): Promise<unknown> => field((await reply).body, "code");
  assert.equal(await code(send("")), 50006);
  assert.equal(await code(send("x".repeat(2001))), 50035);
  assert.equal(await code(send("hello", channelDefaults.Community)), 50008);
  assert.equal(await code(send("hello", "1234")), 10003);
  const { body } = await send("Velkommen om bord");
  const path = `/channels/${channelDefaults.general}/messages/${String(field(body, "id"))}`;
  await call(emulator, "PATCH", path, { content: "Velkommen!" });
  assert.equal(field((await call(emulator, "GET", path)).body, "content"), "Velkommen!");
});

test("checks commands, replaces them as a whole, and keeps their ids", async (t) => {
  const emulator = await start(t);
  const path = `/applications/${emulator.clientId}/guilds/${emulator.guildId}/commands`;
  const ping = { name: "ping", description: "Answers" };
  const first = await call(emulator, "PUT", path, [ping, { name: "pong", description: "Answers too" }]);
  const second = await call(emulator, "PUT", path, [{ ...ping, description: "Answers still" }]);
  assert.equal(field(second.body, 0, "id"), field(first.body, 0, "id"));
  assert.equal(((await call(emulator, "GET", path)).body as unknown[]).length, 1);
  const bad = await call(emulator, "PUT", path, [ping, { name: "Not Good", description: "" }]);
  assert.equal(field(bad.body, "code"), 50035);
  assert.equal(
    field(bad.body, "errors", "1", "name", "_errors", 0, "code"),
    "APPLICATION_COMMAND_INVALID_NAME",
  );
  assert.equal(field(bad.body, "errors", "1", "description", "_errors", 0, "code"), "BASE_TYPE_BAD_LENGTH");
  const twice = await call(emulator, "PUT", path, [ping, ping]);
  const reason = field(twice.body, "errors", "1", "name", "_errors", 0, "code");
  assert.equal(reason, "APPLICATION_COMMANDS_DUPLICATE_NAME");
});

test("sends the bucket with every answer to a bot, and 429 when the bucket is full", async (t) => {
  const emulator = await start(t);
  const route = "/guilds/:guild/roles";
  emulator.limits.set({ route, limit: 1, window: 60_000 });
  const path = `/guilds/${emulator.guildId}/roles`;
  const first = await call(emulator, "GET", path);
  assert.equal(first.headers.get("x-ratelimit-remaining"), "0");
  const second = await call(emulator, "GET", path);
  assert.equal(second.status, 429);
  assert.equal(field(second.body, "global"), false);
  assert.equal(second.headers.get("x-ratelimit-scope"), "user");
  assert.ok(Number(second.headers.get("retry-after")) >= Number(field(second.body, "retry_after")));
  assert.equal(second.headers.get("x-ratelimit-bucket"), first.headers.get("x-ratelimit-bucket"));
});

test("applies the global limit over all routes of one bot", async (t) => {
  const emulator = await start(t);
  emulator.limits.setGlobal(1);
  const guild = `/guilds/${emulator.guildId}`;
  const replies = await Promise.all([call(emulator, "GET", guild), call(emulator, "GET", `${guild}/roles`)]);
  const refused = replies.find(({ status }) => status === 429);
  assert.equal(field(refused?.body, "global"), true);
  assert.equal(refused?.headers.get("x-ratelimit-global"), "true");
});

test("logs the form of the user agent and the audit reason, never a credential", async (t) => {
  const emulator = await start(t);
  const { id } = emulator.guild.join({ username: "logged" }).user;
  await fetch(`${emulator.apiUrl}/guilds/${emulator.guildId}/members/${id}/roles/${roleDefaults.Crew.id}`, {
    method: "PUT",
    headers: {
      authorization: `Bot ${emulator.botToken}`,
      "user-agent": "DiscordBot (https://crm.example, 1.0)",
      "x-audit-log-reason": encodeURIComponent("Prøvetid slut"),
    },
  });
  await call(emulator, "GET", "/users/@me");
  const [role, self] = emulator.requests;
  assert.deepEqual([role?.validUserAgent, role?.reason, role?.status], [true, "Prøvetid slut", 204]);
  assert.deepEqual([self?.validUserAgent, self?.auth], [false, "bot"]);
  assert.ok(!JSON.stringify(emulator.requests).includes(emulator.botToken));
});
