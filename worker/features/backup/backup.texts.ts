import { defineAudit } from "../../lib/audit.ts";

export const backupAudit = defineAudit({
  "backup.created": {
    readers: "admin.users",
    en: "{actor} created a complete backup of {rows|row|rows}",
    da: "{actor} oprettede en komplet backup med {rows|række|rækker}",
  },
  "backup.restoring": {
    readers: "admin.users",
    en: "{actor} began to restore a backup of {made}",
    da: "{actor} begyndte at gendanne en backup fra {made}",
  },
  "backup.restored": {
    readers: "admin.users",
    en: "{actor} restored a backup of {made}",
    da: "{actor} gendannede en backup fra {made}",
  },
  "backup.restore_stopped": {
    readers: "admin.users",
    en: "{actor} stopped restoring a backup of {made}; nothing was changed",
    da: "{actor} standsede gendannelsen af en backup fra {made}; intet blev ændret",
  },
  "automation.resumed": {
    readers: "admin.users",
    en: "{actor} resumed automation",
    da: "{actor} genoptog automatikken",
  },
});
