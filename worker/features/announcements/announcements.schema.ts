import * as z from "zod/mini";
import { LANGUAGES, snowflake } from "../../lib/wire.schema.ts";

/**
 * State of a kind's channel: it works, Discord refuses the CRM bot's token or there is none, the bot may not write there, the
 * channel was deleted, or where threads are opened: the bot does not see it, may not open threads, or not write in them.
 */
const CHANNEL_STATES = [
  ...["ready", "no_token", "forbidden", "gone"],
  ...["unseen", "no_threads", "no_replies"],
] as const;
export type ChannelState = (typeof CHANNEL_STATES)[number];

const kind = z.string().check(z.maxLength(40));
const language = z.enum(LANGUAGES);

const announcementKind = z.object({
  kind: z.string(),
  title: z.string(),
  /** Whether its messages name people who are no members. */
  isPersonal: z.boolean(),
  /** Null without a channel in Discord. */
  channel: z.nullable(
    z.object({
      id: z.string(),
      name: z.string(),
      language,
      state: z.enum(CHANNEL_STATES),
      /** Why it does not work; null where it does. */
      why: z.nullable(z.string()),
    }),
  ),
});
export type AnnouncementKind = z.infer<typeof announcementKind>;

/** GET /api/announcements/{orgId} */
export const announcementSettings = z.object({ hasBot: z.boolean(), kinds: z.array(announcementKind) });
export type AnnouncementSettings = z.infer<typeof announcementSettings>;

/** A text channel of the Discord server; `lacks` is why the CRM bot cannot write there. */
export const discordChannel = z.object({
  id: z.string(),
  name: z.string(),
  lacks: z.nullable(z.enum(["view", "send"])),
});
export type DiscordChannel = z.infer<typeof discordChannel>;

/** Sets the channel of a kind; null removes it. */
export const chooseInput = z.strictObject({
  kind,
  channelId: z.nullable(snowflake),
  language: z._default(language, "en"),
});
export type ChooseInput = z.infer<typeof chooseInput>;

/** The language of every kind that has a channel. */
export const languageInput = z.strictObject({ language });
export type LanguageInput = z.infer<typeof languageInput>;

export const testInput = z.strictObject({ kind });
export type TestInput = z.infer<typeof testInput>;
