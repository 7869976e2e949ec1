import {
  type APIGuild,
  ApplicationFlags,
  type GatewayGuildCreateDispatchData,
  type GatewayGuildMembersChunkDispatchData,
  GatewayIntentBits,
  type GatewayPresenceUpdate,
  type GatewayReadyDispatchData,
  GuildDefaultMessageNotifications,
  GuildExplicitContentFilter,
  GuildMFALevel,
  GuildNSFWLevel,
  GuildPremiumTier,
  GuildVerificationLevel,
  Locale,
} from "discord-api-types/v10";
import type { Application } from "./applications.ts";
import { type GuildState, liveEvents, memberIds, memberOf, rolesByRank } from "./guild-state.ts";
import type { JsonObject } from "./http.ts";

const noFlags: number = 0;

export function guildObject(state: GuildState): APIGuild & { nsfw: boolean; home_header: null } {
  return {
    nsfw: false,
    home_header: null,
    id: state.id,
    name: state.name,
    icon: null,
    icon_hash: null,
    splash: null,
    discovery_splash: null,
    banner: null,
    description: null,
    features: [],
    owner_id: state.ownerId,
    region: "deprecated",
    afk_channel_id: null,
    afk_timeout: 300,
    widget_enabled: false,
    widget_channel_id: null,
    verification_level: GuildVerificationLevel.Medium,
    default_message_notifications: GuildDefaultMessageNotifications.OnlyMentions,
    explicit_content_filter: GuildExplicitContentFilter.AllMembers,
    roles: rolesByRank(state),
    emojis: [],
    stickers: [],
    mfa_level: GuildMFALevel.None,
    application_id: null,
    system_channel_id: null,
    system_channel_flags: noFlags,
    rules_channel_id: null,
    max_presences: null,
    max_members: 25_000_000,
    vanity_url_code: null,
    premium_tier: GuildPremiumTier.None,
    premium_subscription_count: 0,
    preferred_locale: Locale.Danish,
    public_updates_channel_id: null,
    max_video_channel_users: 25,
    max_stage_video_channel_users: 50,
    nsfw_level: GuildNSFWLevel.Default,
    premium_progress_bar_enabled: false,
    hub_type: null,
    safety_alerts_channel_id: null,
    incidents_data: null,
  };
}

/** Returns the application's flags: which privileged intents it has, in the form for apps in few servers. */
export function applicationFlags(application: Application): number {
  const has = (intent: number, flag: number): number => (application.privilegedIntents & intent ? flag : 0);
  return (
    has(GatewayIntentBits.GuildMembers, ApplicationFlags.GatewayGuildMembersLimited) |
    has(GatewayIntentBits.GuildPresences, ApplicationFlags.GatewayPresenceLimited) |
    has(GatewayIntentBits.MessageContent, ApplicationFlags.GatewayMessageContentLimited)
  );
}

/** Returns the data of READY, in which the guild is unavailable until GUILD_CREATE. */
export function readyData(
  state: GuildState,
  application: Application,
  session: { id: string; resumeUrl: string; shard: [number, number] | null; hasGuild: boolean },
): GatewayReadyDispatchData {
  const person = state.people.get(application.id);
  if (!person) throw new Error(`application ${application.id} has no bot user`);
  const flags = applicationFlags(application);
  return {
    v: 10,
    user: { ...person.user, verified: true, mfa_enabled: false, email: null },
    guilds: session.hasGuild ? [{ id: state.id, unavailable: true }] : [],
    session_id: session.id,
    resume_gateway_url: session.resumeUrl,
    ...(session.shard ? { shard: session.shard } : {}),
    application: { id: application.id, flags, flags_new: String(flags) },
  };
}

/**
 * Returns the data of GUILD_CREATE. Without the presence intent it has only the bot and members in voice; with it all
 * members of a guild up to `largeThreshold`, and of a larger one those who are online, have a role or a nickname, or
 * are in voice.
 */
export function guildCreateData(
  state: GuildState,
  botId: string,
  intents: number,
  largeThreshold: number,
): GatewayGuildCreateDispatchData {
  const large = state.members.size > largeThreshold;
  const seesPresences = Boolean(intents & GatewayIntentBits.GuildPresences) && state.members.size <= 75_000;
  const comesAlong = (id: string): boolean => {
    if (id === botId || state.voice.has(id)) return true;
    if (!seesPresences) return false;
    const member = state.members.get(id);
    return !large || state.presences.has(id) || Boolean(member?.nick) || (member?.roles.length ?? 0) > 0;
  };
  const shownVoice = intents & GatewayIntentBits.GuildVoiceStates ? [...state.voice.values()] : [];
  return {
    ...guildObject(state),
    joined_at: state.members.get(botId)?.joined_at ?? new Date(0).toISOString(),
    large,
    unavailable: false,
    member_count: state.members.size,
    members: memberIds(state).flatMap((id) => (comesAlong(id) ? (memberOf(state, id) ?? []) : [])),
    voice_states: shownVoice.map(({ guild_id: _, ...voice }) => voice),
    channels: [...state.channels.values()],
    threads: [],
    presences: seesPresences ? presencesOf(state, [...state.presences.keys()]) : [],
    stage_instances: [],
    guild_scheduled_events: liveEvents(state).map(({ event }) => event),
    soundboard_sounds: [],
  };
}

function presencesOf(state: GuildState, ids: readonly string[]): GatewayPresenceUpdate[] {
  return ids.flatMap((id) => {
    const presence = state.presences.get(id);
    return presence ? { user: { id }, guild_id: state.id, ...presence } : [];
  });
}

/**
 * Returns the chunks that answer a request for members: at most 1000 members each, and at most 100 in all for a
 * prefix or ids. Returns undefined when the request is malformed or asks for the whole list without the members
 * intent.
 */
export function memberChunks(
  state: GuildState,
  request: JsonObject,
  intents: number,
): GatewayGuildMembersChunkDispatchData[] | undefined {
  const wanted = request["user_ids"];
  const ids = typeof wanted === "string" ? [wanted] : Array.isArray(wanted) ? wanted.map(String) : undefined;
  let found: string[];
  let missing: string[] = [];
  if (ids) {
    found = ids.slice(0, 100).filter((id) => state.members.has(id));
    missing = ids.slice(0, 100).filter((id) => !state.members.has(id));
  } else {
    const { query, limit } = request;
    if (typeof query !== "string" || typeof limit !== "number") return undefined;
    if (query === "" && limit === 0) {
      if (!(intents & GatewayIntentBits.GuildMembers)) return undefined;
      found = [...memberIds(state)];
    } else {
      const prefix = query.toLowerCase();
      found = memberIds(state)
        .filter((id) => startsWith(state, id, prefix))
        .slice(0, Math.min(limit || 100, 100));
    }
  }
  const withPresences = request["presences"] === true && Boolean(intents & GatewayIntentBits.GuildPresences);
  const { nonce } = request;
  const count = Math.max(1, Math.ceil(found.length / 1000));
  return Array.from({ length: count }, (_, index) => {
    const part = found.slice(index * 1000, index * 1000 + 1000);
    return {
      guild_id: state.id,
      members: part.flatMap((id) => memberOf(state, id) ?? []),
      chunk_index: index,
      chunk_count: count,
      ...(ids ? { not_found: missing } : {}),
      ...(withPresences ? { presences: presencesOf(state, part) } : {}),
      ...(typeof nonce === "string" && Buffer.byteLength(nonce) <= 32 ? { nonce } : {}),
    };
  });
}

function startsWith(state: GuildState, id: string, prefix: string): boolean {
  const member = memberOf(state, id);
  return [member?.user.username, member?.nick].some((name) => name?.toLowerCase().startsWith(prefix));
}
