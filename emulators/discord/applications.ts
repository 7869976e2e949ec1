import { createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";
import { type APIApplicationCommand, GatewayIntentBits } from "discord-api-types/v10";
import { CommandWrites } from "./command-writes.ts";
import { botTokenFor, defaults } from "./defaults.ts";

/** An application as the developer portal shows it. Its bot user has the application's id. */
export interface Application {
  id: string;
  name: string;
  botRoleId: string;
  botToken: string;
  clientSecret: string;
  /** When empty, any http address on this machine is accepted. */
  redirectUris: readonly string[];
  /** Hexadecimal Ed25519 key announced as verify_key. */
  publicKey: string;
  signingKey: KeyObject;
  privilegedIntents: number;
  /** Commands by scope: "" for global ones, else the guild's id. */
  commands: Map<string, APIApplicationCommand[]>;
  commandWrites: CommandWrites;
  interactionsEndpoint: string | null;
  identifiesLeft: number;
  /** How often it identified, and how often another session of it was connected at that moment. */
  logins: { identified: number; overlapped: number };
}

export interface ApplicationInput {
  id: string;
  name: string;
  botRoleId: string;
  botToken?: string;
  clientSecret?: string;
  redirectUris?: readonly string[];
  publicKey?: string;
  signingSeed?: string;
}

/** The privileged intents of an application by default: members and presences, not message content. */
export const usualIntents: number = GatewayIntentBits.GuildMembers | GatewayIntentBits.GuildPresences;

/**
 * Makes an application.
 * @throws Error when `signingSeed` is not 32 bytes in hexadecimal
 */
export function createApplication(input: ApplicationInput): Application {
  const signingKey = ed25519Key(input.signingSeed ?? defaults.signingSeed);
  return {
    id: input.id,
    name: input.name,
    botRoleId: input.botRoleId,
    botToken: input.botToken ?? botTokenFor(input.id),
    clientSecret: input.clientSecret ?? defaults.clientSecret,
    redirectUris: input.redirectUris ?? [],
    publicKey: input.publicKey ?? publicKeyOf(signingKey),
    signingKey,
    privilegedIntents: usualIntents,
    commands: new Map(),
    commandWrites: new CommandWrites(),
    interactionsEndpoint: null,
    identifiesLeft: defaults.dailyIdentifies,
    logins: { identified: 0, overlapped: 0 },
  };
}

/**
 * Returns whether sign-in may return to an address: one that is registered, or without registered ones any http
 * address on this machine.
 */
export function acceptsRedirect(application: Application, address: string): boolean {
  if (application.redirectUris.length > 0) return application.redirectUris.includes(address);
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  return url.protocol === "http:" && ["localhost", "127.0.0.1"].includes(url.hostname);
}

function ed25519Key(seed: string): KeyObject {
  if (!/^[0-9a-f]{64}$/i.test(seed)) throw new Error("signingSeed must be 32 bytes in hexadecimal");
  const prefix = "302e020100300506032b657004220420";
  return createPrivateKey({ key: Buffer.from(prefix + seed, "hex"), format: "der", type: "pkcs8" });
}

function publicKeyOf(key: KeyObject): string {
  return createPublicKey(key).export({ format: "der", type: "spki" }).subarray(-32).toString("hex");
}
