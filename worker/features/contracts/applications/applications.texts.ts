import { defineAudit } from "../../../lib/audit.ts";
import { defineErrors } from "../../../lib/errors.ts";
import type { Language } from "../../../lib/wire.schema.ts";
import type { Notice } from "../../users/index.ts";
import type { ApplicationStatus } from "./applications.schema.ts";

/** What applications without a contract are for. */
export const SECURITY_TEAM = "Security Team";

export const APPLICATION_STATUS_TEXTS: Record<ApplicationStatus, Record<Language, string>> = {
  pending: { en: "pending", da: "afventende" },
  accepted: { en: "accepted", da: "godkendt" },
  declined: { en: "declined", da: "afvist" },
  withdrawn: { en: "withdrawn", da: "trukket tilbage" },
};

const ofOne = (en: string, da: string) => ({ audience: "private", en, da }) as const;

/** Who applied for what is between the applicant and those who decide. */
export const applicationAudit = defineAudit({
  "application.sent": ofOne("{actor} applied for {subject}", "{actor} ansøgte om {subject}"),
  "application.accepted": ofOne(
    "{actor} accepted the application of {applicant} for {subject}",
    "{actor} godkendte ansøgningen fra {applicant} om {subject}",
  ),
  "application.declined": ofOne(
    "{actor} declined the application of {applicant} for {subject}",
    "{actor} afviste ansøgningen fra {applicant} om {subject}",
  ),
  "application.withdrawn": ofOne(
    "{actor} withdrew the application for {subject}",
    "{actor} trak ansøgningen om {subject} tilbage",
  ),
});

export const applicationErrors = defineErrors({
  application_open: {
    status: 409,
    en: "You have applied for this already. Look at My Applications for the answer.",
    da: "Du har allerede ansøgt om dette. Se svaret under Mine ansøgninger.",
  },
  application_own: {
    status: 409,
    en: "This contract is your own. Pick a member for it instead.",
    da: "Det er din egen kontrakt. Vælg et medlem til den i stedet.",
  },
  application_decided: {
    status: 409,
    en: "This application is {status} already. Look at it as it is now.",
    da: "Denne ansøgning er allerede {status}. Se, hvordan den står nu.",
  },
  application_not_yours: {
    status: 403,
    en: "Only the applicant can withdraw an application. Decline it instead.",
    da: "Kun ansøgeren kan trække en ansøgning tilbage. Afvis den i stedet.",
  },
});

/** The e-mail to an applicant about what was decided. */
export function outcomeNotice(
  subject: string,
  status: ApplicationStatus,
  actor: string,
  message: string | null,
): Notice {
  const { en, da } = APPLICATION_STATUS_TEXTS[status];
  const words = message ? `\n\n${message}` : "";
  return {
    en: {
      subject: `Your application for ${subject} was ${en}`,
      text: `${actor} answered your application for ${subject}: ${en}.${words}`,
    },
    da: {
      subject: `Din ansøgning om ${subject} er ${da}`,
      text: `${actor} har svaret på din ansøgning om ${subject}: ${da}.${words}`,
    },
  };
}
