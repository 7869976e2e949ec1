import * as z from "zod/mini";

const baseUrl = z.pipe(
  z.url({ protocol: /^https?$/ }),
  z.transform((text: string) => text.replace(/\/+$/, "")),
);
const present = z.string().check(z.trim(), z.minLength(1));

/**
 * Every setting of a deployment, as the worker reads it from its variables and secrets. One documented
 * line each in the README's configuration table.
 */
export const settingsSchema = z.object({
  APP_URL: baseUrl,
  DISCORD_API_URL: z._default(baseUrl, "https://discord.com/api/v10"),
  DISCORD_AUTHORIZE_URL: z._default(baseUrl, "https://discord.com/oauth2/authorize"),
  DISCORD_CLIENT_ID: z.string().check(z.regex(/^\d{15,20}$/)),
  DISCORD_CLIENT_SECRET: present,
  DISCORD_PUBLIC_KEY: z.string().check(z.regex(/^[0-9a-fA-F]{64}$/)),
  DISCORD_GUILD_ID: z.string().check(z.regex(/^\d{15,20}$/)),
  UEX_API_URL: z._default(baseUrl, "https://api.uexcorp.space/2.0"),
  UEX_API_TOKEN: z.optional(z.string()),
  RSI_URL: z._default(baseUrl, "https://robertsspaceindustries.com"),
  BOT_GATEWAY_URL: z.optional(z.union([z.literal(""), baseUrl])),
  BOT_GATEWAY_SECRET: z.optional(z.union([z.literal(""), z.string().check(z.minLength(32))])),
  SECRETS_KEYS: z
    .string()
    .check(z.regex(/^[\w-]{1,32}:[A-Za-z0-9+/]{43}=(,[\w-]{1,32}:[A-Za-z0-9+/]{43}=)*$/)),
});

export type Settings = z.infer<typeof settingsSchema>;

/** What each setting must look like, for the sentence that names a wrong one. */
const EXPECTED: Record<keyof Settings, string> = {
  APP_URL: "the address people open, such as https://command.example.org",
  DISCORD_API_URL: "the base of Discord's REST API, such as https://discord.com/api/v10",
  DISCORD_AUTHORIZE_URL:
    "the page where Discord asks for consent, such as https://discord.com/oauth2/authorize",
  DISCORD_CLIENT_ID: "the application id from Discord's developer portal (digits)",
  DISCORD_CLIENT_SECRET: "the client secret from Discord's developer portal",
  DISCORD_PUBLIC_KEY: "the public key from Discord's developer portal (64 hexadecimal characters)",
  DISCORD_GUILD_ID: "the id of your Discord server (digits)",
  UEX_API_URL: "the base of the UEX API, such as https://api.uexcorp.space/2.0",
  UEX_API_TOKEN: "the UEX token, or nothing",
  RSI_URL: "the base of the RSI website, such as https://robertsspaceindustries.com",
  BOT_GATEWAY_URL: "the address of the bot gateway, or nothing",
  BOT_GATEWAY_SECRET: "at least 32 characters shared with the bot gateway, or nothing",
  SECRETS_KEYS: "id:key, where key is 32 random bytes in base64 (several with commas, the newest first)",
};

/** A setting that is missing or malformed; `message` is one sentence per wrong setting, each by name. */
export class SettingsError extends Error {
  readonly settings: string[];
  constructor(settings: string[], values: Record<string, unknown>) {
    super(
      settings
        .map((name) => {
          const state = values[name] === undefined || values[name] === "" ? "is missing" : "is not right";
          return `Setting ${name} ${state}: it must be ${EXPECTED[name as keyof Settings] ?? "known"}.`;
        })
        .join("\n"),
    );
    this.name = "SettingsError";
    this.settings = settings;
  }
}

/**
 * Reads the settings out of an environment; what else is in it is ignored.
 * @throws SettingsError naming every setting that is wrong, never its value
 */
export function parseSettings(environment: Record<string, unknown>): Settings {
  const result = settingsSchema.safeParse(environment);
  if (result.success) return result.data;
  const names = [...new Set(result.error.issues.map((issue) => String(issue.path[0])))];
  throw new SettingsError(names, environment);
}
