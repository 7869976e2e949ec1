import { defineErrors } from "../../lib/errors.ts";

export const prospectErrors = defineErrors({
  assignee_needed: {
    status: 400,
    en: "Choose who takes over before moving {name} to onboarding.",
    da: "Vælg, hvem der tager over, før {name} flyttes til onboarding.",
  },
  reason_needed: {
    status: 400,
    en: "Write a reason: the next person needs to know why.",
    da: "Skriv en begrundelse: den næste skal vide hvorfor.",
  },
  nothing_to_save: {
    status: 400,
    en: "Write a note or choose a new deadline before saving.",
    da: "Skriv en note, eller vælg en ny frist, før du gemmer.",
  },
  illegal_transition: {
    status: 409,
    en: "A prospect cannot go from {from} to {to}.",
    da: "En kandidat kan ikke gå fra {from} til {to}.",
  },
  assignee_unavailable: {
    status: 409,
    en: "That person cannot be given prospects: not an active member with permission to work on them.",
    da: "Den person kan ikke få kandidater: ikke et aktivt medlem med tilladelse til at arbejde med dem.",
  },
  same_person: {
    status: 409,
    en: "Choose somebody other than the person who has the prospects now.",
    da: "Vælg en anden end den, der har kandidaterne nu.",
  },
  discord_id_taken: {
    status: 409,
    en: "Somebody with the Discord id {discordId} is already in the pipeline.",
    da: "En person med Discord-id {discordId} er allerede i pipelinen.",
  },
  undo_not_possible: {
    status: 409,
    en: "This change can no longer be undone: it was undone already or is too old.",
    da: "Ændringen kan ikke længere fortrydes: den er allerede fortrudt eller er for gammel.",
  },
});
