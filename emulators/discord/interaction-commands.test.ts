import assert from "node:assert/strict";
import { test } from "node:test";
import { defaults, type InteractionInput } from "./index.ts";
import { field } from "./testing.ts";
import { endpoint, withCommands } from "./testing-interactions.ts";

const commands = [
  {
    name: "fly",
    description: "Starts a flight",
    integration_types: [0, 1],
    contexts: [0, 1, 2],
    options: [
      { name: "ship", description: "Which one", type: 3, required: true, autocomplete: true },
      { name: "crew", description: "How many", type: 4, max_value: 9 },
      { name: "pilot", description: "Who", type: 6 },
      { name: "armed", description: "Whether", type: 5 },
      { name: "size", description: "How big", type: 3, choices: [{ name: "Big", value: "big" }] },
    ],
  },
  {
    name: "fleet",
    description: "Ships",
    options: [
      {
        name: "lend",
        description: "Lends a ship",
        type: 1,
        options: [{ name: "to", description: "Whom", type: 6, required: true }],
      },
    ],
  },
  { name: "View card", type: 2 },
  { name: "Make a wish", type: 3 },
  { name: "secret", description: "Officers only", default_member_permissions: "2" },
];

async function flying(t: Parameters<typeof withCommands>[0]) {
  const { emulator, userId } = await withCommands(t, commands);
  await emulator.setInteractionsEndpoint(
    await endpoint(t, emulator.publicKey, (interaction) =>
      field(interaction, "type") === 4
        ? { type: 8, data: { choices: [] } }
        : { type: 4, data: { content: "Done" } },
    ),
  );
  const crew = emulator.guild.membersWith("Crew").at(-1)?.user.id ?? "";
  const send = (input: Partial<InteractionInput>) =>
    emulator.interactions.send({ kind: "command", userId, ...input });
  return { emulator, userId, crew, send };
}

test("sends a command's options with their types, and the people whom they name", async (t) => {
  const { crew, send } = await flying(t);
  const { payload, failure } = await send({
    name: "fly",
    options: { ship: "Carrack", crew: 4, pilot: crew, armed: true, size: "big" },
  });
  assert.equal(failure, null);
  assert.deepEqual(field(payload.data, "options"), [
    { name: "ship", type: 3, value: "Carrack" },
    { name: "crew", type: 4, value: 4 },
    { name: "pilot", type: 6, value: crew },
    { name: "armed", type: 5, value: true },
    { name: "size", type: 3, value: "big" },
  ]);
  assert.equal(field(payload.data, "resolved", "users", crew, "id"), crew);
  const member = field(payload.data, "resolved", "members", crew) as object;
  assert.ok("permissions" in member && !("user" in member) && !("deaf" in member) && !("mute" in member));
});

test("sends the options of a subcommand within it", async (t) => {
  const { crew, send } = await flying(t);
  const { payload } = await send({ name: "fleet", options: { lend: { to: crew } } });
  assert.deepEqual(field(payload.data, "options"), [
    { name: "lend", type: 1, options: [{ name: "to", type: 6, value: crew }] },
  ]);
  assert.equal(field(payload.data, "resolved", "users", crew, "id"), crew);
});

test("refuses what Discord's app would not send, unless it is forged", async (t) => {
  const { crew, send } = await flying(t);
  for (const [input, message] of [
    [{ name: "fly", options: {} }, /ship is required/],
    [{ name: "fly", options: { ship: 3 } }, /ship must be a string/],
    [{ name: "fly", options: { ship: "a", crew: 10 } }, /crew must be at most 9/],
    [{ name: "fly", options: { ship: "a", size: "small" } }, /size is not one of its choices/],
    [{ name: "fly", options: { ship: "a", hue: "red" } }, /no option hue/],
    [{ name: "fleet", options: {} }, /choose one of lend/],
    [{ name: "secret", userId: crew }, /no command secret/],
    [{ name: "fleet", options: { lend: { to: crew } }, install: "user" }, /no command fleet/],
  ] as const)
    await assert.rejects(send(input), message);
  const forged = await send({ name: "fly", options: { ship: 3, hue: "red" }, forged: true });
  assert.deepEqual(field(forged.payload.data, "options"), [
    { name: "ship", type: 3, value: 3 },
    { name: "hue", type: 3, value: "red" },
  ]);
});

test("sends a user command with its target", async (t) => {
  const { crew, send } = await flying(t);
  const { payload } = await send({ name: "View card", commandType: 2, targetId: crew });
  assert.equal(field(payload.data, "target_id"), crew);
  assert.equal(field(payload.data, "resolved", "users", crew, "id"), crew);
  assert.ok(field(payload.data, "resolved", "members", crew));
});

test("sends a message command with the message that somebody wrote", async (t) => {
  const { emulator, crew, send } = await flying(t);
  const { id } = emulator.say(crew, "More ships, please");
  const { payload } = await send({ name: "Make a wish", commandType: 3, targetId: id });
  assert.equal(field(payload.data, "target_id"), id);
  assert.equal(field(payload.data, "resolved", "messages", id, "content"), "More ships, please");
  assert.equal(field(payload.data, "resolved", "messages", id, "author", "id"), crew);
  const seeded = emulator.messages.in(String(payload.channel_id));
  assert.ok(seeded.filter(({ author }) => !author.bot).length >= 3);
});

test("sends autocomplete with the option that is being typed, others being incomplete", async (t) => {
  const { send } = await flying(t);
  const input = { kind: "autocomplete", name: "fly" } as const;
  const { payload, response } = await send({ ...input, options: { crew: 2, ship: "Ca" }, focused: "ship" });
  assert.equal(payload.type, 4);
  assert.deepEqual(field(payload.data, "options"), [
    { name: "crew", type: 4, value: 2 },
    { name: "ship", type: 3, value: "Ca", focused: true },
  ]);
  assert.equal(response?.type, 8);
  await assert.rejects(send({ ...input, options: { ship: "Ca" } }), /focused/);
  await assert.rejects(
    send({ ...input, options: { ship: "C", crew: 1 }, focused: "crew" }),
    /no autocomplete/,
  );
});

test("names the installation and the place of a command", async (t) => {
  const { emulator, userId, send } = await flying(t);
  const input = { name: "fly", options: { ship: "Carrack" } };
  const { outsiderId, otherGuildId } = defaults;
  for (const [more, owners, context, guildId] of [
    [{}, { 0: emulator.guildId }, 0, emulator.guildId],
    [{ install: "user" }, { 1: userId }, 0, emulator.guildId],
    [{ install: "both" }, { 0: emulator.guildId, 1: userId }, 0, emulator.guildId],
    [{ install: "user", place: "other_guild" }, { 1: userId }, 0, otherGuildId],
    [{ place: "other_guild", userId: outsiderId }, { 0: otherGuildId }, 0, otherGuildId],
    [{ install: "user", place: "direct_message" }, { 1: userId }, 1, undefined],
    [{ place: "direct_message" }, { 0: "0" }, 1, undefined],
  ] as const) {
    const { payload, original } = await send({ ...input, ...more });
    assert.deepEqual(payload.authorizing_integration_owners, owners);
    assert.equal(payload.context, context);
    assert.equal(payload.guild_id, guildId);
    const who = payload.member?.user ?? payload.user;
    assert.equal(who?.id, "userId" in more ? more.userId : userId);
    assert.equal("member" in payload, guildId !== undefined);
    assert.equal("user" in payload, guildId === undefined);
    assert.equal(original?.channel_id, payload.channel_id);
  }
  await assert.rejects(send({ ...input, userId: outsiderId }), /not in the guild/);
});
