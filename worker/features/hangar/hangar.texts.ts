import { defineAudit, readBy } from "../../lib/audit.ts";
import { defineErrors, problem } from "../../lib/errors.ts";
import type { Sentences } from "../../lib/validation.ts";

// Hangars can be hidden, so only administrators see them in the audit log.
const privately = readBy("private");

export const hangarAudit = defineAudit(
  {
    "hangar.ship_added": privately(
      "{actor} added {subject} to their hangar",
      "{actor} tilføjede {subject} til sin hangar",
    ),
    "hangar.ship_changed": privately(
      "{actor} changed {subject} in their hangar",
      "{actor} ændrede {subject} i sin hangar",
    ),
    "hangar.ship_removed": privately(
      "{actor} removed {subject} from their hangar",
      "{actor} fjernede {subject} fra sin hangar",
    ),
    "hangar.ship_restored": privately(
      "{actor} put {subject} back into their hangar",
      "{actor} satte {subject} tilbage i sin hangar",
    ),
    "hangar.hidden": privately(
      "{actor} hid their hangar from the fleet",
      "{actor} skjulte sin hangar for flåden",
    ),
    "hangar.shown": privately(
      "{actor} showed their hangar in the fleet",
      "{actor} viste sin hangar i flåden",
    ),
  },
  {
    fields: {
      Quantity: { en: "Number", da: "Antal" },
      Nickname: { en: "Nickname", da: "Kælenavn" },
      AcquiredDate: { en: "Acquired on", da: "Anskaffet den" },
    },
  },
);

export const hangarErrors = defineErrors({
  ship_owned: problem(409)(
    "{ship} is in your hangar already. If you own more than one, change its quantity there.",
    "{ship} er allerede i din hangar. Ejer du flere, så ret antallet dér.",
  ),
  ship_not_listed: problem(409)(
    "{ship} is no longer listed and cannot be added. Choose another ship.",
    "{ship} er ikke længere på listen og kan ikke tilføjes. Vælg et andet skib.",
  ),
});

export const hangarSentences = {
  ship: { en: "Please select a ship", da: "Vælg et skib" },
  past_day: {
    en: "Enter a day from 2000 on that is not in the future",
    da: "Angiv en dag fra 2000 og frem, der ikke ligger i fremtiden",
  },
} satisfies Sentences;
