import { defineAudit, readBy } from "../../lib/audit.ts";
import { defineErrors } from "../../lib/errors.ts";
import { defineNotices } from "../../lib/notify.ts";
import type { Language } from "../../lib/wire.schema.ts";
import { eventNotices } from "../events/index.ts";

/** Why events are not shown in Discord, and what to do. */
const WHY = {
  no_bot: {
    en: "There is no CRM bot with a token. Add it under Discord bots.",
    da: "Der er ingen CRM-bot med et token. Tilføj den under Discord-bots.",
  },
  no_permission: {
    en: "Discord does not let the CRM bot change events. Give its role in the Discord server the permissions Create Events and Manage Events, and check its token under Discord bots.",
    da: "Discord lader ikke CRM-botten ændre begivenheder. Giv dens rolle på Discord-serveren rettighederne Opret begivenheder og Administrer begivenheder, og tjek dens token under Discord-bots.",
  },
  unreachable: {
    en: "Discord cannot be reached. It is tried again every hour.",
    da: "Discord kan ikke nås. Det prøves igen hver time.",
  },
  full: {
    en: "The Discord server has 100 events, which is as many as Discord allows. Remove some there.",
    da: "Discord-serveren har 100 begivenheder, og flere tillader Discord ikke. Fjern nogle dér.",
  },
} as const;

export const mirrorErrors = defineErrors({
  mirror_no_bot: { status: 409, ...WHY.no_bot },
  mirror_no_permission: { status: 409, ...WHY.no_permission },
  mirror_unreachable: { status: 502, ...WHY.unreachable },
  mirror_full: { status: 409, ...WHY.full },
});

const opens = { page: "/organization?tab=events", needs: "events.read" } as const;

const stopped = ({ en, da }: { en: string; da: string }, title: Record<Language, string>) =>
  ({
    title,
    opens,
    en: `Events are not shown in Discord. ${en}`,
    da: `Begivenheder vises ikke i Discord. ${da}`,
  }) as const;

export const mirrorNotices = defineNotices(eventNotices.group, {
  "event.mirror_removed": {
    title: { en: "An event is deleted in Discord", da: "En begivenhed er slettet i Discord" },
    opens: { page: "/organization?tab=events&event={eventId}", needs: "events.read" },
    en: "{title} was deleted in Discord, so it is no longer shown there. Here it stays as it is.",
    da: "{title} blev slettet i Discord og vises derfor ikke længere dér. Her er den uændret.",
  },
  "event.mirror_no_bot": stopped(WHY.no_bot, {
    en: "No bot shows events in Discord",
    da: "Ingen bot viser begivenheder i Discord",
  }),
  "event.mirror_no_permission": stopped(WHY.no_permission, {
    en: "The bot may not show events in Discord",
    da: "Botten må ikke vise begivenheder i Discord",
  }),
  "event.mirror_unreachable": stopped(WHY.unreachable, {
    en: "Discord cannot be reached for events",
    da: "Discord kan ikke nås for begivenheder",
  }),
  "event.mirror_full": stopped(WHY.full, {
    en: "Discord has no room for events",
    da: "Discord har ikke plads til begivenheder",
  }),
});

export const mirrorAudit = defineAudit({
  "event.mirror_removed": {
    readers: "private",
    opens: { page: "/organization?tab=events&event={id}", needs: "events.read" },
    en: "{subject} was deleted in Discord and is no longer shown there",
    da: "{subject} blev slettet i Discord og vises ikke længere dér",
  },
  "event.interest_read": readBy("private")(
    "{added|answer|answers} came from Discord, and {removed|answer|answers} were taken back there",
    "{added|svar|svar} kom fra Discord, og {removed|svar|svar} blev taget tilbage dér",
  ),
});
