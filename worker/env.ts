import { parseSettings, type Settings } from "./settings.schema.ts";

/** What the platform binds besides the settings. */
export type Bindings = {
  DB: D1Database;
  CF_VERSION_METADATA?: { id: string };
};

/** Settings and bindings as the rest of the worker sees them. */
export type Env = Settings & Bindings;

const parsed = new WeakMap<object, Env>();

/**
 * Parses the environment once per isolate.
 * @throws SettingsError naming each setting that is missing or malformed
 */
export function readEnv(raw: Bindings & Record<string, unknown>): Env {
  let env = parsed.get(raw);
  if (!env) {
    env = {
      ...parseSettings(raw),
      DB: raw.DB,
      ...(raw.CF_VERSION_METADATA ? { CF_VERSION_METADATA: raw.CF_VERSION_METADATA } : {}),
    };
    parsed.set(raw, env);
  }
  return env;
}
