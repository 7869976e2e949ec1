import type { GatewayPresenceClientStatus } from "discord-api-types/v10";
import type { DiscordEmulator } from "./emulator.ts";
import type { FailureInput, FailureMode } from "./failures.ts";
import { ControlError, type PresenceInput } from "./guild-inputs.ts";
import { isObject, type JsonObject } from "./http.ts";
import type { InteractionInput } from "./interaction-records.ts";
import type { RequestFilter } from "./request-log.ts";

/** A control call that changes something; what it returns is its answer. */
export type Call = (emulator: DiscordEmulator, input: Input) => unknown;

/** A control call that only reads. */
export type Read = (emulator: DiscordEmulator, query: URLSearchParams) => unknown;

const modes: readonly FailureMode[] = [
  "status",
  "rate_limit",
  "garbage",
  "truncate",
  "empty",
  "hang",
  "reset",
  "lost",
  "delay",
];

/**
 * Reads fields of a control call's body.
 * @throws ControlError that names a missing or mistyped field
 */
export class Input {
  readonly #body: JsonObject;

  constructor(body: JsonObject) {
    this.#body = body;
  }

  text(key: string): string {
    const value = this.#body[key];
    if (typeof value !== "string" || value === "") throw new ControlError(`${key} must be a text`);
    return value;
  }

  /** Returns the given keys, for calls with optional fields; absent ones stay absent. */
  some<Shape>(
    kinds: Record<
      string,
      "text" | "number" | "boolean" | "text or null" | "list" | "object" | "list or object"
    >,
  ): Shape {
    const taken: JsonObject = {};
    for (const [key, kind] of Object.entries(kinds)) {
      const value = this.#body[key];
      if (value === undefined) continue;
      const isValid =
        (kind === "text or null" && (value === null || typeof value === "string")) ||
        (kind.startsWith("list") && Array.isArray(value)) ||
        (kind.endsWith("object") && isObject(value)) ||
        (kind === "text" && typeof value === "string") ||
        typeof value === kind;
      if (!isValid) throw new ControlError(`${key} must be a ${kind}`);
      taken[key] = value;
    }
    return taken as Shape;
  }

  texts(key: string): string[] {
    const value = this.#body[key];
    if (!Array.isArray(value) || !value.every((entry) => typeof entry === "string"))
      throw new ControlError(`${key} must be a list of texts`);
    return value;
  }

  /** Returns the body without the given keys. */
  without(...keys: string[]): JsonObject {
    return Object.fromEntries(Object.entries(this.#body).filter(([key]) => !keys.includes(key)));
  }

  value(key: string): unknown {
    return this.#body[key];
  }
}

/** Returns the application that the call names, if it names one. */
export function applicationId(input: Input): string | undefined {
  return input.some<{ applicationId?: string }>({ applicationId: "text" }).applicationId;
}

export function presence(input: Input): PresenceInput {
  const status = input.text("status");
  if (status !== "online" && status !== "idle" && status !== "dnd" && status !== "offline")
    throw new ControlError("status must be online, idle, dnd or offline");
  return {
    ...input.some<{ activities?: string[]; clientStatus?: GatewayPresenceClientStatus }>({
      activities: "list",
      clientStatus: "object",
    }),
    status,
  };
}

/** Returns the interaction to send; a command by default. */
export function interaction(input: Input): InteractionInput {
  const kind = input.value("kind") ?? "command";
  if (kind !== "command" && kind !== "autocomplete" && kind !== "component" && kind !== "modal")
    throw new ControlError("kind must be command, autocomplete, component or modal");
  return {
    ...input.some<Omit<InteractionInput, "kind" | "userId">>({
      applicationId: "text",
      place: "text",
      install: "text",
      channel: "text",
      name: "text",
      commandType: "number",
      targetId: "text",
      options: "list or object",
      focused: "text",
      customId: "text",
      componentType: "number",
      values: "list",
      fields: "object",
      messageId: "text",
      locale: "text",
      forged: "boolean",
      legacy: "boolean",
    }),
    kind,
    userId: input.text("userId"),
  };
}

export function failure(input: Input): FailureInput {
  const mode = modes.find((known) => known === input.value("mode"));
  if (!mode) throw new ControlError(`mode must be one of ${modes.join(", ")}`);
  const { pattern, ...rest } = input.some<Omit<FailureInput, "path" | "mode"> & { pattern?: string }>({
    pattern: "text",
    method: "text",
    status: "number",
    times: "number",
    after: "number",
    retryAfter: "number",
    global: "boolean",
    carriedOut: "boolean",
    ms: "number",
  });
  const body = input.value("body");
  return {
    ...rest,
    mode,
    ...(body === undefined ? {} : { body }),
    path: pattern === undefined ? input.text("path") : new RegExp(pattern),
  };
}

/** Returns the filter that the query of a call describes. */
export function requestFilter(query: URLSearchParams): RequestFilter {
  const filter: RequestFilter = {};
  const method = query.get("method");
  const path = query.get("path");
  const status = query.get("status");
  if (method) filter.method = method;
  if (path) filter.path = path;
  if (status) filter.status = Number(status);
  return filter;
}
