import { randomBytes } from "node:crypto";
import {
  type APIBaseInteraction,
  type APIMessage,
  ApplicationCommandType,
  GatewayDispatchEvents,
  InteractionContextType,
  InteractionType,
  Locale,
  PermissionFlagsBits,
} from "discord-api-types/v10";
import type { Application } from "./applications.ts";
import type { Gateway } from "./gateway.ts";
import type { GuildControl } from "./guild.ts";
import { ControlError } from "./guild-inputs.ts";
import { memberOf, permissionsOf } from "./guild-state.ts";
import type { JsonObject } from "./http.ts";
import type { InteractionInput, InteractionRecord } from "./interaction-records.ts";
import type { Messages } from "./messages.ts";

const kinds = {
  command: InteractionType.ApplicationCommand,
  autocomplete: InteractionType.ApplicationCommandAutocomplete,
  component: InteractionType.MessageComponent,
  modal: InteractionType.ModalSubmit,
} as const;

/** The parts of the emulator from which interactions are made and over which they are sent. */
interface Host {
  guild: GuildControl;
  applications: Map<string, Application>;
  gateway: Gateway;
  messages: Messages;
  nextId(): string;
}

/** Sends a signed interaction over HTTP and stores the reply in its record. */
type Deliver = (application: Application, record: InteractionRecord) => Promise<void>;

/** Sends interactions and stores the answers to them. */
export class Interactions {
  readonly #records = new Map<string, InteractionRecord>();
  readonly #waiting = new Set<() => void>();
  readonly #host: Host;
  readonly #deliver: Deliver;

  constructor(host: Host, deliver: Deliver) {
    this.#host = host;
    this.#deliver = deliver;
  }

  /**
   * Sends an interaction. When the application has an interactions endpoint, sends it over HTTP and resolves after
   * its reply; else sends it over the gateway.
   * @throws ControlError when the command, the member or a session is missing
   */
  async send(input: InteractionInput): Promise<InteractionRecord> {
    const application = this.#application(input.applicationId);
    const key = { id: this.#host.nextId(), token: randomBytes(64).toString("base64url") };
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

  clear(): void {
    this.#records.clear();
  }

  #application(id: string | undefined): Application {
    const application =
      id === undefined ? [...this.#host.applications.values()][0] : this.#host.applications.get(id);
    if (!application) throw new ControlError(`there is no application ${id}`);
    return application;
  }

  #payload(
    application: Application,
    input: InteractionInput,
    key: { id: string; token: string },
  ): APIBaseInteraction<InteractionType, unknown> {
    const { guild } = this.#host;
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
    return answers.find((message) => message.id === id) ?? this.#host.messages.find(channelId, id ?? "");
  }
}
