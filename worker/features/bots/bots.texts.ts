import { defineAudit } from "../../lib/audit.ts";

export const botAudit = defineAudit({
  "bot.created": {
    audience: "admin",
    en: "{actor} added the bot {subject}",
    da: "{actor} tilføjede botten {subject}",
  },
  "bot.token": {
    audience: "admin",
    en: "{actor} replaced the token of {subject}",
    da: "{actor} udskiftede token for {subject}",
  },
  "bot.updated": {
    audience: "admin",
    en: "{actor} changed the bot {subject}",
    da: "{actor} ændrede botten {subject}",
  },
  "bot.invite_url": {
    audience: "admin",
    en: "{actor} changed the invite link of {subject}",
    da: "{actor} ændrede invitationslinket til {subject}",
  },
  "bot.auto_start": {
    audience: "admin",
    en: "{actor} changed whether {subject} starts by itself",
    da: "{actor} ændrede, om {subject} starter af sig selv",
  },
  "bot.started": { audience: "admin", en: "{actor} started {subject}", da: "{actor} startede {subject}" },
  "bot.stopped": { audience: "admin", en: "{actor} stopped {subject}", da: "{actor} stoppede {subject}" },
  "bot.restarted": {
    audience: "admin",
    en: "{actor} restarted {subject}",
    da: "{actor} genstartede {subject}",
  },
  "bot.deleted": {
    audience: "admin",
    en: "{actor} deleted the bot {subject}",
    da: "{actor} slettede botten {subject}",
  },
  "bot.crashed": {
    audience: "admin",
    en: "{subject} crashed too often and was given up",
    da: "{subject} gik ned for mange gange og blev opgivet",
  },
  "bot.error": {
    audience: "admin",
    en: "{subject} stopped with an error ({reason})",
    da: "{subject} stoppede med en fejl ({reason})",
  },
  "bot.file_created": {
    audience: "admin",
    en: "{actor} added {file} to {subject}",
    da: "{actor} føjede {file} til {subject}",
  },
  "bot.file_saved": {
    audience: "admin",
    en: "{actor} saved {file} of {subject}",
    da: "{actor} gemte {file} i {subject}",
  },
  "bot.file_renamed": {
    audience: "admin",
    en: "{actor} renamed {file} of {subject} to {to}",
    da: "{actor} omdøbte {file} i {subject} til {to}",
  },
  "bot.file_reverted": {
    audience: "admin",
    en: "{actor} took {file} of {subject} back to version {version}",
    da: "{actor} førte {file} i {subject} tilbage til version {version}",
  },
  "bot.file_main": {
    audience: "admin",
    en: "{actor} made {file} the main file of {subject}",
    da: "{actor} gjorde {file} til hovedfil i {subject}",
  },
  "bot.file_deleted": {
    audience: "admin",
    en: "{actor} deleted {file} from {subject}",
    da: "{actor} slettede {file} fra {subject}",
  },
  "bot.files_synced": {
    audience: "admin",
    en: "{actor} brought {count} files of {subject} back from the bot gateway",
    da: "{actor} hentede {count} filer i {subject} tilbage fra bot-gatewayen",
  },
});

/** What can be recorded about a bot. */
export type BotAction = keyof typeof botAudit.texts;
