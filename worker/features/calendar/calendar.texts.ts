import { defineAudit, readBy } from "../../lib/audit.ts";
import type { Language } from "../../lib/wire.schema.ts";

export const calendarAudit = defineAudit({
  "calendar.address_made": readBy("private")(
    "{actor} made a calendar address",
    "{actor} lavede en kalenderadresse",
  ),
  "calendar.address_ended": readBy("private")(
    "{actor} ended their calendar address",
    "{actor} afsluttede sin kalenderadresse",
  ),
});

/** The reader's answer to an event, and the mark of a cancelled one, in a calendar. */
export const CALENDAR_WORDS = {
  going: { en: "You are going.", da: "Du er tilmeldt." },
  waiting: { en: "You are no. {number} on the waiting list.", da: "Du er nr. {number} på ventelisten." },
  maybe: { en: "You might come.", da: "Du kommer måske." },
  declined: { en: "You cannot come.", da: "Du kan ikke komme." },
  open: { en: "You have not answered.", da: "Du har ikke svaret." },
  cancelled: { en: "Cancelled: {title}", da: "Aflyst: {title}" },
  reason: { en: "Cancelled: {reason}", da: "Aflyst: {reason}" },
} as const satisfies Record<string, Record<Language, string>>;
