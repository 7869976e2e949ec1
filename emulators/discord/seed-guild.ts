import { ActivityType, type APIRole, PresenceUpdateStatus } from "discord-api-types/v10";
import type { SeededRole } from "./defaults.ts";
import {
  botPermissions,
  channelDefaults,
  defaults,
  everyonePermissions,
  plainRoles,
  roleDefaults,
} from "./defaults.ts";
import { applyStanding, type Standing } from "./guild-inputs.ts";
import {
  type GuildState,
  type Membership,
  membersChanged,
  type Person,
  type Presence,
} from "./guild-state.ts";
import { nameSource } from "./names.ts";
import { type Random, randomFrom } from "./random.ts";
import { seedChannels } from "./seed-channels.ts";
import { compareIds, snowflakeAt, timestamp } from "./snowflake.ts";

/** The seed of a guild; the same values always give the same guild. */
export interface SeedOptions {
  guildId: string;
  /** The number of members, including the bot; at least 1. */
  guildSize: number;
  /** Whether users have avatars; their pictures are only at Discord's CDN. */
  avatars: boolean;
  seed: number;
  botUserId: string;
  botName: string;
}

const day = 86_400_000;
/** No flag; wider than the literal because the flag enums have no member for zero. */
const noFlags: number = 0;
const newest = Date.UTC(2026, 10, 1);

/** How many of 120 members hold each rank; the rest hold Recruit, Guest or nothing. */
const shares: readonly (readonly [SeededRole, number])[] = [
  ["Command", 1],
  ["Officer", 3],
  ["CRM Manager", 2],
  ["Recruiter", 5],
  ["Mentor", 6],
  ["Crew", 50],
];

/** Builds the guild, independently of the clock. */
export function seedGuild(options: SeedOptions): GuildState {
  const random = randomFrom(options.seed);
  const state: GuildState = {
    id: options.guildId,
    name: defaults.guildName,
    ownerId: options.botUserId,
    people: new Map(),
    members: new Map(),
    roles: seedRoles(options),
    channels: seedChannels(options.guildId),
    presences: new Map(),
    voice: new Map(),
    events: new Map(),
  };
  const ranks = seedRanks(options.guildSize - 1, random);
  const humans = seedPeople(options, random);
  for (const [index, person] of humans.entries()) {
    const id = person.user.id;
    const rank = ranks[index];
    const roles: string[] = rank ? [roleDefaults[rank].id] : [];
    if (
      rank &&
      rank !== "Crew" &&
      roleDefaults[rank].position > roleDefaults.Crew.position &&
      random.chance(0.8)
    )
      roles.push(roleDefaults.Crew.id);
    if (rank === "Command" && state.ownerId === options.botUserId) state.ownerId = id;
    state.people.set(id, person);
    addMembership(state, id, roles.sort(compareIds), joinTime(random), nickname(person, random));
    const presence = seedPresence(random);
    if (presence) state.presences.set(id, presence);
  }
  addBot(state, { id: options.botUserId, name: options.botName, botRoleId: defaults.botRoleId });
  if (!state.people.has(defaults.outsiderId))
    state.people.set(
      defaults.outsiderId,
      human(defaults.outsiderId, defaults.outsiderUsername, "Stranded Pilot"),
    );
  seedVoice(state, random);
  membersChanged(state);
  return state;
}

/** Adds an application's bot user with its managed role (made when missing) to the guild. */
export function addBot(state: GuildState, bot: { id: string; name: string; botRoleId: string }): void {
  const username = bot.name;
  state.people.set(bot.id, {
    user: { ...human(bot.id, username, null).user, bot: true, discriminator: "4242" },
    email: null,
    verified: true,
    locale: "en-US",
  });
  if (!state.roles.has(bot.botRoleId))
    state.roles.set(bot.botRoleId, {
      ...role(bot.botRoleId, bot.name, defaults.botRolePosition, 0x5865f2, false, botPermissions),
      managed: true,
      tags: { bot_id: bot.id },
    });
  addMembership(state, bot.id, [bot.botRoleId], newest - 700 * day, null);
  membersChanged(state);
}

export function human(id: string, username: string, globalName: string | null): Person {
  return {
    user: {
      id,
      username,
      discriminator: "0",
      global_name: globalName,
      avatar: null,
      banner: null,
      accent_color: null,
      public_flags: noFlags,
      flags: noFlags,
      avatar_decoration_data: null,
      primary_guild: null,
    },
    email: `${username}@pilots.example`,
    verified: true,
    locale: "en-GB",
  };
}

export function role(
  id: string,
  name: string,
  position: number,
  color: number,
  hoist: boolean,
  permissions: bigint,
): APIRole {
  return {
    id,
    name,
    color,
    colors: { primary_color: color, secondary_color: null, tertiary_color: null },
    hoist,
    icon: null,
    unicode_emoji: null,
    position,
    permissions: permissions.toString(),
    managed: false,
    mentionable: false,
    flags: noFlags,
  };
}

/** Adds a known user to the guild. `joinedAt` is in milliseconds since 1970. */
export function addMembership(
  state: GuildState,
  userId: string,
  roles: string[],
  joinedAt: number,
  nick: string | null,
  standing: Standing = {},
): void {
  const plain: Membership = {
    nick,
    avatar: null,
    banner: null,
    roles,
    joined_at: timestamp(joinedAt),
    premium_since: null,
    deaf: false,
    mute: false,
    flags: noFlags,
    pending: false,
    communication_disabled_until: null,
  };
  state.members.set(userId, applyStanding(plain, standing));
}

function seedRoles(options: SeedOptions): Map<string, APIRole> {
  const roles = new Map<string, APIRole>();
  roles.set(options.guildId, role(options.guildId, "@everyone", 0, 0, false, everyonePermissions));
  for (const [name, entry] of Object.entries(roleDefaults))
    roles.set(entry.id, {
      ...role(entry.id, name, entry.position, entry.color, entry.hoist, entry.permissions),
      mentionable: name === "Recruiter",
    });
  for (const { id, name, position, color, hoist, permissions } of plainRoles)
    roles.set(id, role(id, name, position, color, hoist, permissions));
  return roles;
}

function seedRanks(humans: number, random: Random): (SeededRole | null)[] {
  const ranks: (SeededRole | null)[] = [];
  for (const [name, share] of shares)
    for (
      let count = Math.max(1, Math.round((humans * share) / 119));
      count > 0 && ranks.length < humans;
      count -= 1
    )
      ranks.push(name);
  while (ranks.length < humans)
    ranks.push(random.pick<SeededRole | null>(["Recruit", "Recruit", "Guest", null]));
  random.shuffle(ranks);
  return ranks;
}

function seedPeople(options: SeedOptions, random: Random): Person[] {
  const nextName = nameSource(random);
  const oldest = Date.UTC(2016, 0, 1);
  const latest = Date.UTC(2024, 9, 1);
  const step = (latest - oldest) / Math.max(1, options.guildSize - 1);
  return Array.from({ length: options.guildSize - 1 }, (_, index) => {
    const name = nextName();
    const id = snowflakeAt(Math.floor(oldest + (index + random.next() * 0.9) * step), random.below(0x400000));
    const person = human(id, name.username, name.globalName);
    const avatar = random.chance(0.6) ? `${random.chance(0.15) ? "a_" : ""}${random.hex(32)}` : null;
    // There is no CDN on this machine: pages would request pictures in vain.
    if (options.avatars) person.user.avatar = avatar;
    person.locale = random.pick(["da", "da", "en-GB", "en-US", "de", "sv-SE"]);
    if (random.chance(0.04)) person.verified = false;
    if (random.chance(0.02)) person.email = null;
    return person;
  });
}

function joinTime(random: Random): number {
  return newest - Math.floor(random.next() * 730 * day);
}

function nickname(person: Person, random: Random): string | null {
  if (random.chance(0.7)) return null;
  const tag = random.pick(["[NV]", "⚓", "Cpt.", "Løjtnant", "Lt."]);
  return `${tag} ${person.user.global_name ?? person.user.username}`.slice(0, 32);
}

function seedPresence(random: Random): Presence | null {
  if (random.chance(0.6)) return null;
  const status = random.pick([
    PresenceUpdateStatus.Online,
    PresenceUpdateStatus.Online,
    PresenceUpdateStatus.Idle,
    PresenceUpdateStatus.DoNotDisturb,
  ] as const);
  const playing = random.chance(0.35);
  return {
    status,
    activities: playing
      ? [{ id: random.hex(16), name: "Star Citizen", type: ActivityType.Playing, created_at: newest }]
      : [],
    client_status: { [random.pick(["desktop", "desktop", "mobile", "web"] as const)]: status },
  };
}

function seedVoice(state: GuildState, random: Random): void {
  const online = [...state.presences.keys()];
  for (const userId of online.slice(0, Math.min(4, Math.floor(online.length / 8))))
    state.voice.set(userId, {
      guild_id: state.id,
      channel_id: channelDefaults[random.pick(["Hangar 1", "Bridge"] as const)],
      user_id: userId,
      session_id: random.hex(32),
      deaf: false,
      mute: false,
      self_deaf: false,
      self_mute: random.chance(0.3),
      self_video: false,
      suppress: false,
      request_to_speak_timestamp: null,
    });
}
