import { defineAudit } from "../../../lib/audit.ts";
import { defineErrors } from "../../../lib/errors.ts";

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
});
