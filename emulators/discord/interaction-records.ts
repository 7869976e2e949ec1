import type { APIBaseInteraction, APIMessage, ComponentType, InteractionType } from "discord-api-types/v10";
import type { JsonObject } from "./http.ts";

/** A user's action in Discord that is sent to an application. */
export interface InteractionInput {
  /** The main application by default. */
  applicationId?: string;
  userId: string;
  /** A channel's name or id; "general" by default. */
  channel?: string;
  kind: "command" | "autocomplete" | "component" | "modal";
  name?: string;
  /** Options of a command, as Discord sends them. */
  options?: readonly JsonObject[];
  /** The custom id of a component or modal. */
  customId?: string;
  /** 2 (button) by default. */
  componentType?: ComponentType;
  values?: readonly string[];
  /** Text fields of a modal by custom id. */
  fields?: Readonly<Record<string, string>>;
  /** The message that contains the component. */
  messageId?: string;
  locale?: string;
}

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
