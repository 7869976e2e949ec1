import * as z from "zod/mini";
import {
  BOT_FRAMEWORKS,
  BOT_STATUSES,
  type BotStatus,
  botFileName,
  botToken,
  END_REASONS,
  GATEWAY_LIMITS,
  isolationReport,
} from "../../../bot-gateway/protocol.ts";
import { answersOf, inputsOf } from "../../lib/fields.schema.ts";
import { ignoredIdentity, recordId, version } from "../../lib/wire.schema.ts";
import { botFields, botSettings, inviteUrl } from "./bots.fields.ts";

export {
  BOT_FRAMEWORKS,
  BOT_STATUSES,
  type BotFramework,
  type BotStatus,
  END_REASONS,
  GATEWAY_LIMITS,
  type LogLevel,
} from "../../../bot-gateway/protocol.ts";
export type { BotLog } from "../../lib/live/live.schema.ts";
export * from "./bots.fields.ts";

/** A bot as its readers see it; its token never leaves the worker. */
export const bot = z.object({
  id: z.number(),
  organizationId: z.number(),
  ...answersOf(botFields),
  status: z.enum(BOT_STATUSES),
  statusSince: z.string(),
  /** Why its status is error, or why its last run ended; `statusDetail` is one more line about it. */
  statusReason: z.nullable(z.enum(END_REASONS)),
  statusDetail: z.nullable(z.string()),
  /** Times the gateway restarted it automatically in this run. */
  restarts: z.number(),
  discordUser: z.nullable(z.object({ id: z.string(), username: z.string() })),
  autoStart: z.boolean(),
  /** The bot whose token the server uses for Discord's REST API and that reports who is present. */
  isCrmBot: z.boolean(),
  /** Last four characters of the token, null when it has none. */
  tokenEnding: z.nullable(z.string()),
  /** Id of the user who added it; null for bots that are older than this field. */
  createdBy: z.nullable(z.number()),
  /** The user's name; null also for a deleted user. */
  creator: z.nullable(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
  version: z.number(),
  /** Abilities by the reader's role, regardless of the status. `secrets` are the invite link and an existing token. */
  can: z.object({
    update: z.boolean(),
    run: z.boolean(),
    secrets: z.boolean(),
    token: z.boolean(),
    syncMembers: z.boolean(),
    delete: z.boolean(),
    makeCrm: z.boolean(),
  }),
});
export type Bot = z.infer<typeof bot>;

/** The statuses in which starting, stopping and restarting a bot are possible. */
export const RUNS_FROM: Record<"start" | "stop" | "restart", readonly BotStatus[]> = {
  start: ["inactive", "error"],
  stop: ["running", "starting"],
  restart: ["running", "starting"],
};

/** Use Application Commands, in every default link. https://discord.com/developers/docs/topics/permissions */
const USE_COMMANDS = 2 ** 31;

/** Further permissions of the CRM bot in Discord; `roles` where a mapping gives roles there. */
const CRM_NEEDS = {
  /** View Channels, Send Messages, Read Message History, Create Public Threads and Send Messages in Threads. */
  channels: 2 ** 10 + 2 ** 11 + 2 ** 16 + 2 ** 35 + 2 ** 38,
  /** Create Events and Manage Events. */
  events: 2 ** 44 + 2 ** 33,
  /** Manage Roles. */
  roles: 2 ** 28,
} as const;
export type CrmNeed = keyof typeof CRM_NEEDS;

/** The invite link of a bot with the permissions for commands, and further ones. */
export const inviteUrlFor = (clientId: string, needs: readonly CrmNeed[] = []) =>
  `https://discord.com/oauth2/authorize?client_id=${clientId}&scope=bot&permissions=${needs.reduce(
    (bits, need) => bits + CRM_NEEDS[need],
    USE_COMMANDS,
  )}`;

/** The invite link of a bot without one of its own. */
export const defaultInviteUrl = (clientId: string | null) => clientId && inviteUrlFor(clientId);

/** Whether a link invites the bot with a client id, with any permissions. */
export const isMadeFrom = (clientId: string | null, link: string) =>
  clientId !== null && link.startsWith(inviteUrlFor(clientId).replace(/\d+$/, ""));

export const gatewayStatus = z.object({
  /** One service that runs every bot, one container a bot, or nothing set up. */
  mode: z.enum(["service", "containers", "none"]),
  problem: z.nullable(z.enum(["not_configured", "unreachable", "refused", "nonsense"])),
  checkedAt: z.string(),
  /** A text that changes with the gateway's state, which pages compare. */
  pulse: z.string(),
  startedAt: z.nullable(z.string()),
  memoryBytes: z.nullable(z.number()),
  isolation: z.nullable(isolationReport),
  /** Installed versions, null for none. A refused framework cannot be kept from the gateway's own files there. */
  frameworks: z.array(
    z.object({
      framework: z.enum(BOT_FRAMEWORKS),
      version: z.nullable(z.string()),
      refused: z.optional(z.boolean()),
    }),
  ),
});
export type GatewayStatus = z.infer<typeof gatewayStatus>;

export const botFile = z.object({
  id: z.number(),
  botId: z.number(),
  fileName: z.string(),
  content: z.string(),
  isMainFile: z.boolean(),
  version: z.number(),
  updatedAt: z.string(),
  updatedBy: z.string(),
  /** The newest version with which a run stayed up for a minute. */
  lastGoodVersion: z.nullable(z.number()),
  can: z.object({ update: z.boolean(), delete: z.boolean() }),
});
export type BotFile = z.infer<typeof botFile>;

/** One saved version of a file, newest first in its history; at most 100 are kept of each file. */
export const botFileVersion = z.object({
  version: z.number(),
  savedAt: z.string(),
  savedBy: z.string(),
  origin: z.enum(["created", "saved", "reverted", "synced"]),
  /** Bytes of UTF-8. */
  size: z.number(),
  stayedUp: z.boolean(),
});
export type BotFileVersion = z.infer<typeof botFileVersion>;

export const botFileText = z.extend(botFileVersion, { content: z.string() });

/** A file that differs between the record and the gateway's disk; `null` where one has no such file. */
export const diskDifference = z.object({
  fileName: z.string(),
  record: z.nullable(z.string()),
  disk: z.nullable(z.string()),
});
export type DiskDifference = z.infer<typeof diskDifference>;

export const syncFilesAnswer = z.object({
  updated: z.number(),
  added: z.number(),
  unchanged: z.number(),
  files: z.array(botFile),
});
export type SyncFilesAnswer = z.infer<typeof syncFilesAnswer>;

export const reportTaken = z.object({ duplicate: z.exactOptional(z.boolean()) });

export const autoStarted = z.extend(reportTaken, { started: z.number(), failed: z.number() });

export const createBotInput = z.strictObject({
  organizationId: z.optional(recordId),
  ...inputsOf(botFields),
  name: botFields.name.input,
  framework: z._default(botFields.framework.input, botFields.framework.blank),
  token: z.optional(botToken),
  /** Makes it the CRM bot, where there is none; requires `admin.system`. */
  isCrmBot: z._default(z.boolean(), false),
  createdBy: ignoredIdentity,
});
export type CreateBotInput = z.infer<typeof createBotInput>;

export const botTokenInput = z.strictObject({ token: botToken, version });
export type BotTokenInput = z.infer<typeof botTokenInput>;
export const crmBotInput = z.strictObject({ version });
export const autoStartInput = z.strictObject({ autoStart: z.boolean(), version });
export const inviteUrlInput = z.strictObject({ inviteUrl, version });

export const updateBotInput = z.strictObject({ ...inputsOf(botSettings), version });
export type UpdateBotInput = z.infer<typeof updateBotInput>;

/** Only lines with an id larger than `after` are read. */
export const botLogsQuery = z.strictObject({
  after: z._default(z.pipe(z.string().check(z.regex(/^\d{1,15}$/)), z.transform(Number)), 0),
});
export type BotLogsQuery = z.infer<typeof botLogsQuery>;

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
  isMainFile: z._default(z.boolean(), false),
});
export type CreateBotFileInput = z.infer<typeof createBotFileInput>;

export const updateBotFileInput = z.strictObject({
  content: z.optional(botFileContent),
  fileName: z.optional(botFileName),
  /** Never false: a bot always has one main file, until another one becomes it. */
  isMainFile: z.optional(z.literal(true)),
  version,
});
export type UpdateBotFileInput = z.infer<typeof updateBotFileInput>;

export const revertBotFileInput = z.strictObject({ toVersion: recordId, version });
export type RevertBotFileInput = z.infer<typeof revertBotFileInput>;
