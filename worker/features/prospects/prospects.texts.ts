import { defineAudit, readBy } from "../../lib/audit.ts";
import { defineErrors, problem } from "../../lib/errors.ts";
import { auditNames } from "../../lib/fields.ts";
import { defineNotices } from "../../lib/notify.ts";
import type { Language } from "../../lib/wire.schema.ts";
import { prospectFacts } from "./prospects.fields.ts";
import { PROSPECT_STATUSES, type ProspectStatus } from "./prospects.schema.ts";

export const STATUS_TEXTS: Record<ProspectStatus, Record<Language, string>> = {
  intro: { en: "Intro", da: "Intro" },
  intro_completed: { en: "Intro completed", da: "Intro gennemført" },
  assigned_onboarding: { en: "Assigned", da: "Tildelt" },
  onboarding: { en: "Onboarding", da: "Onboarding" },
  active: { en: "Active", da: "Aktiv" },
  inactive: { en: "Inactive", da: "Inaktiv" },
};

/** The page that an audit entry of a prospect opens. */
export const OPENS_PROSPECT = { page: "/crm?prospect={id}", needs: "prospects.read" } as const;

const forReaders = readBy("prospects.read", OPENS_PROSPECT);

export const prospectAudit = defineAudit(
  {
    "prospect.created": forReaders("{actor} added {subject}", "{actor} tilføjede {subject}"),
    "prospect.status": forReaders(
      "{actor} moved {subject} from {from} to {to}",
      "{actor} flyttede {subject} fra {from} til {to}",
    ),
    "prospect.assigned": forReaders(
      "{actor} assigned {subject} to {assignee}",
      "{actor} gjorde {assignee} ansvarlig for {subject}",
      {
        en: "{actor} left {subject} without an assignee",
        da: "{actor} fjernede den ansvarlige for {subject}",
      },
    ),
    "prospect.deadline": forReaders(
      "{actor} changed the deadline of {subject}",
      "{actor} ændrede fristen for {subject}",
    ),
    "prospect.notes": forReaders("{actor} added a note to {subject}", "{actor} skrev en note om {subject}"),
    "prospect.time": forReaders(
      "{actor} logged {minutes|minute|minutes} on {subject}",
      "{actor} registrerede {minutes|minut|minutter} på {subject}",
    ),
    "prospect.corrected": forReaders(
      "{actor} corrected the facts of {subject}",
      "{actor} rettede oplysningerne om {subject}",
    ),
    "prospect.merged": forReaders(
      "{actor} merged {other} into {subject}",
      "{actor} flettede {other} ind i {subject}",
    ),
    "prospect.unmerged": forReaders(
      "{actor} undid the merge of {other} into {subject}",
      "{actor} fortrød, at {other} blev flettet ind i {subject}",
    ),
    "prospect.deleted": forReaders(
      "{actor} deleted the prospect {subject}: {reason}",
      "{actor} slettede kandidaten {subject}: {reason}",
    ),
    "prospect.restored": forReaders(
      "{actor} brought the prospect {subject} back",
      "{actor} hentede kandidaten {subject} tilbage",
    ),
    "prospect.undone": forReaders(
      "{actor} undid a change of {subject}",
      "{actor} fortrød en ændring af {subject}",
    ),
    "prospect.bulk": readBy("prospects.read")(
      "{actor} changed {count|prospect|prospects} at once",
      "{actor} ændrede {count|kandidat|kandidater} på én gang",
    ),
    "prospect.undo": readBy("prospects.read")(
      "{actor} undid a change of {count|prospect|prospects}",
      "{actor} fortrød en ændring af {count|kandidat|kandidater}",
    ),
    "prospect.test_created": readBy("prospects.read")(
      "{actor} created {count|test prospect|test prospects}",
      "{actor} oprettede {count|testkandidat|testkandidater}",
    ),
    "prospect.test_cleared": readBy("prospects.read")(
      "{actor} removed {count|test prospect|test prospects}",
      "{actor} fjernede {count|testkandidat|testkandidater}",
    ),
  },
  {
    fields: {
      "prospect.deadline": { en: "Deadline", da: "Frist" },
      "prospect.undone": { en: "Stage", da: "Trin" },
      Deadline: { en: "Deadline", da: "Frist" },
      Assignee: { en: "Assigned to", da: "Ansvarlig" },
      ...auditNames(prospectFacts),
    },
    detailText: (name, value, language) => {
      const status = PROSPECT_STATUSES.find((each) => each === value);
      return status && (name === "from" || name === "to") ? STATUS_TEXTS[status][language] : null;
    },
    ownUnless: { "prospects.read": "prospects.read_all" },
  },
);

const GROUP = { en: "Prospects", da: "Kandidater" };

export const prospectNotices = defineNotices(GROUP, {
  "prospect.assigned": {
    title: { en: "A prospect is assigned to you", da: "Du bliver ansvarlig for en kandidat" },
    opens: OPENS_PROSPECT,
    dueOf: "deadline",
    en: "{by} assigned {name} to you.",
    da: "{by} gjorde dig ansvarlig for {name}.",
  },
  "prospect.assigned_many": {
    title: { en: "Several prospects are assigned to you", da: "Du bliver ansvarlig for flere kandidater" },
    opens: { page: "/crm", needs: "prospects.read" },
    en: "{by} assigned {count|prospect|prospects} to you.",
    da: "{by} gjorde dig ansvarlig for {count|kandidat|kandidater}.",
  },
  "prospect.due": {
    title: { en: "A deadline of yours is near", da: "En af dine frister er nær" },
    isOfNeed: true,
    opens: OPENS_PROSPECT,
    dueOf: "deadline",
    en: "The deadline of {name} is near: you are assigned to them.",
    da: "Fristen for {name} er nær: du er ansvarlig.",
  },
});

export const prospectErrors = defineErrors({
  assignee_needed: problem(400)(
    "Choose who takes over before moving {name} to onboarding.",
    "Vælg, hvem der tager over, før {name} flyttes til onboarding.",
  ),
  reason_needed: problem(400)(
    "Write a reason, so that the next person knows why.",
    "Skriv en begrundelse, så den næste ved hvorfor.",
  ),
  nothing_to_save: problem(400)(
    "Write a note or choose a new deadline before saving.",
    "Skriv en note, eller vælg en ny frist, før du gemmer.",
  ),
  applicant_unclear: problem(409)(
    "Another account here already stands for you. Ask an officer to look at it before you send this.",
    "En anden konto her står allerede for dig. Bed en officer se på det, før du sender dette.",
  ),
  illegal_transition: problem(409)(
    "A prospect cannot go from {from} to {to}.",
    "En kandidat kan ikke flyttes fra {from} til {to}.",
  ),
  no_deadline_here: problem(409)(
    "Only open prospects have a deadline: move {name} back to onboarding first, or leave the deadline out.",
    "Kun åbne kandidater har en frist: flyt først {name} tilbage til onboarding, eller udelad fristen.",
  ),
  assignee_unavailable: problem(409)(
    "Prospects can only be assigned to active members who may work on them. Choose another person.",
    "Kun aktive medlemmer, der må arbejde med kandidater, kan få ansvaret for dem. Vælg en anden.",
  ),
  same_person: problem(409)(
    "Choose a person other than the one the prospects are assigned to now.",
    "Vælg en anden end den, der er ansvarlig for kandidaterne nu.",
  ),
  discord_id_removed: problem(409)(
    "{name}, who has the Discord id {discordId}, was removed from the CRM. Bring that prospect back instead.",
    "{name}, som har Discord-id {discordId}, er fjernet fra CRM. Hent i stedet den kandidat tilbage.",
  ),
  discord_id_fixed: problem(409)(
    "{name} signs in with this Discord account, so it cannot be corrected here. Merge the two prospects instead.",
    "{name} logger ind med denne Discord-konto, så den kan ikke rettes her. Flet hellere de to kandidater.",
  ),
  prospect_is_member: problem(409)(
    "{name} is a member. Delete the user under Admin, Users first; the prospect can be deleted then.",
    "{name} er medlem. Slet først brugeren under Admin, Brugere; derefter kan kandidaten slettes.",
  ),
  both_members: problem(409)(
    "{name} and {other} are both members. Delete the user of the one who is too many first, then merge.",
    "{name} og {other} er begge medlemmer. Slet først brugeren for den, der er for meget, og flet så.",
  ),
  merge_other_way: problem(409)(
    "{name} is the member. Keep {name} and merge the other one into them.",
    "{name} er medlemmet. Behold {name}, og flet den anden ind.",
  ),
  discord_id_taken: problem(409)(
    "Somebody with the Discord id {discordId} is already in the CRM.",
    "En person med Discord-id {discordId} er allerede i CRM.",
  ),
  test_data_exists: problem(409)(
    "There are test prospects already. Clear all test data first.",
    "Der er allerede testkandidater. Ryd først alle testdata.",
  ),
  undo_not_possible: problem(409)(
    "This change can no longer be undone: it was undone already, is too old, or another change followed it.",
    "Ændringen kan ikke længere fortrydes: den er allerede fortrudt, er for gammel, eller der er ændret noget siden.",
  ),
});
