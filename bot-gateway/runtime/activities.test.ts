import assert from "node:assert/strict";
import { test } from "node:test";
import { type APIUser, GatewayDispatchEvents } from "discord-api-types/v10";
import type { DiscordEmulator } from "../../emulators/discord/index.ts";
import { start as discord } from "../../emulators/discord/testing.ts";
import { reportedActivity } from "../protocol.ts";
import { FRAMEWORKS, runBot } from "../testing/run-bot.ts";

/**
 * Returns a user whom Discord does not send when a bot connects: offline, without role and nickname, in no channel.
 */
function stranger({ guild }: DiscordEmulator): APIUser {
  const { presences, voice } = guild.state;
  const found = guild
    .members()
    .find(
      ({ user, roles, nick }) =>
        !user.bot && roles.length === 0 && !nick && !presences.has(user.id) && !voice.has(user.id),
    );
  if (found) return found.user;
  const { user } = guild.join({ username: "quiet.visitor" });
  return user;
}

for (const { framework, options } of FRAMEWORKS) {
  test(
    `${framework}: reports each activity of a user who is not in GUILD_CREATE once`,
    options,
    async (t) => {
      const emulator = await discord(t, { guildSize: 300 });
      const { guild } = emulator;
      const { id, username } = stranger(emulator);
      const bot = runBot(t, emulator, framework);
      await bot.report("ready");
      guild.setPresence(id, { status: "online" });
      guild.setPresence(id, { status: "online", activities: ["Star Citizen"] });
      guild.setPresence(id, { status: "idle" });
      guild.enterVoice(id, "Hangar 1");
      guild.enterVoice(id, "Hangar 1", { selfMute: true, selfDeaf: true });
      guild.enterVoice(id, "Bridge");
      guild.leaveVoice(id);
      guild.setPresence(id, { status: "dnd" });
      guild.setPresence(id, { status: "offline" });
      guild.enterVoice(id, "Bridge");
      guild.leave(id);
      guild.rejoin(id);
      const recruit = guild.join({ username: "fresh.recruit", globalName: "Frisk Rekrut", pending: true })
        .user.id;
      guild.rename(recruit, { nick: "Ørnen" });
      guild.setStanding(recruit, { pending: false });
      guild.rename(recruit, { nick: null });
      guild.join({ username: "last.one" });
      await bot.story("last.one server_join -");
      // Discord may not have sent the name before the user leaves.
      const stories = bot.stories.map((story) => story.replace(username, id));
      assert.deepEqual(stories, [
        `${id} presence online`,
        `${id} presence idle`,
        `${id} voice_join Hangar 1`,
        `${id} voice_move Bridge`,
        `${id} voice_leave Bridge`,
        `${id} presence dnd`,
        `${id} presence offline`,
        `${id} voice_join Bridge`,
        `${id} voice_leave Bridge`,
        `${id} server_leave -`,
        `${id} server_join -`,
        "fresh.recruit server_join -",
        "fresh.recruit rules_accepted -",
        "last.one server_join -",
      ]);
      assert.equal(bot.stories.at(-5), `${username} server_leave -`);
      for (const activity of bot.activities) {
        assert.deepEqual(reportedActivity.parse(activity), activity);
        assert.equal(activity.guildId, emulator.guildId);
      }
    },
  );

  test(`${framework}: reports presence whichever fields of the user Discord sends`, options, async (t) => {
    const emulator = await discord(t);
    const { guild, gateway } = emulator;
    const inVoice = guild.join({ username: "in.voice" }).user;
    guild.enterVoice(inVoice.id, "Bridge");
    const bot = runBot(t, emulator, framework);
    await bot.report("ready");
    const expected: string[] = [];
    const next = (userId: string) => {
      const status = expected.length % 2 === 0 ? "online" : "idle";
      expected.push(`${userId} ${status}`);
      return { status, activities: [], client_status: {} } as const;
    };
    // Each field absent, null, unchanged and of another type: beside all others, and alone.
    for (const user of [stranger(emulator), inVoice])
      for (const [field, value] of Object.entries(user).filter(([name]) => name !== "id"))
        for (const form of [undefined, null, value, "of another type"])
          for (const others of [user, { id: user.id }])
            gateway.dispatch({
              name: GatewayDispatchEvents.PresenceUpdate,
              data: { ...next(user.id), user: { ...others, [field]: form }, guild_id: emulator.guildId },
            });
    // And the forms that the emulator sends in turn.
    for (let turn = 0; turn < 36; turn++) guild.setPresence(inVoice.id, next(inVoice.id));
    guild.join({ username: "last.one" });
    await bot.story("last.one server_join -");
    assert.deepEqual(
      bot.activities
        .filter(({ type }) => type === "presence")
        .map(({ discordId, details }) => `${discordId} ${details}`),
      expected,
    );
    assert.equal(bot.stderr, "");
  });

  test(
    `${framework}: does not report the initial state, bots, other servers and repeated joins`,
    options,
    async (t) => {
      const emulator = await discord(t, { guildSize: 300 });
      const { guild, gateway } = emulator;
      const { id, username } = stranger(emulator);
      guild.setPresence(id, { status: "dnd" });
      guild.enterVoice(id, "Hangar 2");
      const old = guild.members().find(({ user, joined_at: joined }) => !user.bot && joined !== null);
      assert.ok(old);
      const bot = runBot(t, emulator, framework);
      await bot.report("ready");
      guild.setPresence(id, { status: "dnd" });
      guild.enterVoice(id, "Bridge");
      emulator.addApplication({ id: "1100000000000000500", name: "Helper Bot" });
      guild.setPresence("1100000000000000500", { status: "online" });
      guild.enterVoice("1100000000000000500", "Bridge");
      const again = { ...old, joined_at: "2020-01-01T00:00:00.000000+00:00", guild_id: emulator.guildId };
      gateway.dispatch({ name: GatewayDispatchEvents.GuildMemberAdd, data: again });
      const elsewhere = {
        user: { id: old.user.id },
        guild_id: "1100000000000009999",
        status: "dnd",
        activities: [],
        client_status: {},
      };
      gateway.dispatch({ name: GatewayDispatchEvents.PresenceUpdate, data: elsewhere });
      const fresh = guild.join({ username: "only.once" });
      gateway.dispatch({
        name: GatewayDispatchEvents.GuildMemberAdd,
        data: { ...fresh, guild_id: emulator.guildId },
      });
      guild.join({ username: "last.one" });
      await bot.story("last.one server_join -");
      assert.deepEqual(bot.stories, [
        `${username} voice_move Bridge`,
        "only.once server_join -",
        "last.one server_join -",
      ]);
    },
  );

  test(
    `${framework}: reports presence and voice channels on syncmembers, and ignores malformed commands`,
    options,
    async (t) => {
      const emulator = await discord(t);
      const { guild } = emulator;
      const bot = runBot(t, emulator, framework);
      await bot.report("ready");
      const { user } = guild.join({ username: "in.voice" });
      guild.setPresence(user.id, { status: "idle" });
      guild.enterVoice(user.id, "Hangar 1");
      await bot.story("in.voice voice_join Hangar 1");
      const before = bot.activities.length;
      for (const garbage of ["", "}{", "null", "[1]", '"stop"', '{"type":"unheard of"}', "x".repeat(200_000)])
        bot.order(garbage);
      bot.order({ type: "command", id: 6, command: "self-destruct" });
      bot.order({ type: "command", id: 7, command: "syncmembers" });
      assert.equal((await bot.report("command_done"))["id"], 7);
      assert.equal((await bot.report("command_failed"))["id"], 6);
      const reported = bot.activities.slice(before);
      const people = guild.members().filter((member) => !member.user.bot);
      assert.deepEqual(
        reported
          .filter(({ type }) => type === "presence")
          .map(({ discordId, details }) => `${discordId} ${details}`)
          .toSorted(),
        people
          .flatMap(({ user: { id } }) => {
            const presence = guild.state.presences.get(id);
            return presence ? [`${id} ${presence.status}`] : [];
          })
          .toSorted(),
      );
      assert.deepEqual(
        reported
          .filter(({ type }) => type === "voice_present")
          .map(({ discordId, details }) => `${discordId} ${details}`)
          .toSorted(),
        [...guild.state.voice.values()]
          .map((voice) => `${voice.user_id} ${guild.channel(voice.channel_id ?? "").name}`)
          .toSorted(),
      );
    },
  );

  test(`${framework}: keeps lines short while it reports two thousand users`, options, async (t) => {
    const emulator = await discord(t, { guildSize: 2_000 });
    const { guild } = emulator;
    const people = guild.members().filter(({ user }) => !user.bot);
    guild.channel("Bridge").name = "\u{1f680}".repeat(100);
    for (const { user } of people) guild.setPresence(user.id, { status: "online" });
    for (const { user } of people.slice(0, 1000)) guild.enterVoice(user.id, "\u{1f680}".repeat(100));
    const bot = runBot(t, emulator, framework);
    await bot.report("ready");
    guild.join({ username: "last.one" });
    await bot.story("last.one server_join -");
    bot.order({ type: "command", id: 1, command: "syncmembers" });
    await bot.report("command_done");
    assert.equal(bot.activities.filter(({ type }) => type === "presence").length, people.length);
    assert.equal(
      bot.activities.filter(({ details }) => details === "\u{1f680}".repeat(50)).length,
      2000,
      "once as it begins and once when asked, names are cut to a hundred UTF-16 units, between characters",
    );
    assert.ok(bot.longestLine < 65_536, `a line of ${bot.longestLine}`);
    for (const { type, items } of bot.reports)
      assert.ok(type !== "activity" || (items as unknown[]).length <= 200);
  });
}
