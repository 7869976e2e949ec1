import { defineAudit } from "../../lib/audit.ts";
import type { Language } from "../../lib/wire.schema.ts";
import { PROSPECT_STATUSES, type ProspectStatus } from "./prospects.schema.ts";

export const STATUS_TEXTS: Record<ProspectStatus, Record<Language, string>> = {
  intro: { en: "Intro", da: "Intro" },
  intro_completed: { en: "Intro completed", da: "Intro gennemført" },
  assigned_onboarding: { en: "Assigned to onboarding", da: "Tildelt onboarding" },
  onboarding: { en: "Onboarding", da: "Onboarding" },
  active: { en: "Active", da: "Aktiv" },
  inactive: { en: "Inactive", da: "Inaktiv" },
};

/** The texts of an action on one prospect. */
const ofOne = (en: string, da: string) => ({ audience: "prospects", opens: "prospect", en, da }) as const;
/** The texts of an action on many prospects. */
const ofMany = (en: string, da: string) => ({ audience: "prospects", en, da }) as const;

export const prospectAudit = defineAudit(
  {
    "prospect.created": ofOne("{actor} added {subject}", "{actor} tilføjede {subject}"),
    "prospect.status": ofOne(
      "{actor} moved {subject} from {from} to {to}",
      "{actor} flyttede {subject} fra {from} til {to}",
    ),
    "prospect.assigned": ofOne(
      "{actor} assigned {subject} to {assignee}",
      "{actor} tildelte {subject} til {assignee}",
    ),
    "prospect.deadline": ofOne(
      "{actor} changed the deadline of {subject}",
      "{actor} ændrede fristen for {subject}",
    ),
    "prospect.notes": ofOne("{actor} added a note to {subject}", "{actor} skrev en note om {subject}"),
    "prospect.time": ofOne(
      "{actor} logged {minutes} minutes on {subject}",
      "{actor} registrerede {minutes} minutter på {subject}",
    ),
    "prospect.bulk": ofMany(
      "{actor} changed {count} prospects at once",
      "{actor} ændrede {count} kandidater på én gang",
    ),
    "prospect.undo": ofMany(
      "{actor} undid a change of {count} prospects",
      "{actor} fortrød en ændring af {count} kandidater",
    ),
  },
  (name, value, language) => {
    const status = PROSPECT_STATUSES.find((each) => each === value);
    return status && (name === "from" || name === "to") ? STATUS_TEXTS[status][language] : null;
  },
);
