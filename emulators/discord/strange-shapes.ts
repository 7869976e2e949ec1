import {
  either,
  type Fill,
  hash,
  id,
  loosened,
  losing,
  mapOf,
  nullable,
  of,
  optional,
  type Shape,
  time,
  whole,
} from "./strange-fields.ts";

const decoration: Fill = (random) => ({ asset: `a_${random.hex(32)}`, sku_id: id(random), expires_at: null });
const collectibles: Fill = (random) =>
  random.chance(0.5)
    ? { nameplate: null }
    : {
        nameplate: {
          sku_id: id(random),
          asset: "nameplates/stars/",
          label: "STARS",
          palette: "cobalt",
        },
      };
const tag: Fill = (random) =>
  random.chance(0.5)
    ? { identity_guild_id: null, identity_enabled: null, tag: null, badge: null }
    : { identity_guild_id: id(random), identity_enabled: true, tag: "NOVA", badge: random.hex(32) };

/** https://docs.discord.com/developers/resources/user#user-object */
export const user: Shape = {
  global_name: nullable(),
  avatar: nullable(),
  bot: optional(() => false),
  system: optional(() => false),
  banner: either(hash),
  accent_color: either(whole),
  avatar_decoration_data: either(decoration),
  collectibles: either(collectibles),
  primary_guild: nullable(tag),
};
/** Fields that REST always sends and that are optional over the gateway. */
const gatewayUser = loosened(
  { ...user, flags: {}, public_flags: {} },
  "flags",
  "public_flags",
  "primary_guild",
);
/** Discord promises only the id. https://docs.discord.com/developers/events/gateway-events#presence-update */
const partialUser = losing(
  { ...gatewayUser, username: {}, discriminator: {} },
  ...["username", "discriminator", "global_name", "avatar", "bot"],
);

/** https://docs.discord.com/developers/resources/guild#guild-member-object */
export const member: Shape = {
  user: of(user),
  nick: nullable(),
  avatar: nullable(hash),
  banner: nullable(hash),
  premium_since: nullable(time),
  communication_disabled_until: nullable(() => "2024-01-01T00:00:00.000000+00:00"),
  avatar_decoration_data: either(decoration),
  collectibles: either(collectibles),
};
const gatewayMember = loosened(
  { ...member, user: of(gatewayUser), pending: {} },
  ...["nick", "avatar", "banner", "premium_since", "communication_disabled_until", "pending"],
);
/** In an update these are optional too. */
const changedMember = loosened({ ...gatewayMember, deaf: {}, mute: {} }, "deaf", "mute");

/** https://docs.discord.com/developers/topics/permissions#role-object */
export const role: Shape = {
  icon: nullable(hash),
  unicode_emoji: nullable(() => "🛰️"),
  tags: optional((random) => random.pick([{}, { premium_subscriber: null }])),
};
const gatewayRole = loosened(role, "icon", "unicode_emoji");

/** https://docs.discord.com/developers/resources/channel#channel-object */
export const channel: Shape = {
  topic: either(),
  nsfw: optional(),
  last_message_id: either(id),
  last_pin_timestamp: either(time),
  rate_limit_per_user: optional(),
  parent_id: either(),
  rtc_region: either(() => "rotterdam"),
  video_quality_mode: optional(() => 1),
  default_auto_archive_duration: optional(() => 1440),
  permission_overwrites: optional(),
  user_limit: optional(),
};
const gatewayChannel = loosened({ ...channel, flags: {}, position: {} }, "flags", "position");

const incidents: Fill = () => ({
  invites_disabled_until: null,
  dms_disabled_until: null,
  dm_spam_detected_at: null,
  raid_detected_at: null,
});
/** https://docs.discord.com/developers/resources/guild#guild-object */
export const guild: Shape = {
  roles: of(role),
  icon: nullable(hash),
  splash: nullable(hash),
  discovery_splash: nullable(hash),
  banner: nullable(hash),
  description: nullable(() => "We fly together."),
  vanity_url_code: nullable(() => "fly-with-us"),
  incidents_data: nullable(incidents),
  max_presences: nullable(() => 25_000),
  icon_hash: either(hash),
  hub_type: either(),
  premium_progress_bar_enabled_user_updated_at: either(time),
};
const presence: Shape = {
  activities: of({
    url: either(),
    timestamps: optional((random) => random.pick([{}, { start: 1_762_000_000_000 }])),
    application_id: optional(id),
    details: either(() => "Quantum travel"),
    state: either(() => "In a party"),
    emoji: either(() => ({ name: "🚀" })),
    party: optional((random) => random.pick([{}, { id: random.hex(8), size: [1, 4] }])),
    assets: optional((random) => random.pick([{}, { large_image: random.hex(16), large_text: "Stanton" }])),
    secrets: optional(() => ({})),
    instance: optional(() => true),
    flags: optional(() => 1),
    buttons: optional(() => ["Join"]),
    status_display_type: either(() => 1),
    sync_id: optional(),
  }),
  client_status: of({ mobile: optional(), web: optional(), vr: optional(() => "online") }),
};
const voiceState: Shape = {
  self_stream: optional(() => false),
  request_to_speak_timestamp: nullable(),
};
const message: Shape = {
  author: of(user),
  mentions: of(user),
  position: optional(() => 0),
  referenced_message: either(),
  reactions: optional(() => []),
  sticker_items: optional(() => []),
  mention_channels: optional(() => []),
};
/** https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-object */
const interaction: Shape = losing(
  {
    member: of(gatewayMember),
    user: of(gatewayUser),
    channel: of(gatewayChannel),
    message: of(message),
    data: of({
      resolved: of({
        users: mapOf(gatewayUser),
        members: mapOf(losing(gatewayMember, "user")),
        roles: mapOf(role),
        messages: mapOf(message),
      }),
    }),
  },
  ...["guild", "guild_locale", "channel", "context"],
);
const optionTexts = { name_localizations: either(() => ({})), description_localizations: either(() => ({})) };
const option: Shape = {
  ...optionTexts,
  required: optional(() => false),
  autocomplete: optional(() => false),
  choices: { ...optional(() => []), shape: { name_localizations: either(() => ({})) } },
};
const command: Shape = {
  name_localizations: either(() => ({})),
  description_localizations: either(() => ({})),
  dm_permission: optional(() => true),
  contexts: either(() => [0]),
  integration_types: optional(() => [0]),
  options: { ...optional(() => []), shape: { ...option, options: { ...optional(), shape: option } } },
  nsfw: optional(),
};
const application: Shape = {
  icon: nullable(hash),
  bot: { absent: true, shape: user },
  owner: of(user),
  rpc_origins: optional(() => []),
  tags: optional(() => ["crm"]),
  slug: optional(() => "crm-bot"),
  max_participants: either(() => 0),
  install_params: optional(() => ({ scopes: ["bot"], permissions: "0" })),
  event_webhooks_url: either(),
};
const partialGuild: Shape = { icon: nullable(hash), banner: nullable(hash) };
/** https://docs.discord.com/developers/resources/guild-scheduled-event#guild-scheduled-event-object */
const scheduledEvent: Shape = {
  ...losing({ creator: of(user) }, "creator"),
  description: nullable(),
  entity_id: nullable(id),
  entity_metadata: nullable(() => ({})),
  image: nullable(hash),
  user_count: optional(),
};
const gatewayScheduledEvent = loosened(
  { ...scheduledEvent, guild_scheduled_event_exceptions: {} },
  ...["description", "image", "guild_scheduled_event_exceptions"],
);
const guildCreate: Shape = {
  ...losing(loosened(guild, "max_presences", "region", "widget_enabled"), "max_members", "stickers"),
  roles: of(gatewayRole),
  members: of(gatewayMember),
  // The surrounding guild says which guild they belong to.
  channels: of(losing(gatewayChannel, "guild_id")),
  voice_states: of(voiceState),
  presences: of(losing({ ...presence, user: of(partialUser) }, "guild_id")),
  guild_scheduled_events: of(gatewayScheduledEvent),
  unavailable: optional(),
};
const thread: Shape = {
  last_message_id: either(id),
  last_pin_timestamp: either(time),
  rate_limit_per_user: optional(),
  message_count: optional(),
  member_count: optional(),
  total_message_sent: optional(() => 0),
  applied_tags: optional(() => []),
  flags: optional(),
  owner_id: optional(id),
  newly_created: optional(() => true),
};

/** Shape of the answer of each route, or of each object of its list. */
export const ofRoute: Readonly<Record<string, Shape>> = {
  "/users/@me": user,
  "/users/@me/guilds": partialGuild,
  "/users/@me/guilds/:guild/member": member,
  "/users/:user": user,
  "/oauth2/@me": { application: of({ icon: nullable(hash) }), user: of(user) },
  "/applications/@me": application,
  "/oauth2/applications/@me": application,
  "/guilds/:guild": guild,
  "/guilds/:guild/roles": role,
  "/guilds/:guild/roles/:role": role,
  "/guilds/:guild/channels": channel,
  "/guilds/:guild/members": member,
  "/guilds/:guild/members/search": member,
  "/guilds/:guild/members/:user": member,
  "/guilds/:guild/scheduled-events": scheduledEvent,
  "/guilds/:guild/scheduled-events/:event": scheduledEvent,
  "/guilds/:guild/scheduled-events/:event/users": {
    guild_scheduled_event_exception_id: either(),
    user: of(user),
    member: of(member),
  },
  "/users/@me/channels": { last_message_id: either(id), recipients: of(user) },
  "/channels/:channel": channel,
  "/channels/:channel/messages": message,
  "/channels/:channel/messages/:message": message,
  "/webhooks/:application/:token": message,
  "/webhooks/:application/:token/messages/:message": message,
  "/interactions/:id/:token/callback": { resource: of({ message: of(message) }) },
  "/applications/:application/commands": command,
  "/applications/:application/commands/:command": command,
  "/applications/:application/guilds/:guild/commands": command,
  "/applications/:application/guilds/:guild/commands/:command": command,
};

/** Shape of the data of each dispatch. https://docs.discord.com/developers/events/gateway-events */
export const ofEvent: Readonly<Record<string, Shape>> = {
  READY: { user: of(gatewayUser) },
  GUILD_CREATE: guildCreate,
  GUILD_UPDATE: {
    ...losing(loosened(guild, "max_presences", "region"), "max_members"),
    roles: of(gatewayRole),
  },
  GUILD_DELETE: { unavailable: optional() },
  CHANNEL_CREATE: gatewayChannel,
  CHANNEL_UPDATE: gatewayChannel,
  CHANNEL_DELETE: gatewayChannel,
  CHANNEL_PINS_UPDATE: { last_pin_timestamp: either(time) },
  THREAD_CREATE: losing(thread, "member"),
  THREAD_UPDATE: thread,
  THREAD_LIST_SYNC: { threads: of(losing(thread, "guild_id")), channel_ids: optional() },
  THREAD_MEMBERS_UPDATE: { added_members: optional(() => []), removed_member_ids: optional(() => []) },
  STAGE_INSTANCE_CREATE: { guild_scheduled_event_id: nullable(id) },
  STAGE_INSTANCE_DELETE: { guild_scheduled_event_id: nullable(id) },
  VOICE_CHANNEL_EFFECT_SEND: {
    emoji: either(() => ({ id: null, name: "🚀" })),
    animation_type: either(() => 0),
    animation_id: optional(() => 1),
    sound_id: optional(() => 1),
    sound_volume: optional(() => 0.5),
  },
  GUILD_SCHEDULED_EVENT_CREATE: gatewayScheduledEvent,
  GUILD_SCHEDULED_EVENT_UPDATE: gatewayScheduledEvent,
  GUILD_SCHEDULED_EVENT_DELETE: gatewayScheduledEvent,
  GUILD_ROLE_CREATE: { role: of(gatewayRole) },
  GUILD_ROLE_UPDATE: { role: of(gatewayRole) },
  GUILD_MEMBER_ADD: gatewayMember,
  GUILD_MEMBER_UPDATE: changedMember,
  GUILD_MEMBER_REMOVE: { user: of(gatewayUser) },
  GUILD_MEMBERS_CHUNK: {
    members: of(gatewayMember),
    not_found: optional(),
    presences: of({ ...presence, user: of(partialUser) }),
  },
  PRESENCE_UPDATE: { ...presence, user: of(partialUser) },
  VOICE_STATE_UPDATE: losing({ ...voiceState, member: of(gatewayMember) }, "member"),
  MESSAGE_CREATE: { ...message, author: of(gatewayUser) },
  MESSAGE_UPDATE: { ...message, author: of(gatewayUser) },
  INTERACTION_CREATE: interaction,
};
