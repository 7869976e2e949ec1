import { defineAudit, readBy } from "../../lib/audit.ts";
import type { Text } from "../../lib/commands/command.ts";
import { defineErrors, problem } from "../../lib/errors.ts";
import { defineNotices } from "../../lib/notify.ts";
import type { Language } from "../../lib/wire.schema.ts";
import type { ChannelState } from "./announcements.schema.ts";

/** Why a channel does not work, and what to do. */
const WHY = {
  no_token: {
    en: "There is no CRM bot with a token that Discord takes. Put one in under Discord bots.",
    da: "Der er ingen CRM-bot med et token, som Discord godtager. Indsæt et under Discord-bots.",
  },
  forbidden: {
    en: "The CRM bot may not write in #{channel}. Allow its role to view the channel and to send messages there, and send a test.",
    da: "CRM-botten må ikke skrive i #{channel}. Lad dens rolle se kanalen og sende beskeder dér, og send en test.",
  },
  gone: {
    en: "The channel #{channel} is gone. Choose another one.",
    da: "Kanalen #{channel} er væk. Vælg en anden.",
  },
  unseen: {
    en: "The CRM bot does not see #{channel}. Allow its role to view the channel, and send a test.",
    da: "CRM-botten kan ikke se #{channel}. Lad dens rolle se kanalen, og send en test.",
  },
  no_threads: {
    en: "The CRM bot may not open threads in #{channel}. Allow its role to create public threads there, and send a test.",
    da: "CRM-botten må ikke oprette tråde i #{channel}. Lad dens rolle oprette offentlige tråde dér, og send en test.",
  },
  no_replies: {
    en: "The CRM bot may not write in threads of #{channel}. Allow its role to send messages in threads there, and send a test.",
    da: "CRM-botten må ikke skrive i tråde i #{channel}. Lad dens rolle sende beskeder i tråde dér, og send en test.",
  },
} as const satisfies Record<Exclude<ChannelState, "ready">, Text>;

export const announcementErrors = defineErrors({
  announcement_no_token: { status: 409, ...WHY.no_token },
  announcement_forbidden: { status: 409, ...WHY.forbidden },
  announcement_gone: { status: 409, ...WHY.gone },
  announcement_unseen: { status: 409, ...WHY.unseen },
  announcement_no_threads: { status: 409, ...WHY.no_threads },
  announcement_no_replies: { status: 409, ...WHY.no_replies },
  announcement_unknown: problem(409)(
    "There is no such kind of announcement, or it has no channel. Reload the page.",
    "Der er ingen sådan slags meddelelse, eller den har ingen kanal. Genindlæs siden.",
  ),
  announcement_discord: problem(502)(
    "Discord cannot be reached. Try again in a moment.",
    "Discord kan ikke nås. Prøv igen om lidt.",
  ),
});

/** The error for the state of a channel, by its name. */
export const whyError = (state: Exclude<ChannelState, "ready">, channel: string) =>
  state === "no_token"
    ? announcementErrors.announcement_no_token()
    : announcementErrors[`announcement_${state}`]({ channel });

const LANGUAGE_NAMES: Record<Language, Record<Language, string>> = {
  en: { en: "English", da: "engelsk" },
  da: { en: "Danish", da: "dansk" },
};

export const announcementAudit = defineAudit(
  {
    "announcements.channel_chosen": readBy("admin.system")(
      "{actor} chose the Discord channel #{channel} for the announcement {subject}",
      "{actor} valgte Discord-kanalen #{channel} til meddelelsen {subject}",
    ),
    "announcements.channel_removed": readBy("admin.system")(
      "{actor} ended the announcement {subject} in Discord",
      "{actor} stoppede meddelelsen {subject} i Discord",
    ),
    "announcements.language": readBy("admin.system")(
      "{actor} chose {language} for announcements in Discord",
      "{actor} valgte {language} til meddelelser i Discord",
    ),
  },
  {
    fields: { Channel: { en: "Channel", da: "Kanal", none: { en: "none", da: "ingen" } } },
    detailText: (name, value, language) =>
      name === "language" ? (LANGUAGE_NAMES[value as Language]?.[language] ?? null) : null,
  },
);

const GROUP = { en: "Discord", da: "Discord" };

const stopped = ({ en, da }: Text, title: Text) =>
  ({
    title,
    to: "admin.system",
    opens: { page: "/admin?tab=discord", needs: "admin.users" },
    en: `Announcements wait or are lost. ${en}`,
    da: `Meddelelser venter eller går tabt. ${da}`,
  }) as const;

export const announcementNotices = defineNotices(GROUP, {
  "announcement.no_token": stopped(WHY.no_token, {
    en: "Announcements stop: no bot token",
    da: "Meddelelser stopper: intet bottoken",
  }),
  "announcement.forbidden": stopped(WHY.forbidden, {
    en: "Announcements stop: the bot may not post",
    da: "Meddelelser stopper: botten må ikke skrive",
  }),
  "announcement.gone": stopped(WHY.gone, {
    en: "Announcements stop: the channel is gone",
    da: "Meddelelser stopper: kanalen er væk",
  }),
  "announcement.unseen": stopped(WHY.unseen, {
    en: "Threads for officers stop: the bot does not see the channel",
    da: "Tråde for officerer stopper: botten ser ikke kanalen",
  }),
  "announcement.no_threads": stopped(WHY.no_threads, {
    en: "Threads for officers stop: the bot may not open them",
    da: "Tråde for officerer stopper: botten må ikke oprette dem",
  }),
  "announcement.no_replies": stopped(WHY.no_replies, {
    en: "Threads for officers stop: the bot may not write in them",
    da: "Tråde for officerer stopper: botten må ikke skrive i dem",
  }),
  "direct.closed": {
    title: { en: "Direct messages do not reach you", da: "Direkte beskeder når dig ikke" },
    opens: { page: "/account/notifications" },
    en: "Discord lets nobody send you direct messages, so they are off. Allow them in the server's privacy settings in Discord, and choose here again what you want to get.",
    da: "Discord lader ingen sende dig direkte beskeder, så de er slået fra. Tillad dem i serverens indstillinger for privatliv i Discord, og vælg her igen, hvad du vil have.",
  },
});

/** Texts of messages in Discord beside those of their kinds. */
export const MESSAGE_TEXTS = {
  open: { en: "Open", da: "Åbn" },
  twice: { en: "This message may be shown twice.", da: "Denne besked vises måske to gange." },
  test: {
    en: "Test: announcements of this kind are posted here.",
    da: "Test: meddelelser af denne slags slås op her.",
  },
  chosen: {
    en: "You chose direct messages like this one. Change it under [Notifications]({address}).",
    da: "Du har valgt direkte beskeder som denne. Det ændres under [Notifikationer]({address}).",
  },
  summary: { en: "{count} notifications", da: "{count} notifikationer" },
  more: { en: "And {count} more.", da: "Og {count} mere." },
} as const satisfies Record<string, Text>;
