import type { Language } from "../../lib/wire.schema.ts";
import type { ProspectStatus } from "../prospects/prospects.schema.ts";
import type { AuditAction } from "./list.ts";

type Values = Record<string, string | number | null>;

const STAGES: Record<ProspectStatus, Record<Language, string>> = {
  intro: { en: "Intro", da: "Intro" },
  intro_completed: { en: "Intro completed", da: "Intro gennemført" },
  assigned_onboarding: { en: "Assigned to onboarding", da: "Tildelt onboarding" },
  onboarding: { en: "Onboarding", da: "Onboarding" },
  active: { en: "Active", da: "Aktiv" },
  inactive: { en: "Inactive", da: "Inaktiv" },
};

/** A status in the reader's language; anything that is no status stays as it is. */
export const stageText = (status: string, language: Language): string =>
  STAGES[status as ProspectStatus]?.[language] ?? status;

const TEXTS: Record<AuditAction, Record<Language, string>> = {
  "user.registered": { en: "{actor} created an account", da: "{actor} oprettede en konto" },
  "user.added": { en: "{actor} added the user {subject}", da: "{actor} tilføjede brugeren {subject}" },
  "user.signed_in": { en: "{actor} signed in", da: "{actor} loggede ind" },
  "user.signed_out": { en: "{actor} signed out", da: "{actor} loggede ud" },
  "user.language": { en: "{actor} changed language", da: "{actor} skiftede sprog" },
  "user.sessions_ended": { en: "{actor} ended other sessions", da: "{actor} afsluttede andre sessioner" },
  "prospect.created": { en: "{actor} added {subject}", da: "{actor} tilføjede {subject}" },
  "prospect.status": {
    en: "{actor} moved {subject} from {from} to {to}",
    da: "{actor} flyttede {subject} fra {from} til {to}",
  },
  "prospect.assigned": {
    en: "{actor} assigned {subject} to {assignee}",
    da: "{actor} tildelte {subject} til {assignee}",
  },
  "prospect.deadline": {
    en: "{actor} changed the deadline of {subject}",
    da: "{actor} ændrede fristen for {subject}",
  },
  "prospect.notes": { en: "{actor} added a note to {subject}", da: "{actor} skrev en note om {subject}" },
  "prospect.time": {
    en: "{actor} logged {minutes} minutes on {subject}",
    da: "{actor} registrerede {minutes} minutter på {subject}",
  },
  "prospect.bulk": {
    en: "{actor} changed {count} prospects at once",
    da: "{actor} ændrede {count} kandidater på én gang",
  },
  "prospect.undo": {
    en: "{actor} undid a change of {count} prospects",
    da: "{actor} fortrød en ændring af {count} kandidater",
  },
  "member.joined": { en: "{subject} became a member", da: "{subject} blev medlem" },
  "member.role": {
    en: "{actor} changed the role of {subject} from {fromRole} to {toRole}",
    da: "{actor} ændrede rollen for {subject} fra {fromRole} til {toRole}",
  },
  "discord.synced": {
    en: "{actor} synced {total} members, {added} new",
    da: "{actor} synkroniserede {total} medlemmer, {added} nye",
  },
  "discord.sync_failed": {
    en: "{actor}: the member sync failed",
    da: "{actor}: medlemssynkroniseringen mislykkedes",
  },
  "bot.created": { en: "{actor} added the bot {subject}", da: "{actor} tilføjede botten {subject}" },
  "bot.token": {
    en: "{actor} replaced the token of {subject}",
    da: "{actor} udskiftede token for {subject}",
  },
  "bot.updated": { en: "{actor} changed the bot {subject}", da: "{actor} ændrede botten {subject}" },
  "bot.invite_url": {
    en: "{actor} changed the invite link of {subject}",
    da: "{actor} ændrede invitationslinket til {subject}",
  },
  "bot.auto_start": {
    en: "{actor} changed whether {subject} starts by itself",
    da: "{actor} ændrede, om {subject} starter af sig selv",
  },
  "bot.started": { en: "{actor} started {subject}", da: "{actor} startede {subject}" },
  "bot.stopped": { en: "{actor} stopped {subject}", da: "{actor} stoppede {subject}" },
  "bot.restarted": { en: "{actor} restarted {subject}", da: "{actor} genstartede {subject}" },
  "bot.deleted": { en: "{actor} deleted the bot {subject}", da: "{actor} slettede botten {subject}" },
  "bot.crashed": {
    en: "{subject} crashed too often and was given up",
    da: "{subject} gik ned for mange gange og blev opgivet",
  },
  "bot.error": {
    en: "{subject} stopped with an error ({reason})",
    da: "{subject} stoppede med en fejl ({reason})",
  },
  "bot.file_created": {
    en: "{actor} added {file} to {subject}",
    da: "{actor} føjede {file} til {subject}",
  },
  "bot.file_saved": { en: "{actor} saved {file} of {subject}", da: "{actor} gemte {file} i {subject}" },
  "bot.file_renamed": {
    en: "{actor} renamed {file} of {subject} to {to}",
    da: "{actor} omdøbte {file} i {subject} til {to}",
  },
  "bot.file_reverted": {
    en: "{actor} took {file} of {subject} back to version {version}",
    da: "{actor} førte {file} i {subject} tilbage til version {version}",
  },
  "bot.file_main": {
    en: "{actor} made {file} the main file of {subject}",
    da: "{actor} gjorde {file} til hovedfil i {subject}",
  },
  "bot.file_deleted": {
    en: "{actor} deleted {file} from {subject}",
    da: "{actor} slettede {file} fra {subject}",
  },
  "bot.files_synced": {
    en: "{actor} brought {count} files of {subject} back from the bot gateway",
    da: "{actor} hentede {count} filer i {subject} tilbage fra bot-gatewayen",
  },
};

/** An audit entry as a sentence. */
export function activityText(action: AuditAction, language: Language, values: Values): string {
  return TEXTS[action][language].replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined || value === null) return "–";
    return name === "from" || name === "to" ? stageText(String(value), language) : String(value);
  });
}
