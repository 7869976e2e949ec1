import { defineAudit } from "../../lib/audit.ts";

export const backupAudit = defineAudit({
  "backup.created": {
    readers: "admin.users",
    en: "{actor} created a complete backup of {rows|row|rows}",
    da: "{actor} oprettede en komplet sikkerhedskopi med {rows|række|rækker}",
  },
});
