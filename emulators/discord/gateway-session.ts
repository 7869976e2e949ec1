import { GatewayDispatchEvents, GatewayIntentBits } from "discord-api-types/v10";
import type { Application } from "./applications.ts";
import type { GuildEvent } from "./guild-inputs.ts";

export interface GatewayOptions {
  heartbeatInterval: number;
  /** Milliseconds for which a cut session can be resumed. */
  sessionLifetime: number;
  maxConcurrency: number;
}

export interface SessionInfo {
  id: string;
  applicationId: string;
  intents: number;
  sequence: number;
  connected: boolean;
  shard: [number, number] | null;
}

export interface SessionConnection {
  session: GatewaySession | null;
  send(frame: string): void;
  terminate(): void;
}

const kept = 2000;

const intentOf: Partial<Record<GatewayDispatchEvents, number>> = {
  [GatewayDispatchEvents.GuildCreate]: GatewayIntentBits.Guilds,
  [GatewayDispatchEvents.GuildDelete]: GatewayIntentBits.Guilds,
  [GatewayDispatchEvents.GuildRoleCreate]: GatewayIntentBits.Guilds,
  [GatewayDispatchEvents.GuildRoleUpdate]: GatewayIntentBits.Guilds,
  [GatewayDispatchEvents.GuildRoleDelete]: GatewayIntentBits.Guilds,
  [GatewayDispatchEvents.ChannelCreate]: GatewayIntentBits.Guilds,
  [GatewayDispatchEvents.ChannelUpdate]: GatewayIntentBits.Guilds,
  [GatewayDispatchEvents.ChannelDelete]: GatewayIntentBits.Guilds,
  [GatewayDispatchEvents.ThreadCreate]: GatewayIntentBits.Guilds,
  [GatewayDispatchEvents.ThreadUpdate]: GatewayIntentBits.Guilds,
  [GatewayDispatchEvents.ThreadDelete]: GatewayIntentBits.Guilds,
  [GatewayDispatchEvents.GuildMemberAdd]: GatewayIntentBits.GuildMembers,
  [GatewayDispatchEvents.GuildMemberUpdate]: GatewayIntentBits.GuildMembers,
  [GatewayDispatchEvents.GuildMemberRemove]: GatewayIntentBits.GuildMembers,
  [GatewayDispatchEvents.PresenceUpdate]: GatewayIntentBits.GuildPresences,
  [GatewayDispatchEvents.VoiceStateUpdate]: GatewayIntentBits.GuildVoiceStates,
  [GatewayDispatchEvents.GuildScheduledEventCreate]: GatewayIntentBits.GuildScheduledEvents,
  [GatewayDispatchEvents.GuildScheduledEventUpdate]: GatewayIntentBits.GuildScheduledEvents,
  [GatewayDispatchEvents.GuildScheduledEventDelete]: GatewayIntentBits.GuildScheduledEvents,
  [GatewayDispatchEvents.GuildScheduledEventUserAdd]: GatewayIntentBits.GuildScheduledEvents,
  [GatewayDispatchEvents.GuildScheduledEventUserRemove]: GatewayIntentBits.GuildScheduledEvents,
  [GatewayDispatchEvents.MessageCreate]: GatewayIntentBits.GuildMessages,
  [GatewayDispatchEvents.MessageUpdate]: GatewayIntentBits.GuildMessages,
  [GatewayDispatchEvents.MessageDelete]: GatewayIntentBits.GuildMessages,
};

/** One identified session: its sequence, and the frames to resume it. */
export class GatewaySession {
  readonly id: string;
  readonly application: Application;
  readonly intents: number;
  readonly shard: [number, number] | null;
  readonly largeThreshold: number;
  connection: SessionConnection | null = null;
  sequence = 0;
  readonly #sent: { sequence: number; frame: string }[] = [];

  constructor(input: {
    id: string;
    application: Application;
    intents: number;
    shard: [number, number] | null;
    largeThreshold: number;
  }) {
    this.id = input.id;
    this.application = input.application;
    this.intents = input.intents;
    this.shard = input.shard;
    this.largeThreshold = input.largeThreshold;
  }

  /** Returns whether this session gets the event: by its intents, and always for its own member. */
  wants(event: GuildEvent): boolean {
    const own = event.userId === this.application.id;
    if (own && event.name === GatewayDispatchEvents.GuildMemberUpdate) return true;
    const intent = intentOf[event.name];
    return intent === undefined || Boolean(this.intents & intent);
  }

  /** Numbers an event, keeps it for a resume, and sends it when connected. `json` is the event's data. */
  dispatch(name: string, json: string): void {
    this.sequence += 1;
    const frame = `{"t":${JSON.stringify(name)},"s":${this.sequence},"op":0,"d":${json}}`;
    this.#sent.push({ sequence: this.sequence, frame });
    if (this.#sent.length > kept) this.#sent.shift();
    this.connection?.send(frame);
  }

  /** Returns the frames after a sequence number, or undefined when some are no longer kept. */
  since(sequence: number): string[] | undefined {
    const oldest = this.#sent[0]?.sequence ?? this.sequence + 1;
    if (sequence + 1 < oldest && sequence < this.sequence) return undefined;
    return this.#sent.filter((entry) => entry.sequence > sequence).map((entry) => entry.frame);
  }
}
