import { DurableObject } from "cloudflare:workers";
import { audience } from "./app.ts";
import { gatewayPulse } from "./features/bots/index.ts";
import { findSessions } from "./features/sessions/index.ts";
import { FEATURES } from "./features.ts";
import { type Db, openDb } from "./lib/db/client.ts";
import { type Bindings, readEnv } from "./lib/env.ts";
import { READER_HEADER, type Reader, readerOf } from "./lib/live/announce.ts";
import {
  type BotLines,
  LIVE_CLOSE,
  LIVE_LIMITS,
  LIVE_PING,
  LIVE_PONG,
  type LiveMessage,
  liveMessage,
  liveRequest,
} from "./lib/live/live.schema.ts";
import { raiseRevision, readRevisions } from "./lib/live/revisions.table.ts";
import { revisionsOf } from "./lib/live/topics.ts";
import { logFault } from "./lib/log.ts";
import { named } from "./lib/named.ts";

const MINUTE_MS = 60_000;
/** Changes within this time are announced together. */
const GATHER_MS = 100;
/** The time between two checks of sessions without any change, because some expire by themselves. */
const CHECK_MS = 60 * MINUTE_MS;
/** After this time without a ping a connection has no page at its other end. */
const SILENT_MS = 5 * MINUTE_MS;
/** Deadlines that pass within this time are announced together. */
const DEADLINES_MS = 15_000;
/** One request to the gateway answers all pages that ask within this time. */
const GATEWAY_MS = 2_000;

/** Topics whose change may have ended a session, or changed what it may hear. */
const ABOUT_SESSIONS = ["sessions", "members", "settings"];
/** The topics that change with time alone, each with what finds its next change. */
const TIMED = FEATURES.flatMap(({ timed = {} }) => Object.entries(timed));
/** The key of a timed topic's next change in the storage, in milliseconds since 1970. */
const dueKey = (topic: string) => `deadline:${topic}`;

/** The data stored with a connection while the hub sleeps; at most 2 kB. */
type Attachment = {
  reader: Reader;
  /** Milliseconds since 1970. */
  openedAt: number;
  /** Whether it has received its first hello. */
  greeted: boolean;
  /** The bot whose log it shows. */
  watches: number | null;
  /** The number of messages from it in the current minute. */
  heard: { since: number; count: number };
};

export const attachmentOf = (socket: WebSocket): Attachment => socket.deserializeAttachment() as Attachment;
const attach = (socket: WebSocket, attachment: Attachment): void => socket.serializeAttachment(attachment);

/** Returns whether a connection can receive messages; one that is closing is still listed. */
const isOpen = (socket: WebSocket): boolean => socket.readyState === WebSocket.OPEN;

/** Sends a message to a page, unless it has gone. */
function say(socket: WebSocket, message: LiveMessage): void {
  if (isOpen(socket)) socket.send(JSON.stringify(named(liveMessage, message)));
}

/** Closes a connection; does nothing when the other side has closed it already. */
function close(socket: WebSocket, code: (typeof LIVE_CLOSE)[keyof typeof LIVE_CLOSE]): void {
  try {
    socket.close(code);
  } catch {}
}

/** Parses a page's message; null for one that our pages never send. */
function understand(message: string | ArrayBuffer) {
  if (typeof message !== "string") return null;
  if (new TextEncoder().encode(message).length > LIVE_LIMITS.messageBytes) return null;
  try {
    return liveRequest.safeParse(JSON.parse(message)).data ?? null;
  } catch {
    return null;
  }
}

/**
 * Holds the connections of one organization's open pages. It sleeps while nothing happens, so lasting state is
 * attached to the connections; state in memory only saves work.
 */
export class OrganizationHub extends DurableObject<Bindings> {
  /** The revisions announced last; null after sleeping. */
  announced: Record<string, number> | null = null;
  #checkAll = false;
  /** The next announcement, while it can still include further changes; and the one in progress. */
  #next: Promise<void> | null = null;
  #running: Promise<void> = Promise.resolve();
  #gateway: { at: number; pulse: Promise<string> } | null = null;

  constructor(state: DurableObjectState, env: Bindings) {
    super(state, env);
    state.setWebSocketAutoResponse(new WebSocketRequestResponsePair(LIVE_PING, LIVE_PONG));
  }

  /** Accepts a connection; only the worker's own route for live updates calls this. */
  override async fetch(request: Request): Promise<Response> {
    const reader = JSON.parse(request.headers.get(READER_HEADER) ?? "") as Reader;
    const { 0: client, 1: server } = new WebSocketPair();
    const tag = `user:${reader.userId}`;
    const newestFirst = this.#open(tag).sort((a, b) => attachmentOf(b).openedAt - attachmentOf(a).openedAt);
    for (const socket of newestFirst.slice(LIVE_LIMITS.connections - 1)) close(socket, LIVE_CLOSE.replaced);
    this.ctx.acceptWebSocket(server, [tag]);
    const heard = { since: 0, count: 0 };
    attach(server, { reader, openedAt: Date.now(), greeted: false, watches: null, heard });
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(Date.now() + CHECK_MS);
    // Not awaited: the page gets its connection now, and its hello when the database has answered.
    this.ctx.waitUntil(this.#announce(reader.organizationId));
    return new Response(null, { status: 101, webSocket: client });
  }

  /** Sends every connection the changes that it may hear of; resolves when that is done. */
  announce(organizationId: number, endsSession = false): Promise<void> {
    return this.#announce(organizationId, endsSession);
  }

  // The hub's own way: only calls from outside count as requests.
  async #announce(organizationId: number, endsSession = false): Promise<void> {
    if (this.#open().length === 0) return;
    if (endsSession) this.#checkAll = true;
    this.#next ??= this.#gather(organizationId);
    await this.#next;
  }

  /** Sends lines of a bot's log to the pages that watch it, after earlier changes that ended sessions. */
  async announceLog({ organizationId, botId, lines }: BotLines): Promise<void> {
    const watching = this.#open().filter((each) => attachmentOf(each).watches === botId);
    if (lines.length === 0 || watching.length === 0) return;
    await this.#announce(organizationId);
    for (const socket of watching) say(socket, { type: "bot_log", botId, lines });
  }

  /**
   * Returns the number of open connections, and the topics that any of them hears. Asked every few minutes, it also announces
   * what an announcement that failed has left untold.
   */
  async connections(organizationId: number): Promise<{ open: number; heard: string[] }> {
    this.ctx.waitUntil(this.#announce(organizationId));
    const readers = this.#open().map((each) => attachmentOf(each).reader);
    return { open: readers.length, heard: [...new Set(readers.flatMap(({ topics }) => topics))] };
  }

  override webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): void {
    const attachment = attachmentOf(socket);
    const { heard, reader } = attachment;
    const now = Date.now();
    attachment.heard =
      now - heard.since < MINUTE_MS ? { ...heard, count: heard.count + 1 } : { since: now, count: 1 };
    const request = understand(message);
    if (attachment.heard.count > LIVE_LIMITS.messagesPerMinute) close(socket, LIVE_CLOSE.tooMany);
    else if (!request) close(socket, LIVE_CLOSE.nonsense);
    else if (request.type === "check_gateway") {
      attach(socket, attachment);
      if (reader.readsLogs) this.ctx.waitUntil(this.#tellGateway(socket));
    } else {
      const watches = reader.readsLogs ? request.botId : null;
      attach(socket, { ...attachment, watches });
      if (watches !== null) say(socket, { type: "bot_log", botId: watches, lines: [] });
    }
  }

  /** Answers pages that ask at the same time with one request to the gateway. */
  async #tellGateway(socket: WebSocket): Promise<void> {
    const now = Date.now();
    if (!this.#gateway || now - this.#gateway.at > GATEWAY_MS) {
      this.#gateway = { at: now, pulse: gatewayPulse(readEnv(this.env)) };
    }
    try {
      say(socket, { type: "gateway", pulse: await this.#gateway.pulse });
    } catch (error) {
      logFault("gateway", error);
    }
  }

  override webSocketClose(socket: WebSocket): void {
    close(socket, LIVE_CLOSE.done);
  }

  override webSocketError(socket: WebSocket): void {
    close(socket, LIVE_CLOSE.tryLater);
  }

  /** Checks the connections at least hourly, and announces deadlines that have passed. */
  override async alarm(): Promise<void> {
    const silentSince = Date.now() - SILENT_MS;
    for (const socket of this.#open()) {
      const heard =
        this.ctx.getWebSocketAutoResponseTimestamp(socket)?.getTime() ?? attachmentOf(socket).openedAt;
      if (heard < silentSince) close(socket, LIVE_CLOSE.silent);
    }
    const [socket] = this.#open();
    if (!socket) return;
    const { organizationId } = attachmentOf(socket).reader;
    const now = Date.now();
    const dues = await this.ctx.storage.get<number>(TIMED.map(([topic]) => dueKey(topic)));
    const later = [...dues.values()].filter((due) => due > now);
    await this.ctx.storage.setAlarm(Math.min(now + CHECK_MS, ...later));
    for (const [topic] of TIMED) {
      const due = dues.get(dueKey(topic));
      // No request wrote anything, but lists such as that of overdue prospects have changed.
      if (due !== undefined && due <= now) await raiseRevision(this.#db(), organizationId, topic);
    }
    this.#checkAll = true;
    await this.#announce(organizationId);
  }

  #open = (tag?: string): WebSocket[] => this.ctx.getWebSockets(tag).filter(isOpen);
  #db = (): Db => openDb(this.env.DB, "first-primary").db;

  /** Waits for further changes and for the announcement in progress, so that there is only one at a time. */
  async #gather(organizationId: number): Promise<void> {
    await scheduler.wait(GATHER_MS);
    await this.#running;
    this.#next = null;
    this.#running = this.#tell(organizationId).catch((error) => {
      // No page may rely on announcements after a failure.
      logFault("hub", error);
      for (const socket of this.#open()) close(socket, LIVE_CLOSE.tryLater);
      this.announced = null;
    });
    await this.#running;
  }

  async #tell(organizationId: number): Promise<void> {
    // Connections opened while this reads get the announcement that they request.
    const sockets = this.#open();
    if (sockets.length === 0) return;
    const db = this.#db();
    const announced = this.announced;
    const revisions = await readRevisions(db, organizationId);
    const hasChanged = (topic: string) => !announced || announced[topic] !== revisions[topic];

    const isChecked = this.#checkAll || ABOUT_SESSIONS.some(hasChanged);
    this.#checkAll = false;
    const inDoubt = isChecked ? sockets : sockets.filter((each) => !attachmentOf(each).greeted);
    if (inDoubt.length > 0) {
      const ids = [...new Set(inDoubt.map((each) => attachmentOf(each).reader.sessionId))];
      const actors = await findSessions(db, ids, new Date());
      const readers = new Set(actors.map((actor) => JSON.stringify(readerOf(actor, audience))));
      for (const socket of inDoubt) {
        const isAsBefore = readers.has(JSON.stringify(attachmentOf(socket).reader));
        if (!isAsBefore) close(socket, LIVE_CLOSE.sessionChanged);
      }
    }

    for (const socket of sockets.filter(isOpen)) {
      const attachment = attachmentOf(socket);
      const { topics } = attachment.reader;
      if (!announced || !attachment.greeted) {
        say(socket, { type: "hello", revisions: revisionsOf(topics, revisions) });
        attach(socket, { ...attachment, greeted: true });
      } else {
        const changed = topics.filter(hasChanged);
        if (changed.length) say(socket, { type: "changed", revisions: revisionsOf(changed, revisions) });
      }
    }
    this.announced = revisions;
    const timed = TIMED.filter(([topic]) => hasChanged(topic));
    const moments = await Promise.all(
      timed.map(
        async ([topic, next]) => [topic, await next(this.#db(), organizationId, new Date())] as const,
      ),
    );
    for (const [topic, moment] of moments) await this.#expect(topic, moment);
  }

  /** Schedules the alarm for the next change of a timed topic. */
  async #expect(topic: string, next: Date | null): Promise<void> {
    const { storage } = this.ctx;
    if (next === null) {
      await storage.delete(dueKey(topic));
      return;
    }
    const due = Math.max(next.getTime(), Date.now() + DEADLINES_MS);
    await storage.put(dueKey(topic), due);
    const alarm = await storage.getAlarm();
    if (alarm === null || due < alarm) await storage.setAlarm(due);
  }
}
