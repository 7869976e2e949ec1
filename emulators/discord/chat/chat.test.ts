import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { defaults } from "../index.ts";
import { field } from "../testing.ts";
import { endpoint, withCommands } from "../testing-interactions.ts";

const names = (da: string) => ({ name_localizations: { da } });
const everywhere = { integration_types: [0, 1], contexts: [0, 1, 2] };
const commands = [
  {
    name: "find",
    description: "Finds somebody",
    description_localizations: { da: "Finder nogen" },
    ...names("soeg"),
    ...everywhere,
    options: [
      { name: "who", description: "Whom", type: 3, required: true, autocomplete: true, ...names("hvem") },
      { name: "by", description: "By whom", type: 6 },
      { name: "loud", description: "For all", type: 5 },
      {
        name: "rank",
        description: "Rank",
        type: 3,
        choices: [{ name: "High", value: "h", ...names("Høj") }],
      },
    ],
  },
  {
    name: "fleet",
    description: "Ships",
    options: [
      {
        name: "lend",
        description: "Lends",
        type: 1,
        options: [{ name: "days", description: "Days", type: 4 }],
      },
    ],
  },
  { name: "View card", type: 2, ...names("Vis kort") },
  { name: "Make a wish", type: 3 },
];

/** Opens the chat as an officer; `answer` is the application's answer to everything but autocomplete. */
async function open(t: TestContext, answer: unknown, more: Record<string, string> = {}) {
  const { emulator, userId } = await withCommands(t, commands, { consentKey: "key" });
  const seen: unknown[] = [];
  const choices = [{ name: "Kira Munk", value: "kira-1" }];
  await emulator.setInteractionsEndpoint(
    await endpoint(t, emulator.publicKey, (interaction) => {
      if (field(interaction, "type") === 4) return { type: 8, data: { choices } };
      seen.push(interaction);
      return answer;
    }),
  );
  const address = (part: string, query: Record<string, string> = {}) =>
    `${emulator.chatUrl}${part}?${new URLSearchParams({ user: userId, place: "guild", ...more, ...query })}`;
  const get = async (part: string, query?: Record<string, string>) =>
    (await (await fetch(address(part, query))).json()) as Record<string, unknown>;
  return {
    emulator,
    userId,
    seen,
    page: async (query: Record<string, string> = {}) => (await fetch(address("", query))).text(),
    act: async (body: object, query?: Record<string, string>) => {
      const init = { method: "POST", headers: { "content-type": "application/json" } };
      const answered = await fetch(address("/do", query), { ...init, body: JSON.stringify(body) });
      return ((await answered.json()) as { error?: string }).error ?? "";
    },
    suggest: async (text: string) =>
      (await get("/suggest", { text }))["suggestions"] as {
        label: string;
        description: string;
        text: string;
      }[],
    feed: async (query?: Record<string, string>) => {
      const { messages, modal } = await get("/feed", query);
      const html = (messages as { html: string }[]).map((message) => message.html);
      return { html, last: html.at(-1) ?? "", modal: modal as { id: string; html: string } | null };
    },
  };
}

const hello = { type: 4, data: { content: "Hello", flags: 64 } };

test("serves the chat only at the address with its key", async (t) => {
  const { emulator, page } = await open(t, hello);
  assert.match(await page(), /id="feed"/);
  for (const path of ["/chat", "/other/chat", "/api/chat", "/undefined/chat/feed"])
    assert.equal((await fetch(emulator.url + path)).status, 404, path);
  const post = { method: "POST", body: "{}" };
  assert.equal((await fetch(`${emulator.url}/other/chat/do`, post)).status, 404);
});

test("lets a person, place and language be chosen, and escapes what it shows", async (t) => {
  const { emulator, page } = await open(t, hello);
  emulator.guild.join({ username: "bobby", globalName: '<img src=x onerror="1">' });
  const chooser = await page({ user: "", q: "bobby" });
  assert.match(chooser, /type="radio" name="user"/);
  assert.match(chooser, /Personal install, in another server/);
  assert.ok(!chooser.includes("<img"));
  const outside = await page({ user: defaults.outsiderId });
  assert.match(outside, /not in the server: pick another place/);
  assert.match(await page({ user: defaults.outsiderId, place: "other_guild" }), /Perseus Free Traders/);
  assert.match(await page({ locale: "da" }), /<html lang="da">/);
});

test("suggests commands, options and values in the person's language", async (t) => {
  const { emulator, suggest } = await open(t, hello, { locale: "da" });
  const labels = async (text: string) => (await suggest(text)).map(({ label }) => label);
  assert.deepEqual(await suggest("/so"), [{ label: "/soeg", description: "Finder nogen", text: "/soeg " }]);
  assert.deepEqual(await labels("/soeg "), ["hvem:", "by:", "loud:", "rank:"]);
  assert.deepEqual(await labels("/soeg h"), ["hvem:"]);
  assert.deepEqual(await suggest("/soeg hvem:Ki"), [
    { label: "Kira Munk", description: "", text: "/soeg hvem:Kira Munk " },
  ]);
  const asked = emulator.interactions.list().at(-1)?.payload;
  assert.deepEqual(field(asked, "data", "options"), [{ name: "who", type: 3, value: "Ki", focused: true }]);
  assert.deepEqual(await labels("/soeg rank:"), ["Høj"]);
  assert.deepEqual(await labels("/soeg loud:f"), ["falsk"]);
  const [first] = emulator.guild.membersWith("Officer");
  assert.deepEqual(await labels(`/soeg by:${first?.user.username}`), [first?.user.username]);
  assert.deepEqual(await labels("/fleet "), ["lend"]);
  assert.deepEqual(await labels("/fleet lend "), ["days:"]);
  assert.deepEqual(await labels("hello"), []);
});

test("sends a typed command with the values of what was picked", async (t) => {
  const { emulator, userId, seen, act, suggest, feed } = await open(t, hello, { locale: "da" });
  await suggest("/soeg hvem:Ki");
  const { username } = emulator.guild.member(userId)?.user ?? { username: "" };
  assert.equal(await act({ do: "say", text: `/soeg hvem:Kira Munk by:@${username} loud:sand rank:Høj` }), "");
  assert.equal(field(seen[0], "locale"), "da");
  assert.deepEqual(field(seen[0], "data", "options"), [
    { name: "who", type: 3, value: "kira-1" },
    { name: "by", type: 6, value: userId },
    { name: "loud", type: 5, value: true },
    { name: "rank", type: 3, value: "h" },
  ]);
  const { last } = await feed();
  assert.match(last, /brugte <span class="mention">\/soeg<\/span>/);
  assert.match(last, /Hello.*Kun du kan se dette/s);
  await act({ do: "say", text: "/fleet lend days:3" });
  assert.deepEqual(field(seen[1], "data", "options", 0, "options"), [{ name: "days", type: 4, value: 3 }]);
  for (const [text, problem] of [
    ["/nothing", /no command \/nothing/],
    ["/soeg Kira", /belongs to no option/],
    ["/soeg loud:sand", /who is required/],
    ["/fleet lend days:three", /days must be a number/],
    ["/soeg hvem:x by:nobody.here", /nobody\.here is unknown/],
  ] as const)
    assert.match(await act({ do: "say", text }), problem);
});

test("shows people their own ephemeral messages only, until they dismiss them", async (t) => {
  const { emulator, act, feed } = await open(t, hello);
  await act({ do: "say", text: "/fleet lend" });
  const other = { user: emulator.guild.membersWith("Crew")[0]?.user.id ?? "" };
  assert.match((await feed()).last, /Hello/);
  assert.doesNotMatch((await feed(other)).html.join(), /Hello/);
  await act({ do: "dismiss", id: emulator.interactions.list()[0]?.original?.id ?? "" });
  assert.doesNotMatch((await feed()).html.join(), /Hello/);
});

test("shows that an application thinks, that it did not respond, and what was edited", async (t) => {
  const answers = [{ type: 5 }, { type: 4 }];
  const { emulator, act, feed } = await open(t, undefined);
  await emulator.setInteractionsEndpoint(await endpoint(t, emulator.publicKey, () => answers.shift()));
  await act({ do: "say", text: "/fleet lend" });
  assert.match((await feed()).last, /is thinking…/);
  const [{ token } = { token: "" }] = emulator.interactions.list();
  for (const content of ["First", "Second"])
    await fetch(`${emulator.apiUrl}/webhooks/${emulator.clientId}/${token}/messages/@original`, {
      method: "PATCH",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ content }),
    });
  assert.match((await feed()).last, /Second.*\(edited\)/s);
  await act({ do: "say", text: "/fleet lend" });
  assert.match((await feed()).last, /The application did not respond.*Cannot send an empty message/s);
});

test("draws components, and presses them for the person", async (t) => {
  const press = { type: 2, style: 3, label: "Join", custom_id: "join" };
  const options = [{ label: "Gunner", value: "g" }];
  const card = {
    type: 4,
    data: {
      flags: 32_768,
      components: [
        {
          type: 17,
          accent_color: 0x6fd3d9,
          components: [
            { type: 9, components: [{ type: 10, content: "## Fleet\n-# small" }], accessory: press },
            { type: 14 },
            { type: 1, components: [{ type: 3, custom_id: "slot", placeholder: "Slot", options }] },
          ],
        },
        {
          type: 1,
          components: [
            { type: 2, style: 5, label: "Open", url: "https://example.org/?a=1&b=2" },
            { ...press, custom_id: "off", disabled: true },
          ],
        },
        { type: 1, components: [{ type: 5, custom_id: "who" }] },
      ],
    },
  };
  const { emulator, userId, seen, act, feed } = await open(t, card);
  await act({ do: "say", text: "/fleet lend" });
  const { last } = await feed();
  for (const part of [
    /border-left-color:#6fd3d9/,
    /aria-level="2">Fleet.*class="small">small/s,
    /class="success" data-press="join">Join/,
    /href="https:\/\/example\.org\/\?a=1&#38;b=2" target="_blank" rel="noopener noreferrer"/,
    /data-press="off" disabled/,
    /<select data-select="slot" aria-label="Slot">.*value="g">Gunner/,
  ])
    assert.match(last, part);
  const messageId = emulator.interactions.list()[0]?.original?.id;
  await act({ do: "press", messageId, customId: "slot", values: ["g"] });
  assert.deepEqual(field(seen[1], "data", "values"), ["g"]);
  const { username } = emulator.guild.member(userId)?.user ?? { username: "" };
  await act({ do: "press", messageId, customId: "who", people: username });
  assert.deepEqual(field(seen[2], "data", "values"), [userId]);
  assert.match(await act({ do: "press", messageId, customId: "off" }), /disabled/);
});

test("opens a modal for the person and submits it", async (t) => {
  const label = (component: object) => ({ type: 18, label: "Field", description: "About", component });
  const modal = {
    type: 9,
    data: {
      custom_id: "m",
      title: "Note",
      components: [
        label({ type: 4, custom_id: "text", style: 2, max_length: 5 }),
        label({ type: 23, custom_id: "tick" }),
      ],
    },
  };
  const { emulator, seen, act, feed } = await open(t, modal);
  await act({ do: "say", text: "/fleet lend" });
  const shown = (await feed()).modal;
  assert.match(shown?.html ?? "", /<h2 id="modal-title">Note/);
  assert.match(
    shown?.html ?? "",
    /<label for="field-2">Field.*<textarea id="field-2".*required.*maxlength="5"/s,
  );
  assert.match(
    await act({ do: "modal", id: shown?.id, fields: { text: "123456" } }),
    /text must have 1 to 5/,
  );
  await act({ do: "modal", id: shown?.id, fields: { text: "Hi", tick: true } });
  assert.equal(field(seen[1], "data", "components", 1, "component", "value"), true);
  assert.equal((await feed()).modal, null);
  await act({ do: "say", text: "/fleet lend" });
  await act({ do: "close", id: emulator.interactions.list().at(-1)?.id });
  assert.equal((await feed()).modal, null);
});

test("offers user and message commands beside messages and people", async (t) => {
  const { emulator, seen, act, feed, userId } = await open(t, hello, { locale: "da" });
  const message = emulator.say(userId, "More ships");
  const { last } = await feed();
  assert.match(last, new RegExp(`data-command="Make a wish" data-type="3" data-target="${message.id}"`));
  assert.match(last, new RegExp(`data-command="View card" data-type="2" data-target="${userId}">Vis kort`));
  await act({ do: "command", name: "Make a wish", type: 3, targetId: message.id });
  assert.equal(field(seen[0], "data", "target_id"), message.id);
  await act({ do: "command", name: "View card", type: 2, targetId: userId });
  assert.equal(field(seen[1], "data", "target_id"), userId);
});

test("chats in a direct message and in another server by a personal install", async (t) => {
  const { userId, seen, act, feed } = await open(t, { type: 4, data: { content: "Here" } });
  for (const place of ["direct_message", "other_guild"]) {
    assert.equal(await act({ do: "say", text: "/find who:x" }, { place }), "");
    assert.match((await feed({ place })).last, /Here/);
    assert.deepEqual(field(seen.at(-1), "authorizing_integration_owners"), { 1: userId });
    assert.match(await act({ do: "say", text: "/fleet lend" }, { place }), /no command \/fleet/);
  }
  assert.equal((await feed({ place: "other_guild" })).html.length, 1);
});
