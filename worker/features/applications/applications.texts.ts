import { defineAudit, readBy } from "../../lib/audit.ts";
import { defineErrors, problem } from "../../lib/errors.ts";
import { defineNotices } from "../../lib/notify.ts";
import type { Sentences } from "../../lib/validation.ts";
import type { Language } from "../../lib/wire.schema.ts";
import type { ApplicationStatus } from "./applications.schema.ts";

/** The subject of applications of the kind `security`, in both languages. */
export const SECURITY_TEAM = "Security Team";

export const APPLICATION_STATUS_TEXTS: Record<ApplicationStatus, Record<Language, string>> = {
  pending: { en: "pending", da: "afventende" },
  accepted: { en: "accepted", da: "godkendt" },
  declined: { en: "declined", da: "afvist" },
  withdrawn: { en: "withdrawn", da: "trukket tilbage" },
};

const privately = readBy("private");

/** Applications are private to the applicant and the users who decide. */
export const applicationAudit = defineAudit({
  "application.sent": privately("{actor} applied for {subject}", "{actor} ansøgte om {subject}"),
  "application.accepted": privately(
    "{actor} accepted the application of {applicant} for {subject}",
    "{actor} godkendte ansøgningen fra {applicant} om {subject}",
  ),
  "application.declined": privately(
    "{actor} declined the application of {applicant} for {subject}",
    "{actor} afviste ansøgningen fra {applicant} om {subject}",
  ),
  "application.withdrawn": privately(
    "{actor} withdrew the application for {subject}",
    "{actor} trak ansøgningen om {subject} tilbage",
  ),
});

export const applicationErrors = defineErrors({
  application_form_changed: problem(409)(
    "The questions have changed. What you wrote is kept; answer the new ones.",
    "Spørgsmålene er ændret. Det, du skrev, er gemt; besvar de nye.",
  ),
  application_open: problem(409)(
    "You have applied for this already. Look at My Applications for the answer.",
    "Du har allerede ansøgt. Se svaret under Mine ansøgninger.",
  ),
  application_self: problem(403)(
    "This application is your own. Somebody else has to decide on it.",
    "Det er din egen ansøgning. En anden skal tage stilling til den.",
  ),
  application_own: problem(409)(
    "This contract is your own. Pick a member for it instead.",
    "Det er din egen kontrakt. Vælg et medlem til den i stedet.",
  ),
  application_decided: problem(409)(
    "This application is {status} already. Look at it as it is now.",
    "Denne ansøgning er allerede {status}. Se, hvordan den står nu.",
  ),
  application_not_yours: problem(403)(
    "Only the applicant can withdraw an application. Decline it instead.",
    "Kun ansøgeren kan trække en ansøgning tilbage. Afvis den i stedet.",
  ),
});

/** Opens the applicant's own list, with the contract where there is one. */
const OUTCOME = {
  page: "/tools/contracts?tab=applications&contract={contractId}",
  needs: "contracts.read",
} as const;

const GROUP = { en: "Applications", da: "Ansøgninger" };

export const applicationNotices = defineNotices(GROUP, {
  "application.accepted": {
    title: { en: "Your application is accepted", da: "Din ansøgning er godkendt" },
    opens: OUTCOME,
    en: "{by} accepted your application for {subject}.",
    da: "{by} godkendte din ansøgning om {subject}.",
    mail: {
      en: {
        subject: "Your application for {subject} was accepted",
        text: "{by} answered your application for {subject}: accepted.\n\n{message}",
      },
      da: {
        subject: "Din ansøgning om {subject} er godkendt",
        text: "{by} har svaret på din ansøgning om {subject}: godkendt.\n\n{message}",
      },
    },
  },
  "application.declined": {
    title: { en: "Your application is declined", da: "Din ansøgning er afvist" },
    opens: OUTCOME,
    en: "{by} declined your application for {subject}.",
    da: "{by} afviste din ansøgning om {subject}.",
    mail: {
      en: {
        subject: "Your application for {subject} was declined",
        text: "{by} answered your application for {subject}: declined.\n\n{message}",
      },
      da: {
        subject: "Din ansøgning om {subject} er afvist",
        text: "{by} har svaret på din ansøgning om {subject}: afvist.\n\n{message}",
      },
    },
  },
  "application.contract_gone": {
    title: { en: "A contract that you applied for is gone", da: "En kontrakt, du ansøgte om, er væk" },
    opens: OUTCOME,
    en: "Your application for {subject} was declined: the contract is no longer open.",
    da: "Din ansøgning om {subject} blev afvist: kontrakten er ikke længere åben.",
  },
  "application.contract": {
    title: { en: "An application for your contract", da: "En ansøgning om din kontrakt" },
    isOfNeed: true,
    opens: { page: "/tools/contracts?contract={contractId}", needs: "contracts.read" },
    en: "{applicant} applied for {subject}.",
    da: "{applicant} har ansøgt om {subject}.",
  },
  "application.security": {
    title: { en: "An application to the Security Team", da: "En ansøgning til sikkerhedsholdet" },
    to: "security.review",
    isOfNeed: true,
    opens: { page: "/organization?tab=security&application={id}" },
    en: "{applicant} applied for the Security Team.",
    da: "{applicant} har ansøgt til sikkerhedsholdet.",
  },
});

export const applicationSentences = {
  terms: { en: "Tick the box to send", da: "Sæt hak for at sende" },
} satisfies Sentences;
