import type { BotLines } from "./live/live.schema.ts";
import { parseSettings, type Settings } from "./settings.schema.ts";

/** The methods of an organization's hub that the worker calls (see worker/hub.ts). */
export interface HubStub extends Rpc.DurableObjectBranded {
  announce(organizationId: number, endsSession?: boolean): Promise<void>;
  announceLog(log: BotLines): Promise<void>;
  connections(organizationId: number): Promise<{ open: number; heard: string[] }>;
}

/** The platform's bindings besides the settings. */
export type Bindings = {
  DB: D1Database;
  ORGANIZATION_HUB: DurableObjectNamespace<HubStub>;
  /** A container for each bot, where there is no gateway that runs them all. */
  BOT_CONTAINER?: DurableObjectNamespace;
  /** Takes the backups of the schedule. */
  BACKUPS?: R2Bucket;
  /** The files of the web app. */
  ASSETS?: Fetcher;
  CF_VERSION_METADATA?: { id: string };
};

/** Settings and bindings as the rest of the worker sees them. */
export type Env = Settings & Bindings;

const parsed = new WeakMap<object, Env>();

/** Parses the environment, once per isolate. @throws SettingsError naming each setting that is wrong */
export function readEnv(raw: Bindings): Env {
  const env = parsed.get(raw) ?? { ...raw, ...parseSettings(raw) };
  parsed.set(raw, env);
  return env;
}
