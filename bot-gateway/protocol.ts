import * as z from "zod/mini";

/** The protocol between worker and bot gateway: JSON over HTTP, each request signed with a shared secret. */

const recordId = z.int().check(z.positive());

/** A Discord id: an unsigned 64-bit number, as text. */
const snowflake = z.string().check(z.regex(/^\d{15,20}$/));

/** A time in UTC. The length is limited because the fraction of a second may have any number of digits. */
const instant = z.iso.datetime().check(z.maxLength(30));

/** A random id that a gateway chooses when it starts. */
const instanceId = z.string().check(z.regex(/^[\w-]{8,64}$/));

export const BOT_STATUSES = ["running", "starting", "stopping", "inactive", "error"] as const;
export type BotStatus = (typeof BOT_STATUSES)[number];

export const BOT_FRAMEWORKS = ["discord.js", "discord.py"] as const;
export type BotFramework = (typeof BOT_FRAMEWORKS)[number];

/** What a bot can see of a Discord user. `voice_present` is no action: the bot found them in voice when it began to watch. */
export const ACTIVITY_TYPES = [
  "voice_join",
  "voice_leave",
  "voice_move",
  "voice_present",
  "presence",
  "server_join",
  /** The user accepted the server's rules (Discord's membership screening). */
  "rules_accepted",
  "server_leave",
] as const;
export type DiscordActivityType = (typeof ACTIVITY_TYPES)[number];

/** Limits that both sides enforce; larger values are refused, or cut where noted. */
export const GATEWAY_LIMITS = {
  /** Characters of a bot's token: Discord's have about 70; other servers may use signed documents. */
  token: 500,
  files: 50,
  /** Bytes of UTF-8 in one file. */
  fileBytes: 256 * 1024,
  /** Bytes of UTF-8 in all files of one bot. */
  filesBytes: 1024 * 1024,
  /** Characters of a log line; longer ones are cut. */
  logMessage: 2_000,
  /** Lines that are kept for each bot. */
  logLines: 1_000,
  reportBots: 100,
  reportLines: 500,
  reportActivities: 200,
  requestBytes: 4 * 1024 * 1024,
  /** The largest difference between the two clocks, in milliseconds. */
  clockSkewMs: 60_000,
} as const;

/** A bot's token, without what came with it when it was copied; only its alphabet and length are checked. */
export const botToken = z.string().check(
  z.overwrite((text) => text.replace(/\p{Cf}/gu, "").trim()),
  z.minLength(20),
  z.maxLength(GATEWAY_LIMITS.token),
  z.regex(/^[\w.-]+$/, "bot_token"),
);

/**
 * The most that is stored for one bot in a minute; more is dropped and counted. A server of 2,000 people fits: 4,000
 * activities when all of them are online and in voice, and about ten a minute on a usual day.
 */
export const BOT_BUDGET = {
  activities: 10_000,
  logLines: 3_000,
  /** Bytes of UTF-8 of the log lines' messages. */
  logBytes: 1024 * 1024,
  /** Other reports of a bot's module, and requests to the worker by a bot's own gateway. */
  reports: 600,
} as const;

/** Milliseconds from one report of presences and voice to the next: nobody has to see them within a second. */
export const ACTIVITIES_EVERY_MS = 60_000;

/** A path inside a bot's folder: up to four names separated by slashes, none beginning with a dot. */
export const botFileName = z
  .string()
  .check(z.maxLength(120), z.regex(/^[A-Za-z0-9_][\w.-]{0,63}(\/[A-Za-z0-9_][\w.-]{0,63}){0,3}$/));

const gatewayFile = z.strictObject({ name: botFileName, content: z.string(), isMain: z.boolean() });
export type GatewayFile = z.infer<typeof gatewayFile>;

/** POST /bots/{id}/start and /bots/{id}/restart: everything a bot needs to run. */
export const startOrder = z.strictObject({
  /** The worker's number for this run; every state and log line of the run carries it. */
  runId: recordId,
  organizationId: recordId,
  name: z.string(),
  framework: z.enum(BOT_FRAMEWORKS),
  token: botToken,
  guildId: snowflake,
  files: z.array(gatewayFile).check(z.minLength(1), z.maxLength(GATEWAY_LIMITS.files)),
});
export type StartOrder = z.infer<typeof startOrder>;

/** POST /bots/{id}/command: an order to the running bot. */
export const botCommand = z.strictObject({ command: z.literal("syncmembers") });

/** Why a run ended or cannot begin. */
export const END_REASONS = [
  "stopped",
  /** The process ended by itself with exit code 0, which no bot does by accident. It stays off. */
  "ended",
  /** The process ended by itself in any other way. It is restarted with growing delays until it crashes too often. */
  "crashed",
  /** Discord refused the token (401, or close code 4004). */
  "token_refused",
  /** Discord refused the intents (close codes 4013 and 4014). */
  "intents_refused",
  /** Another close code after which Discord forbids to reconnect (4010, 4011, 4012). */
  "closed_by_discord",
  "start_deadline",
  "memory",
  /** Discord allows no further login of this bot for now. */
  "identify_limit",
  /** Its framework is not installed where the gateway runs. */
  "framework_missing",
  /** The gateway cannot isolate bots well enough on this machine. */
  "isolation",
  "gateway_stopped",
] as const;
export type EndReason = (typeof END_REASONS)[number];

/** A bot as the gateway sees it. */
export const botState = z.object({
  botId: recordId,
  runId: recordId,
  status: z.enum(BOT_STATUSES),
  /** When it changed to this status. */
  since: instant,
  /** Why it is `inactive` or `error`, or why it last crashed while it waits for its next start. */
  reason: z.nullable(z.enum(END_REASONS)),
  /** One line about the reason, such as the exit code or the last line of the error. */
  detail: z.nullable(z.string().check(z.maxLength(500))),
  /** The Discord account that it is signed in as; null until it is ready. */
  user: z.nullable(z.object({ id: snowflake, username: z.string().check(z.maxLength(100)) })),
  /** How often it was restarted automatically in this run. */
  restarts: z.int().check(z.nonnegative()),
  /** Whether it has been up for a minute, after which its files count as good. */
  stayedUp: z.boolean(),
  /**
   * Increases with every change of any bot of this gateway instance, so that an older state never replaces a newer
   * one.
   */
  sequence: z.int().check(z.nonnegative()),
});
export type BotState = z.infer<typeof botState>;

/** Isolation layers in the order in which they are probed. */
export const ISOLATION_LAYERS = [
  "environment",
  "folder",
  "node_permissions",
  "own_uid",
  "no_new_privileges",
  "limits",
  "process_namespace",
  "bubblewrap",
  "network",
  "control_group",
  "memory_watchdog",
] as const;

export const ISOLATION_LEVELS = ["process", "own_uid", "bubblewrap", "virtual_machine"] as const;
export type IsolationLevel = (typeof ISOLATION_LEVELS)[number];

export const isolationReport = z.object({
  level: z.enum(ISOLATION_LEVELS),
  layers: z.array(
    z.object({
      name: z.enum(ISOLATION_LAYERS),
      on: z.boolean(),
      /** Why it is off, in a few English words. */
      why: z.nullable(z.string().check(z.maxLength(200))),
    }),
  ),
});
export type IsolationReport = z.infer<typeof isolationReport>;

/** GET /health, and part of the first report of a gateway. */
export const gatewaySnapshot = z.object({
  /** A different id means that the gateway restarted and knows only the bots it lists. */
  instance: instanceId,
  startedAt: instant,
  /** The only bot that this gateway runs; null when it runs all of them. */
  botId: z.nullable(recordId),
  memoryBytes: z.int(),
  isolation: isolationReport,
  frameworks: z.array(
    z.object({
      framework: z.enum(BOT_FRAMEWORKS),
      /** The installed version; null when the framework cannot be used here. */
      version: z.nullable(z.string().check(z.maxLength(60))),
      /** Whether its bots are refused because nothing here would keep them from the gateway's own files. */
      refused: z.optional(z.boolean()),
    }),
  ),
  bots: z.array(botState),
  sequence: z.int().check(z.nonnegative()),
});
export type GatewaySnapshot = z.infer<typeof gatewaySnapshot>;

export const LOG_LEVELS = ["debug", "info", "warn", "error"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export const logLine = z.object({
  timestamp: instant,
  level: z.enum(LOG_LEVELS),
  message: z.string().check(z.maxLength(GATEWAY_LIMITS.logMessage)),
});
export type LogLine = z.infer<typeof logLine>;

/** An action of a Discord user that a bot saw. */
export const reportedActivity = z.object({
  guildId: snowflake,
  discordId: snowflake,
  /** Empty when Discord has not sent it. */
  username: z.string().check(z.maxLength(100)),
  /**
   * `watch` reports whether the bot receives voice events, by its details: `present`, it starts, and everybody in voice was
   * reported just before; `resumed`, it continues after a resumed session, which delivered the missed events; `still`, it
   * continues, sent every five minutes while somebody is in voice; `lost`, it stopped at that time.
   */
  type: z.enum([...ACTIVITY_TYPES, "watch"]),
  /** Channel name for voice, status for presence (online, idle, dnd, offline). */
  details: z.nullable(z.string().check(z.maxLength(100))),
  timestamp: instant,
});
export type ReportedActivity = z.infer<typeof reportedActivity>;

const botActivities = z.object({
  botId: recordId,
  items: z.array(reportedActivity).check(z.maxLength(GATEWAY_LIMITS.reportActivities)),
});

/** POST {APP_URL}/api/bot-gateway/reports */
export const gatewayReport = z.strictObject({
  instance: instanceId,
  /** A report with the same key is accepted once: sent again after a lost answer, it changes nothing. */
  key: z.string().check(z.regex(/^[\w-]{8,100}$/)),
  /** Present when the gateway has just started or asks for a full comparison. */
  snapshot: z.optional(gatewaySnapshot),
  states: z.optional(z.array(botState).check(z.maxLength(GATEWAY_LIMITS.reportBots))),
  logs: z.optional(
    z
      .array(
        z.object({ botId: recordId, lines: z.array(logLine).check(z.maxLength(GATEWAY_LIMITS.reportLines)) }),
      )
      .check(
        z.maxLength(GATEWAY_LIMITS.reportBots),
        z.refine((logs) => logs.reduce((n, { lines }) => n + lines.length, 0) <= GATEWAY_LIMITS.reportLines),
      ),
  ),
  activities: z.optional(z.array(botActivities).check(z.maxLength(GATEWAY_LIMITS.reportBots))),
});
export type GatewayReport = z.infer<typeof gatewayReport>;

/** POST {APP_URL}/api/bot-gateway/auto-start, 15 seconds after the gateway started. */
export const autoStartRequest = z.strictObject({ instance: instanceId });
export type AutoStartRequest = z.infer<typeof autoStartRequest>;

/** The errors of the gateway, answered as `{code, detail}` with a 4xx or 5xx status. */
export const GATEWAY_ERRORS = [
  "bad_signature",
  "replayed",
  "malformed",
  "unknown_bot",
  "already_running",
  "not_running",
  "isolation",
  "busy",
  "internal",
] as const;
export const gatewayError = z.object({ code: z.enum(GATEWAY_ERRORS), detail: z.string() });

/**
 * Seconds that an answer's `Retry-After` asks to wait, in either form of RFC 9110, section 10.2.3: a number of them, or a date.
 * @returns null when it asks for no wait, and for a time that has passed
 */
export function secondsAsked(retryAfter: string | null | undefined): number | null {
  const value = retryAfter ?? "";
  const date = value.endsWith("GMT") ? value : `${value} GMT`;
  const seconds = /^[A-Z]/i.test(value) ? (Date.parse(date) - Date.now()) / 1000 : Number(value);
  return Number.isFinite(seconds) && seconds > 0 ? seconds : null;
}
