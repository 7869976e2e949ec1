import { type APIRole, ChannelType, GatewayDispatchEvents, OverwriteType } from "discord-api-types/v10";
import { ControlError, type GuildEvent } from "./guild-inputs.ts";
import type { GuildChannel, GuildState } from "./guild-state.ts";
import { channelOf } from "./seed-channels.ts";

export interface ChannelInput {
  name: string;
  /** Text by default. */
  type?: GuildChannel["type"];
  /** Name or id of a category. */
  parent?: string;
}

interface Guild {
  readonly state: GuildState;
  channel(nameOrId: string): GuildChannel;
  role(nameOrId: string): APIRole;
}

/** Creates, changes and deletes channels of the guild, given by name or id, and dispatches that. */
export class GuildChannels {
  readonly #guild: Guild;
  readonly #nextId: () => string;
  readonly #emit: (event: GuildEvent) => void;

  constructor(guild: Guild, nextId: () => string, emit: (event: GuildEvent) => void) {
    this.#guild = guild;
    this.#nextId = nextId;
    this.#emit = emit;
  }

  create({ name, type = ChannelType.GuildText, parent }: ChannelInput): GuildChannel {
    const { id: guildId, channels } = this.#guild.state;
    const made = channelOf(type, {
      ...{ id: this.#nextId(), guild_id: guildId, name, position: channels.size, permission_overwrites: [] },
      parent_id: parent === undefined ? null : this.#guild.channel(parent).id,
    });
    return this.#set(GatewayDispatchEvents.ChannelCreate, made);
  }

  rename(channel: string, name: string): GuildChannel {
    const changed = { ...this.#guild.channel(channel), name };
    return this.#set(GatewayDispatchEvents.ChannelUpdate, changed);
  }

  /**
   * Replaces what a channel allows and denies a role or a member. Both are decimal bit sets; without any the channel
   * leaves the permissions as they are in the guild.
   */
  permit(
    channel: string,
    holder: { role: string } | { userId: string },
    { allow = "0", deny = "0" }: { allow?: string; deny?: string },
  ): GuildChannel {
    const before = this.#guild.channel(channel);
    const [id, type] =
      "role" in holder
        ? [this.#guild.role(holder.role).id, OverwriteType.Role]
        : [holder.userId, OverwriteType.Member];
    const others = (before.permission_overwrites ?? []).filter((each) => each.id !== id);
    const own = BigInt(allow) | BigInt(deny) ? [{ id, type, allow, deny }] : [];
    const changed = { ...before, permission_overwrites: [...others, ...own] };
    return this.#set(GatewayDispatchEvents.ChannelUpdate, changed);
  }

  /** Deletes a channel; those in a deleted category stay. */
  delete(channel: string): void {
    const deleted = this.#guild.channel(channel);
    const { channels, voice } = this.#guild.state;
    if ([...voice.values()].some(({ channel_id: id }) => id === deleted.id))
      throw new ControlError(`somebody is in ${deleted.name}`);
    channels.delete(deleted.id);
    this.#emit({ name: GatewayDispatchEvents.ChannelDelete, data: deleted });
    for (const each of channels.values())
      if ("parent_id" in each && each.parent_id === deleted.id)
        this.#set(GatewayDispatchEvents.ChannelUpdate, { ...each, parent_id: null });
  }

  #set(name: GatewayDispatchEvents, channel: GuildChannel): GuildChannel {
    this.#guild.state.channels.set(channel.id, channel);
    this.#emit({ name, data: channel });
    return channel;
  }
}
