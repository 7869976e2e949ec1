import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { channelDefaults } from "./index.ts";
import { call, field } from "./testing.ts";
import { client, login } from "./testing-client.ts";
import { answering, endpoint, withCommands } from "./testing-interactions.ts";

const v2 = 32_768;
const text = (content = "Text") => ({ type: 10, content });
const button = (custom_id: string, more = {}) => ({ type: 2, style: 2, label: "Press", custom_id, ...more });
const row = (...components: unknown[]) => ({ type: 1, components });
const buttons = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => button(`b${from + index}`));
const options = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ label: `L${index}`, value: `v${index}` }));
const select = (more = {}) => ({ type: 3, custom_id: "s", options: options(2), ...more });
const components = (...list: unknown[]) => ({ type: 4, data: { flags: v2, components: list } });
const long = (length: number) => "x".repeat(length);

/** Asserts what the person gets for each answer: nothing wrong, or a failure whose reason names the problem. */
async function judge(t: TestContext, answers: readonly (readonly [unknown, RegExp | null])[]): Promise<void> {
  const { send } = await answering(t, ...answers.map(([answer]) => answer));
  for (const [answer, expected] of answers) {
    const { failure, original, response } = await send({});
    const described = JSON.stringify(answer).slice(0, 200);
    if (expected === null) assert.equal(failure, null, described);
    else {
      assert.match(failure ?? "", expected, described);
      assert.deepEqual([original, response], [null, null]);
    }
  }
}

test("refuses kinds of answers that do not fit the interaction", (t) =>
  judge(t, [
    [{ type: 4, data: { content: "Hi" } }, null],
    [{ type: 1 }, /type: Value must be one of {4, 5, 9}/],
    [{ type: 6 }, /type/],
    [{ type: 7, data: { content: "Hi" } }, /type/],
    [{ type: 8, data: { choices: [] } }, /type/],
    [{}, /type/],
  ]));

test("refuses empty messages and texts that are too long", (t) =>
  judge(t, [
    [{ type: 4, data: { content: long(2000) } }, null],
    [{ type: 4, data: { content: long(2001) } }, /data\.content: Must be 2000 or fewer/],
    [{ type: 4, data: { content: "" } }, /empty message/],
    [{ type: 4, data: { flags: v2, components: [] } }, /empty message/],
    [{ type: 4 }, /empty message/],
  ]));

test("allows new components only with their flag, and then neither content nor embeds", (t) =>
  judge(t, [
    [components(text()), null],
    [{ type: 4, data: { components: [text()] } }, /components\.0\.type: .*must be one of \(1,\)/],
    [{ type: 4, data: { flags: v2, content: "Hi", components: [text()] } }, /'content' field cannot be used/],
    [{ type: 4, data: { flags: v2, embeds: [{ title: "x" }], components: [text()] } }, /'embeds' field/],
    [{ type: 4, data: { flags: v2, content: null, embeds: [], components: [text()] } }, null],
  ]));

test("counts components and their text over all levels", (t) => {
  const rows = Array.from({ length: 6 }, (_, index) => row(...buttons(5, index * 5)));
  const container = (...list: unknown[]) => ({ type: 17, components: list });
  return judge(t, [
    [components(container(...rows), text(), { type: 14 }, text()), null],
    [
      components(container(...rows), text(), { type: 14 }, text(), text()),
      /maximum total number of components/,
    ],
    [components(text(long(4000))), null],
    [components(text(long(3999)), container(text("ab"))), /displayable text/],
  ]);
});

test("checks custom ids, rows and buttons", (t) =>
  judge(t, [
    [components(row(button(long(100)))), null],
    [components(row(button(long(101)))), /custom_id: Must be between 1 and 100/],
    [components(row(button(""))), /custom_id: Must be between 1 and 100/],
    [components(row(button("a")), row(button("a"))), /1\.components\.0\.custom_id: .*cannot be duplicated/],
    [components(row(...buttons(5))), null],
    [components(row(...buttons(6))), /components: Must be between 1 and 5/],
    [components(row(button("a"), select())), /maximum width/],
    [components(button("a")), /type: .*must be one of/],
    [components(row(button("a", { label: long(81) }))), /label: Must be 80 or fewer/],
    [components(row({ type: 2, style: 1, custom_id: "a" })), /label or emoji/],
    [components(row({ type: 2, style: 1, label: "a" })), /custom_id: This field is required/],
    [components(row({ type: 2, style: 5, label: "a", url: "https://example.org" })), null],
    [components(row({ type: 2, style: 5, label: "a" })), /url: This field is required/],
    [components(row(button("a", { style: 5, url: "https://example.org" }))), /cannot both be specified/],
    [components(row({ type: 2, style: 5, label: "a", url: "javascript:alert(1)" })), /not supported/],
    [components(row(button("a", { url: "https://example.org" }))), /cannot both be specified/],
  ]));

test("checks selects, sections and containers", (t) =>
  judge(t, [
    [components(row(select({ options: options(25) }))), null],
    [components(row(select({ options: options(26) }))), /options: Must be between 1 and 25/],
    [components(row(select({ options: [...options(1), ...options(1)] }))), /already used/],
    [
      components(row(select({ options: [{ label: long(101), value: "a" }] }))),
      /label: Must be between 1 and 100/,
    ],
    [components(row(select({ placeholder: long(151) }))), /placeholder: Must be 150 or fewer/],
    [components(row(select({ min_values: 2 }))), /min_values/],
    [components(row(select({ max_values: 3 }))), /max_values/],
    [components({ type: 9, components: [text()], accessory: button("a") }), null],
    [components({ type: 9, components: [text()] }), /accessory/],
    [components({ type: 9, components: [], accessory: button("a") }), /Must be between 1 and 3/],
    [
      components({ type: 9, components: Array(4).fill(text()), accessory: button("a") }),
      /Must be between 1 and 3/,
    ],
    [components({ type: 17, accent_color: 0x1000000, components: [text()] }), /accent_color/],
    [components({ type: 17, components: [{ type: 17, components: [text()] }] }), /type: .*must be one of/],
    [components({ type: 14, spacing: 3 }), /spacing/],
    [components(text("")), /content: Must be between 1 and 4000/],
  ]));

const labelled = (component: object, more = {}) => ({ type: 18, label: "Label", component, ...more });
const input = (more = {}) => ({ type: 4, custom_id: "i", style: 1, ...more });
const modal = (components: unknown[], more = {}) => ({
  type: 9,
  data: { custom_id: "m", title: "Modal", components, ...more },
});

test("checks modals", (t) =>
  judge(t, [
    [modal([labelled(input({ value: long(4000) }))]), null],
    [modal([labelled(input({ value: long(4001) }))]), /value: Must be 4000 or fewer/],
    [modal([labelled(input())], { title: long(46) }), /title: Must be between 1 and 45/],
    [modal([labelled(input())], { custom_id: "" }), /custom_id: Must be between 1 and 100/],
    [modal([]), /components: Must be between 1 and 5/],
    [
      modal(Array.from({ length: 6 }, (_, index) => labelled(input({ custom_id: `i${index}` })))),
      /between 1 and 5/,
    ],
    [modal([labelled(input(), { label: long(46) })]), /label: Must be between 1 and 45/],
    [modal([labelled(input(), { description: long(101) })]), /description: Must be between 1 and 100/],
    [modal([labelled(input()), labelled(input())]), /cannot be duplicated/],
    [modal([input()]), /type: .*must be one of/],
    [modal([labelled(button("b"))]), /type: .*must be one of/],
    [modal([labelled(select({ disabled: true }))]), /cannot be disabled/],
    [modal([labelled(select({ min_values: 0 }))]), /min_values/],
    [modal([labelled(select({ min_values: 0, required: false }))]), null],
    [
      modal([labelled({ type: 21, custom_id: "r", options: options(1) })]),
      /options: Must be between 2 and 10/,
    ],
    [
      modal([labelled({ type: 22, custom_id: "c", options: options(11) })]),
      /options: Must be between 1 and 10/,
    ],
    [modal([labelled({ type: 23, custom_id: "x" }), text()]), null],
    [modal([row(input({ label: "Old" }))]), null],
    [modal([row(input())]), /label: This field is required/],
  ]));

test("takes no modal in reply to a modal, and no update where no message opened it", async (t) => {
  const form = modal([labelled(input())]);
  const { send } = await answering(t, form, form, form, { type: 7, data: { content: "x" } });
  for (const expected of [/type: Value must be one of {4, 5}/, /type/]) {
    assert.equal((await send({})).failure, null);
    assert.match((await send({ kind: "modal", fields: { i: "a" } })).failure ?? "", expected);
  }
});

test("checks the choices of autocomplete", async (t) => {
  const { emulator, userId } = await withCommands(t, [
    {
      name: "find",
      description: "Finds",
      options: [
        { name: "who", description: "Who", type: 3, autocomplete: true },
        { name: "year", description: "When", type: 4, autocomplete: true },
      ],
    },
  ]);
  let choices: unknown[] = [];
  const url = await endpoint(t, emulator.publicKey, () => ({ type: 8, data: { choices } }));
  await emulator.setInteractionsEndpoint(url);
  const choice = (name: string, value: unknown) => ({ name, value });
  for (const [focused, answered, expected] of [
    ["who", Array.from({ length: 25 }, (_, index) => choice(`N${index}`, `${index}`)), null],
    ["who", Array.from({ length: 26 }, (_, index) => choice(`N${index}`, `${index}`)), /Must be 25 or fewer/],
    ["who", [choice(long(101), "a")], /choices\.0\.name: Must be between 1 and 100/],
    ["who", [choice("", "a")], /name: Must be between 1 and 100/],
    ["who", [choice("a", long(101))], /value: Must be between 1 and 100/],
    ["who", [choice("a", 5)], /value/],
    ["year", [choice("a", 5)], null],
    ["year", [choice("a", "5")], /value/],
  ] as const) {
    choices = [...answered];
    const { failure } = await emulator.interactions.send({
      kind: "autocomplete",
      name: "find",
      options: { [focused]: "x" },
      focused,
      userId,
    });
    if (expected === null) assert.equal(failure, null);
    else assert.match(failure ?? "", expected);
  }
});

test("lets a deferred answer set only that it is ephemeral", (t) =>
  judge(t, [
    [{ type: 5 }, null],
    [{ type: 5, data: { flags: 64 } }, null],
    [{ type: 5, data: { flags: v2 } }, /flags/],
    [{ type: 5, data: { flags: 64 | v2 } }, /flags/],
  ]));

test("keeps the flag of new components through every edit", async (t) => {
  const { emulator, send } = await answering(t, components(text()));
  const { token, original } = await send({});
  const path = `/webhooks/${emulator.clientId}/${token}/messages/@original`;
  const edit = (body: object) => call(emulator, "PATCH", path, body);
  const edited = await edit({ components: [text("New")] });
  assert.equal(edited.status, 200);
  assert.equal(field(edited.body, "flags"), v2);
  for (const [body, name] of [
    [{ flags: 0 }, "flags"],
    [{ content: "Old" }, "content"],
  ] as const) {
    const refused = await edit(body);
    assert.equal(field(refused.body, "code"), 50035);
    assert.ok(field(refused.body, "errors", name));
  }
  assert.equal(field(original?.components?.[0], "content"), "New");
});

test("lets an edit add the flag when the message has no content of the old kind", async (t) => {
  const { emulator, send } = await answering(t, { type: 4, data: { content: "Old" } });
  const { token } = await send({});
  const path = `/webhooks/${emulator.clientId}/${token}/messages/@original`;
  const body = { flags: v2, components: [text()] };
  assert.ok(field((await call(emulator, "PATCH", path, body)).body, "errors", "content"));
  const { body: after } = await call(emulator, "PATCH", path, { ...body, content: null });
  assert.deepEqual([field(after, "flags"), field(after, "content")], [v2, ""]);
});

test("checks messages of channels in the same way", async (t) => {
  const { emulator } = await withCommands(t, []);
  const path = `/channels/${channelDefaults.general}/messages`;
  const refused = await call(emulator, "POST", path, { flags: v2, content: "x", components: [text()] });
  assert.ok(field(refused.body, "errors", "content"));
  const { body } = await call(emulator, "POST", path, { flags: v2 | 64, components: [text()] });
  assert.equal(field(body, "flags"), v2);
});

test("takes no reply after three seconds", async (t) => {
  const { emulator, send } = await answering(t, undefined);
  const sent = send({});
  while (emulator.interactions.list().length === 0) await new Promise((resolve) => setImmediate(resolve));
  emulator.clock.advance(2000);
  const [{ id, token } = { id: "", token: "" }] = emulator.interactions.list();
  assert.equal(emulator.interactions.find(id)?.failure, null);
  emulator.clock.advance(1001);
  assert.equal((await sent).failure, "no reply within 3000 ms");
  const late = await call(emulator, "POST", `/interactions/${id}/${token}/callback`, { type: 5 });
  assert.equal(field(late.body, "code"), 10062);
});

test("counts the three seconds over the gateway too", async (t) => {
  const { emulator, userId } = await withCommands(t, [{ name: "ping", description: "Answers" }]);
  await login(client(t, emulator), emulator);
  const { id } = await emulator.interactions.send({ kind: "command", name: "ping", userId });
  emulator.clock.advance(3001);
  assert.equal(emulator.interactions.find(id)?.failure, "no reply within 3000 ms");
});

test("says why an endpoint's answer is no reply", async (t) => {
  const { send, emulator } = await answering(t, "text", { type: 4, data: { content: "Hi" } });
  assert.match((await send({})).failure ?? "", /not a JSON object/);
  await emulator.setInteractionsEndpoint(`${emulator.apiUrl}/gateway/nowhere`, { verify: false });
  assert.match((await send({})).failure ?? "", /answered 404/);
});
