import { defineAudit, readBy } from "../../lib/audit.ts";
import { defineErrors, problem } from "../../lib/errors.ts";
import { defineNotices } from "../../lib/notify.ts";
import type { Sentences } from "../../lib/validation.ts";
import { OPENS_PROSPECT } from "../prospects/index.ts";

const forReaders = readBy("prospects.read", OPENS_PROSPECT);

const forAdmins = (view: "page" | "answers") =>
  readBy("admin.system", { page: `/admin?tab=recruiting&view=${view}`, needs: "admin.users" });
const ofTemplates = forAdmins("answers");

export const joiningAudit = defineAudit(
  {
    "admission.sent": forReaders("{actor} applied", "{actor} ansøgte"),
    "admission.corrected": forReaders("{actor} corrected their application", "{actor} rettede sin ansøgning"),
    "admission.withdrawn": forReaders(
      "{actor} took their application back",
      "{actor} trak sin ansøgning tilbage",
    ),
    "admission.answered": forReaders("{actor} wrote to {subject}", "{actor} skrev til {subject}"),
    "door.blocked": readBy("admin.users")(
      "{actor} keeps somebody from applying",
      "{actor} forhindrer nogen i at ansøge",
    ),
    "door.unblocked": readBy("admin.users")(
      "{actor} lets somebody apply again",
      "{actor} lader nogen ansøge igen",
    ),
    "door.changed": forAdmins("page")(
      "{actor} changed what the recruiting page says",
      "{actor} ændrede, hvad optagelsessiden siger",
    ),
    "answer_template.added": ofTemplates(
      "{actor} added the answer to send {subject}",
      "{actor} tilføjede standardsvaret {subject}",
    ),
    "answer_template.changed": ofTemplates(
      "{actor} changed the answer to send {subject}",
      "{actor} ændrede standardsvaret {subject}",
    ),
    "answer_template.removed": ofTemplates(
      "{actor} removed the answer to send {subject}",
      "{actor} fjernede standardsvaret {subject}",
    ),
  },
  {
    fields: {
      IsClosed: { en: "Closed", da: "Lukket" },
      ClosedUntilDay: { en: "Closed until", da: "Lukket til" },
      NeedsEn: { en: "You need, in English", da: "Du skal have, på engelsk" },
      NeedsDa: { en: "You need, in Danish", da: "Du skal have, på dansk" },
    },
  },
);

const GROUP = { en: "Applications from outside", da: "Ansøgninger udefra" };
const OPENS_OWN = { page: "/application" };

export const joiningNotices = defineNotices(GROUP, {
  "application.new": {
    title: { en: "Somebody from outside applies", da: "Nogen udefra ansøger" },
    to: "prospects.write",
    opens: OPENS_PROSPECT,
    isOfNeed: true,
    en: "{name} applied.",
    da: "{name} ansøgte.",
  },
  "admission.message": {
    title: { en: "An applicant writes", da: "En ansøger skriver" },
    to: "prospects.write",
    opens: OPENS_PROSPECT,
    en: "{name} wrote about their application.",
    da: "{name} skrev om sin ansøgning.",
  },
  "admission.answered": {
    title: {
      en: "An officer writes to you about your application",
      da: "En officer skriver til dig om din ansøgning",
    },
    opens: OPENS_OWN,
    mail: { en: { subject: "An answer to your application" }, da: { subject: "Svar på din ansøgning" } },
    en: "{by} wrote to you about your application.",
    da: "{by} skrev til dig om din ansøgning.",
  },
  "admission.news": {
    title: { en: "Your application comes further", da: "Din ansøgning kommer videre" },
    opens: OPENS_OWN,
    mail: { en: { subject: "News of your application" }, da: { subject: "Nyt om din ansøgning" } },
    en: "There is news about your application.",
    da: "Der er nyt om din ansøgning.",
  },
});

export const joiningErrors = defineErrors({
  door_closed: problem(409)(
    "No applications are taken right now. What you wrote is kept; try again later.",
    "Lige nu modtages ingen ansøgninger. Det, du skrev, er gemt; prøv igen senere.",
  ),
  door_blocked: problem(403)(
    "You cannot apply here. Ask an officer in Discord if you think that is wrong.",
    "Du kan ikke ansøge her. Spørg en officer i Discord, hvis du mener, det er forkert.",
  ),
  apply_as_member: problem(409)(
    "You are a member already. Open the dashboard instead.",
    "Du er allerede medlem. Åbn overblikket i stedet.",
  ),
  apply_later: problem(409)("You can apply again from {day}.", "Du kan ansøge igen fra {day}."),
  account_too_young: problem(409)(
    "Your Discord account is too young: you can apply from {day}. What you wrote is kept.",
    "Din Discord-konto er for ny: du kan ansøge fra {day}. Det, du skrev, er gemt.",
  ),
  account_unknown: problem(409)(
    "Link your Discord account on your account page first, so that its age is known. What you wrote is kept.",
    "Tilknyt først din Discord-konto på din kontoside, så dens alder er kendt. Det, du skrev, er gemt.",
  ),
  server_first: problem(409)(
    "Join the Discord server first, then send it. What you wrote is kept.",
    "Gå først ind på Discord-serveren, og send så. Det, du skrev, er gemt.",
  ),
  door_closed_until: problem(409)(
    "Nobody is taken in until {day}. What you wrote is kept; send it then.",
    "Der optages ingen før {day}. Det, du skrev, er gemt; send det til den tid.",
  ),
  already_answered: problem(409)(
    "{by} has answered already. Read it, then send yours if it is still needed.",
    "{by} har allerede svaret. Læs det, og send dit, hvis der stadig er brug for det.",
  ),
  templates_full: problem(409)(
    "{most} answers are the most here. Remove one first.",
    "{most} svar er det højeste her. Fjern et først.",
  ),
  application_ended: problem(409)(
    "This application is no longer open. Reload the page.",
    "Ansøgningen er ikke længere åben. Genindlæs siden.",
  ),
  blocks_full: problem(409)(
    "{most} entries are the most here. Remove one first.",
    "{most} poster er det højeste her. Fjern en først.",
  ),
  messages_full: problem(409)(
    "{most} messages of either side are the most here. Go on in Discord.",
    "{most} beskeder fra hver side er det højeste her. Fortsæt i Discord.",
  ),
  applications_full: problem(429)(
    "Too many applications came today. Send yours from {day}; what you wrote is kept.",
    "Der kom for mange ansøgninger i dag. Send din fra {day}; det, du skrev, er gemt.",
  ),
  applications_network: problem(429)(
    "Too many applications came from your network. Send yours in {minutes|minute|minutes}; what you wrote is kept.",
    "Der kom for mange ansøgninger fra dit netværk. Send din om {minutes|minut|minutter}; det, du skrev, er gemt.",
  ),
  applications_open: problem(429)(
    "You have {most} open applications already. Take one of them back first.",
    "Du har allerede {most} åbne ansøgninger. Træk først en af dem tilbage.",
  ),
});

export const joiningSentences = {
  template_text: {
    en: "Write the answer in one language at least",
    da: "Skriv svaret på mindst ét sprog",
  },
} satisfies Sentences;
