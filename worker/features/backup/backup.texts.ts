import { defineAudit, readBy } from "../../lib/audit.ts";

const forAdmins = readBy("admin.users");

export const backupAudit = defineAudit({
  "backup.created": forAdmins(
    "{actor} created a complete backup of {rows|row|rows}",
    "{actor} oprettede en komplet backup med {rows|række|rækker}",
  ),
  "backup.restoring": forAdmins(
    "{actor} began to restore a backup of {made}",
    "{actor} begyndte at gendanne en backup fra {made}",
  ),
  "backup.restored": forAdmins(
    "{actor} restored a backup of {made}",
    "{actor} gendannede en backup fra {made}",
  ),
  "backup.restore_stopped": forAdmins(
    "{actor} stopped restoring a backup of {made}; nothing was changed",
    "{actor} standsede gendannelsen af en backup fra {made}; intet blev ændret",
  ),
  "automation.resumed": forAdmins("{actor} resumed automation", "{actor} genoptog automatikken"),
});
