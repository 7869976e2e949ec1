import * as z from "zod/mini";
import { personName } from "../../lib/names.schema.ts";
import { copied, pageLimit, version } from "../../lib/wire.schema.ts";

export const WEBHOOK_NAME_LENGTH = 60;
export const WEBHOOK_URL_LENGTH = 500;
/** Most webhooks of an organization. */
export const MOST_WEBHOOKS = 10;
/** Most kinds of messages of a webhook. */
const MOST_KINDS = 100;
/** Most deliveries of a webhook that are kept, and days for which they are. */
export const MOST_DELIVERIES = 1_000;
export const KEPT_DAYS = 30;
/** Failed tries of one message after which its webhook is paused. */
export const MOST_TRIES = 10;
/** Hours for which messages are also signed with the replaced secret. */
export const OLD_SECRET_HOURS = 24;

/** `off`: its address answered that it is gone. */
export const WEBHOOK_STATES = ["active", "paused", "off"] as const;
export type WebhookState = (typeof WEBHOOK_STATES)[number];
/** Why a webhook was paused or switched off automatically. */
const STOP_REASONS = ["failing", "gone"] as const;
export type StopReason = (typeof STOP_REASONS)[number];
const DELIVERY_STATES = ["waiting", "done", "failed"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Why a try has no usable answer, beside its status. */
const TRY_FAULTS = ["timeout", "unreachable", "redirect", "address", "secret", "paused"] as const;

const webhookTry = z.object({
  at: z.string(),
  /** The status of the answer; null without one. */
  status: z.nullable(z.number()),
  /** Milliseconds until the answer began; null where nothing was sent. */
  ms: z.nullable(z.number()),
  error: z.nullable(z.enum(TRY_FAULTS)),
  /** Name of the user who sent the message again: later tries are counted from 0. */
  by: z.optional(z.string()),
});
export type WebhookTry = z.infer<typeof webhookTry>;

export const webhook = z.object({
  id: z.number(),
  name: z.string(),
  url: z.string(),
  kinds: z.array(z.string()),
  /** Last characters of its secret. */
  secretEnding: z.string(),
  /** Until when messages are also signed with the replaced secret; null or past where they are not. */
  oldUntil: z.nullable(z.string()),
  state: z.enum(WEBHOOK_STATES),
  /** Since when it is in its state. */
  stateAt: z.string(),
  reason: z.nullable(z.enum(STOP_REASONS)),
  /** Whether messages wait for a further try. */
  isLate: z.boolean(),
  createdAt: z.string(),
  /** Name of the user who added it; null where the account was deleted. */
  creator: z.nullable(z.string()),
  version: z.number(),
});
export type Webhook = z.infer<typeof webhook>;

/** The answer to adding a webhook and to replacing its secret, the only ones with the secret. */
export const webhookWithSecret = z.extend(webhook, { secret: z.string() });
export type WebhookWithSecret = z.infer<typeof webhookWithSecret>;

const webhookKind = z.object({
  kind: z.string(),
  title: z.string(),
  /** Whether its messages name people who are no members. */
  isPersonal: z.boolean(),
});

/** The organization's webhooks and the available kinds of messages, GET /api/webhooks. */
export const webhookList = z.object({ items: z.array(webhook), kinds: z.array(webhookKind) });
export type WebhookList = z.infer<typeof webhookList>;

const name = personName(WEBHOOK_NAME_LENGTH);
const url = z.string().check(copied, z.minLength(1), z.maxLength(WEBHOOK_URL_LENGTH));
const kinds = z.array(z.string().check(z.maxLength(64))).check(z.maxLength(MOST_KINDS));

export const addWebhookInput = z.strictObject({ name, url, kinds });
export type AddWebhookInput = z.infer<typeof addWebhookInput>;

export const changeWebhookInput = z.strictObject({
  name: z.optional(name),
  url: z.optional(url),
  kinds: z.optional(kinds),
  state: z.optional(z.enum(["active", "paused"])),
  version,
});
export type ChangeWebhookInput = z.infer<typeof changeWebhookInput>;

export const delivery = z.object({
  /** Its `webhook-id`. */
  id: z.string(),
  kind: z.string(),
  state: z.enum(DELIVERY_STATES),
  body: z.string(),
  tries: z.array(webhookTry),
  /** The first 1,000 characters of the last answer. */
  answer: z.string(),
  /** Time of the next try; null unless it waits. */
  nextTryAt: z.nullable(z.string()),
  createdAt: z.string(),
});
export type Delivery = z.infer<typeof delivery>;

export const deliveryQuery = z.strictObject({
  state: z.optional(z.enum(DELIVERY_STATES)),
  limit: pageLimit,
  cursor: z.optional(z.string().check(z.maxLength(200))),
});
export type DeliveryQuery = z.infer<typeof deliveryQuery>;

export const deliveryParams = z.object({ key: z.string().check(z.minLength(1), z.maxLength(200)) });

/** Figures of a webhook's deliveries in the last 24 hours. */
export const webhookFigures = z.object({
  sent: z.number(),
  arrived: z.number(),
  /** Median milliseconds of the answers; null without an answer. */
  medianMs: z.nullable(z.number()),
  /** Messages by kind. */
  kinds: z.record(z.string(), z.number()),
});
export type WebhookFigures = z.infer<typeof webhookFigures>;
