import { defineAudit } from "../../lib/audit.ts";

export const discordAudit = defineAudit(
  {
    "discord.synced": {
      readers: "everyone",
      en: "{actor} synced {total|member|members}, {added} new",
      da: "{actor} synkroniserede {total|medlem|medlemmer}, heraf nye: {added}",
    },
    "discord.sync_held": {
      readers: "admin.users",
      en: "{actor}: {held|loss of a role or membership waits|losses of a role or membership wait} for an administrator",
      da: "{actor}: {held|tab|tab} af rolle eller medlemskab venter på en administrator",
    },
    "discord.mapped": {
      readers: "admin.users",
      en: "{actor} changed which Discord roles give {subject}",
      da: "{actor} ændrede, hvilke Discord-roller der giver {subject}",
    },
    "discord.gives": {
      readers: "admin.users",
      en: "{actor} changed which Discord roles {subject} also gives in Discord",
      da: "{actor} ændrede, hvilke Discord-roller {subject} også giver i Discord",
    },
    "discord.ordered": {
      readers: "admin.users",
      en: "{actor} changed the order of the Discord role mappings",
      da: "{actor} ændrede rækkefølgen af Discord-rolletilknytningerne",
    },
    "discord.given": {
      readers: "admin.users",
      en: "The Discord roles of {subject} now follow the role here: {changes}",
      da: "Discord-rollerne for {subject} følger nu rollen her: {changes}",
    },
    "discord.sync_failed": {
      readers: "admin.users",
      en: "{actor}: the member sync failed",
      da: "{actor}: medlemssynkroniseringen mislykkedes",
    },
    "discord.sync_unread": {
      readers: "admin.users",
      en: "{actor}: the member sync failed, as Discord's answer made no sense ({place})",
      da: "{actor}: medlemssynkroniseringen mislykkedes, da Discords svar ikke gav mening ({place})",
    },
  },
  {
    fields: {
      "discord.mapped": { en: "Discord roles", da: "Discord-roller" },
      "discord.gives": { en: "Discord roles", da: "Discord-roller" },
      "discord.ordered": { en: "Order", da: "Rækkefølge" },
    },
  },
);
