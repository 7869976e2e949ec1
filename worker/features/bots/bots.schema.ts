import * as z from "zod/mini";
import {
  BOT_FRAMEWORKS,
  type BotFramework,
  type BotStatus,
  botFileName,
  type EndReason,
  GATEWAY_LIMITS,
  type IsolationReport,
} from "../../../bot-gateway/protocol.ts";
import { personName, text } from "../../lib/names.schema.ts";
import { ignoredIdentity, recordId, snowflake, version } from "../../lib/wire.schema.ts";

export {
  BOT_FRAMEWORKS,
  BOT_STATUSES,
  type BotFramework,
  type BotStatus,
  END_REASONS,
  type EndReason,
  GATEWAY_LIMITS,
  type LogLevel,
} from "../../../bot-gateway/protocol.ts";
export type { BotLog } from "../../lib/live/live.schema.ts";

/** A bot as its readers see it; its token never leaves the worker. */
export type Bot = {
  id: number;
  organizationId: number;
  name: string;
  description: string | null;
  clientId: string | null;
  framework: BotFramework;
  /** What the gateway last reported, not what was last asked for. */
  status: BotStatus;
  statusSince: string;
  /** Why its status is error, or why its last run ended; `statusDetail` is one line more about it. */
  statusReason: EndReason | null;
  statusDetail: string | null;
  /** Times the gateway started it again by itself in this run. */
  restarts: number;
  /** The Discord account it is signed in as, while it runs. */
  discordUser: { id: string; username: string } | null;
  autoStart: boolean;
  inviteUrl: string | null;
  /** The one bot whose token the server uses for Discord's REST API. */
  isCrmBot: boolean;
  /** Last four characters of the token, null when it has none. */
  tokenEnding: string | null;
  /** Id of the user who added it; null for bots that are older than this field. */
  createdBy: number | null;
  createdAt: string;
  updatedAt: string;
  version: number;
  /** What the reader's role allows, regardless of the status: `secrets` is token and invite link. */
  can: { update: boolean; run: boolean; secrets: boolean; syncMembers: boolean; delete: boolean };
};

/** Whether the bot gateway answers, and how it keeps bots apart. */
export type GatewayStatus = {
  /** One service that runs every bot, one container a bot, or nothing set up. */
  mode: "service" | "containers" | "none";
  /** Null while all is well. */
  problem: "not_configured" | "unreachable" | "refused" | "nonsense" | null;
  checkedAt: string;
  /** Another text as soon as the gateway says anything else; what a page that is told of changes compares. */
  pulse: string;
  startedAt: string | null;
  memoryBytes: number | null;
  isolation: IsolationReport | null;
  /** Installed versions; null for a framework that cannot be used where the gateway runs. */
  frameworks: { framework: BotFramework; version: string | null }[];
};

export type BotFile = {
  id: number;
  botId: number;
  fileName: string;
  content: string;
  /** The file that is started. */
  isMainFile: boolean;
  version: number;
  updatedAt: string;
  updatedBy: string;
  /** The newest version of it that a run stayed up with for a minute, if there was one. */
  lastGoodVersion: number | null;
  can: { update: boolean; delete: boolean };
};

/** One saved version of a file, newest first in its history; at most 100 are kept of each file. */
export type BotFileVersion = {
  version: number;
  savedAt: string;
  savedBy: string;
  origin: "created" | "saved" | "reverted" | "synced";
  /** Bytes of UTF-8. */
  size: number;
  stayedUp: boolean;
};

/** A file that differs between the record and the gateway's disk; `null` where one has no such file. */
export type DiskDifference = { fileName: string; record: string | null; disk: string | null };

export type SyncFilesAnswer = { updated: number; added: number; unchanged: number; files: BotFile[] };

/** Discord's bot tokens are three base64url parts; only the alphabet and length are checked. */
const botToken = z.string().check(z.trim(), z.minLength(20), z.maxLength(200), z.regex(/^[\w.-]+$/));
const inviteUrl = z.url({ protocol: /^https?$/ }).check(z.trim(), z.maxLength(500));
const name = personName(80);
const description = z.optional(z.nullable(text(500)));
const clientId = z.optional(z.nullable(z.union([z.literal(""), snowflake])));

export const createBotInput = z.strictObject({
  organizationId: z.optional(recordId),
  name,
  description,
  token: z.optional(botToken),
  clientId,
  framework: z._default(z.enum(BOT_FRAMEWORKS), "discord.js"),
  inviteUrl: z.optional(z.nullable(z.union([z.literal(""), inviteUrl]))),
  createdBy: ignoredIdentity,
});
export type CreateBotInput = z.infer<typeof createBotInput>;

export const botTokenInput = z.strictObject({ token: botToken, version });
export type BotTokenInput = z.infer<typeof botTokenInput>;
export const autoStartInput = z.strictObject({ autoStart: z.boolean(), version });
export const inviteUrlInput = z.strictObject({ inviteUrl, version });

export const updateBotInput = z.strictObject({ name: z.optional(name), description, clientId, version });
export type UpdateBotInput = z.infer<typeof updateBotInput>;

/** What is read of a log: only lines with an id larger than `after`. */
export const botLogsQuery = z.strictObject({
  after: z._default(z.pipe(z.string().check(z.regex(/^\d{1,15}$/)), z.transform(Number)), 0),
});

/** The size of a text as UTF-8. */
export const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

/** Text of a file: at most GATEWAY_LIMITS.fileBytes bytes of UTF-8, without control characters but tab and newlines. */
export const botFileContent = z.string().check(
  z.maxLength(GATEWAY_LIMITS.fileBytes),
  z.refine((text) => text.isWellFormed() && !/(?![\t\n\r])\p{Cc}/u.test(text)),
  z.refine((text) => bytesOf(text) <= GATEWAY_LIMITS.fileBytes),
);

export const createBotFileInput = z.strictObject({
  botId: recordId,
  fileName: botFileName,
  content: z._default(botFileContent, ""),
  /** Makes it the file that is started, in the place of the one that was. */
  isMainFile: z._default(z.boolean(), false),
});
export type CreateBotFileInput = z.infer<typeof createBotFileInput>;

export const updateBotFileInput = z.strictObject({
  content: z.optional(botFileContent),
  fileName: z.optional(botFileName),
  /** There is always exactly one main file: another one becomes it, none stops being it by itself. */
  isMainFile: z.optional(z.literal(true)),
  version,
});
export type UpdateBotFileInput = z.infer<typeof updateBotFileInput>;

export const revertBotFileInput = z.strictObject({ toVersion: recordId, version });
export type RevertBotFileInput = z.infer<typeof revertBotFileInput>;
