import { defineAudit, readBy } from "../../lib/audit.ts";
import { defineErrors, problem } from "../../lib/errors.ts";
import { defineNotices } from "../../lib/notify.ts";
import type { Sentences } from "../../lib/validation.ts";
import { eventNotices } from "../events/index.ts";
import { CHANGE_DAYS } from "./attendance.schema.ts";

/** The page that audit entries and notices of attendance open. */
const page = (id: "id" | "eventId") =>
  ({ page: `/organization/attendance?event={${id}}`, needs: "events.read" }) as const;

/** Entries of an event that not every member may see name nothing: `without` is their text. */
const ofEvent = readBy("private", page("id"));
const privately = readBy("private");

export const attendanceAudit = defineAudit({
  "event.attendance_confirmed": ofEvent(
    "{actor} noted who was at {subject}, for {people|person|people}",
    "{actor} noterede, hvem der var med til {subject}, for {people|person|personer}",
    {
      en: "{actor} noted who was at an event for some members",
      da: "{actor} noterede, hvem der var med til en begivenhed for nogle medlemmer",
    },
  ),
  "event.claim_made": ofEvent(
    "{actor} says they were at {subject} for {minutes|minute|minutes}",
    "{actor} siger, at de var med til {subject} i {minutes|minut|minutter}",
    {
      en: "{actor} says they were at an event for some members",
      da: "{actor} siger, at de var med til en begivenhed for nogle medlemmer",
    },
  ),
  "event.claim_approved": ofEvent(
    "{actor} approved that {name} was at {subject} for {minutes|minute|minutes}",
    "{actor} godkendte, at {name} var med til {subject} i {minutes|minut|minutter}",
    {
      en: "{actor} approved that a member was at an event for some members",
      da: "{actor} godkendte, at et medlem var med til en begivenhed for nogle medlemmer",
    },
  ),
  "event.claim_declined": ofEvent(
    "{actor} declined that {name} was at {subject} for {minutes|minute|minutes}",
    "{actor} afviste, at {name} var med til {subject} i {minutes|minut|minutter}",
    {
      en: "{actor} declined that a member was at an event for some members",
      da: "{actor} afviste, at et medlem var med til en begivenhed for nogle medlemmer",
    },
  ),
  "event.report_written": ofEvent(
    "{actor} wrote the report of {subject}",
    "{actor} skrev rapporten om {subject}",
    {
      en: "{actor} wrote the report of an event for some members",
      da: "{actor} skrev rapporten om en begivenhed for nogle medlemmer",
    },
  ),
  "event.statistics_shared": privately(
    "{actor} shows others how many events they were at",
    "{actor} viser andre, hvor mange begivenheder de har været med til",
  ),
  "event.statistics_hidden": privately(
    "{actor} no longer shows others how many events they were at",
    "{actor} viser ikke længere andre, hvor mange begivenheder de har været med til",
  ),
});

const opens = page("eventId");

export const attendanceNotices = defineNotices(eventNotices.group, {
  "event.claim_made": {
    title: {
      en: "A claim to have been at your event",
      da: "En påstand om at have været med til din begivenhed",
    },
    opens,
    isOfNeed: true,
    en: "{name} says they were at {title} for {minutes|minute|minutes}. Approve or decline it.",
    da: "{name} siger, at de var med til {title} i {minutes|minut|minutter}. Godkend eller afvis det.",
  },
  "event.claim_approved": {
    title: { en: "Your claim is approved", da: "Din påstand er godkendt" },
    opens,
    en: "{by} approved that you were at {title} for {minutes|minute|minutes}.",
    da: "{by} har godkendt, at du var med til {title} i {minutes|minut|minutter}.",
  },
  "event.claim_declined": {
    title: { en: "Your claim is declined", da: "Din påstand er afvist" },
    opens,
    en: "{by} declined that you were at {title}. Talk to them if that is wrong.",
    da: "{by} har afvist, at du var med til {title}. Tal med dem, hvis det er forkert.",
  },
  "event.attendance_noted": {
    title: { en: "You are noted as not there", da: "Du er noteret som ikke med" },
    opens,
    en: "{by} noted that you were not at all of {title}. If that is wrong, say so on its page.",
    da: "{by} har noteret, at du ikke var med til hele {title}. Er det forkert, kan du sige det på siden.",
  },
});

export const attendanceSentences = {
  event_minutes_long: { en: "The event did not last that long", da: "Så længe varede begivenheden ikke" },
  event_minutes_partly: {
    en: "Say how many minutes somebody was there who was partly there",
    da: "Angiv, hvor mange minutter den var med, der var med noget af tiden",
  },
  event_attendance_users: {
    en: "Choose members of this organization, each once",
    da: "Vælg medlemmer af organisationen, hver kun én gang",
  },
  event_attendance_unseen: {
    en: "Leave out members whose role does not see this event and who did not go to it",
    da: "Udelad medlemmer, hvis rolle ikke ser begivenheden, og som ikke var tilmeldt",
  },
} satisfies Sentences;

export const attendanceErrors = defineErrors({
  event_not_over: problem(409)(
    "{title} is not over. Ask to be added when it is.",
    "{title} er ikke slut. Bed om at blive tilføjet, når den er.",
  ),
  event_attendance_closed: problem(409)(
    `{title} was over more than ${CHANGE_DAYS} days ago. Who was there stays as it is noted.`,
    `{title} sluttede for mere end ${CHANGE_DAYS} dage siden. Det noterede fremmøde ændres ikke.`,
  ),
  event_unconfirmed: problem(409)(
    "Nobody is confirmed at {title}. Confirm first who was there.",
    "Ingen er bekræftet for {title}. Bekræft først, hvem der var med.",
  ),
  event_claim_open: problem(409)(
    "You have asked to be added already. Wait for the answer.",
    "Du har allerede bedt om at blive tilføjet. Vent på svaret.",
  ),
  event_claim_needless: problem(409)(
    "It is noted already that you were there all the time. There is nothing to ask for.",
    "Det er allerede noteret, at du var med hele tiden. Der er intet at bede om.",
  ),
  event_claim_decided: problem(409)(
    "Somebody has answered this already. Load the page again to see how.",
    "En anden har allerede svaret på det. Genindlæs siden for at se hvordan.",
  ),
  event_claim_own: problem(403)(
    "Nobody decides on what they ask for themselves. Somebody else who looks after the event has to.",
    "Ingen afgør det, de selv beder om. Det gør en anden, der står for begivenheden.",
  ),
});
