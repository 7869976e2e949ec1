import { type SQL, sql } from "drizzle-orm";
import type { AuditDetails } from "../audit.table.ts";
import type { SystemContext } from "../context.ts";
import type { Env } from "../env.ts";
import type { NoticeText } from "../notice-text.ts";
import type { ChannelName, ORGANIZATION_CHANNELS, Pace, UserChannelName } from "../notices.schema.ts";
import type { Language } from "../wire.schema.ts";
import { isMailConfigured } from "./mail.ts";
import { isPushConfigured } from "./push.ts";

/** The contents of a message. */
export type MessageItem = {
  kind: string;
  /** The words of its kind; null for what is told to the organization. */
  text: NoticeText | null;
  details: AuditDetails;
  /** When it happened. */
  at: string;
};

/** A message on its way out of the app. */
export type Outgoing = {
  organizationId: number;
  /** The same for each attempt to deliver it. */
  key: string;
  /** 0 for a message to the organization. */
  userId: number;
  /** Where it goes: the user's address of the channel, or the target of a message to the organization. */
  address: string;
  language: Language;
  /** One at least; more in a summary. */
  items: readonly [MessageItem, ...MessageItem[]];
  /** Sentences of what needs the user now, with which a daily summary begins. */
  needs: readonly string[];
  /** Whether an earlier attempt may have delivered it: it was interrupted, or got no answer. */
  mayBeOut: boolean;
};

/**
 * Delivers a message by a channel; features bring it (see `Feature`). What is told once to those who look after a target
 * that is gone, it tells itself before it throws.
 * @throws NotDelivered where it is known that the message did not go out; after any other error it may have
 */
export type Deliver = (context: SystemContext, message: Outgoing) => Promise<void>;

export type Channels = Partial<Record<ChannelName, Deliver>>;

/** A message that has not gone out. */
export class NotDelivered extends Error {
  /** Seconds after which the service takes messages to this address again; an attempt that it asked to repeat does not count. */
  readonly retryAfter: number | null;
  /** The address will never take a message again. */
  readonly isGone: boolean;
  constructor(reason: string, { retryAfter = null, isGone = false }: Partial<NotDelivered> = {}) {
    super(reason);
    this.name = "NotDelivered";
    this.retryAfter = retryAfter;
    this.isGone = isGone;
  }
}

/** A way by which notices reach a user outside the app. */
type UserChannel = {
  /** Whether the deployment has it. */
  isConfigured: (env: Env) => boolean;
  /** SQL value of a row of `users`: where it reaches the user; null for a user or an organization without it. */
  address: SQL;
  /** SQL value of the same row: why it does not reach the user, a `Hindrance`; read where `address` is null. */
  hindrance?: SQL;
  /** How it tells of a kind of notice unless a user chooses otherwise. */
  paceOf: (text: NoticeText) => Pace;
};

export const TO_USERS: Partial<Record<UserChannelName, UserChannel>> = {
  mail: {
    isConfigured: isMailConfigured,
    address: sql`iif(exists (select 1 from organization_settings s where s.organization_id = users.organization_id
      and s.setting_key = 'email_notifications' and s.setting_value = 1), nullif(users.email, ''), null)`,
    hindrance: sql`iif(coalesce(users.email, '') = '', 'no_email', 'mail_off')`,
    paceOf: ({ mail, isSafety }) => (mail || isSafety ? "now" : "off"),
  },
  direct: {
    isConfigured: () => true,
    address: sql`iif(exists (select 1 from bots b where b.organization_id = users.organization_id and b.is_crm_bot
      and b.token is not null), users.discord_id, null)`,
    hindrance: sql`iif(users.discord_id is null, 'no_discord', 'no_bot')`,
    paceOf: () => "off",
  },
  push: {
    isConfigured: isPushConfigured,
    // The same for all devices of a user: each is sent to once.
    address: sql`(select 'devices' from push_subscriptions p join sessions s on s.id = p.session_id
      where p.user_id = users.id and s.user_id = users.id limit 1)`,
    hindrance: sql`'no_device'`,
    paceOf: () => "now",
  },
};

/** A way by which what happens in an organization is told to all of it, or to programs. */
type OrganizationChannel = {
  /** SQL query of `target`, one row for each place that is told of a kind. */
  targets: (organizationId: number | SQL, kind: string) => SQL;
};

export const TO_ORGANIZATION: Partial<Record<(typeof ORGANIZATION_CHANNELS)[number], OrganizationChannel>> = {
  discord: {
    targets: (organizationId, kind) => sql`select channel_id as target from announcement_channels
      where organization_id = ${organizationId} and kind = ${kind} and state in ('ready', 'no_token')`,
  },
  webhook: {
    targets: (organizationId, kind) => sql`select cast(id as text) as target from webhooks
        where organization_id = ${organizationId} and state = 'active'
          and exists (select 1 from json_each(kinds) where value = ${kind})`,
  },
};

/** The channels to users that the deployment has. */
export const userChannels = (env: Env): [UserChannelName, UserChannel][] =>
  (Object.entries(TO_USERS) as [UserChannelName, UserChannel][]).filter(([, { isConfigured }]) =>
    isConfigured(env),
  );

/** The channels by which messages leave this deployment. */
export const channelsOf = (env: Env): ChannelName[] => [
  ...userChannels(env).map(([name]) => name),
  ...(Object.keys(TO_ORGANIZATION) as ChannelName[]),
];

/** The topic that whatever lets messages leave an organization raises: a channel, a webhook, a device, a user's choice. */
export const LEAVING = "leaving";

/** Whether a change in an organization can have left a message to deliver, by the revisions of its topics. */
export const mayLeave = (env: Env, revisions: Readonly<Record<string, number>>): boolean =>
  isMailConfigured(env) || revisions[LEAVING] !== undefined;
