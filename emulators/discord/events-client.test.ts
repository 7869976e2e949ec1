import assert from "node:assert/strict";
import { test } from "node:test";
import {
  Events,
  GatewayIntentBits,
  type GuildScheduledEvent,
  GuildScheduledEventEntityType,
  GuildScheduledEventPrivacyLevel,
  GuildScheduledEventStatus,
} from "discord.js";
import { channelDefaults } from "./index.ts";
import { eventBody, RawGateway, start } from "./testing.ts";
import { client, login, next } from "./testing-client.ts";

const intents = [
  GatewayIntentBits.Guilds,
  GatewayIntentBits.GuildMembers,
  GatewayIntentBits.GuildScheduledEvents,
];
const external = {
  name: "Fleet week",
  scheduledStartTime: new Date(Date.now() + 86_400_000),
  scheduledEndTime: new Date(Date.now() + 90_000_000),
  privacyLevel: GuildScheduledEventPrivacyLevel.GuildOnly,
  entityType: GuildScheduledEventEntityType.External,
  entityMetadata: { location: "Port Olisar" },
} as const;

test("lets discord.js create, fetch, edit, start, complete and delete events", async (t) => {
  const emulator = await start(t);
  const ready = await login(client(t, emulator, { intents }), emulator);
  const guild = await ready.guilds.fetch(emulator.guildId);
  const made = await guild.scheduledEvents.create({ ...external, description: "Bring a ship." });
  assert.equal(made.scheduledStartTimestamp, external.scheduledStartTime.getTime());
  assert.equal(made.entityMetadata?.location, "Port Olisar");
  const { entityMetadata: _, ...common } = external;
  const voice = await guild.scheduledEvents.create({
    ...common,
    entityType: GuildScheduledEventEntityType.Voice,
    channel: channelDefaults.Bridge,
  });
  assert.equal(voice.channelId, channelDefaults.Bridge);
  const all = await guild.scheduledEvents.fetch();
  assert.deepEqual([...all.keys()], [made.id, voice.id]);
  const edited = await guild.scheduledEvents.edit(made, { name: "Fleet day", description: "" });
  assert.deepEqual([edited.name, edited.description], ["Fleet day", null]);
  for (const status of [GuildScheduledEventStatus.Active, GuildScheduledEventStatus.Completed] as const)
    assert.equal((await guild.scheduledEvents.edit(made, { status })).status, status);
  await assert.rejects(edited.setName("Too late"), { code: 180000, status: 400 });
  await guild.scheduledEvents.delete(voice);
  await assert.rejects(guild.scheduledEvents.fetch({ guildScheduledEvent: voice.id, force: true }), {
    code: 10070,
  });
});

test("gives discord.js the subscribers of an event with their members", async (t) => {
  const emulator = await start(t);
  const ready = await login(client(t, emulator, { intents }), emulator);
  const guild = await ready.guilds.fetch(emulator.guildId);
  const made = await guild.scheduledEvents.create(external);
  const userId = emulator.guild.join({ username: "keen.pilot", nick: "Ivrig" }).user.id;
  emulator.guild.events.addInterest(made.id, userId);
  const subscribers = await guild.scheduledEvents.fetchSubscribers(made, { limit: 10, withMember: true });
  assert.deepEqual([...subscribers.keys()], [userId]);
  assert.equal(subscribers.get(userId)?.member?.nickname, "Ivrig");
  const fetched = await guild.scheduledEvents.fetch({ guildScheduledEvent: made.id, force: true });
  assert.equal(fetched.userCount, 1);
});

test("sends discord.js events that others create, change and delete, and who is interested", async (t) => {
  const emulator = await start(t);
  const { events } = emulator.guild;
  const earlier = events.create({ ...eventBody(), name: "Earlier" });
  const made = client(t, emulator, { intents });
  const ready = await login(made, emulator);
  const cache = ready.guilds.cache.get(emulator.guildId)?.scheduledEvents.cache;
  assert.equal(cache?.get(earlier.id)?.name, "Earlier");

  const created = next(made, Events.GuildScheduledEventCreate);
  const { id } = events.create(eventBody());
  assert.equal((await created)[0].name, "Fleet week");

  const updated = next(made, Events.GuildScheduledEventUpdate);
  events.edit(id, { name: "Fleet day" });
  const [before, after] = await updated;
  assert.deepEqual([before?.name, after?.name], ["Fleet week", "Fleet day"]);

  const { user } = emulator.guild.join({ username: "keen.pilot" });
  await ready.users.fetch(user.id);
  const added = next(made, Events.GuildScheduledEventUserAdd);
  events.addInterest(id, user.id);
  assert.equal((await added)[1].username, "keen.pilot");
  const removed = next(made, Events.GuildScheduledEventUserRemove);
  events.removeInterest(id, user.id);
  assert.equal((await removed)[0].id, id);

  const deleted = next(made, Events.GuildScheduledEventDelete);
  events.delete(id);
  assert.equal(((await deleted)[0] as GuildScheduledEvent).id, id);
});

test("sends no event to a session without the intent for scheduled events", async (t) => {
  const emulator = await start(t);
  const gateway = new RawGateway(t, emulator);
  await gateway.identify(emulator, { intents: GatewayIntentBits.Guilds });
  await gateway.event("GUILD_CREATE");
  emulator.guild.events.create(eventBody());
  emulator.guild.createRole({ name: "Afterwards" });
  await gateway.event("GUILD_ROLE_CREATE");
  assert.deepEqual(
    gateway.frames.filter(({ t: name }) => name?.startsWith("GUILD_SCHEDULED")),
    [],
  );
});
