import * as z from "zod/mini";
import { ignoredIdentity, recordId, snowflake, version } from "../../wire.schema.ts";

export const BOT_STATUSES = ["running", "starting", "stopping", "inactive", "error"] as const;
export type BotStatus = (typeof BOT_STATUSES)[number];

export const BOT_FRAMEWORKS = ["discord.js", "discord.py"] as const;
export type BotFramework = (typeof BOT_FRAMEWORKS)[number];

/** A bot as its readers see it; its token never leaves the worker. */
export type Bot = {
  id: number;
  organizationId: number;
  name: string;
  description: string | null;
  clientId: string | null;
  framework: BotFramework;
  status: BotStatus;
  autoStart: boolean;
  inviteUrl: string | null;
  /** The one bot whose token the server uses for Discord's REST API. */
  isCrmBot: boolean;
  /** Last four characters of the token, null when it has none. */
  tokenEnding: string | null;
  createdAt: string;
  updatedAt: string;
  version: number;
  can: { update: boolean };
};

/** Discord's bot tokens are three base64url parts; only the alphabet and length are checked. */
const botToken = z.string().check(z.trim(), z.minLength(20), z.maxLength(200), z.regex(/^[\w.-]+$/));

const inviteUrl = z.url({ protocol: /^https?$/ }).check(z.trim(), z.maxLength(500));

export const createBotInput = z.strictObject({
  organizationId: z.optional(recordId),
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(80)),
  description: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(500)))),
  token: z.optional(botToken),
  clientId: z.optional(z.nullable(z.union([z.literal(""), snowflake]))),
  framework: z._default(z.enum(BOT_FRAMEWORKS), "discord.js"),
  inviteUrl: z.optional(z.nullable(z.union([z.literal(""), inviteUrl]))),
  createdBy: ignoredIdentity,
});
export type CreateBotInput = z.infer<typeof createBotInput>;

export const botTokenInput = z.strictObject({ token: botToken, version });
