import { defineAudit } from "../../lib/audit.ts";

export const discordAudit = defineAudit({
  "discord.synced": {
    audience: "everyone",
    en: "{actor} synced {total} members, {added} new",
    da: "{actor} synkroniserede {total} medlemmer, {added} nye",
  },
  "discord.sync_failed": {
    audience: "admin",
    en: "{actor}: the member sync failed",
    da: "{actor}: medlemssynkroniseringen mislykkedes",
  },
});
