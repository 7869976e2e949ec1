import { END_REASONS, type EndReason } from "../../../bot-gateway/protocol.ts";
import { defineAudit, readBy } from "../../lib/audit.ts";
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
  isolation: { en: "the gateway cannot keep bots apart", da: "gatewayen kan ikke holde bots adskilt" },
  gateway_stopped: { en: "the gateway that ran it ended", da: "gatewayen, der kørte den, er lukket ned" },
};

const forAdmins = readBy("admin.users");

export const botAudit = defineAudit(
  {
    "bot.created": forAdmins("{actor} added the bot {subject}", "{actor} tilføjede botten {subject}"),
    "bot.crm_chosen": forAdmins("{actor} made {subject} the CRM bot", "{actor} gjorde {subject} til CRM-bot"),
    "bot.token": forAdmins(
      "{actor} replaced the token of {subject}",
      "{actor} udskiftede tokenet for {subject}",
    ),
    "bot.updated": forAdmins("{actor} changed the bot {subject}", "{actor} ændrede botten {subject}"),
    "bot.invite_url": forAdmins(
      "{actor} changed the invite link of {subject}",
      "{actor} ændrede invitationslinket til {subject}",
    ),
    "bot.auto_start": forAdmins(
      "{actor} changed whether {subject} starts by itself",
      "{actor} ændrede, om {subject} starter af sig selv",
    ),
    "bot.started": forAdmins("{actor} started {subject}", "{actor} startede {subject}"),
    "bot.stopped": forAdmins("{actor} stopped {subject}", "{actor} stoppede {subject}"),
    "bot.restarted": forAdmins("{actor} restarted {subject}", "{actor} genstartede {subject}"),
    "bot.deleted": forAdmins("{actor} deleted the bot {subject}", "{actor} slettede botten {subject}"),
    "bot.crashed": forAdmins(
      "{subject} crashed too often and was given up",
      "{subject} gik ned for mange gange og blev opgivet",
    ),
    "bot.error": forAdmins(
      "{subject} stopped with an error: {reason}",
      "{subject} stoppede med en fejl: {reason}",
    ),
    "bot.file_created": forAdmins("{actor} added {file} to {subject}", "{actor} føjede {file} til {subject}"),
    "bot.file_saved": forAdmins("{actor} saved {file} of {subject}", "{actor} gemte {file} i {subject}"),
    "bot.file_renamed": forAdmins(
      "{actor} renamed {file} of {subject} to {to}",
      "{actor} omdøbte {file} i {subject} til {to}",
    ),
    "bot.file_reverted": forAdmins(
      "{actor} took {file} of {subject} back to version {version}",
      "{actor} førte {file} i {subject} tilbage til version {version}",
    ),
    "bot.file_main": forAdmins(
      "{actor} made {file} the main file of {subject}",
      "{actor} gjorde {file} til hovedfil i {subject}",
    ),
    "bot.file_deleted": forAdmins(
      "{actor} deleted {file} from {subject}",
      "{actor} slettede {file} fra {subject}",
    ),
    "bot.files_synced": forAdmins(
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

/** The audit actions of bots. */
export type BotAction = keyof typeof botAudit.texts;
