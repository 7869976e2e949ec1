import {
  GatewayDispatchEvents,
  GuildScheduledEventEntityType,
  GuildScheduledEventPrivacyLevel,
  GuildScheduledEventStatus,
} from "discord-api-types/v10";
import { errors } from "./errors.ts";
import { readEvent } from "./event-form.ts";
import { ControlError, type GuildEvent } from "./guild-inputs.ts";
import { type GuildState, liveEvents, type ScheduledEvent, type StoredEvent } from "./guild-state.ts";
import type { JsonObject } from "./http.ts";
import { compareIds, wholeTimestamp } from "./snowflake.ts";

/** Discord's maximum of scheduled and active events. */
const MOST_LIVE = 100;
const HOUR = 3_600_000;
/** How long an event may stay unstarted. Discord documents "a few hours". */
const START_DELAY = 3 * HOUR;

/**
 * The guild's scheduled events. Bodies are those of Discord's routes and are checked in the same way; who may do what
 * is not checked here.
 */
export class ScheduledEvents {
  readonly #state: GuildState;
  readonly #nextId: () => string;
  readonly #emit: (event: GuildEvent) => void;

  constructor(state: GuildState, nextId: () => string, emit: (event: GuildEvent) => void) {
    this.#state = state;
    this.#nextId = nextId;
    this.#emit = emit;
  }

  /** Returns all events, finished ones too. */
  all(): StoredEvent[] {
    return [...this.#state.events.values()];
  }

  /** @throws DiscordError 10070 when there is none */
  get(id: string): StoredEvent {
    const found = this.#state.events.get(id);
    if (!found) throw errors.unknownScheduledEvent();
    return found;
  }

  /**
   * Creates an event, by default as the guild's owner.
   * @throws DiscordError 30038 when there are 100 live ones
   */
  create(body: JsonObject, creatorId: string = this.#state.ownerId): ScheduledEvent {
    const fields = readEvent(body, undefined, this.#state, Date.now());
    if (liveEvents(this.#state).length >= MOST_LIVE) throw errors.tooManyScheduledEvents();
    const event = {
      id: this.#nextId(),
      guild_id: this.#state.id,
      creator_id: creatorId,
      entity_id: null,
      guild_scheduled_event_exceptions: [],
      ...fields,
    } as ScheduledEvent;
    this.#state.events.set(event.id, { event, interested: [] });
    this.#emit({ name: GatewayDispatchEvents.GuildScheduledEventCreate, data: event });
    return event;
  }

  /** @throws DiscordError 180000 when the event is completed or cancelled */
  edit(id: string, body: JsonObject): ScheduledEvent {
    const { event } = this.get(id);
    if (event.status > GuildScheduledEventStatus.Active) throw errors.finishedEvent();
    return this.#update(id, readEvent(body, event, this.#state, Date.now()));
  }

  cancel(id: string): ScheduledEvent {
    return this.edit(id, { status: GuildScheduledEventStatus.Canceled });
  }

  delete(id: string): void {
    const { event } = this.get(id);
    this.#state.events.delete(id);
    this.#emit({ name: GatewayDispatchEvents.GuildScheduledEventDelete, data: event });
  }

  /** Makes a user who is or was a member interested. */
  addInterest(id: string, userId: string): void {
    const stored = this.get(id);
    if (!this.#state.people.has(userId)) throw new ControlError(`${userId} is unknown`);
    if (stored.event.status > GuildScheduledEventStatus.Active) throw errors.finishedEvent();
    if (stored.interested.includes(userId)) throw new ControlError(`${userId} is already interested`);
    stored.interested = [...stored.interested, userId].sort(compareIds);
    this.#interest(GatewayDispatchEvents.GuildScheduledEventUserAdd, id, userId);
  }

  removeInterest(id: string, userId: string): void {
    const stored = this.get(id);
    if (!stored.interested.includes(userId)) throw new ControlError(`${userId} is not interested`);
    stored.interested = stored.interested.filter((known) => known !== userId);
    this.#interest(GatewayDispatchEvents.GuildScheduledEventUserRemove, id, userId);
  }

  /** Creates events of the guild's owner until `count` are scheduled or active. */
  fill(count: number = MOST_LIVE): void {
    for (let number = liveEvents(this.#state).length + 1; number <= count; number += 1)
      this.create({
        name: `Event ${number}`,
        privacy_level: GuildScheduledEventPrivacyLevel.GuildOnly,
        entity_type: GuildScheduledEventEntityType.External,
        entity_metadata: { location: "Port Olisar" },
        scheduled_start_time: wholeTimestamp(Date.now() + number * 24 * HOUR),
        scheduled_end_time: wholeTimestamp(Date.now() + number * 24 * HOUR + HOUR),
      });
  }

  /**
   * Does what Discord does by itself until `time` (milliseconds since 1970): starts and ends external events, and
   * cancels events that were not started.
   */
  advance(time: number = Date.now()): void {
    for (const { event } of liveEvents(this.#state)) {
      const start = Date.parse(event.scheduled_start_time);
      const end = Date.parse(event.scheduled_end_time ?? "");
      const isExternal = event.entity_type === GuildScheduledEventEntityType.External;
      const isWaiting = event.status === GuildScheduledEventStatus.Scheduled;
      if (!isExternal && isWaiting && start + START_DELAY <= time)
        this.#update(event.id, { status: GuildScheduledEventStatus.Canceled });
      if (isExternal && isWaiting && start <= time)
        this.#update(event.id, { status: GuildScheduledEventStatus.Active });
      if (isExternal && end <= time) this.#update(event.id, { status: GuildScheduledEventStatus.Completed });
    }
  }

  #update(id: string, change: object): ScheduledEvent {
    const stored = this.get(id);
    stored.event = { ...stored.event, ...change };
    this.#emit({ name: GatewayDispatchEvents.GuildScheduledEventUpdate, data: stored.event });
    return stored.event;
  }

  #interest(name: GatewayDispatchEvents, id: string, userId: string): void {
    const data = { guild_scheduled_event_id: id, user_id: userId, guild_id: this.#state.id };
    this.#emit({ name, data });
  }
}
