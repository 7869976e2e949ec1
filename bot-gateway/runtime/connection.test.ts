import assert from "node:assert/strict";
import type { Readable } from "node:stream";
import { type TestContext, test } from "node:test";
import { GatewayDispatchEvents } from "discord-api-types/v10";
import { guildCreateData } from "../../emulators/discord/gateway-payloads.ts";
import type { DiscordEmulator } from "../../emulators/discord/index.ts";
import { start as discord } from "../../emulators/discord/testing.ts";
import { FRAMEWORKS, type RunningBot, runBot } from "../testing/run-bot.ts";
import { TIME_LIMIT } from "../testing/time-limit.ts";

/** Waits until the bot is ready and its slash command is registered. */
async function settled(t: TestContext, emulator: DiscordEmulator, bot: RunningBot): Promise<void> {
  await bot.report("ready");
  await t.waitFor(() => assert.ok(emulator.count({ method: "POST", path: "/commands" }) > 0), TIME_LIMIT);
}

/** Activities with which a bot starts to report voice: the users in voice, and the end of that list. */
const named = ({ guild }: DiscordEmulator, ...others: string[]) =>
  [
    ...[...guild.state.voice.values()].map(({ user_id: id, channel_id: channel }) => {
      const { user } = guild.members().find((each) => each.user.id === id) ?? {};
      return `${user?.username} voice_present ${guild.channel(channel ?? "").name}`;
    }),
    "watch present",
    ...others,
  ].toSorted();

/** Without 4014, with which the emulator itself closes when intents are not switched on. */
const FINAL_CODES = [
  [4004, "token_refused"],
  [4010, "closed_by_discord"],
  [4011, "closed_by_discord"],
  [4012, "closed_by_discord"],
  [4013, "intents_refused"],
] as const;

for (const { framework, options } of FRAMEWORKS) {
  test(
    `${framework}: a new bot signs in, answers /ping, keeps another command, and logs out on the stop command`,
    options,
    async (t) => {
      const emulator = await discord(t);
      const url = `${emulator.apiUrl}/applications/${emulator.clientId}/guilds/${emulator.guildId}/commands`;
      await fetch(url, {
        method: "POST",
        headers: { authorization: `Bot ${emulator.botToken}`, "content-type": "application/json" },
        body: JSON.stringify({ name: "tasks", description: "Shows my tasks" }),
      });
      emulator.requests.length = 0;
      const bot = runBot(t, emulator, framework);
      await settled(t, emulator, bot);
      assert.deepEqual(bot.otherReports, [
        { type: "identify" },
        { type: "ready", user: { id: emulator.clientId, username: "CRM Bot" } },
      ]);
      assert.equal(emulator.gateway.sessions()[0]?.intents, 387);
      assert.match(bot.stdout, /^Signed in as CRM Bot\.\n$/);
      assert.equal(bot.stderr, "");

      const userId = emulator.guild.members().find(({ user }) => !user.bot)?.user.id ?? "";
      await emulator.interactions.send({ kind: "command", name: "tasks", userId });
      const { id } = await emulator.interactions.send({ kind: "command", name: "ping", userId });
      const { response } = await emulator.interactions.until(id);
      const { content, flags } = (response?.data ?? {}) as { content?: string; flags?: number };
      assert.match(content ?? "", /^Pong!/);
      assert.equal(flags, 64);

      bot.order({ type: "stop" });
      assert.deepEqual(await bot.exited, { code: 0, signal: null });
      assert.deepEqual(emulator.gateway.sessions(), []);
    },
  );

  test(
    `${framework}: survives connections that are closed early, cut or whose session is lost, and logs out on SIGTERM`,
    options,
    async (t) => {
      const emulator = await discord(t);
      const [first, second] = emulator.guild.members().filter(({ user }) => !user.bot);
      assert.ok(first && second);
      emulator.guild.enterVoice(first.user.id, "Bridge");
      emulator.guild.setPresence(second.user.id, { status: "dnd" });
      const newcomer = emulator.guild.join({ username: "new.comer", pending: true }).user.id;

      // Closed before HELLO: reported with the code; each further attempt waits longer.
      emulator.gateway.closeEarly(4000, 2);
      const bot = runBot(t, emulator, framework);
      await settled(t, emulator, bot);
      const lost = () => bot.reports.filter(({ type }) => type === "disconnected");
      await bot.until(({ watches }) => watches.includes("watch present"));
      assert.deepEqual(bot.watches.toSorted(), named(emulator));
      assert.equal(new Set(bot.activities.map(({ timestamp }) => timestamp)).size, 1);
      const waits = [1, 2].map((wait) => ({ type: "disconnected", code: 4000, wait }));
      assert.deepEqual(lost(), waits);
      assert.deepEqual([emulator.count({ status: 101 }), bot.count("identify")], [3, 1]);

      // Cut: resumed at once, without a new login and without losing an event.
      const session = emulator.gateway.sessions()[0]?.id;
      emulator.gateway.disconnect(null);
      emulator.guild.join({ username: "while.away" });
      await bot.story("while.away server_join -");
      assert.equal(emulator.count({ path: "/resume", status: 101 }), 1);
      assert.deepEqual(
        emulator.gateway.sessions().map(({ id }) => id),
        [session],
      );
      assert.deepEqual(lost().slice(2), [{ type: "disconnected", code: 1006 }]);

      assert.deepEqual(bot.watches.slice(-2), ["watch lost", "watch resumed"]);

      // Cut, and the next connection closed early: tried again at once, then after the first delay.
      emulator.gateway.closeEarly(4001, 1);
      emulator.gateway.disconnect(null);
      emulator.guild.join({ username: "away.again" });
      await bot.story("away.again server_join -");
      assert.deepEqual(lost().slice(3), [
        { type: "disconnected", code: 1006 },
        { type: "disconnected", code: 4001, wait: 1 },
      ]);
      assert.deepEqual([emulator.count({ status: 101 }), bot.count("identify")], [6, 1]);

      // Session lost: a new login, which reports what changed meanwhile.
      const [stories, watched] = [bot.stories.length, bot.watches.length];
      emulator.gateway.invalidate(false);
      emulator.guild.leaveVoice(first.user.id);
      emulator.guild.setPresence(second.user.id, { status: "offline" });
      emulator.guild.setStanding(newcomer, { pending: false });
      await bot.story(`${second.user.username} presence offline`);
      assert.deepEqual(
        bot.stories.slice(stories).toSorted(),
        ["new.comer rules_accepted -", `${second.user.username} presence offline`].toSorted(),
      );
      // A user who is missing from the new list has left.
      await bot.until(({ watches }) => watches.at(-1) === "watch present");
      assert.deepEqual(bot.watches.slice(watched).toSorted(), named(emulator, "watch lost"));
      assert.deepEqual([bot.count("identify"), bot.count("ready")], [2, 2]);

      // An outage of Discord: the connection stays open, and the server's state is sent again.
      const gone = { id: emulator.guildId, unavailable: true };
      emulator.gateway.dispatch({ name: GatewayDispatchEvents.GuildDelete, data: gone });
      emulator.guild.state.voice.clear();
      const before = bot.watches.length;
      const state = guildCreateData(emulator.guild.state, emulator.clientId, 387, 250);
      emulator.gateway.dispatch({ name: GatewayDispatchEvents.GuildCreate, data: state });
      emulator.guild.enterVoice(second.user.id, "Bridge");
      await bot.story(`${second.user.username} voice_join Bridge`);
      assert.deepEqual(bot.watches.slice(before), ["watch lost", "watch present"]);

      bot.process.kill("SIGTERM");
      assert.deepEqual(await bot.exited, { code: 0, signal: null });
      assert.deepEqual(emulator.gateway.sessions(), []);
    },
  );

  for (const [code, reason] of FINAL_CODES)
    test(`${framework}: does not reconnect after ${code}, and reports why`, options, async (t) => {
      const emulator = await discord(t);
      const bot = runBot(t, emulator, framework);
      await settled(t, emulator, bot);
      emulator.gateway.disconnect(code);
      const { code: exitCode } = await bot.exited;
      assert.equal(exitCode, 1);
      const last = bot.otherReports.at(-1);
      assert.deepEqual([last?.type, last?.["reason"], last?.["code"]], ["fatal", reason, code]);
      assert.ok(String(last?.["detail"]).length > 10);
      assert.equal(bot.count("disconnected"), 0);
      assert.equal(emulator.count({ status: 101 }), 1);
    });

  for (const [what, token, expected] of [
    [
      "a token with a line break after it that Discord refuses",
      ".wrong-token\r\n",
      /^Discord refused the token\.$/,
    ],
    [
      "a token with a line break in it",
      ".wrong\n-token",
      /^The token has a character .*, such as .* a line break/,
    ],
  ] as const)
    test(`${framework}: reports ${what} as fatal before any login, in words`, options, async (t) => {
      const emulator = await discord(t);
      const bot = runBot(t, emulator, framework, { DISCORD_TOKEN: `MTEwMDAwMDAwMA.Gwrong${token}` });
      assert.equal((await bot.exited).code, 1);
      const [fatal, ...more] = bot.reports;
      assert.deepEqual(
        [fatal?.type, fatal?.["reason"], fatal?.["code"], more],
        ["fatal", "token_refused", null, []],
      );
      assert.match(String(fatal?.["detail"]), expected);
      assert.equal(emulator.count({ status: 101 }), 0);
      assert.equal(bot.stderr, `${fatal?.["detail"]}\n`);
      assert.equal(bot.stdout, "");
    });

  test(`${framework}: reports intents that are not switched on as fatal`, options, async (t) => {
    const emulator = await discord(t);
    emulator.setPrivilegedIntents(0);
    const bot = runBot(t, emulator, framework);
    assert.equal((await bot.exited).code, 1);
    assert.deepEqual(
      bot.reports.map(({ type, reason, code }) => [type, reason, code]),
      [
        ["identify", undefined, undefined],
        ["fatal", "intents_refused", 4014],
      ],
    );
    assert.match(bot.stderr, /Server Members Intent/);
  });

  test(
    `${framework}: treats an unreachable Discord as a crash, not as a refused token`,
    options,
    async (t) => {
      const emulator = await discord(t);
      emulator.failures.fail({ path: "/api/v10/", mode: "reset" });
      const bot = runBot(t, emulator, framework);
      assert.equal((await bot.exited).code, 1);
      assert.deepEqual(bot.reports, []);
      assert.notEqual(bot.stderr, "");
    },
  );

  test(`${framework}: ends when the gateway closes standard input`, options, async (t) => {
    const emulator = await discord(t);
    const bot = runBot(t, emulator, framework);
    await bot.report("ready");
    bot.process.stdin?.end();
    assert.equal((await bot.exited).code, 1);
    // Discord learns of a process that ended from its closed connection.
    await t.waitFor(() => assert.deepEqual(emulator.gateway.sessions(), []), TIME_LIMIT);
  });

  test(`${framework}: ends when the gateway closes the pipe of its reports`, options, async (t) => {
    const emulator = await discord(t);
    const bot = runBot(t, emulator, framework);
    await settled(t, emulator, bot);
    (bot.process.stdio[3] as Readable).destroy();
    emulator.guild.join({ username: "unheard" });
    assert.equal((await bot.exited).code, 1);
  });
}
