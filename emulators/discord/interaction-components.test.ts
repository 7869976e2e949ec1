import assert from "node:assert/strict";
import { test } from "node:test";
import { Events } from "discord.js";
import { defaults, type InteractionInput } from "./index.ts";
import { field } from "./testing.ts";
import { client, login } from "./testing-client.ts";
import { answering, endpoint, withCommands } from "./testing-interactions.ts";

const press = (custom_id: string, more = {}) => ({ type: 2, style: 1, label: "Press", custom_id, ...more });
const row = (...components: unknown[]) => ({ type: 1, components });
const panel = {
  type: 4,
  data: {
    flags: 32_768,
    components: [
      {
        type: 17,
        components: [{ type: 9, components: [{ type: 10, content: "A" }], accessory: press("open") }],
      },
      row(press("gone", { disabled: true }), { type: 2, style: 5, label: "Web", url: "https://example.org" }),
      row({
        type: 3,
        custom_id: "slot",
        max_values: 2,
        options: ["gunner", "medic"].map((value) => ({ label: value, value })),
      }),
      row({ type: 5, custom_id: "who" }),
    ],
  },
};

test("sends presses and choices with the message and what was chosen", async (t) => {
  const { emulator, userId, send } = await answering(t, panel, { type: 6 });
  const shown = await send({});
  const messageId = shown.original?.id ?? "";
  const use = (customId: string, values?: string[], more: Partial<InteractionInput> = {}) =>
    send({ kind: "component", customId, messageId, ...(values ? { values } : {}), ...more });
  const pressed = await use("open");
  assert.deepEqual(pressed.payload.data, { id: 4, custom_id: "open", component_type: 2 });
  assert.equal(pressed.payload.message?.id, messageId);
  const chosen = await use("slot", ["medic", "gunner"]);
  assert.deepEqual(field(chosen.payload.data, "values"), ["medic", "gunner"]);
  const named = await use("who", [userId]);
  assert.equal(field(named.payload.data, "component_type"), 5);
  assert.equal(field(named.payload.data, "resolved", "users", userId, "id"), userId);
  for (const [customId, values, message] of [
    ["none", undefined, /no component/],
    ["gone", undefined, /disabled/],
    ["slot", ["pilot"], /does not offer pilot/],
    ["slot", [], /choose 1 to 2/],
    ["slot", ["medic", "medic"], /different/],
    ["who", ["1"], /does not offer 1/],
  ] as const)
    await assert.rejects(use(customId, values && [...values]), message);
  const forged = await use("none", ["x"], { forged: true, componentType: 3 });
  assert.deepEqual(forged.payload.data, { id: 1, custom_id: "none", component_type: 3, values: ["x"] });
  assert.equal(emulator.interactions.list().length, 5);
});

test("lets only its receiver use an ephemeral message, and anybody a public one", async (t) => {
  const button = [row(press("take"))];
  const { emulator, send } = await answering(
    t,
    { type: 4, data: { content: "For you", flags: 64, components: button } },
    { type: 4, data: { content: "For all", components: button } },
    { type: 6 },
  );
  const other = emulator.guild.membersWith("Crew")[0]?.user.id ?? "";
  const [own, open] = [await send({}), await send({})];
  const take = (messageId = "", userId?: string) =>
    send({ kind: "component", customId: "take", messageId, ...(userId ? { userId } : {}) });
  await assert.rejects(take(own.original?.id, other), /can see this message/);
  assert.equal((await take(own.original?.id)).failure, null);
  assert.equal((await take(open.original?.id, other)).userId, other);
});

test("says who installed the application when somebody else presses a button of its message", async (t) => {
  const { emulator, userId } = await withCommands(t, [
    { name: "ping", description: "Answers", integration_types: [0, 1] },
  ]);
  const answers = [{ type: 4, data: { content: "Hi", components: [row(press("take"))] } }, { type: 6 }];
  await emulator.setInteractionsEndpoint(await endpoint(t, emulator.publicKey, () => answers.shift()));
  const place = { install: "user", place: "other_guild" } as const;
  const shown = await emulator.interactions.send({ kind: "command", name: "ping", userId, ...place });
  const { payload } = await emulator.interactions.send({
    kind: "component",
    customId: "take",
    messageId: shown.original?.id ?? "",
    userId: defaults.outsiderId,
  });
  assert.deepEqual(payload.authorizing_integration_owners, { 1: userId });
  assert.equal(payload.guild_id, defaults.otherGuildId);
  assert.equal(payload.member?.user.id, defaults.outsiderId);
});

const label = (component: object) => ({ type: 18, label: "Field", component });
const options = ["a", "b"].map((value) => ({ label: value, value }));
const form = {
  type: 9,
  data: {
    custom_id: "form",
    title: "Form",
    components: [
      label({ type: 4, custom_id: "note", style: 2, max_length: 10 }),
      label({ type: 3, custom_id: "slot", options: [{ ...options[0], default: true }, options[1]] }),
      label({ type: 5, custom_id: "who", required: false }),
      label({ type: 22, custom_id: "days", options }),
      label({ type: 23, custom_id: "agree" }),
    ],
  },
};

test("submits a modal's fields in their labels, with the shown values of fields that were not filled in", async (t) => {
  const { userId, send } = await answering(t, form, { type: 4, data: { content: "Thanks" } });
  await send({});
  const submit = (fields: Record<string, unknown>) => send({ kind: "modal", customId: "form", fields });
  for (const [fields, message] of [
    [{ days: ["a"] }, /note must have/],
    [{ note: "12345678901", days: ["a"] }, /note must have 1 to 10/],
    [{ note: "Hi", days: [] }, /choose 1 to 2/],
    [{ note: "Hi", days: ["c"] }, /does not offer c/],
    [{ note: "Hi", days: ["a"], other: "x" }, /no field other/],
  ] as const)
    await assert.rejects(submit(fields), message);
  const { payload, original } = await submit({ note: "Hi", who: [userId], days: ["a", "b"], agree: true });
  assert.deepEqual(field(payload.data, "components"), [
    { type: 18, id: 1, component: { type: 4, id: 2, custom_id: "note", value: "Hi" } },
    { type: 18, id: 3, component: { type: 3, id: 4, custom_id: "slot", values: ["a"] } },
    { type: 18, id: 5, component: { type: 5, id: 6, custom_id: "who", values: [userId] } },
    { type: 18, id: 7, component: { type: 22, id: 8, custom_id: "days", values: ["a", "b"] } },
    { type: 18, id: 9, component: { type: 23, id: 10, custom_id: "agree", value: true } },
  ]);
  assert.equal(field(payload.data, "resolved", "users", userId, "id"), userId);
  assert.equal(original?.content, "Thanks");
  await assert.rejects(submit({ note: "Again", days: ["a"] }), /no modal form is open/);
});

test("submits a modal with action rows in the same shape, and forged fields in either", async (t) => {
  const input = { type: 4, custom_id: "note", label: "Note", style: 1 };
  const legacy = { type: 9, data: { custom_id: "old", title: "Old", components: [row(input)] } };
  const radio = label({ type: 21, custom_id: "one", required: false, options });
  const { send } = await answering(
    t,
    legacy,
    { type: 4, data: { content: "Thanks" } },
    {
      type: 9,
      data: { custom_id: "radio", title: "Radio", components: [radio] },
    },
  );
  await send({});
  const old = await send({ kind: "modal", fields: { note: "Hi" } });
  assert.deepEqual(field(old.payload.data, "components"), [
    { type: 1, id: 1, components: [{ type: 4, id: 2, custom_id: "note", value: "Hi" }] },
  ]);
  await send({});
  const one = await send({ kind: "modal", fields: {} });
  assert.deepEqual(field(one.payload.data, "components", 0, "component", "value"), null);
  const forged = { kind: "modal", customId: "x", fields: { note: "Hi" }, forged: true } as const;
  assert.equal(field((await send(forged)).payload.data, "components", 0, "component", "value"), "Hi");
  const row0 = (await send({ ...forged, legacy: true })).payload.data;
  assert.equal(field(row0, "components", 0, "components", 0, "value"), "Hi");
});

test("carries the message to a modal that one of its buttons opened, so that the answer can update it", async (t) => {
  const { send } = await answering(
    t,
    { type: 4, data: { content: "Card", components: [row(press("note"))] } },
    { ...form, data: { ...form.data, components: [form.data.components[0]] } },
    { type: 7, data: { content: "Card with a note" } },
  );
  const card = await send({});
  await send({ kind: "component", customId: "note", messageId: card.original?.id ?? "" });
  const submitted = await send({ kind: "modal", customId: "form", fields: { note: "Hi" } });
  assert.equal(submitted.payload.message?.id, card.original?.id);
  assert.equal(card.original?.content, "Card with a note");
  assert.ok(card.original?.edited_timestamp);
});

test("is understood by discord.js: user command, select and modal", async (t) => {
  const { emulator, userId } = await withCommands(t, [{ name: "View card", type: 2 }]);
  const made = client(t, emulator);
  await login(made, emulator);
  const seen: string[] = [];
  made.on(Events.InteractionCreate, async (interaction) => {
    if (interaction.isUserContextMenuCommand()) {
      seen.push(interaction.targetUser.id, String(interaction.targetMember !== null));
      await interaction.reply({ content: "Who?", components: [row({ type: 5, custom_id: "who" }) as never] });
    } else if (interaction.isUserSelectMenu()) {
      seen.push(String(interaction.users.first()?.id));
      await interaction.showModal({ ...form.data } as never);
    } else if (interaction.isModalSubmit()) {
      seen.push(
        interaction.fields.getTextInputValue("note"),
        interaction.fields.getStringSelectValues("slot").join(),
      );
      await interaction.reply("Thanks");
    }
  });
  const { interactions } = emulator;
  const used = await interactions.send({
    kind: "command",
    name: "View card",
    commandType: 2,
    targetId: userId,
    userId,
  });
  const messageId = (await interactions.until(used.id)).original?.id ?? "";
  const chosen = await interactions.send({
    kind: "component",
    customId: "who",
    values: [userId],
    messageId,
    userId,
  });
  await interactions.until(chosen.id);
  const modal = await interactions.send({ kind: "modal", fields: { note: "Hi", days: ["a"] }, userId });
  await interactions.until(modal.id);
  assert.deepEqual(seen, [userId, "true", userId, "Hi", "a"]);
});

test("sends interactions over HTTP in all forms that Discord's documentation allows", async (t) => {
  const seen: object[] = [];
  const { emulator, userId } = await withCommands(t, [{ name: "ping", description: "Answers" }]);
  const url = await endpoint(t, emulator.publicKey, (interaction) => {
    seen.push(interaction as object);
    return { type: 4, data: { content: "Hi" } };
  });
  await emulator.setInteractionsEndpoint(url);
  for (let count = 0; count < 20; count += 1)
    await emulator.interactions.send({ kind: "command", name: "ping", userId });
  for (const name of ["guild", "guild_locale", "channel", "context"])
    assert.deepEqual(new Set(seen.map((each) => name in each)), new Set([true, false]), name);
  assert.ok(seen.every((each) => field(each, "member", "user", "id") === userId));
  assert.ok(seen.every((each) => field(each, "guild_id") === emulator.guildId));
});
