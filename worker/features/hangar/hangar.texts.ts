import { defineAudit } from "../../lib/audit.ts";
import { defineErrors } from "../../lib/errors.ts";

// Hangars can be hidden, so that only administrators read of them in the audit log.
const told = (en: string, da: string) => ({ audience: "private", en, da }) as const;

export const hangarAudit = defineAudit({
  "hangar.ship_added": told(
    "{actor} added {subject} to their hangar",
    "{actor} tilføjede {subject} til sin hangar",
  ),
  "hangar.ship_changed": told(
    "{actor} changed {subject} in their hangar",
    "{actor} ændrede {subject} i sin hangar",
  ),
  "hangar.ship_removed": told(
    "{actor} removed {subject} from their hangar",
    "{actor} fjernede {subject} fra sin hangar",
  ),
  "hangar.ship_restored": told(
    "{actor} put {subject} back into their hangar",
    "{actor} satte {subject} tilbage i sin hangar",
  ),
  "hangar.hidden": told("{actor} hid their hangar from the fleet", "{actor} skjulte sin hangar for flåden"),
  "hangar.shown": told("{actor} showed their hangar in the fleet", "{actor} viste sin hangar i flåden"),
});

export const hangarErrors = defineErrors({
  ship_owned: {
    status: 409,
    en: "{ship} is in your hangar already. If you own more than one, change its quantity there.",
    da: "{ship} er allerede i din hangar. Ejer du flere, så ret antallet dér.",
  },
  ship_not_listed: {
    status: 409,
    en: "{ship} is no longer listed and cannot be added. Choose another ship.",
    da: "{ship} er ikke længere på listen og kan ikke tilføjes. Vælg et andet skib.",
  },
});
