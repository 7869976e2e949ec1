import { defineErrors } from "../../lib/errors.ts";

export const memberErrors = defineErrors({
  own_membership: {
    status: 403,
    en: "You cannot change your own membership. Ask another member with a role above yours.",
    da: "Du kan ikke ændre dit eget medlemskab. Bed et andet medlem med en rolle over din.",
  },
  outranked: {
    status: 403,
    en: "{name} holds a role as high as yours or higher. Ask somebody above you to make this change.",
    da: "{name} har en rolle på niveau med din eller højere. Bed en over dig om at foretage ændringen.",
  },
  last_administrator: {
    status: 409,
    en: "{name} is the last active administrator. Make another one first.",
    da: "{name} er den sidste aktive administrator. Udnævn en anden først.",
  },
});
