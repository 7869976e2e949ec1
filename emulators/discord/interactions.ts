import { randomBytes } from "node:crypto";
import {
  type APIMessage,
  GatewayDispatchEvents,
  InteractionType,
  Locale,
  MessageFlags,
} from "discord-api-types/v10";
import type { Application } from "./applications.ts";
import type { Clock } from "./clock.ts";
import { defaults } from "./defaults.ts";
import { errors } from "./errors.ts";
import type { Gateway } from "./gateway.ts";
import { ControlError } from "./guild-inputs.ts";
import type { JsonObject } from "./http.ts";
import { commandData } from "./interaction-commands.ts";
import { componentData } from "./interaction-components.ts";
import { modalData } from "./interaction-modals.ts";
import { type PlaceHost, type Surroundings, surroundings } from "./interaction-places.ts";
import {
  type InteractionInput,
  type InteractionRecord,
  type Place,
  replyWithin,
} from "./interaction-records.ts";
import { hasFlag } from "./message-form.ts";

const kinds = {
  command: InteractionType.ApplicationCommand,
  autocomplete: InteractionType.ApplicationCommandAutocomplete,
  component: InteractionType.MessageComponent,
  modal: InteractionType.ModalSubmit,
} as const;

/** The parts of the emulator from which interactions are made and over which they are sent. */
interface Host extends PlaceHost {
  applications: Map<string, Application>;
  gateway: Gateway;
  clock: Clock;
  nextId(): string;
}

/** Sends a signed interaction over HTTP and stores the reply in its record. */
type Deliver = (application: Application, record: InteractionRecord) => Promise<void>;

/** What an interaction is about and where. */
interface Content {
  where: Surroundings;
  place: Place;
  data: JsonObject;
  message?: APIMessage | undefined;
  /** The interaction that was answered with the modal that is submitted. */
  opener?: InteractionRecord | undefined;
}

/** Sends interactions and stores the answers to them. */
export class Interactions {
  readonly #records = new Map<string, InteractionRecord>();
  readonly #waiting = new Set<() => void>();
  readonly #host: Host;
  readonly #deliver: Deliver;
  /** How many requests, or for how many milliseconds, webhooks are not found after a deferral. */
  #lateWebhooks: { times: number; ms: number } = { times: 0, ms: 0 };

  constructor(host: Host, deliver: Deliver) {
    this.#host = host;
    this.#deliver = deliver;
  }

  /**
   * Sends an interaction. When the application has an interactions endpoint, sends it over HTTP and resolves after
   * its reply; else sends it over the gateway.
   * @throws ControlError when the command, the member or a session is missing, or when Discord would not let the person
   * do it
   */
  async send(input: InteractionInput): Promise<InteractionRecord> {
    const application = this.#application(input.applicationId ?? this.#authorOf(input));
    const { where, place, data, message, opener } = this.#content(application, input);
    const { people } = this.#host.guild.state;
    const key = { id: this.#host.nextId(), token: randomBytes(64).toString("base64url") };
    const record: InteractionRecord = {
      ...key,
      applicationId: application.id,
      userId: input.userId,
      place,
      createdAt: this.#host.clock.now(),
      payload: {
        ...key,
        application_id: application.id,
        type: kinds[input.kind],
        data,
        ...where,
        version: 1,
        ...(message ? { message } : {}),
        locale: (input.locale ?? people.get(input.userId)?.locale ?? Locale.EnglishGB) as Locale,
        entitlements: [],
        attachment_size_limit: 10_485_760,
      },
      deliveredBy: application.interactionsEndpoint ? "http" : "gateway",
      response: null,
      failure: null,
      original: null,
      followups: [],
      modal: null,
      deferred: null,
    };
    if (opener) opener.modal = null;
    this.#records.set(record.id, record);
    this.#host.clock.deadline(replyWithin).addEventListener("abort", () => {
      if (!record.response) record.failure ??= `no reply within ${replyWithin} ms`;
      this.changed();
    });
    if (record.deliveredBy === "http") {
      await this.#deliver(application, record);
      this.changed();
    } else if (
      !this.#host.gateway.dispatchToApplication(
        application.id,
        GatewayDispatchEvents.InteractionCreate,
        record.payload,
      )
    ) {
      this.#records.delete(record.id);
      throw new ControlError("the application has neither an interactions endpoint nor a connected session");
    }
    return record;
  }

  list(): InteractionRecord[] {
    return [...this.#records.values()];
  }

  find(id: string): InteractionRecord | undefined {
    return this.#records.get(id);
  }

  byToken(token: string): InteractionRecord | undefined {
    return this.list().find((record) => record.token === token);
  }

  /** Resolves when the record meets the condition, by default when it has a reply; rejects after `timeout` ms. */
  until(
    id: string,
    condition: (record: InteractionRecord) => boolean = ({ response }) => response !== null,
    timeout = 5000,
  ): Promise<InteractionRecord> {
    return new Promise((resolve, reject) => {
      const finish = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(check);
      };
      const check = (): void => {
        const record = this.#records.get(id);
        if (!record || !condition(record)) return;
        finish();
        resolve(record);
      };
      const timer = setTimeout(() => {
        finish();
        reject(new ControlError(`interaction ${id} was not answered in time`));
      }, timeout);
      this.#waiting.add(check);
      check();
    });
  }

  /** Call it after a record has changed. */
  changed(): void {
    for (const check of [...this.#waiting]) check();
  }

  /** Makes webhooks unknown for a while after each deferral; neither number ends that. */
  delayWebhooks({ times = 0, ms = 0 }: { times?: number; ms?: number }): void {
    this.#lateWebhooks = { times, ms };
  }

  /** Returns whether a request of a webhook comes too early after a deferral, and counts it. */
  isTooEarly({ deferred }: InteractionRecord): boolean {
    if (!deferred) return false;
    deferred.asked += 1;
    const { times, ms } = this.#lateWebhooks;
    return deferred.asked <= times || this.#host.clock.now() - deferred.at < ms;
  }

  clear(): void {
    this.#records.clear();
    this.#lateWebhooks = { times: 0, ms: 0 };
  }

  #application(id: string | undefined): Application {
    const application =
      id === undefined ? [...this.#host.applications.values()][0] : this.#host.applications.get(id);
    if (!application) throw new ControlError(`there is no application ${id}`);
    return application;
  }

  /** Returns the application whose message has the component, if it was posted as a message of a channel. */
  #authorOf({ kind, messageId = "" }: InteractionInput): string | undefined {
    const author = kind === "component" ? this.#host.messages.locate(messageId)?.author : undefined;
    return author?.bot ? author.id : undefined;
  }

  #content(application: Application, input: InteractionInput): Content {
    const { state } = this.#host.guild;
    if (input.kind === "command" || input.kind === "autocomplete") {
      const where = surroundings(this.#host, application, input);
      const find = (id: string): APIMessage => this.#message(input, id, where.channel_id).message;
      return {
        where,
        place: input.place ?? "guild",
        data: commandData({ state, find }, application, input),
      };
    }
    if (input.kind === "component") {
      const { message, record } = this.#message(input, input.messageId ?? "");
      const { where, place } = this.#around(application, input, message.channel_id, record);
      return { where, place, message, data: componentData(state, message, input, place === "guild") };
    }
    const opener = this.list().findLast(
      ({ modal, userId }) =>
        modal && userId === input.userId && (input.customId ?? modal["custom_id"]) === modal["custom_id"],
    );
    const { where, place } = this.#around(application, input, opener?.payload.channel_id, opener);
    const data = modalData(state, opener?.modal ?? undefined, input, place === "guild");
    return { where, place, data, opener, message: opener?.payload.message };
  }

  /** Returns the place of an interaction: that of its message, or of the interaction from which its modal came. */
  #around(
    application: Application,
    input: InteractionInput,
    channelId: string | undefined,
    source: InteractionRecord | undefined,
  ): { where: Surroundings; place: Place } {
    const place = channelId === undefined ? (input.place ?? "guild") : this.#placeOf(channelId, input);
    const channel = channelId ?? input.channel;
    const where = surroundings(this.#host, application, {
      ...input,
      place,
      ...(channel ? { channel } : {}),
    });
    const owners = source?.payload.authorizing_integration_owners;
    return { place, where: owners ? { ...where, authorizing_integration_owners: owners } : where };
  }

  #placeOf(channelId: string, { userId, forged }: InteractionInput): Place {
    if (channelId === defaults.otherChannelId) return "other_guild";
    const direct = this.#host.messages.direct.find(channelId);
    if (direct && direct.userId !== userId && !forged)
      throw new ControlError(`only ${direct.userId} can see this message`);
    return direct ? "direct_message" : "guild";
  }

  /** Returns a message and the interaction to which it was the answer, if it was one. */
  #message(
    input: InteractionInput,
    id: string,
    channelId?: string,
  ): { message: APIMessage; record?: InteractionRecord } {
    const record = this.list().find(({ original, followups }) =>
      [original, ...followups].some((each) => each?.id === id),
    );
    const message = record && [record.original, ...record.followups].find((each) => each?.id === id);
    if (!record || !message) {
      const { messages } = this.#host;
      const posted = channelId === undefined ? messages.locate(id) : messages.find(channelId, id);
      if (!posted) throw errors.unknownMessage();
      return { message: posted };
    }
    if (hasFlag(message, MessageFlags.Ephemeral) && record.userId !== input.userId)
      throw new ControlError(`only ${record.userId} can see this message`);
    return { message, record };
  }
}
