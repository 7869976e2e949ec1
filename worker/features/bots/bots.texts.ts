import { END_REASONS, type EndReason } from "../../../bot-gateway/protocol.ts";
import { defineAudit } from "../../lib/audit.ts";
import { auditNames } from "../../lib/fields.ts";
import type { Language } from "../../lib/wire.schema.ts";
import { botFields } from "./bots.fields.ts";

/** Why a bot stopped, as the end of a sentence. */
const REASONS: Record<EndReason, Record<Language, string>> = {
  stopped: { en: "somebody stopped it", da: "nogen stoppede den" },
  ended: { en: "it ended by itself", da: "den sluttede af sig selv" },
  crashed: { en: "it crashed", da: "den gik ned" },
  token_refused: { en: "Discord refused its token", da: "Discord afviste dens token" },
  intents_refused: { en: "Discord refused its intents", da: "Discord afviste dens intents" },
  closed_by_discord: { en: "Discord closed the connection", da: "Discord lukkede forbindelsen" },
  start_deadline: { en: "it was not online within a minute", da: "den kom ikke online inden for et minut" },
  memory: { en: "it used too much memory", da: "den brugte for meget hukommelse" },
  identify_limit: {
    en: "Discord allows it no further sign-in for now",
    da: "Discord tillader den ikke flere login lige nu",
  },
  framework_missing: { en: "its framework is not installed", da: "dens framework er ikke installeret" },
  isolation: {
    en: "the gateway cannot keep bots apart",
    da: "gatewayen kan ikke holde bots adskilt",
  },
  gateway_stopped: { en: "the gateway that ran it ended", da: "gatewayen, der kørte den, er lukket ned" },
};

/** An action that readers with `admin.users` see. */
const admin = (en: string, da: string) => ({ readers: "admin.users" as const, en, da });

export const botAudit = defineAudit(
  {
    "bot.created": admin("{actor} added the bot {subject}", "{actor} tilføjede botten {subject}"),
    "bot.crm_chosen": admin("{actor} made {subject} the CRM bot", "{actor} gjorde {subject} til CRM-bot"),
    "bot.token": admin("{actor} replaced the token of {subject}", "{actor} udskiftede tokenet for {subject}"),
    "bot.updated": admin("{actor} changed the bot {subject}", "{actor} ændrede botten {subject}"),
    "bot.invite_url": admin(
      "{actor} changed the invite link of {subject}",
      "{actor} ændrede invitationslinket til {subject}",
    ),
    "bot.auto_start": admin(
      "{actor} changed whether {subject} starts by itself",
      "{actor} ændrede, om {subject} starter af sig selv",
    ),
    "bot.started": admin("{actor} started {subject}", "{actor} startede {subject}"),
    "bot.stopped": admin("{actor} stopped {subject}", "{actor} stoppede {subject}"),
    "bot.restarted": admin("{actor} restarted {subject}", "{actor} genstartede {subject}"),
    "bot.deleted": admin("{actor} deleted the bot {subject}", "{actor} slettede botten {subject}"),
    "bot.crashed": admin(
      "{subject} crashed too often and was given up",
      "{subject} gik ned for mange gange og blev opgivet",
    ),
    "bot.error": admin(
      "{subject} stopped with an error: {reason}",
      "{subject} stoppede med en fejl: {reason}",
    ),
    "bot.file_created": admin("{actor} added {file} to {subject}", "{actor} føjede {file} til {subject}"),
    "bot.file_saved": admin("{actor} saved {file} of {subject}", "{actor} gemte {file} i {subject}"),
    "bot.file_renamed": admin(
      "{actor} renamed {file} of {subject} to {to}",
      "{actor} omdøbte {file} i {subject} til {to}",
    ),
    "bot.file_reverted": admin(
      "{actor} took {file} of {subject} back to version {version}",
      "{actor} førte {file} i {subject} tilbage til version {version}",
    ),
    "bot.file_main": admin(
      "{actor} made {file} the main file of {subject}",
      "{actor} gjorde {file} til hovedfil i {subject}",
    ),
    "bot.file_deleted": admin(
      "{actor} deleted {file} from {subject}",
      "{actor} slettede {file} fra {subject}",
    ),
    "bot.files_synced": admin(
      "{actor} brought {count|file|files} of {subject} back from the bot gateway",
      "{actor} hentede {count|fil|filer} i {subject} tilbage fra bot-gatewayen",
    ),
  },
  {
    fields: {
      "bot.crm_chosen": { en: "CRM bot", da: "CRM-bot" },
      "bot.file_renamed": { en: "File name", da: "Filnavn" },
      ...auditNames(botFields),
      AutoStart: { en: "Auto-start", da: "Auto-start" },
    },
    detailText: (name, value, language) => {
      const reason = name === "reason" && END_REASONS.find((each) => each === value);
      if (reason) return REASONS[reason][language];
      if (!/^(from|to)AutoStart$/.test(name)) return null;
      return value === "1" ? { en: "on", da: "til" }[language] : { en: "off", da: "fra" }[language];
    },
  },
);

export const botSentences = {
  bot_token: {
    en: "A token has letters, digits, dots, dashes and underscores alone. Copy it again from Bot in Discord's developer portal",
    da: "Et token har kun bogstaver, tal, punktummer, bindestreger og understregninger. Kopier det igen fra Bot i Discords udviklerportal",
  },
};

/** What can be recorded about a bot. */
export type BotAction = keyof typeof botAudit.texts;
