import * as z from "zod/mini";
import type { Env } from "../../lib/env.ts";
import { NotDelivered } from "../../lib/outgoing/channels.ts";
import { retryAfterSeconds } from "../../lib/outgoing/outgoing.ts";
import { snowflake } from "../../lib/wire.schema.ts";
import { callDiscord } from "../discord/index.ts";

/** Discord's codes of errors. https://docs.discord.com/developers/topics/opcodes-and-status-codes#json */
const UNKNOWN_MESSAGE = 10_008;
/** A user takes no direct messages of the bot, shares no server with it, or is gone. */
export const CLOSED: readonly number[] = [50_007, 50_278, 10_013, 50_033];

/** The newest messages that are looked through, Discord's maximum. */
const LOOKED_AT = 100;
/** Longest nonce that Discord takes. */
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

/** Discord did not do what it was asked for, and says why. */
export class Refused extends NotDelivered {
  readonly status: number;
  readonly code: number;
  constructor(status: number, code: number) {
    super(`Discord answered ${status} (${code})`);
    this.status = status;
    this.code = code;
  }
}

type Asked<Body> = { schema: z.ZodMiniType<Body>; method?: "POST" | "PATCH" | "DELETE"; body?: object };

/**
 * Messages of the CRM bot in Discord.
 * @throws Refused, NotDelivered where Discord asks to wait, and any other error where it is not known what it did
 */
export class DiscordMessages {
  readonly #env: Env;
  readonly #token: string;

  constructor(env: Env, token: string) {
    this.#env = env;
    this.#token = token;
  }

  /** Posts a message, and within minutes no second one with the same key. @returns its id */
  async post(channelId: string, body: object, key: string): Promise<string> {
    const nonce = { nonce: key.slice(0, NONCE_LENGTH), enforce_nonce: true };
    const asked = { schema: one, method: "POST", body: { ...body, ...nonce } } as const;
    return (await this.#ask(`/channels/${channelId}/messages`, asked)).id;
  }

  /** @returns false where the message is gone */
  edit(channelId: string, id: string, body: object): Promise<boolean> {
    return this.#unlessGone(channelId, id, { schema: one, method: "PATCH", body });
  }

  /** @returns false: the message is gone */
  async delete(channelId: string, id: string): Promise<false> {
    await this.#unlessGone(channelId, id, { schema: z.null(), method: "DELETE" });
    return false;
  }

  /**
   * Looks for the message with a mark among the newest of a channel.
   * @returns its id; null where it is certainly not there, and undefined where it may be: Discord shows a bot that may not
   *   read a channel's history none of it
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

/** Milliseconds since 1970 when Discord gave an id. https://docs.discord.com/developers/reference#snowflakes */
const timeOf = (id: string): number => Number(BigInt(id) >> 22n) + 1_420_070_400_000;

/** The first id that Discord gives at a time, as a text of digits: a number would lose some. */
export const idAt = (milliseconds: number): string =>
  String((BigInt(milliseconds) - 1_420_070_400_000n) << 22n);
