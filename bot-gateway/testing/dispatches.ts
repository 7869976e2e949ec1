import * as api from "discord-api-types/v10";

/**
 * An object with every field that Discord's own types document, none absent or null. A field that is new in the types is a
 * compile error here until the sample has it.
 */
type Full<T> = T extends string | number | boolean | bigint
  ? T
  : T extends readonly (infer Item)[]
    ? number extends T["length"]
      ? Full<Item>[]
      : T
    : { [Key in keyof T]-?: null extends T[Key] ? FullOrNull<T[Key]> : Full<NonNullable<T[Key]>> };
/** Some fields are documented as null alone. */
type FullOrNull<T> = NonNullable<T> extends never ? null : Full<NonNullable<T>>;

const AT = "2026-01-01T00:00:00.000000+00:00";
const NONE: number = 0;
const HASH = "0123456789abcdef0123456789abcdef";

/**
 * Returns a dispatch of each kind whose fields a bot's module reads, with every field that Discord documents.
 * @param guildId the bot's server
 * @param userId a user who is not in the server
 */
export function sampleDispatches(guildId: string, userId: string) {
  const id = (last: number) => `11000000000000${String(last).padStart(5, "0")}`;
  const decoration = { asset: `a_${HASH}`, sku_id: id(1) };
  const collectibles = {
    nameplate: {
      sku_id: id(1),
      asset: "nameplates/stars/",
      label: "STARS",
      palette: api.NameplatePalette.Cobalt,
    },
  };
  const user: Full<api.APIUser> = {
    id: userId,
    username: "full.user",
    discriminator: "0",
    global_name: "Full User",
    avatar: HASH,
    bot: false,
    system: false,
    mfa_enabled: true,
    banner: HASH,
    accent_color: 5,
    locale: "en-GB",
    verified: true,
    email: "full@example.org",
    flags: api.UserFlags.ActiveDeveloper,
    premium_type: api.UserPremiumType.Nitro,
    public_flags: api.UserFlags.ActiveDeveloper,
    avatar_decoration: `a_${HASH}`,
    avatar_decoration_data: decoration,
    collectibles,
    primary_guild: { identity_guild_id: id(2), identity_enabled: true, tag: "NOVA", badge: HASH },
  };
  const member: Full<api.APIGuildMember> = {
    user,
    nick: "Full",
    avatar: HASH,
    banner: HASH,
    roles: [id(3)],
    joined_at: AT,
    premium_since: AT,
    deaf: false,
    mute: false,
    flags: api.GuildMemberFlags.DidRejoin,
    pending: false,
    communication_disabled_until: AT,
    avatar_decoration_data: decoration,
    collectibles,
  };
  const channel: Full<api.APIGuildVoiceChannel> = {
    id: id(4),
    type: api.ChannelType.GuildVoice,
    name: "Full channel",
    guild_id: guildId,
    position: 9,
    permission_overwrites: [{ id: id(3), type: api.OverwriteType.Role, allow: "0", deny: "0" }],
    parent_id: id(5),
    nsfw: false,
    flags: api.ChannelFlags.Pinned,
    last_message_id: id(6),
    rate_limit_per_user: 1,
    bitrate: 64_000,
    user_limit: 5,
    rtc_region: "rotterdam",
    video_quality_mode: api.VideoQualityMode.Auto,
  };
  const role: Full<api.APIRole> = {
    id: id(3),
    name: "Full role",
    color: 5,
    colors: { primary_color: 5, secondary_color: 6, tertiary_color: 7 },
    hoist: false,
    icon: HASH,
    unicode_emoji: "🚀",
    position: 3,
    permissions: "0",
    managed: false,
    mentionable: false,
    tags: {
      bot_id: id(7),
      premium_subscriber: null,
      integration_id: id(7),
      subscription_listing_id: id(7),
      available_for_purchase: null,
      guild_connections: null,
    },
    flags: api.RoleFlags.InPrompt,
  };
  const presence: Full<api.GatewayPresenceUpdateDispatchData> = {
    user,
    guild_id: guildId,
    status: api.PresenceUpdateStatus.Online,
    activities: [
      {
        id: "a",
        name: "Star Citizen",
        type: api.ActivityType.Playing,
        url: "https://example.org",
        created_at: 1_762_000_000_000,
        timestamps: { start: 1_762_000_000_000, end: 1_762_000_001_000 },
        sync_id: "b",
        platform: "desktop",
        application_id: id(8),
        status_display_type: api.StatusDisplayType.Name,
        details: "Quantum travel",
        details_url: "https://example.org",
        state: "In a party",
        state_url: "https://example.org",
        emoji: { name: "🚀", id: id(9), animated: false },
        session_id: "c",
        party: { id: "d", size: [1, 4] },
        assets: {
          large_image: "e",
          large_text: "Stanton",
          large_url: "https://example.org",
          small_image: "f",
          small_text: "Ship",
          small_url: "https://example.org",
          invite_cover_image: "g",
        },
        secrets: { join: "h", spectate: "i", match: "j" },
        instance: true,
        flags: api.ActivityFlags.Instance,
        buttons: ["Join"],
      },
    ],
    client_status: {
      desktop: api.PresenceUpdateStatus.Online,
      mobile: api.PresenceUpdateStatus.Online,
      web: api.PresenceUpdateStatus.Online,
      vr: api.PresenceUpdateStatus.Online,
    },
  };
  const voiceState: Full<api.APIVoiceState> = {
    guild_id: guildId,
    channel_id: id(4),
    user_id: userId,
    member,
    session_id: "k",
    deaf: false,
    mute: false,
    self_deaf: false,
    self_mute: false,
    self_stream: false,
    self_video: false,
    suppress: false,
    request_to_speak_timestamp: AT,
  };
  const threadMember = {
    id: id(10),
    user_id: userId,
    join_timestamp: AT,
    flags: api.ThreadMemberFlags.HasInteracted,
    member,
  };
  const thread: Full<api.APIThreadChannel<api.ChannelType.PublicThread>> = {
    id: id(10),
    type: api.ChannelType.PublicThread,
    name: "Full thread",
    guild_id: guildId,
    permission_overwrites: [],
    parent_id: id(4),
    nsfw: false,
    flags: api.ChannelFlags.Pinned,
    last_message_id: id(6),
    last_pin_timestamp: AT,
    rate_limit_per_user: 1,
    member: threadMember,
    thread_metadata: {
      archived: false,
      auto_archive_duration: 1440,
      archive_timestamp: AT,
      locked: false,
      invitable: true,
      create_timestamp: AT,
    },
    message_count: 1,
    member_count: 1,
    owner_id: userId,
    total_message_sent: 1,
    applied_tags: [id(11)],
  };
  const guild: Full<Omit<api.GatewayGuildCreateDispatchData, "channels" | "threads">> = {
    id: guildId,
    name: "Full server",
    icon: HASH,
    icon_hash: HASH,
    splash: HASH,
    discovery_splash: HASH,
    banner: HASH,
    description: "We fly together.",
    features: [api.GuildFeature.Community],
    verification_level: 0,
    vanity_url_code: "fly",
    welcome_screen: {
      description: "Welcome",
      welcome_channels: [{ channel_id: id(4), description: "Say hello", emoji_id: id(9), emoji_name: "🚀" }],
    },
    owner: false,
    owner_id: id(12),
    permissions: "0",
    region: "rotterdam",
    afk_channel_id: id(4),
    afk_timeout: 300,
    widget_enabled: false,
    widget_channel_id: id(4),
    default_message_notifications: 0,
    explicit_content_filter: 0,
    roles: [role],
    emojis: [],
    mfa_level: 0,
    application_id: id(8),
    system_channel_id: id(4),
    system_channel_flags: NONE,
    rules_channel_id: id(4),
    max_presences: 25_000,
    max_members: 500_000,
    premium_tier: 0,
    premium_subscription_count: 1,
    preferred_locale: api.Locale.EnglishUS,
    public_updates_channel_id: id(4),
    max_video_channel_users: 25,
    max_stage_video_channel_users: 50,
    approximate_member_count: 3,
    approximate_presence_count: 1,
    nsfw_level: 0,
    stickers: [],
    premium_progress_bar_enabled: false,
    hub_type: api.GuildHubType.Default,
    safety_alerts_channel_id: id(4),
    incidents_data: {
      invites_disabled_until: AT,
      dms_disabled_until: AT,
      dm_spam_detected_at: AT,
      raid_detected_at: AT,
    },
    joined_at: AT,
    large: false,
    unavailable: false,
    member_count: 3,
    voice_states: [voiceState],
    members: [member],
    presences: [presence],
    stage_instances: [],
    guild_scheduled_events: [],
    soundboard_sounds: [],
  };
  const added: Full<api.GatewayGuildMemberAddDispatchData> = { ...member, guild_id: guildId };
  const updated: Full<api.GatewayGuildMemberUpdateDispatchData> = added;
  const removed: Full<api.GatewayGuildMemberRemoveDispatchData> = { guild_id: guildId, user };
  const chunk: Full<api.GatewayGuildMembersChunkDispatchData> = {
    guild_id: guildId,
    members: [member],
    chunk_index: 0,
    chunk_count: 1,
    not_found: [id(13)],
    presences: [presence],
    nonce: "l",
  };
  const roleChange: Full<api.GatewayGuildRoleModifyDispatchData> = { guild_id: guildId, role };
  const threads: Full<Omit<api.GatewayThreadListSyncDispatchData, "threads">> = {
    guild_id: guildId,
    channel_ids: [id(4)],
    members: [threadMember],
  };
  return {
    PRESENCE_UPDATE: presence,
    VOICE_STATE_UPDATE: voiceState,
    GUILD_MEMBER_ADD: added,
    GUILD_MEMBER_UPDATE: updated,
    GUILD_MEMBER_REMOVE: removed,
    GUILD_MEMBERS_CHUNK: chunk,
    GUILD_ROLE_CREATE: roleChange,
    GUILD_ROLE_UPDATE: roleChange,
    CHANNEL_CREATE: channel,
    CHANNEL_UPDATE: channel,
    THREAD_CREATE: thread,
    THREAD_UPDATE: thread,
    THREAD_LIST_SYNC: { ...threads, threads: [thread] },
    GUILD_CREATE: { ...guild, channels: [channel], threads: [thread] },
  };
}
