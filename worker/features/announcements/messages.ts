import * as z from "zod/mini";
import type { Env } from "../../lib/env.ts";
import { NotDelivered } from "../../lib/outgoing/channels.ts";
import { retryAfterSeconds } from "../../lib/outgoing/outgoing.ts";
import { snowflake } from "../../lib/wire.schema.ts";
import { callDiscord } from "../discord/index.ts";

/** Discord's codes of errors. https://docs.discord.com/developers/topics/opcodes-and-status-codes#json */
const UNKNOWN_CHANNEL = 10_003;
const UNKNOWN_MESSAGE = 10_008;
const MISSING_ACCESS = 50_001;
const THREAD_EXISTS = 160_004;
const THREAD_LOCKED = 160_005;
/** The user accepts no direct messages of the bot, shares no server with it, or was deleted. */
export const CLOSED: readonly number[] = [50_007, 50_278, 10_013, 50_033];

/** Minutes without a message after which Discord hides a thread, the most. */
const SHOWN_MINUTES = 7 * 24 * 60;

/** The newest messages that are searched, Discord's maximum. */
const LOOKED_AT = 100;
/** Greatest length of a nonce in Discord. */
const NONCE_LENGTH = 25;

const refusal = z.object({ code: z.int() });
const one = z.object({ id: snowflake });
const listed = z
  .array(
    z.object({
      id: snowflake,
      components: z.optional(z.nullable(z.array(z.object({ id: z.optional(z.nullable(z.int())) })))),
    }),
  )
  .check(z.maxLength(LOOKED_AT));

/** Discord refused a request, with its reason. */
export class Refused extends NotDelivered {
  readonly status: number;
  readonly code: number;
  /** The permission that the bot lacks in threads. */
  lacks: "unseen" | "no_threads" | "no_replies" | null = null;
  constructor(status: number, code: number) {
    super(`Discord answered ${status} (${code})`);
    this.status = status;
    this.code = code;
  }
}

type Asked<Body> = { schema: z.ZodMiniType<Body>; method?: "POST" | "PATCH" | "DELETE"; body?: object };

/**
 * Messages of the CRM bot in Discord.
 * @throws Refused, NotDelivered where Discord demands a wait, and any other error where the effect is unknown
 */
export class DiscordMessages {
  readonly #env: Env;
  readonly #token: string;

  constructor(env: Env, token: string) {
    this.#env = env;
    this.#token = token;
  }

  /** Posts a message; within minutes a second one with the same key is ignored. @returns its id */
  async post(channelId: string, body: object, key: string): Promise<string> {
    const nonce = { nonce: key.slice(0, NONCE_LENGTH), enforce_nonce: true };
    const asked = { schema: one, method: "POST", body: { ...body, ...nonce } } as const;
    return (await this.#ask(`/channels/${channelId}/messages`, asked)).id;
  }

  /** @returns false where the message was deleted */
  edit(channelId: string, id: string, body: object): Promise<boolean> {
    return this.#unlessGone(channelId, id, { schema: one, method: "PATCH", body });
  }

  /** @returns always false: the message is deleted */
  async delete(channelId: string, id: string): Promise<false> {
    await this.#unlessGone(channelId, id, { schema: z.null(), method: "DELETE" });
    return false;
  }

  /**
   * Finds the message with a mark among the newest of a channel.
   * @returns its id; null where it certainly does not exist, and undefined where it may: Discord shows no messages to a bot
   * that may not read the channel's history
   */
  async find(channelId: string, mark: number, since: string): Promise<string | null | undefined> {
    const path = `/channels/${channelId}/messages?limit=${LOOKED_AT}`;
    const messages = await this.#ask(path, { schema: listed });
    const found = messages.find(({ components }) => components?.some(({ id }) => id === mark));
    if (found) return found.id;
    const oldest = messages.at(-1);
    if (!oldest) return undefined;
    return messages.length < LOOKED_AT || timeOf(oldest.id) < Date.parse(since) ? null : undefined;
  }

  /** Opens the thread of a message, once. @returns false where the message was deleted */
  openThread(channelId: string, messageId: string, name: string): Promise<boolean> {
    const body = { name, auto_archive_duration: SHOWN_MINUTES };
    return this.#ask(`/channels/${channelId}/messages/${messageId}/threads`, {
      ...{ schema: one, method: "POST", body },
    }).then(
      () => true,
      (error) => {
        const code = error instanceof Refused ? error.code : 0;
        if (code === THREAD_EXISTS) return true;
        if (code === UNKNOWN_MESSAGE) return false;
        throw lacking(error, "no_threads");
      },
    );
  }

  /** Posts a message into a thread, as `post` does. */
  reply(threadId: string, body: object, key: string): Promise<string | { lacks: "thread" | "key" }> {
    return this.post(threadId, body, key).catch((error) => {
      const code = error instanceof Refused ? error.code : 0;
      if (code === UNKNOWN_CHANNEL) return { lacks: "thread" as const };
      if (code === THREAD_LOCKED) return { lacks: "key" as const };
      throw lacking(error, "no_replies");
    });
  }

  /** Archives a thread of the bot; one that is gone or locked stays as it is. */
  async archive(threadId: string): Promise<void> {
    const asked = { schema: one, method: "PATCH", body: { archived: true } } as const;
    await this.#ask(`/channels/${threadId}`, asked).catch((error) => {
      const code = error instanceof Refused ? error.code : 0;
      if (code !== UNKNOWN_CHANNEL && code !== THREAD_LOCKED) throw lacking(error, "no_threads");
    });
  }

  /** Deletes the bot's messages in a thread: of others' messages it sees no components. */
  async empty(threadId: string): Promise<void> {
    for (let before = ""; ; ) {
      const page = await this.#ask(`/channels/${threadId}/messages?limit=${LOOKED_AT}${before}`, {
        schema: listed,
      }).catch((error) => {
        if (error instanceof Refused && error.code === UNKNOWN_CHANNEL) return [];
        throw error;
      });
      for (const { id, components } of page) if (components?.length) await this.delete(threadId, id);
      const oldest = page.at(-1);
      if (!oldest || page.length < LOOKED_AT) return;
      before = `&before=${oldest.id}`;
    }
  }

  /** The id of the channel of direct messages with a user. */
  async direct(userId: string): Promise<string> {
    const asked = { schema: one, method: "POST", body: { recipient_id: userId } } as const;
    return (await this.#ask("/users/@me/channels", asked)).id;
  }

  #unlessGone(channelId: string, id: string, asked: Asked<unknown>): Promise<boolean> {
    return this.#ask(`/channels/${channelId}/messages/${id}`, asked).then(
      () => true,
      (error) => {
        if (error instanceof Refused && error.code === UNKNOWN_MESSAGE) return false;
        throw error;
      },
    );
  }

  async #ask<Body>(path: string, { body, ...asked }: Asked<Body>): Promise<Body> {
    const request = { ...asked, refusal, ...(body && { body: JSON.stringify(body) }) };
    const answer = await callDiscord(this.#env, path, `Bot ${this.#token}`, request);
    if (answer.ok) return answer.body;
    const { status, headers } = answer;
    if (status === 429) throw new NotDelivered("rate limit", { retryAfter: retryAfterSeconds(headers) });
    if (status >= 500) throw new Error(`Discord answered ${status}`);
    throw new Refused(status, refusal.safeParse(answer.refusal).data?.code ?? 0);
  }
}

/** The error, with the permission that the bot lacks where threads are opened. */
export function lacking(error: unknown, lacks: Refused["lacks"]): unknown {
  if (error instanceof Refused && error.status === 403)
    error.lacks ??= error.code === MISSING_ACCESS ? "unseen" : lacks;
  return error;
}

/** Milliseconds since 1970 at which Discord made an id. https://docs.discord.com/developers/reference#snowflakes */
const timeOf = (id: string): number => Number(BigInt(id) >> 22n) + 1_420_070_400_000;

/** The first id of Discord at a time, as digits: a number would lose some. */
export const idAt = (milliseconds: number): string =>
  String((BigInt(milliseconds) - 1_420_070_400_000n) << 22n);
