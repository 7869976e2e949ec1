import type { Application } from "./applications.ts";
import type { GuildControl } from "./guild.ts";
import { isObject, type JsonObject } from "./http.ts";

/** Sets the presence that a bot requests (opcode 3, and in its identify). */
export function setPresence(guild: GuildControl, { id }: Application, data: JsonObject): void {
  const { status, activities } = data;
  guild.setPresence(id, {
    status: status === "idle" || status === "dnd" ? status : status === "invisible" ? "offline" : "online",
    activities: (Array.isArray(activities) ? activities : []).flatMap((activity: unknown) =>
      isObject(activity) && typeof activity["name"] === "string" ? activity["name"] : [],
    ),
  });
}

/** Moves a bot to the voice channel that it requests (opcode 4). */
export function moveBot(guild: GuildControl, { id }: Application, data: JsonObject): void {
  const channelId = data["channel_id"];
  if (typeof channelId === "string" && guild.state.channels.has(channelId))
    guild.enterVoice(id, channelId, {
      selfMute: data["self_mute"] === true,
      selfDeaf: data["self_deaf"] === true,
    });
  else if (channelId === null && guild.state.voice.has(id)) guild.leaveVoice(id);
}
