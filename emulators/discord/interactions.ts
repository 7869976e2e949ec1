import { randomBytes } from "node:crypto";
import {
  type APIBaseInteraction,
  type APIMessage,
  ApplicationCommandType,
  type ComponentType,
  GatewayDispatchEvents,
  InteractionContextType,
  InteractionType,
  Locale,
  PermissionFlagsBits,
} from "discord-api-types/v10";
import type { Application } from "./applications.ts";
import type { Core } from "./core.ts";
import { ControlError } from "./guild-inputs.ts";
import { memberOf, permissionsOf } from "./guild-state.ts";
import type { JsonObject } from "./http.ts";
import { deliver } from "./interaction-delivery.ts";

/** What someone does in Discord that an application hears of. */
export interface InteractionInput {
  /** The main application unless told. */
  applicationId?: string;
  userId: string;
  /** Name or id; "general" unless told. */
  channel?: string;
  kind: "command" | "autocomplete" | "component" | "modal";
  /** Of a command, which must be registered. */
  name?: string;
  /** Options of a command, as Discord sends them. */
  options?: readonly JsonObject[];
  /** Of a component or modal. */
  customId?: string;
  /** 2 (button) unless told. */
  componentType?: ComponentType;
  /** Chosen in a select menu. */
  values?: readonly string[];
  /** Text fields of a modal by custom id. */
  fields?: Readonly<Record<string, string>>;
  /** The message a component sits on. */
  messageId?: string;
  locale?: string;
}

/** One interaction and everything that was answered to it. */
export interface InteractionRecord {
  id: string;
  token: string;
  applicationId: string;
  /** Milliseconds since 1970. */
  createdAt: number;
  payload: APIBaseInteraction<InteractionType, unknown>;
  deliveredBy: "http" | "gateway";
  /** The first reply: callback type and data. */
  response: { type: number; data?: unknown } | null;
  /** Why there is no valid reply. */
  failure: string | null;
  /** The reply as a message; with flag 128 while deferred. */
  original: APIMessage | null;
  followups: APIMessage[];
}

const kinds = {
  command: InteractionType.ApplicationCommand,
  autocomplete: InteractionType.ApplicationCommandAutocomplete,
  component: InteractionType.MessageComponent,
  modal: InteractionType.ModalSubmit,
} as const;

/** Sends interactions and keeps what comes back. */
export class Interactions {
  readonly #records = new Map<string, InteractionRecord>();
  readonly #waiting = new Set<() => void>();
  readonly #core: Core;

  constructor(core: Core) {
    this.#core = core;
  }

  /**
   * Sends an interaction: over HTTP when the application has an interactions endpoint (and then resolves after its
   * reply), else over the gateway. Throws a ControlError when the command, the person or a session is missing.
   */
  async send(input: InteractionInput): Promise<InteractionRecord> {
    const application = this.#application(input.applicationId);
    const key = { id: this.#core.nextId(), token: randomBytes(64).toString("base64url") };
    const record: InteractionRecord = {
      ...key,
      applicationId: application.id,
      createdAt: Date.now(),
      payload: this.#payload(application, input, key),
      deliveredBy: application.interactionsEndpoint ? "http" : "gateway",
      response: null,
      failure: null,
      original: null,
      followups: [],
    };
    this.#records.set(record.id, record);
    if (record.deliveredBy === "http") {
      await deliver(this.#core, application, record);
      this.changed();
    } else if (
      !this.#core.gateway.dispatchToApplication(
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

  /** To be called after a record has changed. */
  changed(): void {
    for (const check of [...this.#waiting]) check();
  }

  clear(): void {
    this.#records.clear();
  }

  #application(id: string | undefined): Application {
    const application =
      id === undefined ? [...this.#core.applications.values()][0] : this.#core.applications.get(id);
    if (!application) throw new ControlError(`there is no application ${id}`);
    return application;
  }

  #payload(
    application: Application,
    input: InteractionInput,
    key: { id: string; token: string },
  ): APIBaseInteraction<InteractionType, unknown> {
    const { guild } = this.#core;
    const { state } = guild;
    const channel = guild.channel(input.channel ?? "general");
    const member = memberOf(state, input.userId);
    if (!member) throw new ControlError(`${input.userId} is not in the guild`);
    const message = input.kind === "component" ? this.#message(channel.id, input.messageId) : undefined;
    return {
      id: key.id,
      application_id: application.id,
      type: kinds[input.kind],
      data: this.#data(application, input),
      guild: { id: state.id, locale: Locale.Danish, features: [] },
      guild_id: state.id,
      channel,
      channel_id: channel.id,
      member: { ...member, permissions: permissionsOf(state, input.userId).toString() },
      token: key.token,
      version: 1,
      ...(message ? { message } : {}),
      app_permissions: (
        permissionsOf(state, application.id) | PermissionFlagsBits.UseApplicationCommands
      ).toString(),
      locale: (input.locale ?? state.people.get(input.userId)?.locale ?? Locale.EnglishGB) as Locale,
      guild_locale: Locale.Danish,
      entitlements: [],
      authorizing_integration_owners: { 0: state.id },
      context: InteractionContextType.Guild,
      attachment_size_limit: 10_485_760,
    };
  }

  #data(application: Application, input: InteractionInput): JsonObject {
    if (input.kind === "component")
      return {
        custom_id: input.customId ?? "",
        component_type: input.componentType ?? 2,
        ...(input.values ? { values: input.values } : {}),
      };
    if (input.kind === "modal")
      return {
        custom_id: input.customId ?? "",
        components: Object.entries(input.fields ?? {}).map(([id, value]) => ({
          type: 1,
          components: [{ type: 4, custom_id: id, value }],
        })),
      };
    const command = [...application.commands.values()]
      .flat()
      .find(({ name, type }) => name === input.name && type === ApplicationCommandType.ChatInput);
    if (!command) throw new ControlError(`no command /${input.name ?? ""} is registered`);
    return {
      id: command.id,
      name: command.name,
      type: command.type,
      ...(command.guild_id ? { guild_id: command.guild_id } : {}),
      ...(input.options ? { options: input.options } : {}),
    };
  }

  #message(channelId: string, id: string | undefined): APIMessage {
    const answers = this.list().flatMap((record) => [record.original ?? [], record.followups].flat());
    return answers.find((message) => message.id === id) ?? this.#core.messages.find(channelId, id ?? "");
  }
}
