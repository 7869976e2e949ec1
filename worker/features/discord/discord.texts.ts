import { defineAudit } from "../../lib/audit.ts";

export const discordAudit = defineAudit({
  "discord.synced": {
    readers: "everyone",
    en: "{actor} synced {total} members, {added} new",
    da: "{actor} synkroniserede {total} medlemmer, {added} nye",
  },
  "discord.sync_held": {
    readers: "admin.users",
    en: "{actor}: {held} losses of a role or of membership wait for an administrator",
    da: "{actor}: {held} tab af rolle eller medlemskab venter på en administrator",
  },
  "discord.mapped": {
    readers: "admin.users",
    en: "{actor} mapped {subject} to the Discord roles {to} instead of {from}",
    da: "{actor} tilknyttede {subject} til Discord-rollerne {to} i stedet for {from}",
  },
  "discord.gives": {
    readers: "admin.users",
    en: "{actor} changed which Discord roles {subject} also gives in Discord from {from} to {to}",
    da: "{actor} ændrede, hvilke Discord-roller {subject} også giver i Discord, fra {from} til {to}",
  },
  "discord.ordered": {
    readers: "admin.users",
    en: "{actor} changed the order of the Discord role mappings to {to}",
    da: "{actor} ændrede rækkefølgen af Discord-rolletilknytningerne til {to}",
  },
  "discord.given": {
    readers: "admin.users",
    en: "The Discord roles of {subject} follow the role here: {changes}",
    da: "Discord-rollerne for {subject} følger rollen her: {changes}",
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
});
