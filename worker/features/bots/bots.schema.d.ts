import * as z from "zod/mini";
export declare const BOT_STATUSES: readonly ["running", "starting", "stopping", "inactive", "error"];
export type BotStatus = (typeof BOT_STATUSES)[number];
export declare const BOT_FRAMEWORKS: readonly ["discord.js", "discord.py"];
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
  can: {
    update: boolean;
  };
};
export declare const createBotInput: z.ZodMiniObject<
  {
    organizationId: z.ZodMiniOptional<z.ZodMiniInt>;
    name: z.ZodMiniString<string>;
    description: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
    token: z.ZodMiniOptional<z.ZodMiniString<string>>;
    clientId: z.ZodMiniOptional<
      z.ZodMiniNullable<z.ZodMiniUnion<readonly [z.ZodMiniLiteral<"">, z.ZodMiniString<string>]>>
    >;
    framework: z.ZodMiniDefault<
      z.ZodMiniEnum<{
        "discord.js": "discord.js";
        "discord.py": "discord.py";
      }>
    >;
    inviteUrl: z.ZodMiniOptional<
      z.ZodMiniNullable<z.ZodMiniUnion<readonly [z.ZodMiniLiteral<"">, z.ZodMiniURL]>>
    >;
    createdBy: z.ZodMiniOptional<
      z.ZodMiniNullable<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>>
    >;
  },
  z.core.$strict
>;
export type CreateBotInput = z.infer<typeof createBotInput>;
export declare const botTokenInput: z.ZodMiniObject<
  {
    token: z.ZodMiniString<string>;
    version: z.ZodMiniOptional<z.ZodMiniInt>;
  },
  z.core.$strict
>;
