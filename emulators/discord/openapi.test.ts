import assert from "node:assert/strict";
import { after, test } from "node:test";
import { channelDefaults, type DiscordEmulator, roleDefaults } from "./index.ts";
import { assertSchema, compared, documentedRoutes } from "./testing/openapi.ts";
import { call, eventBody, field, RawGateway, start } from "./testing.ts";

const embed = {
  title: "Fleet week",
  description: "Bring a ship.",
  url: "https://example.org/fleet",
  color: 0x3498db,
  timestamp: "2026-11-22T12:00:00.000Z",
  footer: { text: "Nordic Vanguard" },
  author: { name: "Astrid" },
  image: { url: "https://example.org/ship.png" },
  thumbnail: { url: "https://example.org/thumb.png" },
  fields: [{ name: "When", value: "Friday" }],
};
const button = { type: 2, style: 1, label: "Join", custom_id: "join" };
const message = { content: "Hello", embeds: [embed], components: [{ type: 1, components: [button] }] };
const text = { type: 10, content: "## Fleet week" };
const newMessage = {
  flags: 32_768,
  components: [
    text,
    {
      type: 17,
      accent_color: 0x3498db,
      components: [
        {
          type: 9,
          components: [text],
          accessory: { type: 2, style: 5, label: "Open", url: "https://example.org" },
        },
        { type: 14 },
        { type: 9, components: [text], accessory: { type: 11, media: { url: "https://example.org/a.png" } } },
        { type: 1, components: [{ type: 3, custom_id: "ship", options: [{ label: "A", value: "a" }] }] },
        { type: 1, components: [{ type: 5, custom_id: "pilot", placeholder: "Who" }] },
      ],
    },
    { type: 1, components: [button] },
  ],
};
const command = {
  name: "fly",
  description: "Starts a flight",
  description_localizations: { da: "Begynder en flyvning" },
  options: [
    { type: 3, name: "ship", description: "Which one", required: true, choices: [{ name: "A", value: "a" }] },
    { type: 4, name: "crew", description: "How many", min_value: 1, max_value: 9 },
  ],
};

/**
 * Sends every kind of request to every route, except for server faults; `call` compares each answer with Discord's
 * document.
 */
async function askEverything(emulator: DiscordEmulator): Promise<void> {
  const { guild, guildId, clientId } = emulator;
  const { id } = guild.join({ username: "reader", nick: "Læser", roles: ["Crew"] }).user;
  const ask = async (
    method: string,
    path: string,
    status: number,
    body?: unknown,
    authorization?: string,
  ) => {
    const reply = await call(emulator, method, path, body, authorization);
    assert.equal(reply.status, status, `${method} ${path}: ${JSON.stringify(reply.body)}`);
    return reply.body;
  };
  const code = emulator.issueCode({
    userId: id,
    redirectUri: "http://localhost/back",
    scopes: ["identify", "email", "guilds", "guilds.members.read"],
  });
  const granted = await fetch(`${emulator.apiUrl}/oauth2/token`, {
    method: "POST",
    headers: { authorization: `Basic ${btoa(`${clientId}:${emulator.clientSecret}`)}` },
    body: new URLSearchParams({
      grant_type: "authorization_code",
      code,
      redirect_uri: "http://localhost/back",
    }),
  });
  const bearer = `Bearer ${String(field(await granted.json(), "access_token"))}`;
  for (const authorization of [undefined, bearer]) {
    await ask("GET", "/users/@me", 200, undefined, authorization);
    await ask("GET", "/users/@me/guilds", 200, undefined, authorization);
  }
  await ask("GET", `/users/@me/guilds/${guildId}/member`, 200, undefined, bearer);
  await ask("GET", "/users/@me/guilds/1234/member", 404, undefined, bearer);
  await ask("GET", "/oauth2/@me", 200, undefined, bearer);
  await ask("GET", `/users/${id}`, 200);
  await ask("GET", "/users/1234", 404);
  for (const path of ["/applications/@me", "/oauth2/applications/@me"]) await ask("GET", path, 200);
  await ask("PATCH", "/applications/@me", 200, { interactions_endpoint_url: null });
  await ask("PATCH", "/applications/@me", 400, { interactions_endpoint_url: "http://127.0.0.1:1/" });

  const server = `/guilds/${guildId}`;
  for (const part of ["", "?with_counts=true", "/roles", "/roles/member-counts", "/channels"])
    await ask("GET", server + part, 200);
  await ask("GET", `${server}/roles/${roleDefaults.Crew.id}`, 200);
  await ask("GET", `${server}/roles/1234`, 404);
  await ask("GET", `${server}/members?limit=1000`, 200);
  await ask("GET", `${server}/members?limit=0`, 400);
  await ask("GET", `${server}/members/search?query=rea&limit=5`, 200);
  await ask("GET", `${server}/members/search`, 400);
  await ask("GET", `${server}/members/${id}`, 200);
  await ask("GET", `${server}/members/1234`, 404);
  for (const method of ["PUT", "DELETE"]) {
    await ask(method, `${server}/members/${id}/roles/${roleDefaults.Recruit.id}`, 204);
    await ask(method, `${server}/members/${id}/roles/${roleDefaults.Command.id}`, 403);
  }
  await ask("GET", `${server}/roles`, 401, undefined, "Bot wrong");

  await askEvents(emulator, id, ask);
  guild.channels.create({ name: "ideas", type: 15 });
  await ask("GET", `${server}/channels`, 200);
  for (const channel of guild.state.channels.keys()) await ask("GET", `/channels/${channel}`, 200);
  const messages = `/channels/${channelDefaults.general}/messages`;
  const sent = await ask("POST", messages, 200, message);
  await ask("POST", messages, 400, { content: "" });
  for (const query of ["", "?limit=2", `?after=${id}`]) await ask("GET", messages + query, 200);
  await ask("GET", `${messages}?limit=0`, 400);
  const opened = await ask("POST", "/users/@me/channels", 200, { recipient_id: id });
  await ask("POST", "/users/@me/channels", 400, { recipient_id: "1" });
  const direct = `/channels/${String(field(opened, "id"))}`;
  await ask("GET", direct, 200);
  await ask("POST", `${direct}/messages`, 200, { ...newMessage, nonce: "n", enforce_nonce: true });
  await ask("GET", `${direct}/messages`, 200);
  emulator.messages.direct.close(id);
  await ask("POST", `${direct}/messages`, 403, message);
  const own = `${messages}/${String(field(sent, "id"))}`;
  await ask("GET", own, 200);
  await ask("PATCH", own, 200, { content: "Hello again" });
  guild.channels.permit("general", { userId: clientId }, { allow: String((1n << 34n) | (1n << 36n)) });
  const thread = `/channels/${String(field(await ask("POST", `${own}/threads`, 201, { name: "Talk" }), "id"))}`;
  await ask("POST", `${own}/threads`, 400, { name: "Talk" });
  await ask("GET", thread, 200);
  await ask("POST", `${thread}/messages`, 200, message);
  await ask("GET", `${thread}/messages`, 200);
  await ask("PATCH", thread, 200, { archived: true });
  await ask("DELETE", thread, 200);
  await ask("GET", thread, 404);
  await ask("POST", `/channels/${channelDefaults.general}/threads`, 201, { name: "Quiet" });
  await ask("DELETE", own, 204);

  for (const path of [`/applications/${clientId}/commands`, `/applications/${clientId}${server}/commands`]) {
    await ask("POST", path, 201, command);
    await ask("POST", path, 200, command);
    await ask("POST", path, 400, { name: "Not Good" });
    const [made] = (await ask("PUT", path, 200, [command])) as { id: string }[];
    await ask("POST", path, 201, { name: "View card", type: 2, name_localizations: { da: "Vis kort" } });
    for (const query of ["", "?with_localizations=true"]) await ask("GET", path + query, 200);
    await ask("GET", `${path}/${made?.id}`, 200);
    await ask("PATCH", `${path}/${made?.id}`, 200, { description: "Starts another flight" });
    if (path.includes("guilds")) await askInteractions(emulator, id, ask);
    await ask("DELETE", `${path}/${made?.id}`, 204);
    await ask("GET", `${path}/${made?.id}`, 404);
  }
  await ask("GET", "/gateway", 200);
  await ask("GET", "/gateway/bot", 200);
  emulator.limits.set({ route: "/guilds/:guild/roles", limit: 0, window: 1000 });
  await ask("GET", `${server}/roles`, 429);
}

type Ask = (method: string, path: string, status: number, body?: unknown) => Promise<unknown>;

/** Creates events of every kind that this guild has a place for, and asks for them in every way. */
async function askEvents(emulator: DiscordEmulator, userId: string, ask: Ask): Promise<void> {
  const path = `/guilds/${emulator.guildId}/scheduled-events`;
  const weekly = { start: eventBody().scheduled_start_time, frequency: 2, interval: 2, by_weekday: [4] };
  const inVoice = {
    ...eventBody(),
    entity_type: 2,
    entity_metadata: null,
    scheduled_end_time: undefined,
    channel_id: channelDefaults.Bridge,
  };
  const made = await ask("POST", path, 200, { ...eventBody(), recurrence_rule: weekly });
  await ask("POST", path, 200, inVoice);
  await ask("POST", path, 400, { ...eventBody(), name: "" });
  const own = `${path}/${String(field(made, "id"))}`;
  emulator.guild.events.addInterest(String(field(made, "id")), userId);
  for (const query of ["", "?with_user_count=true"]) {
    await ask("GET", path + query, 200);
    await ask("GET", own + query, 200);
  }
  for (const query of ["", "?with_member=true"]) await ask("GET", `${own}/users${query}`, 200);
  await ask("GET", `${own}/users?limit=101`, 400);
  await ask("PATCH", own, 200, { description: "Bring a ship.", status: 2 });
  await ask("PATCH", own, 400, { status: 4 });
  await ask("DELETE", own, 204);
  for (const method of ["GET", "DELETE"]) await ask(method, own, 404);
  await ask("GET", `${own}/users`, 404);
  emulator.guild.permitEvents({ create: false, manage: false });
  await ask("POST", path, 403, eventBody());
}

/** Sends a command that is answered at once, and one that is answered later. */
async function askInteractions(emulator: DiscordEmulator, userId: string, ask: Ask): Promise<void> {
  const { interactions, clientId } = emulator;
  for (const [first, query, status] of [
    [{ type: 4, data: message }, "?with_response=true", 200],
    [{ type: 5 }, "", 204],
  ] as const) {
    const options = { ship: "a" };
    const { id, token } = await interactions.send({ kind: "command", name: "fly", userId, options });
    await ask("POST", `/interactions/${id}/${token}/callback${query}`, status, first);
    await ask("POST", `/interactions/${id}/${token}/callback`, 400, first);
    const webhook = `/webhooks/${clientId}/${token}`;
    await ask("PATCH", `${webhook}/messages/@original`, 200, { content: "Flying", embeds: [embed] });
    await ask("GET", `${webhook}/messages/@original`, 200);
    const shown = await ask("POST", webhook, 200, newMessage);
    await ask("PATCH", `${webhook}/messages/${String(field(shown, "id"))}`, 400, { content: "Old" });
    const followed = await ask("POST", webhook, 200, message);
    const other = `${webhook}/messages/${String(field(followed, "id"))}`;
    await ask("GET", other, 200);
    await ask("PATCH", other, 200, { content: "Still flying" });
    await ask("DELETE", other, 204);
    await ask("GET", other, 404);
  }
}

for (const strangeSeed of [null, 1, 2, 3])
  test(`answers every request as Discord's OpenAPI document says, ${strangeSeed === null ? "complete" : `strange with seed ${strangeSeed}`}`, async (t) => {
    const emulator = await start(t, { strangeSeed, globalLimit: 10_000 });
    const gateway = new RawGateway(t, emulator);
    await gateway.identify(emulator);
    await gateway.event("GUILD_CREATE");
    await askEverything(emulator);
  });

test("sends complete users, members, roles and events over the gateway, as Discord's OpenAPI document has them", async (t) => {
  const emulator = await start(t, { strangeSeed: null });
  const { guild, interactions, clientId } = emulator;
  const event = guild.events.create(eventBody());
  const gateway = new RawGateway(t, emulator);
  await gateway.identify(emulator, { intents: 387 | 65_536 });
  const sent = async (name: string, ...path: string[]) => {
    const { d } = await gateway.event(name);
    return path.length > 0 ? field(d, ...path) : d;
  };
  assertSchema("UserResponse", await sent("READY", "user"), "READY");
  for (const [list, schema] of [
    ["roles", "GuildRoleResponse"],
    ["members", "GuildMemberResponse"],
    ["guild_scheduled_events", "ExternalScheduledEventResponse"],
  ] as const)
    for (const each of (await sent("GUILD_CREATE", list)) as unknown[]) assertSchema(schema, each, list);
  guild.createRole({ name: "Scout" });
  assertSchema("GuildRoleResponse", await sent("GUILD_ROLE_CREATE", "role"), "GUILD_ROLE_CREATE");
  const { id } = guild.join({ username: "newcomer", pending: true }).user;
  assertSchema("GuildMemberResponse", await sent("GUILD_MEMBER_ADD"), "GUILD_MEMBER_ADD");
  guild.addRole(id, "Crew");
  assertSchema("GuildMemberResponse", await sent("GUILD_MEMBER_UPDATE"), "GUILD_MEMBER_UPDATE");
  guild.events.edit(event.id, { name: "Moved" });
  const edited = await sent("GUILD_SCHEDULED_EVENT_UPDATE");
  assertSchema("ExternalScheduledEventResponse", edited, "GUILD_SCHEDULED_EVENT_UPDATE");
  const commands = `/applications/${clientId}/commands`;
  const user = { type: 6, name: "who", description: "Who" };
  const role = { type: 8, name: "role", description: "Which role" };
  await call(emulator, "POST", commands, { name: "ask", description: "Asks", options: [user, role] });
  const options = { who: id, role: roleDefaults.Crew.id };
  await interactions.send({ kind: "command", name: "ask", userId: id, options });
  assertSchema("GuildMemberResponse", await sent("INTERACTION_CREATE", "member"), "INTERACTION_CREATE");
  const resolved = await sent("INTERACTION_CREATE", "data", "resolved");
  assertSchema("UserResponse", field(resolved, "users", id), "resolved.users");
  assertSchema("GuildRoleResponse", field(resolved, "roles", roleDefaults.Crew.id), "resolved.roles");
});

after(() => {
  const missing = documentedRoutes.filter(
    (route) => ![...(compared.get(route) ?? [])].some((status) => status < 300),
  );
  assert.deepEqual(missing, [], "routes of which no answer was compared");
});
