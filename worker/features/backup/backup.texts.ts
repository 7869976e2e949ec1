import { defineAudit } from "../../lib/audit.ts";

export const backupAudit = defineAudit({
  "backup.created": {
    readers: "admin.users",
    en: "{actor} created a complete backup of {rows} rows",
    da: "{actor} oprettede en komplet sikkerhedskopi med {rows} rækker",
  },
});
