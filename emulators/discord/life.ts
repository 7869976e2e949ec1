import { ChannelType } from "discord-api-types/v10";
import type { GuildControl } from "./guild.ts";
import { randomFrom } from "./random.ts";

const PEOPLE = 2;
const STATUSES = ["online", "online", "idle", "dnd", "offline"] as const;

/**
 * Changes presence and voice channel of two random members every `interval` milliseconds, for a demo. The returned
 * function stops it.
 */
export function startLife(guild: () => GuildControl, interval: number, seed = Date.now()): () => void {
  const random = randomFrom(seed);
  const timer = setInterval(() => {
    for (let each = 0; each < PEOPLE; each++) liveOn(guild(), random);
  }, interval);
  timer.unref();
  return () => clearInterval(timer);
}

/** Makes one change to a random member that is possible in the member's present state. */
export function liveOn(guild: GuildControl, random: ReturnType<typeof randomFrom>): void {
  const people = guild.members().filter(({ user }) => !user.bot);
  const voiceChannels = [...guild.state.channels.values()].filter(
    ({ type }) => type === ChannelType.GuildVoice,
  );
  if (people.length === 0) return;
  const { id } = random.pick(people).user;
  if (guild.state.voice.has(id) && random.chance(0.5)) {
    guild.leaveVoice(id);
    return;
  }
  if (voiceChannels.length > 0 && random.chance(0.4)) {
    if (!guild.state.presences.has(id)) guild.setPresence(id, { status: "online" });
    guild.enterVoice(id, random.pick(voiceChannels).id);
    return;
  }
  const status = random.pick(STATUSES);
  if (status === "offline" && guild.state.voice.has(id)) guild.leaveVoice(id);
  guild.setPresence(id, { status });
}
