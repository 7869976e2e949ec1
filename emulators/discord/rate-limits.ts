import { createHash } from "node:crypto";
import type { Clock } from "./clock.ts";

/**
 * A limit for every bucket whose route matches, such as `{ route: "/guilds/:guild/members", limit: 2, window: 500 }`.
 */
export interface LimitRule {
  /** The route as in the emulator's route table; leave it out for every route. */
  route?: string;
  method?: string;
  limit: number;
  /** Milliseconds. */
  window: number;
}

/** The content of the X-RateLimit headers, and whether the request exceeds the limit. */
export interface LimitState {
  headers: Record<string, string>;
  /** Seconds to wait when the limit is exceeded. */
  retryAfter: number | null;
  global: boolean;
}

/** The limits of single routes that developers report; Discord documents only that its headers state them. */
const usual: readonly LimitRule[] = [
  { route: "/channels/:channel/messages", method: "POST", limit: 5, window: 5000 },
];

interface Window {
  count: number;
  endsAt: number;
}

/** Counts requests per bucket (credential, route, guild or channel) and per second over all routes. */
export class RateLimits {
  readonly #windows = new Map<string, Window>();
  #rules: LimitRule[] = [...usual];
  readonly #fallback: LimitRule;
  #globalLimit: number;
  readonly #defaultGlobal: number;
  readonly #clock: Clock;

  constructor(fallback: LimitRule, globalLimit: number, clock: Clock) {
    this.#clock = clock;
    this.#fallback = fallback;
    this.#globalLimit = globalLimit;
    this.#defaultGlobal = globalLimit;
  }

  /** Sets a limit; later rules override earlier ones. */
  set(rule: LimitRule): void {
    this.#rules.unshift(rule);
    this.#windows.clear();
  }

  /** Sets how many requests one bot may make in a second over all routes. */
  setGlobal(limit: number): void {
    this.#globalLimit = limit;
    this.#windows.clear();
  }

  reset(): void {
    this.#rules = [...usual];
    this.#globalLimit = this.#defaultGlobal;
    this.#windows.clear();
  }

  /**
   * Counts a request.
   * @param credential the credential of the request
   * @param major the guild or channel in the path, which has a bucket of its own
   */
  take(credential: string, method: string, route: string, major: string): LimitState {
    const rule =
      this.#rules.find(
        (candidate) =>
          (candidate.route === undefined || candidate.route === route) &&
          (candidate.method === undefined || candidate.method.toUpperCase() === method),
      ) ?? this.#fallback;
    const bucket = createHash("md5").update(`${method} ${route}`).digest("hex");
    const now = this.#clock.now();
    const overall = this.#window(`global ${credential}`, now, 1000);
    const own = this.#window(`${credential} ${bucket} ${major}`, now, rule.window);
    const seconds = (window: Window): number => Math.max(0.001, (window.endsAt - now) / 1000);
    if (overall.count >= this.#globalLimit)
      return {
        headers: { "x-ratelimit-global": "true", "x-ratelimit-scope": "global" },
        retryAfter: seconds(overall),
        global: true,
      };
    const over = own.count >= rule.limit;
    overall.count += 1;
    if (!over) own.count += 1;
    const headers = {
      "x-ratelimit-limit": String(rule.limit),
      "x-ratelimit-remaining": String(rule.limit - own.count),
      "x-ratelimit-reset": (own.endsAt / 1000).toFixed(3),
      "x-ratelimit-reset-after": seconds(own).toFixed(3),
      "x-ratelimit-bucket": bucket,
      ...(over ? { "x-ratelimit-scope": "user" } : {}),
    };
    return { headers, retryAfter: over ? seconds(own) : null, global: false };
  }

  #window(key: string, now: number, length: number): Window {
    const known = this.#windows.get(key);
    if (known && known.endsAt > now) return known;
    if (this.#windows.size > 10_000)
      for (const [old, { endsAt }] of this.#windows) if (endsAt <= now) this.#windows.delete(old);
    const fresh = { count: 0, endsAt: now + length };
    this.#windows.set(key, fresh);
    return fresh;
  }
}
