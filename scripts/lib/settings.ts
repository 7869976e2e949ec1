import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { botToken, GATEWAY_LIMITS } from "../../bot-gateway/protocol.ts";
import { parseSettings, SettingsError, settingsSchema } from "../../worker/lib/settings.schema.ts";
import { Failure } from "./failure.ts";
import { dataRoot, inRoot } from "./paths.ts";
import { newPushKeys } from "./push-keys.ts";

export type Values = Record<string, string>;

const SETTINGS = Object.keys(settingsSchema.shape);

/**
 * The bot token that the demo seed stores for the CRM bot; only the commands read it, the worker has no such setting.
 */
const BOT_TOKEN = "DISCORD_BOT_TOKEN";

/**
 * Returns the names and values in a file; nothing when the file is missing.
 * @throws Failure when it cannot be read
 */
export function readEnvFile(path: string): Values {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw new Failure(`${path} cannot be read: check its permissions.`);
  }
  return Object.fromEntries(
    Object.entries(parseEnv(text)).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
}

/** Returns the settings of the environment and, below them, of .dev.vars (or the file that VARS_FILE names). */
export function readOwnSettings(): Values {
  const file = readEnvFile(process.env["VARS_FILE"] ?? inRoot(".dev.vars"));
  const own: Values = {};
  for (const name of [...SETTINGS, BOT_TOKEN]) {
    const value = process.env[name] ?? file[name];
    // What was pasted or read from a file often ends with a line break.
    if (value !== undefined) own[name] = value.trim();
  }
  return own;
}

export const secretsFile = join(dataRoot, "settings.env");

/** The secrets without which stored data cannot be decrypted. */
export const LOCAL_SECRETS = ["SECRETS_KEYS", "BOT_GATEWAY_SECRET"] as const;

/** Returns the secrets of this machine, made once and kept in settings.env, readable by its owner only. */
export function readLocalSecrets(): Values {
  const saved = readEnvFile(secretsFile);
  const secrets: Values = {
    SECRETS_KEYS: `local:${randomBytes(32).toString("base64")}`,
    BOT_GATEWAY_SECRET: randomBytes(32).toString("hex"),
    ...newPushKeys(),
    ...saved,
  };
  if (Object.keys(secrets).some((name) => !(name in saved))) {
    const lines = Object.entries(secrets).map(([name, value]) => `${name}=${value}\n`);
    writeFileSync(secretsFile, lines.join(""), { mode: 0o600 });
  }
  return secrets;
}

const isLoopback = (address: string | undefined) =>
  URL.canParse(address ?? "") && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(address ?? "").hostname);

export { isLoopback };

/**
 * Returns which Discord the settings name: "emulated" for none, and for a public key alone, with which another signer can be
 * tried; "loopback" for a server on this machine, which uses the demo's credentials unless others are set; else "named".
 */
export function discordOf(own: Values): "emulated" | "loopback" | "named" {
  const names = Object.keys(own).filter(
    (name) => name.startsWith("DISCORD_") && name !== "DISCORD_PUBLIC_KEY",
  );
  if (!names.length) return "emulated";
  return isLoopback(own["DISCORD_API_URL"]) ? "loopback" : "named";
}

/** Credentials of the emulated Discord. It serves only this machine, so they protect nothing. */
export const DEMO_DISCORD = {
  DISCORD_CLIENT_ID: "1100000000000000001",
  DISCORD_CLIENT_SECRET: "local-emulator-client-secret-001",
  DISCORD_GUILD_ID: "1100000000000000002",
  DISCORD_BOT_TOKEN: `${Buffer.from("1100000000000000001").toString("base64url")}.GEmula.local-emulator-bot-token-no-secret-0001`,
} as const;

/**
 * Checks the settings of a start; the values may contain more than settings.
 * @throws Failure with one sentence for each setting that is missing or wrong, by name
 */
export function checkSettings(values: Values): Values {
  if (!botToken.safeParse(values[BOT_TOKEN] || DEMO_DISCORD.DISCORD_BOT_TOKEN).success)
    throw new Failure(
      `Setting ${BOT_TOKEN} is not right: a bot token has 20 to ${GATEWAY_LIMITS.token} letters, digits, dots, dashes and underscores.`,
    );
  try {
    parseSettings(values);
  } catch (error) {
    if (error instanceof SettingsError) {
      throw new Failure(
        `${error.message}\nSet it in .dev.vars or in the environment; docs/settings.md lists every setting.`,
      );
    }
    throw error;
  }
  return Object.fromEntries(Object.entries(values).filter(([name]) => SETTINGS.includes(name)));
}
