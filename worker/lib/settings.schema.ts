import * as z from "zod/mini";
import { copied } from "./wire.schema.ts";

// What a setting must be is its schema's only error: the sentence that names a wrong one says it.

const address = (expected: string) =>
  z.pipe(
    z.url({ protocol: /^https?$/, error: expected }),
    z.transform((text: string) => text.replace(/\/+$/, "")),
  );
const service = (what: string, url: string) => z._default(address(`${what}, such as ${url}`), url);
/** The same for a service that a deployment can do without: empty for none. */
const optionalService = (what: string, url: string) =>
  z._default(z.union([z.literal(""), address("")], `${what}, such as ${url}, or nothing`), url);
const matching = (pattern: RegExp, expected: string) =>
  z.string(expected).check(copied, z.regex(pattern, { error: expected, abort: true }));

/** The rule for BOT_GATEWAY_SECRET. */
export const GATEWAY_SECRET = "at least 32 characters shared with the bot gateway, or nothing";

/** An address, alone or after a name: `Command Centre <no-reply@example.org>`. */
const MAIL_SENDER = /^([^<>@\r\n]{1,64} <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/;

/** The contact for push services: an https or a mailto address (RFC 8292); null without one. */
export function pushContact({
  APP_URL,
  MAIL_FROM = "",
}: {
  APP_URL: string;
  MAIL_FROM?: string | undefined;
}) {
  if (APP_URL.startsWith("https:")) return APP_URL;
  const address = /<(.+)>$/.exec(MAIL_FROM)?.[1] ?? MAIL_FROM;
  return address ? `mailto:${address}` : null;
}

const settings = z.object({
  APP_URL: address("the address people open, such as https://command.example.org"),
  DISCORD_API_URL: service("the base of Discord's REST API", "https://discord.com/api/v10"),
  DISCORD_AUTHORIZE_URL: service(
    "the page where Discord asks for consent",
    "https://discord.com/oauth2/authorize",
  ),
  DISCORD_CLIENT_ID: matching(/^\d{15,20}$/, "the application id from Discord's developer portal (digits)"),
  DISCORD_CLIENT_SECRET: matching(/\S/, "the client secret from Discord's developer portal"),
  DISCORD_PUBLIC_KEY: matching(
    /^[0-9a-fA-F]{64}$/,
    "the public key from Discord's developer portal (64 hexadecimal characters)",
  ),
  DISCORD_GUILD_ID: matching(/^\d{15,20}$/, "the id of your Discord server (digits)"),
  UEX_API_URL: optionalService("the base of the UEX API", "https://api.uexcorp.space/2.0"),
  UEX_API_TOKEN: z.optional(z.string("the UEX token, or nothing").check(copied)),
  UEX_PHOTO_URL: z.optional(
    z.union(
      [z.literal(""), address("")],
      "an address that serves photos in the place of their hosts, or nothing",
    ),
  ),
  RSI_URL: optionalService("the base of the RSI website", "https://robertsspaceindustries.com"),
  BOT_GATEWAY_URL: z.optional(
    z.union([z.literal(""), address("")], "the address of the bot gateway, or nothing"),
  ),
  BOT_GATEWAY_SECRET: z.optional(z.union([z.literal(""), z.string().check(z.minLength(32))], GATEWAY_SECRET)),
  BOT_HOSTS: z.optional(
    matching(
      /^(\s*|\s*[\w.*-]+(:\d{1,5})?(\s*,\s*[\w.*-]+(:\d{1,5})?)*\s*)$/,
      "hosts that bots may connect to besides Discord's, such as api.example.org, or nothing",
    ),
  ),
  MAIL_API_URL: z.optional(
    z.union(
      [z.literal(""), address("")],
      "the address that takes e-mail, such as https://api.example.org/emails, or nothing",
    ),
  ),
  MAIL_API_TOKEN: z.optional(z.string("the token of the mail service, or nothing").check(copied)),
  MAIL_FROM: z.optional(
    z.union(
      [z.literal(""), z.string().check(z.regex(MAIL_SENDER))],
      "an e-mail address, alone or as Name <address>, or nothing",
    ),
  ),
  PUSH_PUBLIC_KEY: z.optional(
    matching(/^(B[\w-]{86})?$/, "the public key that `npm run push:keys` prints, or nothing"),
  ),
  PUSH_PRIVATE_KEY: z.optional(
    matching(/^([\w-]{43})?$/, "the private key that `npm run push:keys` prints, or nothing"),
  ),
  RELEASES_URL: z.optional(
    z.union(
      [z.literal(""), z.url({ protocol: /^https$/ })],
      "the https address of the newest release, such as https://api.github.com/repos/OWNER/command-centre/releases/latest, or nothing",
    ),
  ),
  SECRETS_KEYS: matching(
    /^[\w-]{1,32}:[A-Za-z0-9+/]{43}=(,[\w-]{1,32}:[A-Za-z0-9+/]{43}=)*$/,
    "id:key, where key is 32 random bytes in base64 (several with commas, the newest first)",
  ),
});

/** Every setting of a deployment. docs/settings.md has a line for each. */
export const settingsSchema = settings.check(
  z.refine((settings) => !settings.PUSH_PUBLIC_KEY === !settings.PUSH_PRIVATE_KEY, {
    path: ["PUSH_PRIVATE_KEY"],
    error: "the private key that belongs to PUSH_PUBLIC_KEY, or nothing where that is nothing",
  }),
  z.refine((settings) => !settings.PUSH_PUBLIC_KEY || pushContact(settings) !== null, {
    path: ["MAIL_FROM"],
    error:
      "an e-mail address, since push services have to know whom to ask and APP_URL does not begin with https",
  }),
);

export type Settings = z.infer<typeof settingsSchema>;

/** Settings that are missing or malformed; `message` is one sentence for each, by name. */
export class SettingsError extends Error {
  /** @param expected what each of them must be, by name */
  constructor(expected: Record<string, string>, values: Record<string, unknown>) {
    const sentences = Object.entries(expected).map(([name, form]) => {
      const state = values[name] === undefined || values[name] === "" ? "is missing" : "is not right";
      return `Setting ${name} ${state}: it must be ${form}.`;
    });
    super(sentences.join("\n"));
    this.name = "SettingsError";
  }
}

/** Reads the settings out of an environment. @throws SettingsError naming each that is wrong, never its value */
export function parseSettings(environment: Record<string, unknown>): Settings {
  const { data, error } = settingsSchema.safeParse(environment);
  if (data) return data;
  const expected = error.issues.map(({ path: [name], message }) => [String(name), message]);
  throw new SettingsError(Object.fromEntries(expected), environment);
}
