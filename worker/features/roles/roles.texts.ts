import { defineAudit } from "../../lib/audit.ts";
import type { Sentences } from "../../lib/validation.ts";

/** The texts of an action whose entries take `admin.users` to read. */
const admin = (en: string, da: string) => ({ readers: "admin.users" as const, en, da });

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

export const roleSentences = {
  permission_letters: {
    en: "Only lowercase letters, numbers, dots and underscores allowed",
    da: "Kun små bogstaver, tal, punktum og understreg er tilladt",
  },
} satisfies Sentences;
