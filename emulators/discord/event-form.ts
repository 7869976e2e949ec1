import { createHash } from "node:crypto";
import {
  ChannelType,
  GuildScheduledEventEntityType,
  GuildScheduledEventPrivacyLevel,
  GuildScheduledEventStatus,
} from "discord-api-types/v10";
import { errors, type FormErrors, invalidForm } from "./errors.ts";
import { readRule } from "./event-recurrence.ts";
import type { GuildState, ScheduledEvent } from "./guild-state.ts";
import { isObject, type JsonObject } from "./http.ts";
import { wholeTimestamp } from "./snowflake.ts";

const { External, Voice, StageInstance } = GuildScheduledEventEntityType;
const { Scheduled, Active, Completed, Canceled } = GuildScheduledEventStatus;

/** The statuses that a client may set, by the present one. */
const transitions: Record<GuildScheduledEventStatus, readonly GuildScheduledEventStatus[]> = {
  [Scheduled]: [Scheduled, Active, Canceled],
  [Active]: [Active, Completed],
  [Completed]: [],
  [Canceled]: [],
};
const channelTypes: Partial<Record<GuildScheduledEventEntityType, ChannelType>> = {
  [StageInstance]: ChannelType.GuildStageVoice,
  [Voice]: ChannelType.GuildVoice,
};
const required = ["BASE_TYPE_REQUIRED", "This field is required"] as const;

/** The fields of an event that a request sets. */
export interface EventFields
  extends Pick<
    ScheduledEvent,
    | "name"
    | "description"
    | "scheduled_start_time"
    | "scheduled_end_time"
    | "privacy_level"
    | "status"
    | "image"
    | "recurrence_rule"
  > {
  channel_id: string | null;
  entity_type: GuildScheduledEventEntityType;
  entity_metadata: { location: string } | null;
}

/**
 * Returns an event's fields after a request to create it, or to change it from `before`.
 * @throws DiscordError 50035 that names every wrong field; 10003 or 50024 for the channel
 */
export function readEvent(
  body: JsonObject,
  before: ScheduledEvent | undefined,
  state: GuildState,
  now: number,
): EventFields {
  const form = new Form(body);
  const type = form.choice("entity_type", [StageInstance, Voice, External], before?.entity_type);
  const becomesExternal = type === External && before?.entity_type !== External;
  const fields: EventFields = {
    name: form.text("name", before?.name),
    description: form.description(before?.description ?? null),
    ...readTimes(form, before, becomesExternal ? "required" : type === External ? "kept" : "optional", now),
    privacy_level: form.choice(
      "privacy_level",
      [GuildScheduledEventPrivacyLevel.GuildOnly],
      before?.privacy_level,
    ),
    status: before ? form.choice("status", transitions[before.status], before.status) : Scheduled,
    entity_type: type,
    channel_id: form.channel(type === External, before?.channel_id ?? null),
    entity_metadata: form.metadata(type === External, before?.entity_metadata ?? null),
    image: form.image(before?.image ?? null),
    recurrence_rule: readRule(form.value("recurrence_rule"), before?.recurrence_rule ?? null, (message) =>
      form.refuse("recurrence_rule", "GUILD_SCHEDULED_EVENT_RECURRENCE_RULE_INVALID", message),
    ),
  };
  form.finish();
  if (fields.channel_id !== null) {
    const channel = state.channels.get(fields.channel_id);
    if (!channel) throw errors.unknownChannel();
    if (channel.type !== channelTypes[type]) throw errors.wrongChannelType();
  }
  return fields;
}

/** Reads start and end. An external event must have an end, which must be in the request that makes it external. */
function readTimes(
  form: Form,
  before: ScheduledEvent | undefined,
  end: "required" | "kept" | "optional",
  now: number,
): Pick<EventFields, "scheduled_start_time" | "scheduled_end_time"> {
  const past = ["GUILD_SCHEDULED_EVENT_SCHEDULE_PAST", "Cannot schedule event in the past."] as const;
  const [startField, endField] = ["scheduled_start_time", "scheduled_end_time"] as const;
  const newStart = form.time(startField);
  const newEnd = form.time(endField);
  if (newStart === null || (newStart === undefined && !before)) form.refuse(startField, ...required);
  else if (newStart !== undefined && before?.status === Active)
    form.refuse(
      startField,
      "GUILD_SCHEDULED_EVENT_SCHEDULE_INVALID_START_BY_STATUS",
      "Cannot change the start time of an event that has started.",
    );
  else if (newStart !== undefined && newStart <= now) form.refuse(startField, ...past);
  if (newEnd && newEnd <= now) form.refuse(endField, ...past);
  if ((newEnd === null && end !== "optional") || (newEnd === undefined && end === "required"))
    form.refuse(endField, ...required);
  const start = newStart ?? Date.parse(before?.scheduled_start_time ?? "");
  const keptEnd = before?.scheduled_end_time ? Date.parse(before.scheduled_end_time) : null;
  const ends = newEnd === undefined ? keptEnd : newEnd;
  if (ends !== null && ends <= start)
    form.refuse(
      endField,
      "GUILD_SCHEDULED_EVENT_SCHEDULE_END_BEFORE_START",
      "The end time must be after the start time.",
    );
  return {
    scheduled_start_time: Number.isNaN(start) ? "" : wholeTimestamp(start),
    scheduled_end_time: ends === null || Number.isNaN(ends) ? null : wholeTimestamp(ends),
  };
}

/** A request's body, and what is wrong with its fields. An absent field keeps the value before. */
class Form {
  readonly #body: JsonObject;
  readonly #errors: FormErrors = {};

  constructor(body: JsonObject) {
    this.#body = body;
  }

  refuse(field: string, code: string, message: string): void {
    this.#errors[field] ??= { _errors: [{ code, message }] };
  }

  finish(): void {
    if (Object.keys(this.#errors).length > 0) throw invalidForm(this.#errors);
  }

  value(field: string): unknown {
    return this.#body[field];
  }

  /** Returns one of the allowed numbers. */
  choice<Value extends number>(field: string, allowed: readonly Value[], before: Value | undefined): Value {
    const value = this.#body[field] ?? before;
    const chosen = allowed.find((one) => one === value);
    if (value === undefined) this.refuse(field, ...required);
    else if (chosen === undefined)
      this.refuse(field, "BASE_TYPE_CHOICES", `Value must be one of {${allowed.join(", ")}}.`);
    return chosen ?? (0 as Value);
  }

  text(field: string, before: string | undefined): string {
    const value = this.#body[field] === undefined ? before : this.#body[field];
    if (value === undefined || value === null) this.refuse(field, ...required);
    else return this.#sized(field, value, 1, 100);
    return "";
  }

  description(before: string | null): string | null {
    const value = this.#body["description"];
    if (value === undefined) return before;
    return value === null || value === "" ? null : this.#sized("description", value, 1, 1000);
  }

  /** Returns milliseconds since 1970; undefined when the field is absent, NaN when it is no time. */
  time(field: string): number | null | undefined {
    const value = this.#body[field];
    if (value === undefined || value === null) return value;
    const form = /^(\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:?\d\d)?$/i.exec(
      String(value),
    );
    const time = form ? Date.parse(`${form[1]}${form[2] ?? "Z"}`) : Number.NaN;
    if (Number.isNaN(time))
      this.refuse(field, "DATE_TIME_TYPE_PARSE", `Could not parse ${String(value)}. Should be ISO8601.`);
    return time;
  }

  channel(isExternal: boolean, before: string | null): string | null {
    const value = this.#body["channel_id"] === undefined ? before : this.#body["channel_id"];
    if (isExternal && value !== null)
      this.refuse(
        "channel_id",
        "GUILD_SCHEDULED_EVENT_CHANNEL_UNSUPPORTED",
        "This type of event should not have a channel.",
      );
    if (!isExternal && value === null) this.refuse("channel_id", ...required);
    return value === null ? null : String(value);
  }

  /** Reads the location, which an external event must have and any other must not. */
  metadata(isExternal: boolean, before: { location?: string } | null): { location: string } | null {
    const value = this.#body["entity_metadata"] === undefined ? before : this.#body["entity_metadata"];
    const location = isObject(value) ? value["location"] : undefined;
    if (!isExternal) {
      if (location !== undefined && location !== null)
        this.refuse(
          "entity_metadata",
          "GUILD_SCHEDULED_EVENT_ENTITY_METADATA_UNSUPPORTED",
          "This type of event should not have entity metadata.",
        );
      return null;
    }
    if (!isObject(value)) this.refuse("entity_metadata", ...required);
    else if (typeof location !== "string" || [...location].length < 1 || [...location].length > 100) {
      const [code, message] =
        location === undefined || location === null
          ? required
          : (["BASE_TYPE_BAD_LENGTH", "Must be between 1 and 100 in length."] as const);
      this.#errors["entity_metadata"] = { location: { _errors: [{ code, message }] } };
    } else return { location };
    return null;
  }

  /** Returns the hash of a picture that was sent as a data URL. */
  image(before: string | null): string | null {
    const value = this.#body["image"];
    if (value === undefined) return before;
    if (value === null) return null;
    if (typeof value === "string" && /^data:image\/(png|jpe?g|gif|webp);base64,[\w+/=]+$/.test(value))
      return createHash("md5").update(value).digest("hex");
    this.refuse("image", "IMAGE_INVALID", "Invalid image data");
    return before;
  }

  /** Counts characters, not the halves of those beyond the basic plane. */
  #sized(field: string, value: unknown, least: number, most: number): string {
    const text = typeof value === "string" ? value : "";
    const length = [...text].length;
    if (typeof value !== "string")
      this.refuse(field, "STRING_TYPE_CONVERT", `Could not interpret "${String(value)}" as string.`);
    else if (length < least || length > most)
      this.refuse(field, "BASE_TYPE_BAD_LENGTH", `Must be between ${least} and ${most} in length.`);
    return text;
  }
}
