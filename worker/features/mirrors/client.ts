import * as z from "zod/mini";
import type { Env } from "../../lib/env.ts";
import { OutgoingError, retryAfterSeconds } from "../../lib/outgoing/outgoing.ts";
import { snowflake } from "../../lib/wire.schema.ts";
import { callDiscord } from "../discord/index.ts";
import type { MirrorState } from "./mirrors.schema.ts";

/** Calls to Discord in one pass, and seconds after which it starts no further one. */
const MOST_CALLS = 25;
const MOST_SECONDS = 60;
/** Seconds that all calls of a pass wait for Discord's rate limit. */
const PATIENCE_SECONDS = 5;
/** People in one page, Discord's maximum. https://discord.com/developers/docs/resources/guild-scheduled-event#get-guild-scheduled-event-users */
export const USERS_PAGE = 100;

/** Discord's statuses of an event. https://discord.com/developers/docs/resources/guild-scheduled-event#guild-scheduled-event-object-guild-scheduled-event-status */
export const STATUS = { scheduled: 1, active: 2, completed: 3, canceled: 4 } as const;
/** Discord's values for an event outside its channels, visible only to its server. */
const EXTERNAL = 3;
const GUILD_ONLY = 2;

/** Discord's codes of errors. https://discord.com/developers/docs/topics/opcodes-and-status-codes#json */
const UNKNOWN_EVENT = 10_070;
const TOO_MANY_EVENTS = 30_038;
const refusal = z.object({ code: z.int() });

const thereEvent = z.object({
  id: snowflake,
  creator_id: z.optional(z.nullable(snowflake)),
  description: z.optional(z.nullable(z.string().check(z.maxLength(4_000)))),
  status: z.int(),
});
/** An event in Discord's answer. */
export type ThereEvent = z.infer<typeof thereEvent>;
const thereEvents = z.array(thereEvent).check(z.maxLength(1_000));
const interested = z.array(z.object({ user_id: snowflake })).check(z.maxLength(USERS_PAGE));

/** The fields of a created event, or the changed ones. */
export type EventBody = {
  name: string;
  description: string;
  entity_metadata: { location: string };
  scheduled_start_time?: string;
  scheduled_end_time: string;
};

/** Ends a pass: Discord accepts no events for now. */
export class Stopped extends Error {
  /** Null where Discord demands a wait. */
  readonly state: MirrorState | null;
  readonly waitSeconds: number;
  constructor(state: MirrorState | null, waitSeconds = 0) {
    super(`Discord takes no events: ${state ?? "rate limit"}`);
    this.state = state;
    this.waitSeconds = waitSeconds;
  }
}

/** The event does not exist, or Discord refuses its values. */
export type Miss = "gone" | "refused";

type Asked<Body> = {
  schema: z.ZodMiniType<Body>;
  method?: "GET" | "POST" | "PATCH" | "DELETE";
  body?: object;
};

/** The scheduled events of the Discord server, through the CRM bot in one pass. Each call may throw `Stopped`. */
export class DiscordEvents {
  readonly #env: Env;
  readonly #token: string;
  readonly #beganAt = Date.now();
  #calls = 0;
  #patience = PATIENCE_SECONDS;

  constructor(env: Env, token: string) {
    this.#env = env;
    this.#token = token;
  }

  /** How many further calls the pass may make. */
  get left(): number {
    return Date.now() - this.#beganAt > MOST_SECONDS * 1000 ? 0 : MOST_CALLS - this.#calls;
  }

  list(): Promise<ThereEvent[]> {
    return this.#sure("", { schema: thereEvents });
  }

  get(id: string): Promise<ThereEvent | Miss> {
    return this.#ask(`/${id}`, { schema: thereEvent });
  }

  create(body: EventBody): Promise<ThereEvent | Miss> {
    const kind = { entity_type: EXTERNAL, privacy_level: GUILD_ONLY };
    return this.#ask("", { schema: thereEvent, method: "POST", body: { ...body, ...kind } });
  }

  change(id: string, body: EventBody): Promise<ThereEvent | Miss> {
    return this.#ask(`/${id}`, { schema: thereEvent, method: "PATCH", body });
  }

  delete(id: string): Promise<null | Miss> {
    return this.#ask(`/${id}`, { schema: z.null(), method: "DELETE" });
  }

  /** Ids of interested users of an event, by id, after one; "gone" where it is over. */
  async interested(id: string, after: string): Promise<string[] | Miss> {
    const path = `/${id}/users?limit=${USERS_PAGE}&after=${after}`;
    const users = await this.#ask(path, { schema: interested });
    return typeof users === "string" ? users : users.map(({ user_id }) => user_id);
  }

  /** The bot's own id. */
  async ownId(): Promise<string> {
    return (await this.#sure("/users/@me", { schema: z.object({ id: snowflake }) }, "")).id;
  }

  async #sure<Body extends object>(path: string, asked: Asked<Body>, base?: string): Promise<Body> {
    const answer = await this.#ask(path, asked, base);
    if (typeof answer === "string") throw new Stopped("unreachable");
    return answer;
  }

  async #ask<Body>(
    path: string,
    { body, ...asked }: Asked<Body>,
    base = `/guilds/${this.#env.DISCORD_GUILD_ID}/scheduled-events`,
  ): Promise<Body | Miss> {
    for (;;) {
      this.#calls += 1;
      const request = {
        ...asked,
        refusal,
        reason: "Command Centre",
        ...(body && { body: JSON.stringify(body) }),
      };
      const answer = await callDiscord(this.#env, base + path, `Bot ${this.#token}`, request).catch(
        (error) => {
          throw error instanceof OutgoingError ? new Stopped("unreachable") : error;
        },
      );
      if (answer.ok) return answer.body;
      if (answer.status !== 429) return missOf(answer.status, refusal.safeParse(answer.refusal).data?.code);
      const waitSeconds = retryAfterSeconds(answer.headers);
      if (waitSeconds > this.#patience || this.left <= 0) throw new Stopped(null, waitSeconds);
      this.#patience -= waitSeconds;
      await new Promise((resolve) => setTimeout(resolve, waitSeconds * 1000));
    }
  }
}

/** @throws Stopped */
function missOf(status: number, code: number | undefined): Miss {
  if (status >= 500) throw new Stopped("unreachable");
  if (code === TOO_MANY_EVENTS) throw new Stopped("full");
  if (status === 404 && code === UNKNOWN_EVENT) return "gone";
  // Includes a server without the bot, and a refused token.
  if ([401, 403, 404].includes(status)) throw new Stopped("no_permission");
  return "refused";
}
