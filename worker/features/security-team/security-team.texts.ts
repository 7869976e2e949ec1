import { defineAudit, readBy } from "../../lib/audit.ts";
import { defineErrors, problem } from "../../lib/errors.ts";
import { defineNotices } from "../../lib/notify.ts";
import type { Language } from "../../lib/wire.schema.ts";
import { applicationNotices } from "../applications/index.ts";
import { type FlagKind, MOST_MESSAGES } from "./security-team.schema.ts";

const FLAG_TEXTS: Record<FlagKind, Record<Language, string>> = {
  same_handle: { en: "same RSI handle", da: "samme RSI-handle" },
  declined_before: { en: "declined before", da: "afvist før" },
  not_in_discord: { en: "not in Discord", da: "ikke i Discord" },
  not_verified: { en: "not verified", da: "ikke verificeret" },
};

const privately = readBy("private");

/** Entries name the applicant, and never quote an answer, a review or a message. */
export const securityAudit = defineAudit(
  {
    "security.looked": privately(
      "{actor} looked at the answers of {subject} for the Security Team",
      "{actor} så på svarene fra {subject} til sikkerhedsholdet",
    ),
    "security.reviewed": privately(
      "{other} and {actor} reviewed the application of {subject} for the Security Team",
      "{other} og {actor} vurderede ansøgningen fra {subject} til sikkerhedsholdet",
      {
        en: "{actor} reviewed the application of {subject} for the Security Team",
        da: "{actor} vurderede ansøgningen fra {subject} til sikkerhedsholdet",
      },
    ),
    "security.held": privately(
      "{actor} put the application of {subject} for the Security Team on hold",
      "{actor} satte ansøgningen fra {subject} til sikkerhedsholdet på pause",
    ),
    "security.resumed": privately(
      "{actor} resumed the application of {subject} for the Security Team",
      "{actor} genoptog ansøgningen fra {subject} til sikkerhedsholdet",
    ),
    "security.flag_cleared": privately(
      "{actor} cleared a warning on the application of {subject}: {flag}",
      "{actor} afklarede en advarsel på ansøgningen fra {subject}: {flag}",
    ),
    "security.message_removed": privately(
      "{actor} removed a message about the application of {subject} for the Security Team",
      "{actor} fjernede en besked om ansøgningen fra {subject} til sikkerhedsholdet",
    ),
    "security.deleted": privately(
      "{actor} deleted the application of {subject} for the Security Team: {reason}",
      "{actor} slettede ansøgningen fra {subject} til sikkerhedsholdet: {reason}",
    ),
    "security.trial_confirmed": privately(
      "{actor} confirmed {subject} in the Security Team",
      "{actor} bekræftede {subject} på sikkerhedsholdet",
    ),
    "security.trial_extended": privately(
      "{actor} extended the trial of {subject} in the Security Team",
      "{actor} forlængede prøvetiden for {subject} på sikkerhedsholdet",
    ),
    "security.trial_ended": privately(
      "{actor} ended the trial of {subject} in the Security Team",
      "{actor} afsluttede prøvetiden for {subject} på sikkerhedsholdet",
    ),
  },
  {
    fields: { EndsOn: { en: "Last day", da: "Sidste dag" } },
    detailText: (name, value, language) =>
      name === "flag" ? (FLAG_TEXTS[value as FlagKind]?.[language] ?? null) : null,
  },
);

const page = "/organization?tab=security&application={id}";
const toReviewers = { to: "security.review", opens: { page } } as const;
const toApplicant = { opens: { page, needs: "security.view" } } as const;

const GROUP = { en: "Security Team", da: "Sikkerhedshold" };

export const securityNotices = defineNotices(GROUP, {
  "security.message": {
    title: { en: "A message of an applicant", da: "En besked fra en ansøger" },
    ...toReviewers,
    en: "{applicant} wrote about the application for the Security Team.",
    da: "{applicant} skrev om ansøgningen til sikkerhedsholdet.",
  },
  "security.ready": {
    title: { en: "An application is ready to decide", da: "En ansøgning er klar til en afgørelse" },
    ...toReviewers,
    isOfNeed: true,
    en: "The application of {applicant} for the Security Team is ready to decide.",
    da: "Ansøgningen fra {applicant} til sikkerhedsholdet er klar til en afgørelse.",
  },
  "security.trial_ends": {
    title: { en: "A trial ends soon", da: "En prøvetid slutter snart" },
    ...toReviewers,
    en: "The trial of {applicant} in the Security Team ends on {endsOn}. Confirm it, extend it or end it.",
    da: "Prøvetiden for {applicant} på sikkerhedsholdet slutter {endsOn}. Bekræft, forlæng eller afslut den.",
  },
  "security.question": {
    title: { en: "A message about your application", da: "En besked om din ansøgning" },
    ...toApplicant,
    en: "{by} wrote to you about your application for the Security Team.",
    da: "{by} skrev til dig om din ansøgning til sikkerhedsholdet.",
  },
  "security.held": {
    title: { en: "Your application waits for you", da: "Din ansøgning venter på dig" },
    ...toApplicant,
    isOfNeed: true,
    en: "Your application for the Security Team waits for your answer.",
    da: "Din ansøgning til sikkerhedsholdet venter på dit svar.",
  },
  "security.accepted": { ...applicationNotices.texts["application.accepted"], ...toApplicant },
  "security.declined": { ...applicationNotices.texts["application.declined"], ...toApplicant },
  "security.trial_confirmed": {
    title: { en: "You are confirmed in the team", da: "Du er bekræftet på holdet" },
    ...toApplicant,
    en: "{by} confirmed you in the Security Team.",
    da: "{by} bekræftede dig på sikkerhedsholdet.",
  },
  "security.trial_extended": {
    title: { en: "Your trial is extended", da: "Din prøvetid er forlænget" },
    ...toApplicant,
    en: "{by} extended your trial in the Security Team: it now ends on {endsOn}.",
    da: "{by} forlængede din prøvetid på sikkerhedsholdet: den slutter nu {endsOn}.",
  },
  "security.trial_ended": {
    title: { en: "Your trial is ended", da: "Din prøvetid er afsluttet" },
    ...toApplicant,
    en: "{by} ended your trial in the Security Team: “{reason}”.",
    da: "{by} afsluttede din prøvetid på sikkerhedsholdet: “{reason}”.",
  },
});

export const securityErrors = defineErrors({
  security_member: problem(409)(
    "You are in the Security Team or on trial already. There is nothing to apply for.",
    "Du er allerede på sikkerhedsholdet eller på prøve. Der er ikke noget at søge.",
  ),
  security_reviewed: problem(409)(
    "You have reviewed this application, and a review stays as it was sent. Write a note instead.",
    "Du har vurderet denne ansøgning, og en vurdering bliver, som den er sendt. Skriv en note i stedet.",
  ),
  security_reviews_in: problem(409)(
    "The reviews of this application are in. Look at them and decide.",
    "Vurderingerne af denne ansøgning er inde. Se på dem, og tag stilling.",
  ),
  security_undecided: problem(409)(
    "Two reviewers have to agree on this first. Review it, or ask another reviewer to.",
    "To skal først være enige om det. Vurder ansøgningen, eller bed en anden om at gøre det.",
  ),
  security_role_missing: problem(409)(
    "No role is chosen for the Security Team. Ask an administrator to choose one in the settings.",
    "Der er ikke valgt en rolle til sikkerhedsholdet. Bed en administrator om at vælge en i indstillingerne.",
  ),
  security_held: problem(409)(
    "This application waits for the applicant already. Write to them instead.",
    "Denne ansøgning venter allerede på ansøgeren. Skriv en besked i stedet.",
  ),
  security_not_held: problem(409)(
    "This application is not on hold any longer. Look at it as it is now.",
    "Denne ansøgning er ikke længere på pause. Se, hvordan den står nu.",
  ),
  security_messages_full: problem(409)(
    `There are ${MOST_MESSAGES} messages about this application, the most there can be. Delete one first.`,
    `Der er ${MOST_MESSAGES} beskeder om denne ansøgning, og flere kan der ikke være. Slet først en.`,
  ),
  security_message_kept: problem(403)(
    "Only the author can change this message, and nobody once it was removed. Write another one instead.",
    "Kun forfatteren kan ændre denne besked, og ingen, når den er fjernet. Skriv en ny i stedet.",
  ),
  security_message_own: problem(409)(
    "This message is your own or a note. Only messages of others in the thread can be removed.",
    "Beskeden er din egen eller en note. Kun andres beskeder i tråden kan fjernes.",
  ),
  security_trial_over: problem(409)(
    "The trial of {name} is over already. Look at the team as it is now.",
    "Prøvetiden for {name} er allerede slut. Se holdet, som det er nu.",
  ),
  security_trial_own: problem(403)(
    "This trial is your own. Another reviewer has to decide on it.",
    "Det er din egen prøvetid. En anden skal tage stilling til den.",
  ),
});
