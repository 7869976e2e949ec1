import {
  type APIMessage,
  type APIThreadChannel,
  ChannelType,
  GatewayDispatchEvents,
  MessageType,
  type ThreadChannelType,
} from "discord-api-types/v10";
import { errors } from "./errors.ts";
import { ControlError } from "./guild-inputs.ts";
import type { GuildChannel } from "./guild-state.ts";
import { timestamp } from "./snowflake.ts";

/** Active threads of a server, Discord's maximum. */
const activeMost = 1000;

export type Thread = APIThreadChannel<ThreadChannelType> &
  Required<
    Pick<
      APIThreadChannel,
      "owner_id" | "parent_id" | "thread_metadata" | "message_count" | "total_message_sent"
    >
  >;

export interface ThreadInput {
  id: string;
  name: string;
  owner: string;
  type: ThreadChannelType;
  minutes: number;
  /** Seconds that people wait between messages. */
  slow: number;
  invitable: boolean;
}

/** Threads of the guild's channels, by id; forgotten at the end, as messages are. */
export class Threads {
  readonly #threads = new Map<string, Thread>();
  readonly #dispatch: (name: GatewayDispatchEvents, data: object, channelId: string) => void;

  constructor(dispatch: (name: GatewayDispatchEvents, data: object, channelId: string) => void) {
    this.#dispatch = dispatch;
  }

  find(id: string): Thread | undefined {
    return this.#threads.get(id);
  }

  /** Returns a thread by name or id. @throws ControlError when there is none */
  named(nameOrId: string): Thread {
    const found = this.find(nameOrId) ?? [...this.#threads.values()].find(({ name }) => name === nameOrId);
    if (!found) throw new ControlError(`there is no thread ${nameOrId}`);
    return found;
  }

  /** Returns the threads of a channel, or all, oldest first. */
  list(channelId?: string): Thread[] {
    return [...this.#threads.values()].filter(
      (each) => channelId === undefined || each.parent_id === channelId,
    );
  }

  /** @throws DiscordError 160006 */
  create(parent: GuildChannel, { id, owner, type, minutes, slow, invitable, name }: ThreadInput): Thread {
    if (this.list().filter((each) => !each.thread_metadata.archived).length >= activeMost)
      throw errors.tooManyThreads();
    const at = timestamp(Date.now());
    const made: Thread = {
      ...{ id, name, type, guild_id: parent.guild_id ?? "", parent_id: parent.id, owner_id: owner },
      ...{ last_message_id: null, rate_limit_per_user: slow, flags: 0 as never },
      ...{ message_count: 0, member_count: 1, total_message_sent: 0 },
      thread_metadata: {
        ...{ archived: false, archive_timestamp: at, auto_archive_duration: minutes, locked: false },
        create_timestamp: at,
        ...(type === ChannelType.PrivateThread ? { invitable } : {}),
      },
    };
    this.#threads.set(id, made);
    this.#dispatch(GatewayDispatchEvents.ThreadCreate, { ...made, newly_created: true }, parent.id);
    return made;
  }

  /** Changes a thread, which is archived or not from then on. */
  change(
    thread: Thread,
    { name, ...metadata }: Partial<Thread["thread_metadata"]> & { name?: string },
  ): Thread {
    const isMoved = metadata.archived !== undefined || metadata.auto_archive_duration !== undefined;
    Object.assign(
      thread.thread_metadata,
      metadata,
      isMoved ? { archive_timestamp: timestamp(Date.now()) } : {},
    );
    if (name !== undefined) thread.name = name;
    this.#dispatch(GatewayDispatchEvents.ThreadUpdate, thread, thread.parent_id);
    return thread;
  }

  /** Counts a new message, which makes an archived thread active again. */
  written({ id, channel_id: channelId }: APIMessage): void {
    const thread = this.find(channelId);
    if (!thread) return;
    thread.last_message_id = id;
    thread.message_count += 1;
    thread.total_message_sent += 1;
    if (thread.thread_metadata.archived) this.change(thread, { archived: false });
  }

  delete({ id, type, guild_id, parent_id: parent }: Thread): void {
    this.#threads.delete(id);
    this.#dispatch(GatewayDispatchEvents.ThreadDelete, { id, type, guild_id, parent_id: parent }, parent);
  }

  clear(): void {
    this.#threads.clear();
  }
}

/** The first message of a thread that was started from a message. */
export const starterOf = ({ id, channel_id, author }: APIMessage, guildId: string, newId: string) => ({
  frame: { id: newId, channelId: id, author },
  more: {
    type: MessageType.ThreadStarterMessage,
    message_reference: { type: 0, message_id: id, channel_id, guild_id: guildId },
  },
});
