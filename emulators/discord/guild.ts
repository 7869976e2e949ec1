import {
  type APIGuildMember,
  type APIRole,
  ChannelType,
  GatewayDispatchEvents,
  type GatewayPresenceUpdate,
  PermissionFlagsBits,
} from "discord-api-types/v10";
import { defaults } from "./defaults.ts";
import { GuildChannels } from "./guild-channels.ts";
import {
  applyRole,
  applyStanding,
  ControlError,
  type GuildEvent,
  type JoinInput,
  type PresenceInput,
  presenceFrom,
  type RenameInput,
  type RoleInput,
  type Standing,
  type VoiceInput,
  voiceFrom,
} from "./guild-inputs.ts";
import {
  type GuildChannel,
  type GuildState,
  memberIds,
  memberOf,
  membersChanged,
  type Person,
  rolesByRank,
} from "./guild-state.ts";
import { ScheduledEvents } from "./scheduled-events.ts";
import { addBot, addMembership, human, role } from "./seed-guild.ts";

/** Changes the guild and dispatches the resulting events. */
export class GuildControl {
  readonly state: GuildState;
  readonly events: ScheduledEvents;
  readonly channels: GuildChannels;
  readonly #emit: (event: GuildEvent) => void;
  readonly #nextId: () => string;

  constructor(state: GuildState, nextId: () => string, emit: (event: GuildEvent) => void) {
    this.state = state;
    this.#nextId = nextId;
    this.#emit = emit;
    this.events = new ScheduledEvents(state, nextId, emit);
    this.channels = new GuildChannels(this, nextId, emit);
  }

  /** Returns all members, ids ascending. */
  members(): APIGuildMember[] {
    return memberIds(this.state).flatMap((id) => memberOf(this.state, id) ?? []);
  }

  /** Returns a member by id or user name. */
  member(idOrName: string): APIGuildMember | undefined {
    return (
      memberOf(this.state, idOrName) ?? this.members().find((member) => member.user.username === idOrName)
    );
  }

  /** Returns the members who hold a role, given by name or id. */
  membersWith(roleNameOrId: string): APIGuildMember[] {
    const { id } = this.role(roleNameOrId);
    return this.members().filter((member) => member.roles.includes(id));
  }

  roles(): APIRole[] {
    return rolesByRank(this.state);
  }

  /**
   * Returns a role by id or name.
   * @throws ControlError when there is none
   */
  role(nameOrId: string): APIRole {
    const found =
      this.state.roles.get(nameOrId) ?? [...this.state.roles.values()].find(({ name }) => name === nameOrId);
    if (!found) throw new ControlError(`there is no role ${nameOrId}`);
    return found;
  }

  /**
   * Returns a channel by id or name.
   * @throws ControlError when there is none
   */
  channel(nameOrId: string): GuildChannel {
    const found =
      this.state.channels.get(nameOrId) ??
      [...this.state.channels.values()].find(({ name }) => name === nameOrId);
    if (!found) throw new ControlError(`there is no channel ${nameOrId}`);
    return found;
  }

  /** Adds a new user, or a known account given by id. */
  join(input: JoinInput): APIGuildMember {
    const id = input.id ?? this.#nextId();
    if (this.state.members.has(id)) throw new ControlError(`${id} is already in the guild`);
    const person = this.state.people.get(id) ?? human(id, input.username, null);
    person.user = { ...person.user, username: input.username };
    if (input.globalName !== undefined) person.user.global_name = input.globalName;
    if (input.avatar !== undefined) person.user.avatar = input.avatar;
    if (input.email !== undefined) person.email = input.email;
    if (input.verified !== undefined) person.verified = input.verified;
    this.state.people.set(id, person);
    return this.#enter(id, this.#roleIds(input.roles ?? []), input.nick ?? null, input);
  }

  /** Adds a user who has left again, without roles unless some are given. */
  rejoin(userId: string, roles: readonly string[] = []): APIGuildMember {
    if (!this.state.people.has(userId)) throw new ControlError(`${userId} was never here`);
    if (this.state.members.has(userId)) throw new ControlError(`${userId} is already in the guild`);
    return this.#enter(userId, this.#roleIds(roles), null);
  }

  admitBot(bot: { id: string; name: string; botRoleId: string }): void {
    if (this.state.members.has(bot.id)) throw new ControlError(`${bot.id} is already in the guild`);
    addBot(this.state, bot);
    this.#emit({
      name: GatewayDispatchEvents.GuildRoleCreate,
      data: { guild_id: this.state.id, role: this.role(bot.botRoleId) },
    });
    this.#emit({
      name: GatewayDispatchEvents.GuildMemberAdd,
      data: { ...this.#current(bot.id), guild_id: this.state.id },
      userId: bot.id,
    });
  }

  leave(userId: string): void {
    const person = this.#person(userId);
    if (this.state.voice.has(userId)) this.leaveVoice(userId);
    this.state.members.delete(userId);
    this.state.presences.delete(userId);
    membersChanged(this.state);
    this.#emit({
      name: GatewayDispatchEvents.GuildMemberRemove,
      data: { guild_id: this.state.id, user: person.user },
      userId,
    });
  }

  /** Replaces all roles of a member, given by name or id. */
  setRoles(userId: string, roles: readonly string[]): APIGuildMember {
    this.#membership(userId).roles = this.#roleIds(roles);
    return this.#updated(userId);
  }

  /** Adds a role and sets `pending` to false, as Discord does. */
  addRole(userId: string, roleNameOrId: string): APIGuildMember {
    const membership = this.#membership(userId);
    const { id } = this.role(roleNameOrId);
    membership.pending = false;
    if (!membership.roles.includes(id)) membership.roles = [...membership.roles, id];
    return this.#updated(userId);
  }

  removeRole(userId: string, roleNameOrId: string): APIGuildMember {
    const membership = this.#membership(userId);
    const { id } = this.role(roleNameOrId);
    membership.roles = membership.roles.filter((role) => role !== id);
    return this.#updated(userId);
  }

  rename(userId: string, input: RenameInput): APIGuildMember {
    const person = this.#person(userId);
    const user = { ...person.user };
    if (input.username !== undefined) user.username = input.username;
    if (input.globalName !== undefined) user.global_name = input.globalName;
    if (input.avatar !== undefined) user.avatar = input.avatar;
    person.user = user;
    if (input.nick !== undefined) this.#membership(userId).nick = input.nick;
    return this.#updated(userId);
  }

  setStanding(userId: string, input: Standing): APIGuildMember {
    this.state.members.set(userId, applyStanding(this.#membership(userId), input));
    return this.#updated(userId);
  }

  createRole(input: RoleInput & { name: string }): APIRole {
    const made = role(this.#nextId(), input.name, 1, 0, false, 0n);
    this.#roomAt(input.position ?? 1);
    this.state.roles.set(made.id, applyRole(made, { position: 1, ...input }));
    this.#emit({
      name: GatewayDispatchEvents.GuildRoleCreate,
      data: { guild_id: this.state.id, role: this.role(made.id) },
    });
    return this.role(made.id);
  }

  editRole(nameOrId: string, input: RoleInput): APIRole {
    const edited = applyRole(this.role(nameOrId), input);
    this.state.roles.set(edited.id, edited);
    this.#emit({
      name: GatewayDispatchEvents.GuildRoleUpdate,
      data: { guild_id: this.state.id, role: edited },
    });
    return edited;
  }

  /** Gives a role, the bot's own by default, permissions for scheduled events, or takes them. */
  permitEvents(input: { create?: boolean; manage?: boolean }, role: string = defaults.botRoleId): APIRole {
    let bits = BigInt(this.role(role).permissions);
    for (const [given, bit] of [
      [input.create, PermissionFlagsBits.CreateEvents],
      [input.manage, PermissionFlagsBits.ManageEvents],
    ] as const)
      if (given !== undefined) bits = given ? bits | bit : bits & ~bit;
    return this.editRole(role, { permissions: bits.toString() });
  }

  /** Deletes a role and removes it from all members. */
  deleteRole(nameOrId: string): void {
    const { id } = this.role(nameOrId);
    if (id === this.state.id) throw new ControlError("@everyone cannot be deleted");
    this.state.roles.delete(id);
    for (const membership of this.state.members.values())
      membership.roles = membership.roles.filter((role) => role !== id);
    this.#emit({
      name: GatewayDispatchEvents.GuildRoleDelete,
      data: { guild_id: this.state.id, role_id: id },
    });
  }

  setPresence(userId: string, input: PresenceInput): GatewayPresenceUpdate {
    const { user } = this.#person(userId);
    const presence = presenceFrom(input);
    if (input.status === "offline") this.state.presences.delete(userId);
    else this.state.presences.set(userId, presence);
    const data: GatewayPresenceUpdate = {
      user,
      guild_id: this.state.id,
      ...presence,
    };
    this.#emit({ name: GatewayDispatchEvents.PresenceUpdate, data, userId });
    return data;
  }

  /** Makes a member enter a voice channel, or move there from another. */
  enterVoice(userId: string, channelNameOrId: string, options: VoiceInput = {}): void {
    this.#membership(userId);
    const channel = this.channel(channelNameOrId);
    if (channel.type !== ChannelType.GuildVoice)
      throw new ControlError(`${channel.name} is not a voice channel`);
    this.#voice(userId, channel.id, options);
  }

  leaveVoice(userId: string): void {
    if (!this.state.voice.has(userId)) throw new ControlError(`${userId} is in no voice channel`);
    this.#voice(userId, null, {});
  }

  #voice(userId: string, channelId: string | null, options: VoiceInput): void {
    const place = { guild_id: this.state.id, user_id: userId, channel_id: channelId };
    const voice = voiceFrom(place, options, this.state.voice.get(userId));
    if (channelId) this.state.voice.set(userId, voice);
    else this.state.voice.delete(userId);
    const member = memberOf(this.state, userId);
    this.#emit({
      name: GatewayDispatchEvents.VoiceStateUpdate,
      data: { ...voice, ...(member ? { member } : {}) },
      userId,
    });
  }

  #enter(userId: string, roles: string[], nick: string | null, standing: Standing = {}): APIGuildMember {
    addMembership(this.state, userId, roles, Date.now(), nick, standing);
    membersChanged(this.state);
    const member = this.#current(userId);
    this.#emit({
      name: GatewayDispatchEvents.GuildMemberAdd,
      data: { ...member, guild_id: this.state.id },
      userId,
    });
    return member;
  }

  #updated(userId: string): APIGuildMember {
    const member = this.#current(userId);
    this.#emit({
      name: GatewayDispatchEvents.GuildMemberUpdate,
      data: { ...member, guild_id: this.state.id },
      userId,
    });
    return member;
  }

  #current(userId: string): APIGuildMember {
    const member = memberOf(this.state, userId);
    if (!member) throw new ControlError(`${userId} is not in the guild`);
    return member;
  }

  #membership(userId: string) {
    const membership = this.state.members.get(userId);
    if (!membership) throw new ControlError(`${userId} is not in the guild`);
    return membership;
  }

  #person(userId: string): Person {
    this.#membership(userId);
    const person = this.state.people.get(userId);
    if (!person) throw new ControlError(`${userId} is unknown`);
    return person;
  }

  #roleIds(roles: readonly string[]): string[] {
    return [...new Set(roles.map((nameOrId) => this.role(nameOrId).id))].filter((id) => id !== this.state.id);
  }

  #roomAt(position: number): void {
    for (const role of this.state.roles.values())
      if (role.position >= position && role.id !== this.state.id)
        this.state.roles.set(role.id, { ...role, position: role.position + 1 });
  }
}
