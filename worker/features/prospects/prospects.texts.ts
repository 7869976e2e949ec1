import { defineAudit } from "../../lib/audit.ts";
import type { Language } from "../../lib/wire.schema.ts";
import { PROSPECT_STATUSES, type ProspectStatus } from "./prospects.schema.ts";

const STATUS_TEXTS: Record<ProspectStatus, Record<Language, string>> = {
  intro: { en: "Intro", da: "Intro" },
  intro_completed: { en: "Intro completed", da: "Intro gennemført" },
  assigned_onboarding: { en: "Assigned to onboarding", da: "Tildelt onboarding" },
  onboarding: { en: "Onboarding", da: "Onboarding" },
  active: { en: "Active", da: "Aktiv" },
  inactive: { en: "Inactive", da: "Inaktiv" },
};

/** A status in a language. */
export const statusText = (status: ProspectStatus, language: Language): string =>
  STATUS_TEXTS[status][language];

export const prospectAudit = defineAudit(
  {
    "prospect.created": {
      audience: "prospects",
      opens: "prospect",
      en: "{actor} added {subject}",
      da: "{actor} tilføjede {subject}",
    },
    "prospect.status": {
      audience: "prospects",
      opens: "prospect",
      en: "{actor} moved {subject} from {from} to {to}",
      da: "{actor} flyttede {subject} fra {from} til {to}",
    },
    "prospect.assigned": {
      audience: "prospects",
      opens: "prospect",
      en: "{actor} assigned {subject} to {assignee}",
      da: "{actor} tildelte {subject} til {assignee}",
    },
    "prospect.deadline": {
      audience: "prospects",
      opens: "prospect",
      en: "{actor} changed the deadline of {subject}",
      da: "{actor} ændrede fristen for {subject}",
    },
    "prospect.notes": {
      audience: "prospects",
      opens: "prospect",
      en: "{actor} added a note to {subject}",
      da: "{actor} skrev en note om {subject}",
    },
    "prospect.time": {
      audience: "prospects",
      opens: "prospect",
      en: "{actor} logged {minutes} minutes on {subject}",
      da: "{actor} registrerede {minutes} minutter på {subject}",
    },
    "prospect.bulk": {
      audience: "prospects",
      en: "{actor} changed {count} prospects at once",
      da: "{actor} ændrede {count} kandidater på én gang",
    },
    "prospect.undo": {
      audience: "prospects",
      en: "{actor} undid a change of {count} prospects",
      da: "{actor} fortrød en ændring af {count} kandidater",
    },
  },
  (name, value, language) => {
    const status = PROSPECT_STATUSES.find((each) => each === value);
    return status && (name === "from" || name === "to") ? statusText(status, language) : null;
  },
);
