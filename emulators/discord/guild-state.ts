import {
  type APIGuildCategoryChannel,
  type APIGuildForumChannel,
  type APIGuildMember,
  type APIGuildScheduledEvent,
  type APIGuildVoiceChannel,
  type APINewsChannel,
  type APIRole,
  type APITextChannel,
  type APIUser,
  type APIVoiceState,
  ChannelType,
  type GatewayPresenceUpdate,
  GuildScheduledEventStatus,
  PermissionFlagsBits,
} from "discord-api-types/v10";
import { compareIds } from "./snowflake.ts";

/** A Discord account with its private fields. It stays known after leaving, so that it can return. */
export interface Person {
  user: APIUser;
  email: string | null;
  verified: boolean;
  locale: string;
}

export type GuildChannel =
  | APITextChannel
  | APINewsChannel
  | APIGuildVoiceChannel
  | APIGuildCategoryChannel
  | APIGuildForumChannel;

export type Membership = Omit<APIGuildMember, "user">;

/** A presence without the ids of its user and guild. */
export type Presence = Required<Pick<GatewayPresenceUpdate, "status" | "activities" | "client_status">>;

/** An event as it is stored, without the fields that depend on the request. */
export type ScheduledEvent = APIGuildScheduledEvent &
  Required<Pick<APIGuildScheduledEvent, "creator_id" | "description" | "image">> & {
    guild_scheduled_event_exceptions: never[];
  };

/** A scheduled event and the ids of the users who are interested in it. */
export interface StoredEvent {
  event: ScheduledEvent;
  interested: string[];
}

/** The state of the guild, by id. */
export interface GuildState {
  id: string;
  name: string;
  ownerId: string;
  people: Map<string, Person>;
  members: Map<string, Membership>;
  roles: Map<string, APIRole>;
  channels: Map<string, GuildChannel>;
  presences: Map<string, Presence>;
  voice: Map<string, APIVoiceState>;
  events: Map<string, StoredEvent>;
}

const sortedIds = new WeakMap<GuildState["members"], string[]>();

/** Returns the ids of all members, ascending, as Discord pages them. */
export function memberIds(state: GuildState): readonly string[] {
  const known = sortedIds.get(state.members);
  if (known) return known;
  const ids = [...state.members.keys()].sort(compareIds);
  sortedIds.set(state.members, ids);
  return ids;
}

/** Clears the cache of sorted ids; call it on every join and leave. */
export function membersChanged(state: GuildState): void {
  sortedIds.delete(state.members);
}

/** Returns the member as Discord sends it, or undefined when the user is not in the guild. */
export function memberOf(state: GuildState, userId: string): APIGuildMember | undefined {
  const membership = state.members.get(userId);
  const person = state.people.get(userId);
  if (!membership || !person) return undefined;
  return { ...membership, user: person.user };
}

/** Returns the events that are scheduled or active, in the order in which they were created. */
export function liveEvents(state: GuildState): StoredEvent[] {
  return [...state.events.values()].filter(({ event }) => event.status <= GuildScheduledEventStatus.Active);
}

/** Returns the roles with the highest position last, ties by id, as Discord ranks them. */
export function rolesByRank(state: GuildState): APIRole[] {
  return [...state.roles.values()].sort(compareRoles);
}

/**
 * Returns a negative number when `left` ranks below `right`. Of two roles at one position the one with the lower id
 * ranks higher.
 */
export function compareRoles(left: APIRole, right: APIRole): number {
  return left.position - right.position || compareIds(right.id, left.id);
}

/** Returns the member's highest role; @everyone when there is no other. */
export function highestRole(state: GuildState, userId: string): APIRole | undefined {
  let highest = state.roles.get(state.id);
  for (const id of state.members.get(userId)?.roles ?? []) {
    const role = state.roles.get(id);
    if (role && (!highest || compareRoles(role, highest) > 0)) highest = role;
  }
  return highest;
}

/** Returns the member's permissions in the guild without channel overwrites; the owner has all. */
export function permissionsOf(state: GuildState, userId: string): bigint {
  const all = (1n << 53n) - 1n;
  if (userId === state.ownerId) return all;
  let bits = BigInt(state.roles.get(state.id)?.permissions ?? "0");
  for (const id of state.members.get(userId)?.roles ?? [])
    bits |= BigInt(state.roles.get(id)?.permissions ?? "0");
  return bits & 8n ? all : bits;
}

/**
 * Returns the member's permissions in a channel, with its overwrites; none where the member cannot see it.
 * https://docs.discord.com/developers/topics/permissions#permission-overwrites
 */
export function channelPermissions(state: GuildState, channel: GuildChannel, userId: string): bigint {
  const { ViewChannel, Connect, SendMessages, Administrator } = PermissionFlagsBits;
  const member = state.members.get(userId);
  if (!member) return 0n;
  let bits = permissionsOf(state, userId);
  if (bits & Administrator) return bits;
  const overwrites = channel.permission_overwrites ?? [];
  const apply = (ids: readonly string[]): void => {
    const found = overwrites.filter(({ id }) => ids.includes(id));
    for (const { deny } of found) bits &= ~BigInt(deny);
    for (const { allow } of found) bits |= BigInt(allow);
  };
  for (const ids of [[state.id], member.roles, [userId]]) apply(ids);
  if (!(bits & ViewChannel) || (channel.type === ChannelType.GuildVoice && !(bits & Connect))) return 0n;
  const { MentionEveryone, SendTTSMessages, AttachFiles, EmbedLinks } = PermissionFlagsBits;
  return bits & SendMessages ? bits : bits & ~(MentionEveryone | SendTTSMessages | AttachFiles | EmbedLinks);
}

/** Returns whether a member sees a channel of the guild; true without a channel, or for a deleted one. */
export function sees(state: GuildState, userId: string, channelId: string | undefined): boolean {
  const channel = state.channels.get(channelId ?? "");
  return !channel || channelPermissions(state, channel, userId) !== 0n;
}

/** Returns how many members hold each role except @everyone, as the member-counts route answers. */
export function roleCounts(state: GuildState): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const id of state.roles.keys()) if (id !== state.id) counts[id] = 0;
  for (const member of state.members.values())
    for (const id of member.roles) counts[id] = (counts[id] ?? 0) + 1;
  return counts;
}
