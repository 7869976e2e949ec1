import type { APIApplicationCommand, APIMessage, Snowflake } from "discord-api-types/v10";
import type { Clock } from "./clock.ts";
import type { CommandChange } from "./command-writes.ts";
import type { Failures } from "./failures.ts";
import type { Gateway } from "./gateway.ts";
import type { GuildControl } from "./guild.ts";
import type { Interactions } from "./interactions.ts";
import type { Messages } from "./messages.ts";
import type { RateLimits } from "./rate-limits.ts";
import type { RecordedRequest, RequestFilter } from "./request-log.ts";
import type { Strangeness } from "./strange.ts";

/** A second application with its bot, such as one that a user registers. */
export interface ExtraApplication {
  id: Snowflake;
  name: string;
  botToken?: string;
  clientSecret?: string;
  /** Whether its bot is in the guild from the start; true by default. */
  inGuild?: boolean;
}

export interface DiscordEmulator {
  /** http://127.0.0.1:port */
  readonly url: string;
  readonly apiUrl: string;
  readonly authorizeUrl: string;
  /** Where a person chats with the application. */
  readonly chatUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly botToken: string;
  readonly guildId: string;
  readonly publicKey: string;
  readonly guild: GuildControl;
  readonly gateway: Gateway;
  readonly strange: Strangeness;
  readonly interactions: Interactions;
  readonly messages: Messages;
  readonly clock: Clock;
  readonly failures: Failures;
  readonly limits: RateLimits;
  /** All requests to the Discord side so far, oldest first; the array stays the same. */
  readonly requests: RecordedRequest[];
  count(filter?: RequestFilter): number;
  addApplication(input: ExtraApplication): void;
  /** Sets which privileged intents (bits) an application has in the portal. */
  setPrivilegedIntents(intents: number, applicationId?: string): void;
  /**
   * Sets where interactions are sent over HTTP; null sends them over the gateway.
   * @throws DiscordError when the endpoint fails a check
   */
  setInteractionsEndpoint(
    address: string | null,
    options?: { verify?: boolean; applicationId?: string },
  ): Promise<void>;
  /** Returns an application's commands by scope: "" for global ones, else the guild's id. */
  commands(applicationId?: string): Record<string, APIApplicationCommand[]>;
  /** Returns what requests did to an application's commands, by kind of change, in the last 24 hours. */
  commandWrites(applicationId?: string): Record<CommandChange, number>;
  /** Returns where interactions are sent over HTTP; null when they are sent over the gateway. */
  interactionsEndpoint(applicationId?: string): string | null;
  /** Returns an authorization code as the consent page would, for tests without a browser. */
  issueCode(input: {
    userId: string;
    redirectUri: string;
    scopes?: readonly string[];
    challenge?: string;
    clientId?: string;
  }): string;
  /** Makes a person write in a channel ("general" by default), which message commands can then act on. */
  say(userId: string, content: string, channel?: string): APIMessage;
  /** Restores the seeded guild and forgets everything else. */
  reset(): void;
  close(): Promise<void>;
}
