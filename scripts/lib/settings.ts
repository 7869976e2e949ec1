import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { botToken, GATEWAY_LIMITS } from "../../bot-gateway/protocol.ts";
import { parseSettings, SettingsError, settingsSchema } from "../../worker/lib/settings.schema.ts";
import { Failure } from "./failure.ts";
import { dataRoot, inRoot } from "./paths.ts";

export type Values = Record<string, string>;

const SETTINGS = Object.keys(settingsSchema.shape);

/** The bot token that the demo seed stores for the CRM bot; read here alone, the worker has no such setting. */
const BOT_TOKEN = "DISCORD_BOT_TOKEN";

/** The names and values in a file, none where there is no such file. @throws Failure where it cannot be read */
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

/** The settings that were chosen: those of .dev.vars (VARS_FILE names another), under those of the environment. */
export function readOwnSettings(): Values {
  const file = readEnvFile(process.env["VARS_FILE"] ?? inRoot(".dev.vars"));
  const own: Values = {};
  for (const name of [...SETTINGS, BOT_TOKEN]) {
    const value = process.env[name] ?? file[name];
    if (value !== undefined) own[name] = value;
  }
  return own;
}

/** Where the secrets of this machine are kept. */
export const secretsFile = join(dataRoot, "settings.env");

/** The secrets without which stored data does not open. */
export const LOCAL_SECRETS = ["SECRETS_KEYS", "BOT_GATEWAY_SECRET"] as const;

/** Secrets of this machine, made once and kept for their owner's eyes in settings.env. */
export function readLocalSecrets(): Values {
  const saved = readEnvFile(secretsFile);
  const secrets: Values = {
    SECRETS_KEYS: `local:${randomBytes(32).toString("base64")}`,
    BOT_GATEWAY_SECRET: randomBytes(32).toString("hex"),
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

/** Whether an address is this machine's own. */
export { isLoopback };

/**
 * Which Discord the settings ask for: "emulated" when they name none; "loopback" when they name a server on
 * this machine, to which the demo's credentials belong unless others are set; "named" otherwise.
 */
export function discordOf(own: Values): "emulated" | "loopback" | "named" {
  const names = Object.keys(own).filter((name) => name.startsWith("DISCORD_"));
  if (!names.length) return "emulated";
  return isLoopback(own["DISCORD_API_URL"]) ? "loopback" : "named";
}

/** Credentials of the emulated Discord; it serves this machine alone, so they protect nothing. */
export const DEMO_DISCORD = {
  DISCORD_CLIENT_ID: "1100000000000000001",
  DISCORD_CLIENT_SECRET: "local-emulator-client-secret-001",
  DISCORD_GUILD_ID: "1100000000000000002",
  DISCORD_BOT_TOKEN: `${Buffer.from("1100000000000000001").toString("base64url")}.GEmula.local-emulator-bot-token-no-secret-0001`,
} as const;

/**
 * Checks the settings of a start; the values may hold more than settings.
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
        `${error.message}\nSet it in .dev.vars or in the environment; the README lists every setting.`,
      );
    }
    throw error;
  }
  return Object.fromEntries(Object.entries(values).filter(([name]) => SETTINGS.includes(name)));
}
