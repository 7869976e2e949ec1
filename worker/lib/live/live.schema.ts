import * as z from "zod/mini";
import { logLine } from "../../../bot-gateway/protocol.ts";
import { recordId } from "../wire.schema.ts";

/** A line of a bot's log with its number, one higher than that of the line before. */
export const botLog = z.extend(logLine, { id: z.number() });
export type BotLog = z.infer<typeof botLog>;
/** New lines of a bot's log, oldest first. */
export type BotLines = { organizationId: number; botId: number; lines: BotLog[] };

/** The name of a topic, whose revision rises with every change that open pages may show. */
export type LiveTopic = string;
export const liveRevisions = z.record(z.string(), z.number());
export type LiveRevisions = z.infer<typeof liveRevisions>;

/** A message of the server on GET /api/live. A reader hears only of topics that their role may read. */
export const liveMessage = z.discriminatedUnion("type", [
  /** The current revisions: first, and again after the hub slept. */
  z.object({ type: z.literal("hello"), revisions: liveRevisions }),
  /** Topics that changed, with their new revisions. */
  z.object({ type: z.literal("changed"), revisions: liveRevisions }),
  /** New lines of the bot whose log the page watches; empty when it begins to watch. */
  z.object({ type: z.literal("bot_log"), botId: z.number(), lines: z.array(botLog) }),
  /** The state of the bot gateway, as a text that changes with it. */
  z.object({ type: z.literal("gateway"), pulse: z.string() }),
]);
export type LiveMessage = z.infer<typeof liveMessage>;

export const liveRequest = z.discriminatedUnion("type", [
  /** Which bot's log the page shows, or null for none. */
  z.strictObject({ type: z.literal("watch_log"), botId: z.nullable(recordId) }),
  /** Asks for the gateway's pulse. */
  z.strictObject({ type: z.literal("check_gateway") }),
]);
/** A message of a page. */
export type LiveRequest = z.infer<typeof liveRequest>;

/** Limits of connections. */
export const LIVE_LIMITS = {
  /** Connections of one user; one more closes the oldest. */
  connections: 20,
  /** Bytes of UTF-8 in a message of a page. */
  messageBytes: 1024,
  /** Messages of a page in a minute. */
  messagesPerMinute: 40,
} as const;

/** Why the server closes a connection. */
export const LIVE_CLOSE = {
  /** The page itself closed it. */
  done: 1000,
  /** The database did not answer: the page connects again later. */
  tryLater: 1013,
  /** The page sent a message that is no `LiveRequest`, or too long. */
  nonsense: 4400,
  /** The session ended, or its role or permissions changed: the page asks for the current user and connects again. */
  sessionChanged: 4401,
  /** The page sent no ping for minutes. */
  silent: 4408,
  /** The user opened more connections than allowed, and this was the oldest. */
  replaced: 4409,
  /** The page sent too many messages in a minute. */
  tooMany: 4429,
} as const;

/** The message of a page that shows that the connection still has two ends, and its answer. */
export const LIVE_PING = "ping";
export const LIVE_PONG = "pong";
/**
 * Milliseconds between two pings of a page. Cloudflare may close a WebSocket without any message after 100 seconds, and bills
 * 20 messages as a request.
 */
export const LIVE_PING_MS = 90_000;

/** The header that tells signed-in users the revisions before the answer, of topics that they may hear, as JSON. */
export const REVISIONS_HEADER = "X-Revisions";
