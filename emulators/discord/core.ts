import type { Application } from "./applications.ts";
import type { Clock } from "./clock.ts";
import type { Failures } from "./failures.ts";
import type { Gateway } from "./gateway.ts";
import type { GuildControl } from "./guild.ts";
import type { Interactions } from "./interactions.ts";
import type { Messages } from "./messages.ts";
import type { OAuthStore } from "./oauth-store.ts";
import type { RateLimits } from "./rate-limits.ts";
import type { RecordedRequest } from "./request-log.ts";
import type { Strangeness } from "./strange.ts";

/** The parts of one emulator, passed to everything that answers a request. */
export interface Core {
  guild: GuildControl;
  /** The time by which interactions expire. */
  clock: Clock;
  /** By id; the first is the main application. */
  applications: Map<string, Application>;
  oauth: OAuthStore;
  failures: Failures;
  limits: RateLimits;
  requests: RecordedRequest[];
  gateway: Gateway;
  strange: Strangeness;
  interactions: Interactions;
  messages: Messages;
  /** The secret of control calls over HTTP; without it they are refused. */
  controlSecret: string | undefined;
  /** The first part of the consent page's path, known only to clients that were sent there to sign in. */
  consentKey: string;
  nextId(): string;
  /** Called after a change of something that a state file keeps. */
  changed(): void;
}
