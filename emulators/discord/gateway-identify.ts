import { randomBytes } from "node:crypto";
import { GatewayCloseCodes, GatewayIntentBits } from "discord-api-types/v10";
import type { Application } from "./applications.ts";
import { GatewaySession } from "./gateway-session.ts";
import { isObject } from "./http.ts";

/** Milliseconds. */
const identifyWindow = 5000;
const privileged =
  GatewayIntentBits.GuildMembers | GatewayIntentBits.GuildPresences | GatewayIntentBits.MessageContent;
const knownIntents = Object.values(GatewayIntentBits).reduce<number>(
  (bits, bit) => (typeof bit === "number" ? bits | bit : bits),
  0,
);

/** Checks an IDENTIFY; returns the session that it opens, or the code with which the connection is closed. */
export function checkIdentify(
  data: unknown,
  applications: Iterable<Application>,
): { application: Application; session: GatewaySession } | GatewayCloseCodes {
  if (!isObject(data) || typeof data["token"] !== "string" || !isObject(data["properties"]))
    return GatewayCloseCodes.DecodeError;
  const token = data["token"].replace(/^Bot /, "");
  const application = [...applications].find(({ botToken }) => botToken === token);
  if (!application) return GatewayCloseCodes.AuthenticationFailed;
  const { intents } = data;
  if (typeof intents !== "number" || !Number.isInteger(intents) || intents < 0 || intents & ~knownIntents)
    return GatewayCloseCodes.InvalidIntents;
  if (intents & privileged & ~application.privilegedIntents) return GatewayCloseCodes.DisallowedIntents;
  const shard = readShard(data["shard"]);
  if (shard === undefined) return GatewayCloseCodes.InvalidShard;
  const threshold = data["large_threshold"];
  const session = new GatewaySession({
    id: randomBytes(16).toString("hex"),
    application,
    intents,
    shard,
    largeThreshold: typeof threshold === "number" ? Math.min(250, Math.max(50, threshold)) : 50,
  });
  return { application, session };
}

/** Limits how often applications may identify: `maxConcurrency` times in five seconds, and within their total. */
export class IdentifyLimit {
  readonly #maxConcurrency: number;
  #taken: { applicationId: string; time: number }[] = [];

  constructor(maxConcurrency: number) {
    this.#maxConcurrency = maxConcurrency;
  }

  /** Counts an identify; returns false when it exceeds the limit. */
  take(application: Application): boolean {
    const now = Date.now();
    this.#taken = this.#taken.filter(({ time }) => time > now - identifyWindow);
    const recent = this.#taken.filter((entry) => entry.applicationId === application.id);
    if (recent.length >= this.#maxConcurrency || application.identifiesLeft <= 0) return false;
    this.#taken.push({ applicationId: application.id, time: now });
    application.identifiesLeft -= 1;
    return true;
  }

  reset(): void {
    this.#taken = [];
  }
}

/** Returns the shard given at identify; null when none was given, undefined when it is invalid. */
function readShard(value: unknown): [number, number] | null | undefined {
  if (value === undefined || value === null) return null;
  if (!Array.isArray(value) || value.length !== 2) return undefined;
  const [id, count] = value.map(Number);
  if (id === undefined || count === undefined || !Number.isInteger(id) || !Number.isInteger(count))
    return undefined;
  return id >= 0 && count > 0 && id < count ? [id, count] : undefined;
}
