import { defineAudit, readBy } from "../../lib/audit.ts";
import { defineErrors, problem } from "../../lib/errors.ts";
import { auditNames } from "../../lib/fields.ts";
import { defineNotices } from "../../lib/notify.ts";
import type { Sentences } from "../../lib/validation.ts";
import type { Language } from "../../lib/wire.schema.ts";
import { type EventType, eventFields } from "./events.fields.ts";
import { templateActions } from "./templates/templates.texts.ts";

export const TYPE_TEXTS: Record<EventType, Record<Language, string>> = {
  mission: { en: "Mission", da: "Mission" },
  training: { en: "Training", da: "Træning" },
  social: { en: "Social", da: "Socialt" },
  meeting: { en: "Meeting", da: "Møde" },
};

/** What an audit entry of an event opens. */
const OPENS = { page: "/organization?tab=events&event={id}", needs: "events.read" } as const;

const forReaders = readBy("events.read", OPENS);
/** Of an event that only some members may see: the entry names and opens nothing. */
const privately = readBy("private");
const ofAnswer = readBy("private", OPENS);

export const eventAudit = defineAudit(
  {
    "event.planned": forReaders(
      "{actor} planned the event {subject}",
      "{actor} planlagde begivenheden {subject}",
    ),
    "event.planned_hidden": privately(
      "{actor} planned an event for some members",
      "{actor} planlagde en begivenhed for nogle medlemmer",
    ),
    "event.edited": forReaders(
      "{actor} changed the event {subject}",
      "{actor} ændrede begivenheden {subject}",
    ),
    "event.edited_hidden": privately(
      "{actor} changed an event for some members",
      "{actor} ændrede en begivenhed for nogle medlemmer",
    ),
    "event.cancelled": forReaders(
      "{actor} cancelled the event {subject}: {reason}",
      "{actor} aflyste begivenheden {subject}: {reason}",
    ),
    "event.cancelled_hidden": privately(
      "{actor} cancelled an event for some members",
      "{actor} aflyste en begivenhed for nogle medlemmer",
    ),
    "event.put_back": forReaders(
      "{actor} put the cancelled event {subject} back",
      "{actor} satte den aflyste begivenhed {subject} på igen",
    ),
    "event.put_back_hidden": privately(
      "{actor} put a cancelled event for some members back",
      "{actor} satte en aflyst begivenhed for nogle medlemmer på igen",
    ),
    "event.drafted": privately("{actor} wrote a draft event", "{actor} skrev en kladde til en begivenhed"),
    "event.draft_edited": privately(
      "{actor} edited a draft event",
      "{actor} redigerede en kladde til en begivenhed",
    ),
    "event.draft_deleted": privately(
      "{actor} deleted a draft event",
      "{actor} slettede en kladde til en begivenhed",
    ),
    "event.joined": ofAnswer("{actor} signed up for {subject}", "{actor} meldte sig til {subject}"),
    "event.left": ofAnswer("{actor} withdrew from {subject}", "{actor} meldte fra til {subject}"),
    "event.maybe": ofAnswer("{actor} may come to {subject}", "{actor} kommer måske til {subject}"),
    "event.declined": ofAnswer("{actor} cannot come to {subject}", "{actor} kan ikke komme til {subject}"),
    "event.person_added": ofAnswer(
      "{actor} signed {name} up for {subject}",
      "{actor} meldte {name} til {subject}",
    ),
    "event.person_removed": ofAnswer(
      "{actor} removed {name} from {subject}",
      "{actor} meldte {name} fra {subject}",
    ),
    "event.dates_added": privately(
      "{dates|date|dates} of a series were added",
      "{dates|dato|datoer} i en serie blev tilføjet",
    ),
    ...templateActions,
  },
  {
    fields: {
      ...auditNames(eventFields),
      Name: { en: "Name", da: "Navn" },
    },
    detailText: (name, value, language) => {
      if (/^(from|to)Type$/.test(name)) return TYPE_TEXTS[value as EventType]?.[language] ?? null;
      return null;
    },
  },
);

const opens = { page: "/organization?tab=events&event={eventId}", needs: "events.read" } as const;

const GROUP = { en: "Events", da: "Begivenheder" };

export const eventNotices = defineNotices(GROUP, {
  "event.changed": {
    title: { en: "An event of yours changes", da: "En af dine begivenheder ændres" },
    opens,
    en: "{by} changed {title}. Look at when and where it is now.",
    da: "{by} har ændret {title}. Se, hvornår og hvor det er nu.",
  },
  "event.cancelled": {
    title: { en: "An event of yours is cancelled", da: "En af dine begivenheder aflyses" },
    opens,
    en: "{by} cancelled {title}: “{reason}”.",
    da: "{by} har aflyst {title}: “{reason}”.",
    mail: {
      en: { subject: "{title} is cancelled" },
      da: { subject: "{title} er aflyst" },
    },
  },
  "event.put_back": {
    title: {
      en: "A cancelled event takes place after all",
      da: "En aflyst begivenhed bliver til noget alligevel",
    },
    opens,
    en: "{title} takes place after all. You keep your answer.",
    da: "{title} bliver til noget alligevel. Du beholder dit svar.",
  },
  "event.moved_up": {
    title: { en: "You move up from the waiting list", da: "Du rykker op fra ventelisten" },
    opens,
    en: "You have a place in {title}: you moved up from the waiting list.",
    da: "Du har fået plads til {title}: du er rykket op fra ventelisten.",
    mail: {
      en: { subject: "You have a place in {title}" },
      da: { subject: "Du har fået plads til {title}" },
    },
  },
  "event.moved_over": {
    title: { en: "You move to the slot that you wait for", da: "Du rykker til den rolle, du venter på" },
    opens,
    en: "You moved to the slot that you waited for in {title}. You can take your old slot back there while it has a place.",
    da: "Du er rykket til den rolle, du ventede på til {title}. Du kan tage din gamle rolle tilbage dér, så længe den har en plads.",
    mail: {
      en: { subject: "You moved to the slot that you waited for in {title}" },
      da: { subject: "Du er rykket til den rolle, du ventede på til {title}" },
    },
  },
  "event.place_lost": {
    title: { en: "You lose your place", da: "Du mister din plads" },
    opens,
    en: "{title} has fewer places now: you are on the waiting list.",
    da: "{title} har fået færre pladser: du er på venteliste.",
  },
  "event.person_added": {
    title: { en: "Somebody signs you up", da: "Nogen melder dig til" },
    opens,
    en: "{by} signed you up for {title}.",
    da: "{by} har meldt dig til {title}.",
  },
  "event.person_removed": {
    title: { en: "Somebody removes you", da: "Nogen melder dig fra" },
    opens,
    en: "{by} removed you from {title}.",
    da: "{by} har meldt dig fra {title}.",
  },
  "event.starting": {
    title: { en: "An event of yours starts soon", da: "En af dine begivenheder starter snart" },
    opens,
    en: "{title} starts in half an hour.",
    da: "{title} starter om en halv time.",
  },
});

export const eventErrors = defineErrors({
  event_not_yours: problem(403)(
    "Only the organizer of this event, or somebody with permission to write events, can do this. Ask one of them.",
    "Kun arrangøren og dem, der må redigere begivenheder, kan gøre det. Spørg en af dem.",
  ),
  event_full: problem(409)(
    "Somebody took the last place of {title}. You can wait as no. {number}.",
    "En anden fik den sidste plads til {title}. Du kan vente som nr. {number}.",
  ),
  event_no_places: problem(409)(
    "All places of {title} are taken, and it has no waiting list. Ask the organizer.",
    "Alle pladser til {title} er taget, og der er ingen venteliste. Spørg arrangøren.",
  ),
  event_sign_up_closed: problem(409)(
    "Sign-ups for {title} are closed. Ask the organizer to add you.",
    "Tilmeldingen til {title} er lukket. Bed arrangøren om at tilføje dig.",
  ),
  event_not_begun: problem(409)(
    "{title} has not begun. Come back when it has.",
    "{title} er ikke begyndt. Kom tilbage, når den er.",
  ),
  event_over: problem(409)(
    "{title} is over. Its answers stay as they are.",
    "{title} er slut. Svarene bliver, som de er.",
  ),
  event_is_cancelled: problem(409)(
    "{title} is cancelled. Put it back first.",
    "{title} er aflyst. Sæt den på igen først.",
  ),
  event_is_draft: problem(409)(
    "{title} is a draft. Publish it first.",
    "{title} er en kladde. Offentliggør den først.",
  ),
  event_not_draft: problem(409)(
    "Only drafts can be deleted. Cancel the event instead, with a reason.",
    "Kun kladder kan slettes. Aflys begivenheden i stedet, med en begrundelse.",
  ),
  event_slot_unknown: problem(409)(
    "This slot is no longer there. Choose another one.",
    "Rollen findes ikke længere. Vælg en anden.",
  ),
  event_slot_needs_ship: problem(409)(
    "The slot {slot} is for owners of such a ship. Add the ship to your hangar, or choose another slot.",
    "Rollen {slot} er for ejere af sådan et skib. Tilføj skibet til din hangar, eller vælg en anden rolle.",
  ),
  event_member_inactive: problem(409)(
    "Only active members can be signed up.",
    "Kun aktive medlemmer kan tilmeldes.",
  ),
  event_not_theirs: problem(409)(
    "This member's role does not see {title}. Let the event be for their role first, or choose somebody else.",
    "Medlemmets rolle ser ikke {title}. Lad først begivenheden være for rollen, eller vælg en anden.",
  ),
  event_answers_full: problem(409)(
    "{title} has {most} answers, which is as many as an event takes. Ask the organizer.",
    "{title} har {most} svar, og det er så mange, som en begivenhed kan have. Spørg arrangøren.",
  ),
  event_guests_full: problem(409)(
    "An event takes at most {most} guests. Remove one first.",
    "En begivenhed kan højst have {most} gæster. Fjern en først.",
  ),
  event_no_series: problem(409)(
    "{title} does not repeat: there are no following dates to change.",
    "{title} gentages ikke: der er ingen følgende datoer at ændre.",
  ),
});

export const eventSentences = {
  event_description: {
    en: "Say what the event is about, or save it as a draft",
    da: "Skriv, hvad begivenheden går ud på, eller gem den som kladde",
  },
  event_location: {
    en: "Say where it takes place, such as “in Discord”, or save it as a draft",
    da: "Skriv, hvor den foregår, for eksempel “i Discord”, eller gem den som kladde",
  },
  event_future: { en: "Enter a time that is still to come", da: "Angiv et tidspunkt, der ikke er passeret" },
  event_places: {
    en: "The slots have more places than the event: raise its places or take some from the slots",
    da: "Rollerne har flere pladser end begivenheden: hæv antallet, eller tag nogle fra rollerne",
  },
  event_slot_ids: { en: "Two slots have the same id", da: "To roller har samme id" },
  event_roles: { en: "Choose roles of this organization", da: "Vælg roller i organisationen" },
  event_organizer: {
    en: "Pick an active member whose role sees events",
    da: "Vælg et aktivt medlem, hvis rolle ser begivenheder",
  },
  event_rule_misfit: {
    en: "The start is not one of the days on which the event repeats",
    da: "Starten er ikke en af de dage, begivenheden gentages på",
  },
  event_one_person: {
    en: "Choose a member or enter a guest's name",
    da: "Vælg et medlem, eller skriv en gæsts navn",
  },
} satisfies Sentences;
