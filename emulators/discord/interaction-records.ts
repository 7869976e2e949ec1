import type {
  APIBaseInteraction,
  APIMessage,
  ApplicationCommandType,
  ComponentType,
  InteractionType,
} from "discord-api-types/v10";
import type { JsonObject } from "./http.ts";

/** Milliseconds within which an interaction must be acknowledged. */
export const replyWithin = 3000;

/** Where a person acts: in the guild, in a server where the application's bot is not, or with the bot alone. */
export type Place = "guild" | "other_guild" | "direct_message";

/** Whether the application was installed to the server, by the person for themselves, or both. */
export type Install = "guild" | "user" | "both";

/** A user's action in Discord that is sent to an application. */
export interface InteractionInput {
  /** The main application by default. */
  applicationId?: string;
  userId: string;
  kind: "command" | "autocomplete" | "component" | "modal";
  /** For commands; a component or modal is where its message is. "guild" by default. */
  place?: Place;
  install?: Install;
  /** A channel's name or id, for the place "guild"; "general" by default. */
  channel?: string;
  /** The name of a command, not a localized one. */
  name?: string;
  /** The kind of command; chat input by default. */
  commandType?: ApplicationCommandType;
  /** The user or message on which a user or message command is used. */
  targetId?: string;
  /**
   * Options by name, those of a subcommand as an object under its name; or as Discord sends them, where the type may
   * be left out.
   */
  options?: JsonObject | readonly JsonObject[];
  /** The option that is being typed, for autocomplete. */
  focused?: string;
  /** The custom id of a component or modal. */
  customId?: string;
  /** What is chosen in a select. */
  values?: readonly string[];
  /** The message that contains the component. */
  messageId?: string;
  /** What is filled in in a modal, by custom id; a field that is left out keeps what the modal shows. */
  fields?: Readonly<Record<string, unknown>>;
  locale?: string;
  /**
   * Sends what Discord would not let a person send: names, options, values and custom ids as they are given, without
   * a message or modal that offers them.
   */
  forged?: boolean;
  /** Of a forged component; 2 (button) by default. */
  componentType?: ComponentType;
  /** Sends the text fields of a forged modal in action rows, not in labels. */
  legacy?: boolean;
}

export type Payload = APIBaseInteraction<InteractionType, unknown>;

export interface InteractionRecord {
  id: string;
  token: string;
  applicationId: string;
  userId: string;
  place: Place;
  /** Milliseconds since 1970. */
  createdAt: number;
  payload: Payload;
  deliveredBy: "http" | "gateway";
  /** The first reply: callback type and data. */
  response: { type: number; data?: unknown } | null;
  /** Why there is no valid reply: for the person the application did not respond. */
  failure: string | null;
  /** The reply as a message; with flag 128 while deferred. */
  original: APIMessage | null;
  followups: APIMessage[];
  /** The modal that was the reply, as Discord shows it; null when there was none, or when it was submitted. */
  modal: JsonObject | null;
  /** When it was deferred, and how many requests of its webhook came since; null otherwise. */
  deferred: { at: number; asked: number } | null;
}
