import * as z from "zod/mini";
/**
 * Every setting of a deployment, as the worker reads it from its variables and secrets. One documented
 * line each in the README's configuration table.
 */
export declare const settingsSchema: z.ZodMiniObject<
  {
    APP_URL: z.ZodMiniPipe<z.ZodMiniURL, z.ZodMiniTransform<string, string>>;
    DISCORD_API_URL: z.ZodMiniDefault<z.ZodMiniPipe<z.ZodMiniURL, z.ZodMiniTransform<string, string>>>;
    DISCORD_AUTHORIZE_URL: z.ZodMiniDefault<z.ZodMiniPipe<z.ZodMiniURL, z.ZodMiniTransform<string, string>>>;
    DISCORD_CLIENT_ID: z.ZodMiniString<string>;
    DISCORD_CLIENT_SECRET: z.ZodMiniString<string>;
    DISCORD_PUBLIC_KEY: z.ZodMiniString<string>;
    DISCORD_GUILD_ID: z.ZodMiniString<string>;
    UEX_API_URL: z.ZodMiniDefault<z.ZodMiniPipe<z.ZodMiniURL, z.ZodMiniTransform<string, string>>>;
    UEX_API_TOKEN: z.ZodMiniOptional<z.ZodMiniString<string>>;
    RSI_URL: z.ZodMiniDefault<z.ZodMiniPipe<z.ZodMiniURL, z.ZodMiniTransform<string, string>>>;
    BOT_GATEWAY_URL: z.ZodMiniOptional<
      z.ZodMiniUnion<
        readonly [z.ZodMiniLiteral<"">, z.ZodMiniPipe<z.ZodMiniURL, z.ZodMiniTransform<string, string>>]
      >
    >;
    BOT_GATEWAY_SECRET: z.ZodMiniOptional<
      z.ZodMiniUnion<readonly [z.ZodMiniLiteral<"">, z.ZodMiniString<string>]>
    >;
    SECRETS_KEYS: z.ZodMiniString<string>;
  },
  z.core.$strip
>;
export type Settings = z.infer<typeof settingsSchema>;
/** A setting that is missing or malformed; `message` is one sentence per wrong setting, each by name. */
export declare class SettingsError extends Error {
  readonly settings: string[];
  constructor(settings: string[], values: Record<string, unknown>);
}
/**
 * Reads the settings out of an environment; what else is in it is ignored.
 * @throws SettingsError naming every setting that is wrong, never its value
 */
export declare function parseSettings(environment: Record<string, unknown>): Settings;
