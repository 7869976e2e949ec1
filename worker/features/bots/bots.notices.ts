import { sql } from "drizzle-orm";
import type { Actor } from "../../lib/actor.ts";
import { defineNotices, isTold, type NoticeEntry } from "../../lib/notify.ts";
import type { Language } from "../../lib/wire.schema.ts";
import { holdersOf } from "../members/index.ts";

const ofCrmBot = (title: Record<Language, string>, en: string, da: string) => ({
  title,
  to: "admin.system" as const,
  opens: { page: "/discord-bots", needs: "bots.read" as const },
  en,
  da,
  mail: {
    en: {
      subject: "The CRM bot was changed",
      text: `${en}\n\nIf nobody should have done this, reset the bot's token in Discord's developer portal and look at the audit log.`,
    },
    da: {
      subject: "CRM-botten blev ændret",
      text: `${da}\n\nHvis ingen skulle have gjort det, så nulstil bottens token i Discords udviklerportal, og se i hændelsesloggen.`,
    },
  },
});

const GROUP = { en: "Discord bots", da: "Discord-bots" };

export const botNotices = defineNotices(GROUP, {
  "bots.crm_chosen": ofCrmBot(
    { en: "Another CRM bot", da: "En anden CRM-bot" },
    "{actor} made {bot} the CRM bot.",
    "{actor} gjorde {bot} til CRM-bot.",
  ),
  "bots.crm_token_changed": ofCrmBot(
    { en: "A new token of the CRM bot", da: "Et nyt token til CRM-botten" },
    "{actor} replaced the token of the CRM bot {bot}.",
    "{actor} udskiftede token for CRM-botten {bot}.",
  ),
  "bots.crm_files_changed": ofCrmBot(
    { en: "Changed files of the CRM bot", da: "Ændrede filer i CRM-botten" },
    "{actor} changed the files of the CRM bot {bot}: {file}.",
    "{actor} ændrede filerne i CRM-botten {bot}: {file}.",
  ),
  "bots.crm_deleted": ofCrmBot(
    { en: "The CRM bot is deleted", da: "CRM-botten er slettet" },
    "{actor} deleted the CRM bot {bot}.",
    "{actor} slettede CRM-botten {bot}.",
  ),
});

/** Tells the other administrators of a change of the CRM bot: one notice for each actor, kind and bot, however often. */
export const crmBotNotice = (
  actor: Actor,
  kind: keyof typeof botNotices.texts,
  { name: bot, file }: { name: string; file?: string },
): NoticeEntry => ({
  ...botNotices.entry(holdersOf(actor, "admin.system"), kind, {
    actor: actor.name,
    bot,
    ...(file && { file }),
  }),
  replaces: {
    organizationId: actor.organizationId,
    userId: 0,
    // A notice to this actor is about another user with the same name.
    where: sql`details ->> 'actor' = ${actor.name} and details ->> 'bot' = ${bot}
      and not ${isTold(actor.userId)}`,
  },
});
