import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { channelDefaults, type DiscordEmulator, startDiscord } from "./index.ts";
import { call, eventBody, field, start } from "./testing.ts";
import { codeOf, events, idOf, type Sent } from "./testing-events.ts";

const DAY = 86_400_000;

/** Returns the people who are not bots, ids ascending. */
const people = ({ guild }: DiscordEmulator) =>
  guild.members().flatMap(({ user }) => (user.bot ? [] : [user.id]));

test("answers a created event as the list has it, and times without zero fractions", async (t) => {
  const { emulator, create, list, ask } = await events(t);
  const made = await create({
    description: "Bring a ship.",
    scheduled_start_time: "2126-11-24T20:00:00.000+01:00",
    scheduled_end_time: "2126-11-24T21:30:00.250Z",
  });
  assert.equal(made.status, 200);
  const { id, creator, ...rest } = made.body as Sent;
  assert.deepEqual(rest, {
    guild_id: emulator.guildId,
    creator_id: emulator.clientId,
    name: "Fleet week",
    description: "Bring a ship.",
    channel_id: null,
    entity_type: 3,
    entity_id: null,
    entity_metadata: { location: "Port Olisar" },
    scheduled_start_time: "2126-11-24T19:00:00+00:00",
    scheduled_end_time: "2126-11-24T21:30:00.250000+00:00",
    privacy_level: 2,
    status: 1,
    image: null,
    recurrence_rule: null,
    guild_scheduled_event_exceptions: [],
  });
  assert.equal(field(creator, "id"), emulator.clientId);
  assert.deepEqual(await list(), [made.body]);
  assert.deepEqual((await ask("GET", String(id))).body, made.body);
});

test("refuses the hundred and first live event with 30038, and takes one again when another has ended", async (t) => {
  const { stored, create, list } = await events(t, { globalLimit: 1000 });
  stored.fill();
  assert.equal((await list()).length, 100);
  const refused = await create();
  assert.deepEqual(codeOf(refused), [400, 30038]);
  stored.cancel(String((await list())[0]?.["id"]));
  assert.equal((await create()).status, 200);
});

test("requires CREATE_EVENTS for new events, MANAGE_EVENTS for those of others, and either for own ones", async (t) => {
  const { emulator, stored, create, edit, ask } = await events(t);
  const foreign = stored.create(eventBody()).id;
  const own = idOf(await create());
  const seen = async () => {
    const statuses = [];
    for (const reply of [create(), edit(own, { name: "Own" }), edit(foreign, { name: "Foreign" })])
      statuses.push((await reply).status);
    return statuses;
  };
  assert.deepEqual(await seen(), [200, 200, 200]);
  emulator.guild.permitEvents({ create: false });
  assert.deepEqual(await seen(), [403, 200, 200]);
  emulator.guild.permitEvents({ create: true, manage: false });
  assert.deepEqual(await seen(), [200, 200, 403]);
  assert.deepEqual(codeOf(await ask("DELETE", foreign)), [403, 50013]);
  emulator.guild.permitEvents({ create: false });
  assert.deepEqual(await seen(), [403, 403, 403]);
  assert.deepEqual(codeOf(await create()), [403, 50013]);
  const role = (await call(emulator, "GET", `/guilds/${emulator.guildId}/roles/1100000000000000020`)).body;
  assert.equal(BigInt(String(field(role, "permissions"))) & ((1n << 44n) | (1n << 33n)), 0n);
});

test("hides events in channels from a bot that may not see channels", async (t) => {
  const { emulator, stored, list, ask } = await events(t);
  const { id } = stored.create({
    ...eventBody(),
    entity_type: 2,
    entity_metadata: null,
    channel_id: channelDefaults.Bridge,
  });
  stored.create(eventBody());
  for (const role of [emulator.guildId, "1100000000000000020"])
    emulator.guild.editRole(role, { permissions: "0" });
  assert.deepEqual(
    (await list()).map(({ entity_type }) => entity_type),
    [3],
  );
  assert.deepEqual(codeOf(await ask("GET", id)), [403, 50001]);
});

test("answers 10070 for an event that was deleted, and 50001 to a bot that left", async (t) => {
  const { emulator, stored, path, create, ask, edit } = await events(t);
  const id = idOf(await create());
  stored.delete(id);
  assert.deepEqual((await ask("GET", id)).body, { message: "Unknown Guild Scheduled Event", code: 10070 });
  assert.deepEqual(codeOf(await ask("DELETE", id)), [404, 10070]);
  assert.deepEqual(codeOf(await edit(id, { name: "Gone" })), [404, 10070]);
  assert.deepEqual(codeOf(await call(emulator, "GET", `${path}/${id}/users`)), [404, 10070]);
  emulator.guild.leave(emulator.clientId);
  assert.deepEqual(codeOf(await create()), [403, 50001]);
});

test("pages interested users by id, with members only on request, and counts them", async (t) => {
  const { emulator, stored, create, users, list } = await events(t);
  const id = idOf(await create());
  const all = people(emulator);
  assert.ok(all.length > 105);
  for (const user of [...all].reverse()) stored.addInterest(id, user);
  const ids = async (query: string) => (await users(id, query)).map(({ user_id }) => user_id);
  assert.deepEqual(await ids(""), all.slice(0, 100));
  assert.deepEqual(await ids(`limit=2&after=${all[99]}`), all.slice(100, 102));
  assert.deepEqual(await ids(`limit=2&before=${all[9]}`), all.slice(7, 9));
  assert.deepEqual(await ids(`limit=2&before=${all[9]}&after=${all[50]}`), all.slice(7, 9));
  emulator.guild.leave(String(all[0]));
  const [left, there] = await users(id, "limit=2&with_member=true");
  assert.equal(left?.["member"], undefined);
  assert.equal(field(there, "member", "user", "id"), all[1]);
  assert.equal("member" in ((await users(id, "limit=1"))[0] ?? {}), false);
  stored.removeInterest(id, String(all[0]));
  assert.deepEqual(await ids("limit=1"), [all[1]]);
  assert.equal((await list("?with_user_count=true"))[0]?.["user_count"], all.length - 1);
  assert.equal("user_count" in ((await list())[0] ?? {}), false);
});

test("starts and ends external events by itself, and cancels others that nobody starts", async (t) => {
  const { stored, create, ask } = await events(t);
  const external = idOf(await create());
  const voice = idOf(
    await create({ entity_type: 2, entity_metadata: null, channel_id: channelDefaults.Bridge }),
  );
  const statuses = async () => {
    const [first, second] = [await ask("GET", external), await ask("GET", voice)];
    return [field(first.body, "status"), field(second.body, "status")];
  };
  assert.deepEqual(await statuses(), [1, 1]);
  stored.advance(Date.now() + DAY + 1000);
  assert.deepEqual(await statuses(), [2, 1]);
  stored.advance(Date.now() + 2 * DAY);
  assert.deepEqual(await statuses(), [3, 4]);
});

test("cuts the connection after an event was created, and answers the next request", async (t) => {
  const { emulator, create, list } = await events(t);
  emulator.failures.fail({ path: "/scheduled-events", method: "POST", mode: "lost", times: 1 });
  await assert.rejects(create({ name: "Unheard" }), TypeError);
  assert.deepEqual(
    (await list()).map(({ name }) => name),
    ["Unheard"],
  );
  assert.equal(emulator.count({ path: "/scheduled-events", method: "POST", status: 0 }), 1);
});

test("limits requests to create events, without carrying out those beyond the limit", async (t) => {
  const { emulator, create, list } = await events(t);
  emulator.limits.set({
    route: "/guilds/:guild/scheduled-events",
    method: "POST",
    limit: 1,
    window: 60_000,
  });
  assert.equal((await create()).headers.get("x-ratelimit-remaining"), "0");
  const refused = await create();
  assert.equal(refused.status, 429);
  assert.ok(Number(refused.headers.get("retry-after")) > 0);
  assert.equal((await list()).length, 1);
});

test("sends each form of an event that the documentation allows, over time", async (t) => {
  const { stored, list } = await events(t, { strangeSeed: 5, globalLimit: 1000 });
  stored.fill(20);
  const forms: Record<string, Set<string>> = { creator: new Set(), image: new Set(), user_count: new Set() };
  for (const event of await list("?with_user_count=true")) {
    assert.match(String(event["name"]), /^Event \d+$/);
    for (const [name, seen] of Object.entries(forms))
      seen.add(!(name in event) ? "absent" : event[name] === null ? "null" : "present");
  }
  assert.deepEqual(forms["creator"], new Set(["absent", "present"]));
  assert.deepEqual(forms["image"], new Set(["null", "present"]));
  assert.deepEqual(forms["user_count"], new Set(["absent", "present"]));
});

test("keeps events and interest in the state file, and forgets them on reset", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "discord-"));
  t.after(() => rm(folder, { recursive: true }));
  const stateFile = join(folder, "state.json");
  const first = await startDiscord({ port: 0, stateFile });
  const { id } = first.guild.events.create(eventBody());
  first.guild.events.addInterest(id, String(people(first)[0]));
  const kept = first.guild.events.all();
  await first.close();
  const second = await start(t, { stateFile });
  assert.deepEqual(second.guild.events.all(), kept);
  second.reset();
  assert.deepEqual(second.guild.events.all(), []);
});
