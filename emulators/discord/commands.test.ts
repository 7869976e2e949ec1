import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { call, field, start } from "./testing.ts";

const option = (name: string, more = {}) => ({ name, description: "One", type: 3, ...more });
const command = (more = {}) => ({ name: "fly", description: "Flies", ...more });
const long = (length: number) => "x".repeat(length);

async function routes(t: TestContext, strangeSeed: number | null = null) {
  const emulator = await start(t, { strangeSeed, globalLimit: 10_000 });
  const path = `/applications/${emulator.clientId}/commands`;
  return {
    emulator,
    path,
    put: (...commands: unknown[]) => call(emulator, "PUT", path, commands),
    get: (query = "", headers: Record<string, string> = {}) =>
      fetch(`${emulator.apiUrl}${path}${query}`, {
        headers: { authorization: `Bot ${emulator.botToken}`, ...headers },
      }).then((response) => response.json() as Promise<Record<string, unknown>[]>),
  };
}

test("refuses commands that break Discord's rules, naming the field", async (t) => {
  const { put } = await routes(t);
  for (const [body, ...place] of [
    [command({ name: "Fly" }), "name"],
    [command({ name: "fly away" }), "name"],
    [command({ name: long(33) }), "name"],
    [command({ description: "" }), "description"],
    [command({ description: long(101) }), "description"],
    [{ name: "fly" }, "description"],
    [{ name: "Card", type: 2, description: "x" }, "description"],
    [{ name: "Card", type: 3, options: [option("a")] }, "options"],
    [command({ type: 4 }), "type"],
    [command({ name_localizations: { dk: "flyv" } }), "name_localizations", "dk"],
    [command({ name_localizations: { da: "Flyv" } }), "name_localizations", "da"],
    [command({ description_localizations: { da: long(101) } }), "description_localizations", "da"],
    [command({ options: Array.from({ length: 26 }, (_, index) => option(`o${index}`)) }), "options"],
    [command({ options: [option("a"), option("b", { required: true })] }), "options", 1, "required"],
    [command({ options: [option("a"), option("a")] }), "options", 1, "name"],
    [
      command({ options: [option("a"), option("b", { name_localizations: { da: "a" } })] }),
      ...["options", 1, "name"],
    ],
    [command({ options: [option("a", { type: 12 })] }), "options", 0, "type"],
    [command({ options: [option("a", { type: 1 }), option("b")] }), "options"],
    [command({ options: [option("a", { options: [option("b")] })] }), "options", 0, "options"],
    [command({ options: [option("a", { type: 2, options: [option("b")] })] }), "options", 0, "options"],
    [command({ options: [option("a", { autocomplete: true, type: 6 })] }), "options", 0, "autocomplete"],
    [
      command({ options: [option("a", { autocomplete: true, choices: [{ name: "x", value: "y" }] })] }),
      ...["options", 0, "autocomplete"],
    ],
    [command({ options: [option("a", { choices: [{ name: "x", value: 1 }] })] }), "options", 0, "choices", 0],
    [
      command({ options: [option("a", { choices: [{ name: "x", value: long(101) }] })] }),
      ...["options", 0, "choices", 0, "value"],
    ],
    [command({ integration_types: [2] }), "integration_types", 0],
    [command({ integration_types: [] }), "integration_types"],
    [command({ contexts: [3] }), "contexts", 0],
    [command({ default_member_permissions: "all" }), "default_member_permissions"],
  ] as const) {
    const refused = await put(body);
    assert.equal(field(refused.body, "code"), 50035, JSON.stringify(body));
    assert.ok(field(refused.body, "errors", 0, ...place), JSON.stringify(refused.body));
  }
});

test("takes at most 100 chat input and 15 user and message commands, and 8000 characters each", async (t) => {
  const { put } = await routes(t);
  const many = (count: number, type: number) =>
    Array.from({ length: count }, (_, index) =>
      type === 1 ? command({ name: `c${index}` }) : { name: `C${index}`, type },
    );
  assert.equal((await put(...many(100, 1), ...many(15, 2), ...many(15, 3))).status, 200);
  for (const [type, most] of [
    [1, 100],
    [2, 15],
    [3, 15],
  ] as const)
    assert.equal((await put(...many(most + 1, type))).status, 400);
  const choices = Array.from({ length: 25 }, (_, index) => ({
    name: `${index}`.padEnd(100, "n"),
    value: long(100),
  }));
  const wide = (last: number) =>
    command({
      name: "c0",
      options: [option("a", { choices }), option("b", { choices: choices.slice(0, last) })],
      description_localizations: { da: long(80) },
    });
  assert.equal((await put(wide(14))).status, 200);
  const refused = await put(wide(15));
  assert.equal(field(refused.body, "errors", 0, "_errors", 0, "code"), "APPLICATION_COMMAND_TOO_LARGE");
});

test("answers with what Discord adds, and full localizations only when they are asked for", async (t) => {
  const { put, get, emulator } = await routes(t);
  const texts = { da: "flyv", "en-GB": "soar" };
  const sent = command({ name_localizations: texts, options: [option("ship", { required: false })] });
  const { body } = await put(sent);
  const { id, version, options, ...rest } = (body as Record<string, unknown>[])[0] ?? {};
  assert.ok(id && version);
  assert.deepEqual(rest, {
    application_id: emulator.clientId,
    type: 1,
    name: "fly",
    name_localizations: texts,
    description: "Flies",
    description_localizations: null,
    default_member_permissions: null,
    dm_permission: true,
    contexts: null,
    integration_types: [0],
    nsfw: false,
  });
  assert.deepEqual(options, [
    { type: 3, name: "ship", name_localizations: null, description: "One", description_localizations: null },
  ]);
  const [listed = {}] = await get();
  assert.deepEqual([listed["name_localizations"], listed["name_localized"]], [null, "soar"]);
  assert.equal((await get("", { "X-Discord-Locale": "da" }))[0]?.["name_localized"], "flyv");
  assert.equal("name_localized" in ((await get("", { "Accept-Language": "de" }))[0] ?? {}), false);
  const [full = {}] = await get("?with_localizations=true");
  assert.deepEqual([full["name_localizations"], "name_localized" in full], [texts, false]);
});

test("gives commands of the guild its id and none of the fields of global ones", async (t) => {
  const { emulator } = await routes(t);
  const path = `/applications/${emulator.clientId}/guilds/${emulator.guildId}/commands`;
  const { body } = await call(
    emulator,
    "POST",
    path,
    command({ contexts: [0], default_member_permissions: 8 }),
  );
  assert.equal(field(body, "guild_id"), emulator.guildId);
  assert.equal(field(body, "default_member_permissions"), "8");
  for (const name of ["contexts", "integration_types", "dm_permission"])
    assert.ok(!(name in (body as object)));
});

test("may leave out localized texts that equal the default", async (t) => {
  const texts = { "en-GB": "fly", da: "flyv" };
  for (const [seed, expected] of [
    [null, texts],
    [1, { da: "flyv" }],
  ] as const) {
    const { put, get } = await routes(t, seed);
    await put(command({ name_localizations: texts }));
    assert.deepEqual((await get("?with_localizations=true"))[0]?.["name_localizations"], expected);
  }
});

test("counts which commands were created, changed, written unchanged and deleted", async (t) => {
  const { emulator, path, put } = await routes(t);
  const counts = (created: number, changed: number, unchanged: number, deleted: number) =>
    assert.deepEqual(emulator.commandWrites(), { created, changed, unchanged, deleted });
  const first = await put(command(), command({ name: "land" }));
  counts(2, 0, 0, 0);
  const second = await put(command({ options: [] }), command({ name: "land", description: "Lands" }));
  counts(2, 1, 1, 0);
  assert.equal(field(second.body, 0, "version"), field(first.body, 0, "version"));
  assert.notEqual(field(second.body, 1, "version"), field(first.body, 1, "version"));
  assert.equal(field(second.body, 1, "id"), field(first.body, 1, "id"));
  await call(emulator, "DELETE", `${path}/${String(field(first.body, 0, "id"))}`);
  await put();
  counts(2, 1, 1, 2);
  assert.deepEqual(emulator.commands(), { "": [] });
});

test("creates at most 200 commands a day", async (t) => {
  const { emulator, path, put } = await routes(t);
  for (const round of ["a", "b"])
    await put(...Array.from({ length: 100 }, (_, index) => command({ name: `${round}${index}` })));
  const refused = await call(emulator, "POST", path, command());
  assert.equal(field(refused.body, "code"), 30034);
  emulator.clock.advance(86_400_001);
  await put();
  assert.equal((await call(emulator, "POST", path, command())).status, 201);
});

test("edits one command, keeping what is not sent", async (t) => {
  const { emulator, path, put } = await routes(t);
  const { body } = await put(command({ options: [option("ship")], contexts: [0] }));
  const own = `${path}/${String(field(body, 0, "id"))}`;
  const edited = await call(emulator, "PATCH", own, { description: "Soars" });
  assert.equal(field(edited.body, "description"), "Soars");
  assert.equal(field(edited.body, "options", 0, "name"), "ship");
  assert.deepEqual(field(edited.body, "contexts"), [0]);
  assert.equal((await call(emulator, "PATCH", own, { name: "Not Good" })).status, 400);
});
