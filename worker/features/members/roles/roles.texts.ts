import { defineAudit } from "../../../lib/audit.ts";

/** An action that those with `admin.users` read of. */
const admin = (en: string, da: string) => ({ audience: "admin" as const, en, da });

export const roleAudit = defineAudit({
  "role.created": admin("{actor} created the role {subject}", "{actor} oprettede rollen {subject}"),
  "role.updated": admin("{actor} changed the role {subject}", "{actor} ændrede rollen {subject}"),
  "role.deleted": admin("{actor} deleted the role {subject}", "{actor} slettede rollen {subject}"),
  "role.members_moved": admin(
    "{actor} moved {count} members from the role {subject} to {toRole}",
    "{actor} flyttede {count} medlemmer fra rollen {subject} til {toRole}",
  ),
  "permission.created": admin(
    "{actor} created the permission {subject}",
    "{actor} oprettede rettigheden {subject}",
  ),
  "permission.updated": admin(
    "{actor} changed the permission {subject}",
    "{actor} ændrede rettigheden {subject}",
  ),
  "permission.deleted": admin(
    "{actor} deleted the permission {subject}",
    "{actor} slettede rettigheden {subject}",
  ),
});
