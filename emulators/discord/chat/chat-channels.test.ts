import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { call, field } from "../testing.ts";
import { answering } from "../testing-interactions.ts";

const card = {
  flags: 32_768,
  components: [
    {
      type: 17,
      components: [
        { type: 10, content: "## Fleet week" },
        {
          type: 1,
          components: [
            { type: 2, style: 3, label: "Join", custom_id: "join" },
            { type: 2, style: 5, label: "Open", url: "https://example.org/events/1" },
          ],
        },
        { type: 1, components: [{ type: 3, custom_id: "ship", options: [{ label: "A", value: "a" }] }] },
      ],
    },
  ],
};

/** Opens the chat as an officer or as another; `post` has the bot write in a channel, or to the officer. */
async function open(t: TestContext, answer: unknown) {
  const { emulator, userId } = await answering(t, answer);
  const ask = async (part: string, query: Record<string, string>, body?: object) => {
    const address = `${emulator.chatUrl}${part}?${new URLSearchParams({ user: userId, place: "guild", ...query })}`;
    const init = {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    };
    return fetch(address, body ? init : {});
  };
  return {
    emulator,
    userId,
    crew: { user: emulator.guild.membersWith("Recruit")[0]?.user.id ?? "" },
    page: async (query: Record<string, string> = {}) => (await ask("", query)).text(),
    act: async (body: object, query: Record<string, string> = {}) =>
      ((await (await ask("/do", query, body)).json()) as { error?: string }).error ?? "",
    last: async (query: Record<string, string>) => {
      const { messages } = (await (await ask("/feed", query)).json()) as { messages?: { html: string }[] };
      return messages?.at(-1)?.html ?? "";
    },
    post: async (channelId: string) => {
      const { body } = await call(emulator, "POST", `/channels/${channelId}/messages`, card);
      return String(field(body, "id"));
    },
  };
}

test("offers the channels that a person sees, and their direct messages", async (t) => {
  const { emulator, crew, page, last } = await open(t, { type: 6 });
  const links = async (query?: Record<string, string>) =>
    [...(await page(query)).matchAll(/<a href="[^"]*"( aria-current="page")?>([#@] [^<]+)/g)].map(
      ([, isHere, label]) => (isHere ? `${label}!` : label),
    );
  const shared = ["# recruitment", "# announcements", "# operations", "# contracts"];
  assert.deepEqual(await links(), ["# general!", ...shared, "# officers", "@ CRM Bot"]);
  assert.deepEqual(await links(crew), ["# general!", ...shared, "@ CRM Bot"]);
  assert.equal((await links({ channel: "officers" })).at(-2), "# officers!");
  assert.equal((await links({ place: "direct_message" })).at(-1), "@ CRM Bot!");
  assert.match(await page({ ...crew, channel: "officers" }), /does not see such a channel/);
  emulator.say(emulator.guild.state.ownerId, "Secret", "officers");
  assert.match(await last({ channel: "officers" }), /Secret/);
  assert.equal(await last({ ...crew, channel: "officers" }), "");
});

test("shows a bot's message in its channel, whose buttons and selects any viewer can use", async (t) => {
  const { emulator, crew, act, last, post } = await open(t, { type: 4, data: { content: "In!", flags: 64 } });
  const channel = { channel: "announcements" };
  const messageId = await post(emulator.guild.channel("announcements").id);
  const shown = await last({ ...crew, ...channel });
  assert.match(
    shown,
    /Fleet week.*data-press="join">Join.*href="https:\/\/example\.org\/events\/1".*data-select="ship"/s,
  );
  assert.doesNotMatch(shown, /\(edited\)/);
  assert.doesNotMatch(await last(crew), /Fleet week/);
  assert.equal(await act({ do: "press", messageId, customId: "join" }, { ...crew, ...channel }), "");
  assert.equal(
    await act({ do: "press", messageId, customId: "ship", values: ["a"] }, { ...crew, ...channel }),
    "",
  );
  const [join, ship] = emulator.interactions.list().map(({ payload }) => payload);
  assert.deepEqual(
    [join?.type, join?.message?.id, join?.member?.user.id, field(join?.data, "custom_id")],
    [3, messageId, crew.user, "join"],
  );
  assert.deepEqual(field(ship?.data, "values"), ["a"]);
  assert.match(await last({ ...crew, ...channel }), /In!.*Only you can see this/s);
  assert.doesNotMatch(await last(channel), /In!/);
  assert.match(await act({ do: "say", text: "Me too" }, { ...crew, ...channel }), /may not write/);
  assert.equal(await act({ do: "say", text: "Me too" }, channel), "");
});

test("shows an edited direct message to its receiver, who presses its button", async (t) => {
  const { emulator, userId, act, last, post } = await open(t, { type: 6 });
  const opened = await call(emulator, "POST", "/users/@me/channels", { recipient_id: userId });
  const channelId = String(field(opened.body, "id"));
  const messageId = await post(channelId);
  const components = [...card.components, { type: 10, content: "Moved to Friday" }];
  await call(emulator, "PATCH", `/channels/${channelId}/messages/${messageId}`, { components });
  const place = { place: "direct_message" };
  assert.match(await last(place), /Fleet week.*Moved to Friday.*\(edited\)/s);
  assert.equal(await act({ do: "press", messageId, customId: "join" }, place), "");
  const [{ payload } = { payload: undefined }] = emulator.interactions.list();
  assert.deepEqual([payload?.user?.id, payload?.message?.id], [userId, messageId]);
});

test("uses a command in the channel where it is typed", async (t) => {
  const { emulator, act, last } = await open(t, { type: 4, data: { content: "Pong" } });
  assert.equal(await act({ do: "say", text: "/ping" }, { channel: "officers" }), "");
  const [{ payload } = { payload: undefined }] = emulator.interactions.list();
  assert.equal(payload?.channel_id, emulator.guild.channel("officers").id);
  assert.match(await last({ channel: "officers" }), /Pong/);
});
