import * as z from "zod/mini";
import { logLine } from "../../../bot-gateway/protocol.ts";
import { recordId } from "../wire.schema.ts";

/** A line of a bot's log with its number: one more than the line before. */
export const botLog = z.extend(logLine, { id: z.number() });
export type BotLog = z.infer<typeof botLog>;
/** New lines of a bot's log, oldest first. */
export type BotLines = { organizationId: number; botId: number; lines: BotLog[] };

/** Name of a topic: what an open page can be told of, with a revision that rises with every change. */
export type LiveTopic = string;
export const liveRevisions = z.record(z.string(), z.number());
export type LiveRevisions = z.infer<typeof liveRevisions>;

/** What the server says on GET /api/live. A reader hears only of topics that their role may read. */
export const liveMessage = z.discriminatedUnion("type", [
  /** First, and again after the connection slept: the revisions as they are. */
  z.object({ type: z.literal("hello"), revisions: liveRevisions }),
  /** Topics that changed, with their new revisions. */
  z.object({ type: z.literal("changed"), revisions: liveRevisions }),
  /** New lines of the bot whose log the page watches. None of them: the page hears of every line from now on. */
  z.object({ type: z.literal("bot_log"), botId: z.number(), lines: z.array(botLog) }),
  /** How the bot gateway is, as a text that is another one as soon as it says anything else. */
  z.object({ type: z.literal("gateway"), pulse: z.string() }),
]);
export type LiveMessage = z.infer<typeof liveMessage>;

export const liveRequest = z.discriminatedUnion("type", [
  /** Which bot's log the page shows, or null for none. */
  z.strictObject({ type: z.literal("watch_log"), botId: z.nullable(recordId) }),
  /** Asks for the gateway's pulse. */
  z.strictObject({ type: z.literal("check_gateway") }),
]);
/** What a page says. */
export type LiveRequest = z.infer<typeof liveRequest>;

/** Bounds of a connection. */
export const LIVE_LIMITS = {
  /** Connections of one person; one more closes the oldest. */
  connections: 20,
  /** Bytes of UTF-8 in what a page says. */
  messageBytes: 1024,
  /** What a page may say in a minute. */
  messagesPerMinute: 40,
} as const;

/** Why the server closes a connection. */
export const LIVE_CLOSE = {
  /** The page itself closed it. */
  done: 1000,
  /** The database did not answer: come back later. */
  tryLater: 1013,
  /** The page said something that is no `LiveRequest`, or too long. */
  nonsense: 4400,
  /** The session has ended, or its role or permissions changed: ask who is signed in, then come back. */
  sessionChanged: 4401,
  /** No ping for minutes: the page is gone. */
  silent: 4408,
  /** The same person opened more connections than one may have, and this was the oldest. */
  replaced: 4409,
  /** The page said more than it may in a minute. */
  tooMany: 4429,
} as const;

/** What a page sends every 30 seconds, and what it is answered. */
export const LIVE_PING = "ping";
export const LIVE_PONG = "pong";

/** Header of answers to signed-in users: the revisions before it was made of topics they may hear of, as JSON. */
export const REVISIONS_HEADER = "X-Revisions";
