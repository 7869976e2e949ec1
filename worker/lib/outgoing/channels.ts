import { type SQL, sql } from "drizzle-orm";
import type { AuditDetails } from "../audit.table.ts";
import type { Env } from "../env.ts";
import { type NoticeText, noticeMail } from "../notice-text.ts";
import type { Language } from "../wire.schema.ts";
import { isMailConfigured, sendMail } from "./mail.ts";

/** A notice on its way out of the app. */
export type Outgoing = {
  /** The same for each attempt to deliver it. */
  key: string;
  address: string;
  language: Language;
  text: NoticeText;
  details: AuditDetails;
};

/** A way by which notices reach users outside the app. */
type Channel = {
  /** Whether the deployment has it. */
  isConfigured: (env: Env) => boolean;
  /** SQL value of a row of `users`: where it reaches the user; null for a user or an organization without it. */
  address: SQL;
  /** @throws when it is not known to be delivered */
  deliver: (env: Env, notice: Outgoing) => Promise<void>;
};

const mail: Channel = {
  isConfigured: isMailConfigured,
  address: sql`iif(exists (select 1 from organization_settings s where s.organization_id = users.organization_id
    and s.setting_key = 'email_notifications' and s.setting_value = 1), nullif(users.email, ''), null)`,
  async deliver(env, { key, address, language, text, details }) {
    const found = noticeMail(text, language, details);
    if (found) await sendMail(env, { ...found, to: address, text: `${found.text}\n\n${env.APP_URL}` }, key);
  },
};

/** Every channel beside the bell; a kind of notice leaves by those that its text has words for. */
export const CHANNELS = { mail } satisfies Record<string, Channel>;
export type ChannelName = keyof typeof CHANNELS;

/** The channels that the deployment has. */
export const configuredChannels = (env: Env): ChannelName[] =>
  (Object.keys(CHANNELS) as ChannelName[]).filter((name) => CHANNELS[name].isConfigured(env));
