import { defineAudit } from "../../lib/audit.ts";

export const shipAudit = defineAudit({
  "ships.synced": {
    readers: "everyone",
    en: "{actor} synced {total} ships: {added} new, {updated} changed, {removed} no longer listed",
    da: "{actor} synkroniserede {total} skibe: {added} nye, {updated} ændrede, {removed} ikke længere på listen",
  },
  "ships.sync_failed": {
    readers: "admin.users",
    en: "{actor}: the ship sync failed",
    da: "{actor}: synkroniseringen af skibe mislykkedes",
  },
});
