import { defineAudit, readBy } from "../../lib/audit.ts";

const forAdmins = readBy("admin.users");

export const discordAudit = defineAudit(
  {
    "discord.synced": readBy("everyone")(
      "{actor} synced {total|member|members}, {added} new",
      "{actor} synkroniserede {total|medlem|medlemmer}, heraf nye: {added}",
    ),
    "discord.sync_held": forAdmins(
      "{actor}: {held|loss of a role or membership waits|losses of a role or membership wait} for an administrator",
      "{actor}: {held|tab|tab} af rolle eller medlemskab venter på en administrator",
    ),
    "discord.mapped": forAdmins(
      "{actor} changed which Discord roles give {subject}",
      "{actor} ændrede, hvilke Discord-roller der giver {subject}",
    ),
    "discord.gives": forAdmins(
      "{actor} changed which Discord roles {subject} also gives in Discord",
      "{actor} ændrede, hvilke Discord-roller {subject} også giver i Discord",
    ),
    "discord.ordered": forAdmins(
      "{actor} changed the order of the Discord role mappings",
      "{actor} ændrede rækkefølgen af Discord-rolletilknytningerne",
    ),
    "discord.given": forAdmins(
      "The Discord roles of {subject} now follow the role here: {changes}",
      "Discord-rollerne for {subject} følger nu rollen her: {changes}",
    ),
    "discord.sync_failed": forAdmins(
      "{actor}: the member sync failed",
      "{actor}: medlemssynkroniseringen mislykkedes",
    ),
    "discord.sync_unread": forAdmins(
      "{actor}: the member sync failed, as Discord's answer made no sense ({place})",
      "{actor}: medlemssynkroniseringen mislykkedes, da Discords svar ikke gav mening ({place})",
    ),
  },
  {
    fields: {
      "discord.mapped": { en: "Discord roles", da: "Discord-roller" },
      "discord.gives": { en: "Discord roles", da: "Discord-roller" },
      "discord.ordered": { en: "Order", da: "Rækkefølge" },
    },
  },
);
