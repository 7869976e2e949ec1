import { DurableObject } from "cloudflare:workers";
import { type Db, openDb } from "../db/client.ts";
import { type Bindings, type Env, readEnv } from "../env.ts";
import { READER_HEADER, type Reader } from "./announce.ts";
import {
  type Attachment,
  attach,
  attachmentOf,
  close,
  heardMore,
  isOpen,
  MINUTE_MS,
  say,
} from "./connection.ts";
import { type BotLog, LIVE_CLOSE, LIVE_LIMITS, LIVE_PING, LIVE_PONG, liveRequest } from "./live.schema.ts";
import { raiseRevision, readRevisions } from "./revisions.table.ts";
import { revisionsOf } from "./topics.ts";

/** What a hub asks of the features. */
export type HubServices = {
  /** Topics whose change may have ended a session or changed what it may hear. */
  aboutSessions: readonly string[];
  /** What the sessions that have not ended may hear, by session id; one round trip. */
  findReaders(db: Db, sessionIds: readonly number[], now: Date): Promise<ReadonlyMap<number, Reader>>;
  /** A text that is another one as soon as the bot gateway says anything else; asks no database. */
  gatewayPulse(env: Env): Promise<string>;
  /** The topic that time alone changes, and when it does so next in an organization; null for never. */
  timed: {
    topic: string;
    next(db: Db, organizationId: number, now: Date): Promise<Date | null>;
  };
};

/** Changes within this time are told together. */
const GATHER_MS = 100;
/** How often sessions are looked at without anything having changed: some run out by themselves. */
const CHECK_MS = 60 * MINUTE_MS;
/** A connection without a ping for this long has no page at its other end. */
const SILENT_MS = 5 * MINUTE_MS;
/** Deadlines that pass within this time are told together. */
const DEADLINES_MS = 15_000;
/** A look at the gateway answers everybody who asks within this time. */
const GATEWAY_MS = 2_000;
/** Lines of one bot that are kept until they are sent. */
const MOST_LINES = 1_000;

/**
 * The connections of one organization's open pages. They sleep while nothing happens, so all that must last
 * is attached to them; what is kept in memory only saves work.
 */
export abstract class LiveHub extends DurableObject<Bindings> {
  protected abstract readonly services: HubServices;

  /** The revisions that were last told; null after sleeping. */
  #told: Record<string, number> | null = null;
  #checkAll = false;
  /** The next telling, while it can still take in what is announced now; and the one under way. */
  #next: Promise<void> | null = null;
  #running: Promise<void> = Promise.resolve();
  #lines = new Map<number, BotLog[]>();
  #gateway: { at: number; pulse: Promise<string> } | null = null;

  constructor(state: DurableObjectState, env: Bindings) {
    super(state, env);
    state.setWebSocketAutoResponse(new WebSocketRequestResponsePair(LIVE_PING, LIVE_PONG));
  }

  /** Takes a connection; only `connect` of the worker comes here. */
  override async fetch(request: Request): Promise<Response> {
    const asked = JSON.parse(request.headers.get(READER_HEADER) ?? "");
    const { organizationId, reader } = asked as Pick<Attachment, "organizationId" | "reader">;
    const { 0: client, 1: server } = new WebSocketPair();
    const tag = `user:${reader.userId}`;
    const theirs = this.#open(tag).sort((a, b) => attachmentOf(a).openedAt - attachmentOf(b).openedAt);
    for (const socket of theirs.slice(0, Math.max(0, theirs.length + 1 - LIVE_LIMITS.connections))) {
      close(socket, LIVE_CLOSE.replaced);
    }
    this.ctx.acceptWebSocket(server, [tag]);
    const heard = { since: 0, count: 0 };
    attach(server, { organizationId, reader, openedAt: Date.now(), greeted: false, watches: null, heard });
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(Date.now() + CHECK_MS);
    // Not waited for: the page shall have its connection, and is greeted when the database has answered.
    this.ctx.waitUntil(this.announce(organizationId));
    return new Response(null, { status: 101, webSocket: client });
  }

  /** Tells every connection what has changed that it may hear of; resolves when that is done. */
  async announce(organizationId: number): Promise<void> {
    if (this.#open().length === 0) return;
    this.#next ??= this.#gather(organizationId);
    await this.#next;
  }

  /** Sends lines of a bot's log to those who watch it, after whatever ended sessions before. */
  async announceLog(organizationId: number, botId: number, lines: BotLog[]): Promise<void> {
    if (lines.length === 0 || !this.#open().some((each) => attachmentOf(each).watches === botId)) return;
    this.#lines.set(botId, [...(this.#lines.get(botId) ?? []), ...lines].slice(-MOST_LINES));
    await this.announce(organizationId);
  }

  override webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): void {
    const attachment = heardMore(attachmentOf(socket));
    const { readsLogs } = attachment.reader;
    const request = understand(message);
    if (attachment.heard.count > LIVE_LIMITS.messagesPerMinute) close(socket, LIVE_CLOSE.tooMany);
    else if (!request) close(socket, LIVE_CLOSE.nonsense);
    else if (request.type === "check_gateway") {
      attach(socket, attachment);
      if (readsLogs) this.ctx.waitUntil(this.#tellGateway(socket));
    } else {
      const watches = readsLogs ? request.botId : null;
      attach(socket, { ...attachment, watches });
      if (watches !== null) say(socket, { type: "bot_log", botId: watches, lines: [] });
    }
  }

  /** Pages that ask at the same time are answered by one look at the gateway. */
  async #tellGateway(socket: WebSocket): Promise<void> {
    const now = Date.now();
    if (!this.#gateway || now - this.#gateway.at > GATEWAY_MS) {
      const env = readEnv(this.env as Bindings & Record<string, unknown>);
      this.#gateway = { at: now, pulse: this.services.gatewayPulse(env) };
    }
    try {
      const pulse = await this.#gateway.pulse;
      if (isOpen(socket)) say(socket, { type: "gateway", pulse });
    } catch (error) {
      console.error(JSON.stringify({ at: "gateway", error: String(error) }));
    }
  }

  override webSocketClose(socket: WebSocket): void {
    close(socket, LIVE_CLOSE.done);
  }

  override webSocketError(socket: WebSocket): void {
    close(socket, LIVE_CLOSE.tryLater);
  }

  /** Looks after the connections: at least hourly, and when the next deadline passes. */
  override async alarm(): Promise<void> {
    const silentSince = Date.now() - SILENT_MS;
    for (const socket of this.#open()) {
      const heard =
        this.ctx.getWebSocketAutoResponseTimestamp(socket)?.getTime() ?? attachmentOf(socket).openedAt;
      if (heard < silentSince) close(socket, LIVE_CLOSE.silent);
    }
    const [socket] = this.#open();
    if (!socket) return;
    const { organizationId } = attachmentOf(socket);
    await this.ctx.storage.setAlarm(Date.now() + CHECK_MS);
    const due = await this.ctx.storage.get<number>("deadline");
    if (due !== undefined && due <= Date.now()) {
      await this.ctx.storage.delete("deadline");
      // No request wrote anything, yet lists of what is overdue or urgent are no longer what they were.
      await raiseRevision(this.#db(), organizationId, this.services.timed.topic);
    }
    this.#checkAll = true;
    await this.announce(organizationId);
  }

  #open = (tag?: string): WebSocket[] => this.ctx.getWebSockets(tag).filter(isOpen);
  #db = (): Db => openDb(this.env.DB, "first-primary").db;

  /** Waits for more to tell and for the telling under way, so that there is never more than one. */
  async #gather(organizationId: number): Promise<void> {
    await scheduler.wait(GATHER_MS);
    await this.#running;
    this.#next = null;
    this.#running = this.#tell(organizationId).catch((error) => this.#giveUp(error));
    await this.#running;
  }

  /** Closes all connections after a fault, so that no page believes that it is told of everything. */
  #giveUp(error: unknown): void {
    console.error(JSON.stringify({ at: "LiveHub", error: String(error) }));
    for (const socket of this.#open()) close(socket, LIVE_CLOSE.tryLater);
    this.#lines.clear();
    this.#told = null;
  }

  async #tell(organizationId: number): Promise<void> {
    // Those who come while this reads are told by the telling that they ask for.
    const sockets = this.#open();
    const lines = this.#lines;
    this.#lines = new Map();
    if (sockets.length === 0) return;
    const db = this.#db();
    const told = this.#told;
    const revisions = await readRevisions(db, organizationId);
    const hasChanged = (topic: string) => !told || told[topic] !== revisions[topic];

    const isChecked = this.#checkAll || this.services.aboutSessions.some(hasChanged);
    this.#checkAll = false;
    const inDoubt = isChecked ? sockets : sockets.filter((each) => !attachmentOf(each).greeted);
    if (inDoubt.length > 0) {
      const ids = [...new Set(inDoubt.map((each) => attachmentOf(each).reader.sessionId))];
      const readers = await this.services.findReaders(db, ids, new Date());
      for (const socket of inDoubt) {
        const { reader } = attachmentOf(socket);
        const now = JSON.stringify(readers.get(reader.sessionId));
        if (now !== JSON.stringify(reader)) close(socket, LIVE_CLOSE.sessionChanged);
      }
    }

    for (const socket of sockets.filter(isOpen)) {
      const attachment = attachmentOf(socket);
      const { watches, reader } = attachment;
      const { topics } = reader;
      if (!told || !attachment.greeted) {
        say(socket, { type: "hello", revisions: revisionsOf(topics, revisions) });
        attach(socket, { ...attachment, greeted: true });
      } else {
        const changed = topics.filter(hasChanged);
        if (changed.length) say(socket, { type: "changed", revisions: revisionsOf(changed, revisions) });
      }
      const news = watches !== null && lines.get(watches);
      if (news) say(socket, { type: "bot_log", botId: watches, lines: news });
    }
    this.#told = revisions;
    if (hasChanged(this.services.timed.topic)) await this.#expectDeadline(organizationId);
  }

  /** Wakes up when the next deadline passes. */
  async #expectDeadline(organizationId: number): Promise<void> {
    const { storage } = this.ctx;
    const next = await this.services.timed.next(this.#db(), organizationId, new Date());
    if (next === null) {
      await storage.delete("deadline");
      return;
    }
    const due = Math.max(next.getTime(), Date.now() + DEADLINES_MS);
    await storage.put("deadline", due);
    const alarm = await storage.getAlarm();
    if (alarm === null || due < alarm) await storage.setAlarm(due);
  }
}

/** What a page said, or null for what none of ours says. */
function understand(message: string | ArrayBuffer) {
  if (typeof message !== "string") return null;
  if (new TextEncoder().encode(message).length > LIVE_LIMITS.messageBytes) return null;
  try {
    return liveRequest.safeParse(JSON.parse(message)).data ?? null;
  } catch {
    return null;
  }
}
