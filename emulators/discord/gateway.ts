import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import {
  GatewayCloseCodes,
  GatewayDispatchEvents,
  GatewayIntentBits,
  GatewayOpcodes,
} from "discord-api-types/v10";
import { type WebSocket, WebSocketServer } from "ws";
import type { Application } from "./applications.ts";
import { moveBot, setPresence } from "./gateway-commands.ts";
import { type ConnectionHost, GatewayConnection } from "./gateway-connection.ts";
import { checkIdentify, IdentifyLimit } from "./gateway-identify.ts";
import { guildCreateData, memberChunks, readyData } from "./gateway-payloads.ts";
import type { GatewayOptions, GatewaySession, SessionInfo } from "./gateway-session.ts";
import type { GuildControl } from "./guild.ts";
import type { GuildEvent } from "./guild-inputs.ts";
import { sees } from "./guild-state.ts";
import { isObject, type JsonObject } from "./http.ts";
import type { Strangeness } from "./strange.ts";

/** Close codes after which a session cannot be resumed. */
const final = new Set<number>([1000, 1001, 4003, 4004, 4007, 4009, 4010, 4011, 4012, 4013, 4014]);

/** Discord's gateway, version 10, JSON, plain or zlib-stream. */
export class Gateway implements ConnectionHost {
  readonly heartbeatInterval: number;
  readonly maxConcurrency: number;
  acknowledgeHeartbeats = true;
  /** How many of the next connections are closed before HELLO, and with which code. */
  #early = { times: 0, code: 0 };
  readonly #lifetime: number;
  readonly #guild: () => GuildControl;
  readonly #applications: Map<string, Application>;
  readonly #strange: Strangeness;
  readonly #server = new WebSocketServer({ noServer: true, maxPayload: 1024 * 1024 });
  readonly #connections = new Set<GatewayConnection>();
  readonly #sessions = new Map<string, GatewaySession>();
  readonly #expiry = new Map<string, NodeJS.Timeout>();
  readonly #identifies: IdentifyLimit;

  constructor(
    options: GatewayOptions,
    guild: () => GuildControl,
    applications: Map<string, Application>,
    strange: Strangeness,
  ) {
    this.#strange = strange;
    this.heartbeatInterval = options.heartbeatInterval;
    this.maxConcurrency = options.maxConcurrency;
    this.#identifies = new IdentifyLimit(options.maxConcurrency);
    this.#lifetime = options.sessionLifetime;
    this.#guild = guild;
    this.#applications = applications;
  }

  upgrade(message: IncomingMessage, socket: Duplex, head: Buffer): void {
    const url = new URL(message.url ?? "/", "http://emulator");
    this.#server.handleUpgrade(message, socket, head, (webSocket) =>
      this.#connected(webSocket, url, `ws://${message.headers.host ?? "127.0.0.1"}`),
    );
  }

  /** Sends an event unchanged to every session that has its intent and whose bot is in the guild, and sees its channel. */
  dispatch(event: GuildEvent): void {
    const { state } = this.#guild();
    let json: string | undefined;
    for (const session of this.#sessions.values()) {
      const isSelf = event.userId === session.application.id;
      if (isSelf && event.name === GatewayDispatchEvents.GuildMemberRemove)
        this.#dispatchTo(session, GatewayDispatchEvents.GuildDelete, { id: state.id });
      if (!this.#servesGuild(session) || !sees(state, session.application.id, event.channelId)) continue;
      if (isSelf && event.name === GatewayDispatchEvents.GuildMemberAdd) this.#sendGuild(session);
      else if (session.wants(event)) {
        json ??= JSON.stringify(event.data);
        session.dispatch(event.name, json);
      }
    }
  }

  /**
   * Sends an event to the sessions of one application, whatever their intents; returns false when none is connected.
   */
  dispatchToApplication(applicationId: string, name: GatewayDispatchEvents, data: object): boolean {
    const sessions = [...this.#sessions.values()].filter(
      (session) => session.application.id === applicationId && this.#servesGuild(session),
    );
    for (const session of sessions) this.#dispatchTo(session, name, data);
    return sessions.some((session) => session.connection !== null);
  }

  sessions(): SessionInfo[] {
    return [...this.#sessions.values()].map((session) => ({
      id: session.id,
      applicationId: session.application.id,
      intents: session.intents,
      sequence: session.sequence,
      connected: session.connection !== null,
      shard: session.shard,
    }));
  }

  logins(): Record<string, Application["logins"]> {
    return Object.fromEntries([...this.#applications.values()].map(({ id, logins }) => [id, logins]));
  }

  /**
   * Closes connections with a code, or cuts them without a close frame when the code is null. Returns their number.
   */
  disconnect(code: number | null = GatewayCloseCodes.UnknownError, applicationId?: string): number {
    const chosen = this.#of(applicationId);
    for (const connection of chosen) {
      if (code === null) connection.terminate();
      else connection.close(code, GatewayCloseCodes[code] ?? "");
    }
    return chosen.length;
  }

  /** Closes the next connections with a code before anything is sent. */
  closeEarly(code: number, times = 1): void {
    this.#early = { code, times };
  }

  /** Asks clients to reconnect and resume (opcode 7). */
  requestReconnect(applicationId?: string): number {
    const chosen = this.#of(applicationId);
    for (const connection of chosen) connection.sendOpcode(GatewayOpcodes.Reconnect, null);
    return chosen.length;
  }

  /** Sends that the session is invalid (opcode 9), and whether it can be resumed. */
  invalidate(resumable: boolean, applicationId?: string): number {
    const chosen = this.#of(applicationId);
    for (const connection of chosen) {
      const { session } = connection;
      if (!resumable && session) this.#end(session);
      connection.sendOpcode(GatewayOpcodes.InvalidSession, resumable);
    }
    return chosen.length;
  }

  /** Cuts every connection and forgets every session. */
  close(): void {
    for (const session of [...this.#sessions.values()]) this.#end(session);
    for (const connection of this.#connections) connection.terminate();
    this.#identifies.reset();
    this.acknowledgeHeartbeats = true;
    this.#early.times = 0;
  }

  handle(connection: GatewayConnection, opcode: number, data: unknown): void {
    if (opcode === GatewayOpcodes.Identify) this.#identify(connection, data);
    else if (opcode === GatewayOpcodes.Resume) this.#resume(connection, data);
    else if (!connection.session) connection.close(GatewayCloseCodes.NotAuthenticated, "Not authenticated.");
    else this.#command(connection, connection.session, opcode, data);
  }

  closed(connection: GatewayConnection): void {
    this.#connections.delete(connection);
  }

  released(connection: GatewayConnection, code: number): void {
    const { session } = connection;
    if (!session || session.connection !== connection) return;
    session.connection = null;
    if (final.has(code)) {
      this.#end(session);
      return;
    }
    const timer = setTimeout(() => this.#end(session), this.#lifetime);
    timer.unref();
    this.#expiry.set(session.id, timer);
  }

  #connected(socket: WebSocket, url: URL, origin: string): void {
    if (this.#early.times > 0) {
      this.#early.times -= 1;
      socket.close(this.#early.code);
      return;
    }
    const compress = url.searchParams.get("compress") === "zlib-stream";
    const connection = new GatewayConnection(socket, this, { compress, origin });
    this.#connections.add(connection);
    if ((url.searchParams.get("v") ?? "10") !== "10")
      connection.close(GatewayCloseCodes.InvalidAPIVersion, "Invalid API version.");
    else if ((url.searchParams.get("encoding") ?? "json") !== "json")
      connection.close(GatewayCloseCodes.DecodeError, "Only JSON is spoken here.");
  }

  #identify(connection: GatewayConnection, data: unknown): void {
    if (connection.session) {
      connection.close(GatewayCloseCodes.AlreadyAuthenticated, "Already authenticated.");
      return;
    }
    const checked = checkIdentify(data, this.#applications.values());
    if (typeof checked === "number") {
      connection.close(checked, GatewayCloseCodes[checked] ?? "");
      return;
    }
    const { application, session } = checked;
    if (!this.#identifies.take(application)) {
      connection.sendOpcode(GatewayOpcodes.InvalidSession, false);
      return;
    }
    application.logins.identified += 1;
    if (this.#of(application.id).length > 0) application.logins.overlapped += 1;
    const presence = (data as JsonObject)["presence"];
    if (this.#inGuild(application))
      setPresence(this.#guild(), application, isObject(presence) ? presence : {});
    this.#sessions.set(session.id, session);
    session.connection = connection;
    connection.session = session;
    const serves = this.#servesGuild(session);
    const ready = readyData(this.#guild().state, application, {
      id: session.id,
      resumeUrl: `${connection.origin}/resume`,
      shard: session.shard,
      hasGuild: serves,
    });
    this.#dispatchTo(session, GatewayDispatchEvents.Ready, ready);
    if (serves) this.#sendGuild(session);
  }

  #resume(connection: GatewayConnection, data: unknown): void {
    const refusal = this.#tryResume(connection, data);
    if (refusal === GatewayOpcodes.InvalidSession) connection.sendOpcode(refusal, false);
    else if (refusal !== undefined) connection.close(refusal, GatewayCloseCodes[refusal] ?? "");
  }

  /** Resumes a session; otherwise returns the code to close with, or the opcode that requests a new session. */
  #tryResume(
    connection: GatewayConnection,
    data: unknown,
  ): GatewayCloseCodes | GatewayOpcodes.InvalidSession | undefined {
    if (connection.session) return GatewayCloseCodes.AlreadyAuthenticated;
    if (!isObject(data) || typeof data["token"] !== "string") return GatewayCloseCodes.DecodeError;
    const token = data["token"].replace(/^Bot /, "");
    if (![...this.#applications.values()].some(({ botToken }) => botToken === token))
      return GatewayCloseCodes.AuthenticationFailed;
    const session = this.#sessions.get(String(data["session_id"]));
    const sequence = data["seq"];
    if (session?.application.botToken !== token) return GatewayOpcodes.InvalidSession;
    if (typeof sequence !== "number" || sequence < 0 || sequence > session.sequence) {
      this.#end(session);
      return GatewayCloseCodes.InvalidSeq;
    }
    const missed = session.since(sequence);
    if (!missed) {
      this.#end(session);
      return GatewayOpcodes.InvalidSession;
    }
    clearTimeout(this.#expiry.get(session.id));
    session.connection?.terminate();
    session.connection = connection;
    connection.session = session;
    for (const frame of missed) connection.send(frame);
    this.#dispatchTo(session, GatewayDispatchEvents.Resumed, {});
    return undefined;
  }

  #command(connection: GatewayConnection, session: GatewaySession, opcode: number, data: unknown): void {
    const { state } = this.#guild();
    if (opcode === GatewayOpcodes.PresenceUpdate && isObject(data))
      setPresence(this.#guild(), session.application, data);
    else if (opcode === GatewayOpcodes.VoiceStateUpdate && isObject(data))
      moveBot(this.#guild(), session.application, data);
    else if (opcode === GatewayOpcodes.RequestSoundboardSounds && isObject(data)) {
      const sounds = { guild_id: state.id, soundboard_sounds: [] };
      this.#dispatchTo(session, GatewayDispatchEvents.SoundboardSounds, sounds);
    } else if (opcode === GatewayOpcodes.RequestGuildMembers && isObject(data)) {
      const mine = data["guild_id"] === state.id && this.#servesGuild(session);
      const chunks = mine ? memberChunks(state, data, session.intents) : [];
      if (!chunks) connection.close(GatewayCloseCodes.DecodeError, "Invalid request for members.");
      for (const chunk of chunks ?? [])
        this.#dispatchTo(session, GatewayDispatchEvents.GuildMembersChunk, chunk);
    } else connection.close(GatewayCloseCodes.UnknownOpcode, "Unknown opcode.");
  }

  #sendGuild(session: GatewaySession): void {
    if (!(session.intents & GatewayIntentBits.Guilds)) return;
    const { state } = this.#guild();
    const data = guildCreateData(state, session.application.id, session.intents, session.largeThreshold);
    this.#dispatchTo(session, GatewayDispatchEvents.GuildCreate, data);
  }

  #dispatchTo(session: GatewaySession, name: GatewayDispatchEvents, data: object): void {
    session.dispatch(name, JSON.stringify(this.#strange.event(name, data)));
  }

  #end(session: GatewaySession): void {
    clearTimeout(this.#expiry.get(session.id));
    this.#expiry.delete(session.id);
    if (!this.#sessions.delete(session.id)) return;
    if (session.connection) session.connection.session = null;
    session.connection = null;
    const others = [...this.#sessions.values()].some(
      ({ application }) => application === session.application,
    );
    if (!others && this.#inGuild(session.application))
      this.#guild().setPresence(session.application.id, { status: "offline" });
  }

  #inGuild(application: Application): boolean {
    return this.#guild().state.members.has(application.id);
  }

  #servesGuild(session: GatewaySession): boolean {
    const { state } = this.#guild();
    if (!state.members.has(session.application.id)) return false;
    if (!session.shard) return true;
    return (BigInt(state.id) >> 22n) % BigInt(session.shard[1]) === BigInt(session.shard[0]);
  }

  #of(applicationId?: string): GatewayConnection[] {
    return [...this.#connections].filter(
      ({ session }) => applicationId === undefined || session?.application.id === applicationId,
    );
  }
}
