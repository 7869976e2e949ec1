import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { channelDefaults, defaults } from "./index.ts";
import { call, field, start } from "./testing.ts";

const general = `/channels/${channelDefaults.general}/messages`;
const press = { type: 2, style: 1, label: "Join", custom_id: "join" };
const row = (...components: object[]) => ({ type: 1, components });
const text = (content: string) => ({ type: 10, content });

/** Starts an emulator whose limit of messages is out of the way. */
async function posting(t: TestContext) {
  const emulator = await start(t);
  emulator.limits.set({ limit: 100, window: 1000 });
  const post = async (body: object, path = general) => (await call(emulator, "POST", path, body)).body;
  const idOf = async (body: object, path?: string) => String(field(await post(body, path), "id"));
  return { emulator, post, idOf };
}

test("answers a repeated nonce with the first message for five minutes, when nonces are enforced", async (t) => {
  const { emulator, post, idOf } = await posting(t);
  const body = { content: "Fleet week", nonce: "a-1", enforce_nonce: true };
  const first = await post(body);
  assert.equal(field(first, "nonce"), "a-1");
  const id = String(field(first, "id"));
  assert.equal(await idOf({ ...body, content: "Other" }), id);
  const operations = `/channels/${channelDefaults.operations}/messages`;
  assert.equal(await idOf(body, operations), id, "Discord compares the author, not the channel");
  assert.notEqual(await idOf({ ...body, nonce: "a-2" }), id);
  emulator.clock.advance(240_000);
  assert.equal(await idOf(body), id);
  emulator.clock.advance(60_000);
  assert.notEqual(await idOf(body), id);
  const shown = await call(emulator, "GET", `${general}/${id}`);
  assert.deepEqual([field(shown.body, "content"), field(shown.body, "nonce")], ["Fleet week", undefined]);
});

test("creates a second message for a nonce that is not enforced, or whose message was deleted", async (t) => {
  const { emulator, idOf } = await posting(t);
  const first = await idOf({ content: "A", nonce: 7 });
  const second = await idOf({ content: "A", nonce: 7 });
  assert.notEqual(second, first);
  assert.deepEqual(emulator.messages.nonces(), { 7: 2 });
  assert.equal(await idOf({ content: "A", nonce: 7, enforce_nonce: true }), second);
  for (const id of [first, second]) await call(emulator, "DELETE", `${general}/${id}`);
  assert.notEqual(await idOf({ content: "A", nonce: 7, enforce_nonce: true }), second);
  assert.deepEqual(emulator.messages.nonces(), { 7: 1 });
});

test("keeps the nonces of two bots apart", async (t) => {
  const { emulator, idOf } = await posting(t);
  const other = { id: "1100000000000000500", name: "Helper", botToken: "helper.bot.token" };
  emulator.addApplication(other);
  const body = { content: "A", nonce: "n", enforce_nonce: true };
  const mine = await idOf(body);
  const reply = await call(emulator, "POST", general, body, `Bot ${other.botToken}`);
  assert.equal(reply.status, 200);
  assert.notEqual(field(reply.body, "id"), mine);
});

test("refuses wrong fields of a message by their path", async (t) => {
  const { post } = await posting(t);
  const isNew = { flags: 32_768 };
  const link = { type: 2, style: 5, label: "Open", url: "https://example.org" };
  const select = { type: 3, custom_id: "pick", options: [{ label: "A", value: "a" }] };
  for (const [body, path, code] of [
    [{ content: "x".repeat(2001) }, ["content"], "BASE_TYPE_MAX_LENGTH"],
    [{ content: "A", nonce: "x".repeat(26) }, ["nonce"], "BASE_TYPE_MAX_LENGTH"],
    [{ content: "A", nonce: 1.5 }, ["nonce"], "NUMBER_TYPE_COERCE"],
    [{ content: "A", enforce_nonce: "yes" }, ["enforce_nonce"], "BOOLEAN_TYPE_CONVERT"],
    [{ ...isNew, content: "A" }, ["content"], "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"],
    [{ ...isNew, components: Array(41).fill({ type: 14 }) }, ["components"], "BASE_TYPE_MAX_LENGTH"],
    [
      { ...isNew, components: [text("x".repeat(4000)), text("x")] },
      ["components"],
      "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
    ],
    [
      { content: "A", components: [row(press), row(press)] },
      ["components", "1", "components", "0", "custom_id"],
      "COMPONENT_CUSTOM_ID_DUPLICATED",
    ],
    [
      { content: "A", components: [row({ ...press, custom_id: "x".repeat(101) })] },
      ["components", "0", "components", "0", "custom_id"],
      "BASE_TYPE_BAD_LENGTH",
    ],
    [
      { content: "A", components: [row({ ...link, custom_id: "x" })] },
      ["components", "0", "components", "0"],
      "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
    ],
    [
      { content: "A", components: [row(select, press)] },
      ["components", "0", "components", "1"],
      "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
    ],
    [{ content: "A", components: [text("B")] }, ["components", "0", "type"], "UNION_TYPE_CHOICES"],
    [
      { content: "A", allowed_mentions: { parse: ["users"], users: ["1"] } },
      ["allowed_mentions"],
      "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
    ],
    [
      { content: "A", allowed_mentions: { parse: ["all"] } },
      ["allowed_mentions", "parse", "0"],
      "BASE_TYPE_CHOICES",
    ],
    [
      { content: "A", allowed_mentions: { roles: ["@Crew"] } },
      ["allowed_mentions", "roles", "0"],
      "NUMBER_TYPE_COERCE",
    ],
  ] as const) {
    const answered = await post(body);
    assert.equal(field(answered, "code"), 50035, JSON.stringify(answered));
    assert.equal(field(answered, "errors", ...path, "_errors", 0, "code"), code);
  }
});

test("notifies only users whom the message may mention, and records who was notified", async (t) => {
  const { emulator, post } = await posting(t);
  const { guild, messages } = emulator;
  const { id } = guild.join({ username: "called" }).user;
  const roles = { crew: guild.role("Crew").id, recruiter: guild.role("Recruiter").id };
  const content = `<@${id}> <@&${roles.crew}> <@&${roles.recruiter}> @everyone @here`;
  const isNew = { flags: 32_768, components: [{ type: 17, components: [text(content)] }] };
  for (const body of [{ content }, isNew]) {
    await post({ ...body, allowed_mentions: { parse: [] } });
    assert.deepEqual(messages.pings, []);
    const notified = await post(body);
    assert.deepEqual(messages.pings.splice(0), [
      {
        messageId: field(notified, "id"),
        channelId: channelDefaults.general,
        users: [id],
        roles: [roles.recruiter],
        everyone: false,
      },
    ]);
    assert.deepEqual(field(notified, "mention_roles"), [roles.recruiter]);
    assert.equal(field(notified, "mentions", 0, "id"), id);
  }
  guild.editRole(defaults.botRoleId, { permissions: ((1n << 10n) | (1n << 11n) | (1n << 17n)).toString() });
  const mentionsOf = async (allowed_mentions: object) => {
    await post({ content, allowed_mentions });
    const [ping] = messages.pings.splice(0);
    return ping && [ping.users.length, ping.roles.length, ping.everyone];
  };
  assert.deepEqual(await mentionsOf({ parse: ["users", "roles", "everyone"] }), [1, 2, true]);
  assert.deepEqual(await mentionsOf({ parse: ["everyone"], users: [] }), [0, 0, true]);
  assert.deepEqual(await mentionsOf({ users: [id], roles: [roles.crew] }), [1, 1, false]);
  assert.equal(await mentionsOf({ users: ["1"], replied_user: true }), undefined);
});

test("pages messages, newest first, before, after and around one", async (t) => {
  const { emulator, idOf } = await posting(t);
  const path = `/channels/${channelDefaults.operations}/messages`;
  const ids: string[] = [];
  for (let count = 0; count < 6; count += 1) ids.push(await idOf({ content: String(count) }, path));
  const page = async (query: string) =>
    ((await call(emulator, "GET", `${path}?${query}`)).body as { id: string }[]).map(({ id }) =>
      ids.indexOf(id),
    );
  assert.deepEqual(await page(""), [5, 4, 3, 2, 1, 0]);
  assert.deepEqual(await page("limit=2"), [5, 4]);
  assert.deepEqual(await page(`limit=2&before=${ids[3]}`), [2, 1]);
  assert.deepEqual(await page(`limit=2&after=${ids[1]}`), [3, 2]);
  assert.deepEqual(await page(`limit=3&after=${ids[4]}`), [5]);
  assert.deepEqual(await page(`limit=3&around=${ids[2]}`), [3, 2, 1]);
  for (const query of ["limit=0", "limit=101", "before=x", `before=${ids[1]}&after=${ids[0]}`])
    assert.equal(field((await call(emulator, "GET", `${path}?${query}`)).body, "code"), 50035, query);
});

test("edits own messages only, keeps their kind, and says when", async (t) => {
  const { emulator, post, idOf } = await posting(t);
  const posted = await post({ flags: 32_768 | 4096, components: [text("A")] });
  assert.deepEqual([field(posted, "flags"), field(posted, "edited_timestamp")], [32_768 | 4096, null]);
  const own = `${general}/${String(field(posted, "id"))}`;
  const edited = (await call(emulator, "PATCH", own, { components: [text("B")] })).body;
  assert.equal(field(edited, "components", 0, "content"), "B");
  assert.equal(field(edited, "flags"), 32_768 | 4096);
  assert.ok(
    Date.parse(String(field(edited, "edited_timestamp"))) >= Date.parse(String(field(edited, "timestamp"))),
  );
  const codeOf = async (method: string, path: string, body?: object) =>
    field((await call(emulator, method, path, body)).body, "code");
  const back = (await call(emulator, "PATCH", own, { flags: 0 })).body;
  assert.equal(
    field(back, "errors", "flags", "_errors", 0, "code"),
    "MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG",
  );
  assert.equal(await codeOf("PATCH", own, { content: "Old" }), 50035);
  const plain = `${general}/${await idOf({ content: "A", flags: 4 })}`;
  assert.equal(field((await call(emulator, "PATCH", plain, { flags: 0 })).body, "flags"), 0);
  const { id } = emulator.say(emulator.guild.state.ownerId, "Mine");
  assert.equal(await codeOf("PATCH", `${general}/${id}`, { content: "Yours" }), 50005);
  assert.equal(await codeOf("DELETE", `${general}/${id}`), 50013);
  await call(emulator, "DELETE", own);
  for (const method of ["GET", "PATCH", "DELETE"])
    assert.equal(await codeOf(method, own, method === "PATCH" ? { content: "A" } : undefined), 10008, method);
});

test("shows what others wrote only with the intent for it, or when it mentions the bot", async (t) => {
  const { emulator } = await posting(t);
  const read = async (content: string) => {
    const { id } = emulator.say(emulator.guild.state.ownerId, content);
    return field((await call(emulator, "GET", `${general}/${id}`)).body, "content");
  };
  assert.equal(await read("Hello"), "");
  const hailed = `Hello <@${emulator.clientId}>`;
  assert.equal(await read(hailed), hailed);
  emulator.setPrivilegedIntents(1 << 15);
  assert.equal(await read("Hello"), "Hello");
});

test("limits a channel to five messages in five seconds or a set limit, apart from other channels", async (t) => {
  const emulator = await start(t);
  const post = (path = general) => call(emulator, "POST", path, { content: "A" });
  const { headers } = await post();
  const bucket = ["limit", "remaining", "reset-after"].map((name) => headers.get(`x-ratelimit-${name}`));
  assert.deepEqual(bucket, ["5", "4", "5.000"]);
  emulator.limits.set({ route: "/channels/:channel/messages", method: "POST", limit: 1, window: 3_600_000 });
  assert.equal((await post()).status, 200);
  const refused = await post();
  assert.deepEqual([refused.status, refused.headers.get("x-ratelimit-scope")], [429, "user"]);
  const wait = Number(field(refused.body, "retry_after"));
  assert.equal(Number(refused.headers.get("retry-after")), Math.ceil(wait));
  assert.equal((await post(`/channels/${channelDefaults.contracts}/messages`)).status, 200);
  assert.equal(emulator.count({ method: "POST", path: general, status: 429 }), 1);
  emulator.clock.advance(3_600_000);
  assert.equal((await post()).status, 200);
  emulator.limits.reset();
  assert.equal((await post()).headers.get("x-ratelimit-limit"), "5");
});
