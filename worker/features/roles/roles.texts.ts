import { defineAudit, readBy } from "../../lib/audit.ts";
import { PERMISSION_CATEGORIES, type PermissionCategory } from "../../lib/permissions.schema.ts";
import type { Sentences } from "../../lib/validation.ts";
import type { Language } from "../../lib/wire.schema.ts";

const forAdmins = readBy("admin.users");

const SECOND_STEP: Record<string, Record<Language, string>> = {
  on: { en: "required", da: "krævet" },
  off: { en: "not required", da: "ikke krævet" },
};

export const roleAudit = defineAudit(
  {
    "role.created": forAdmins("{actor} created the role {subject}", "{actor} oprettede rollen {subject}"),
    "role.updated": forAdmins("{actor} changed the role {subject}", "{actor} ændrede rollen {subject}"),
    "role.deleted": forAdmins("{actor} deleted the role {subject}", "{actor} slettede rollen {subject}"),
    "role.ordered": forAdmins("{actor} changed the order of roles", "{actor} ændrede rollernes rækkefølge"),
    "role.members_moved": forAdmins(
      "{actor} moved {count|member|members} from the role {subject} to {toRole}",
      "{actor} flyttede {count|medlem|medlemmer} fra rollen {subject} til {toRole}",
    ),
    "permission.created": forAdmins(
      "{actor} created the permission {subject}",
      "{actor} oprettede rettigheden {subject}",
    ),
    "permission.updated": forAdmins(
      "{actor} changed the permission {subject}",
      "{actor} ændrede rettigheden {subject}",
    ),
    "permission.deleted": forAdmins(
      "{actor} deleted the permission {subject}",
      "{actor} slettede rettigheden {subject}",
    ),
  },
  {
    fields: {
      Name: { en: "Name", da: "Navn" },
      Description: { en: "Description", da: "Beskrivelse" },
      Color: { en: "Colour", da: "Farve" },
      "role.ordered": { en: "Order", da: "Rækkefølge" },
      Priority: { en: "Priority", da: "Prioritet" },
      Category: { en: "Category", da: "Kategori" },
      permissions: { en: "Permissions", da: "Rettigheder" },
      secondStep: { en: "Second step at sign-in", da: "Andet trin ved login" },
      added: { en: "Permissions added", da: "Rettigheder tilføjet" },
      removed: { en: "Permissions removed", da: "Rettigheder fjernet" },
    },
    detailText: (name, value, language) =>
      name === "fromCategory" || name === "toCategory"
        ? (PERMISSION_CATEGORIES[value as PermissionCategory]?.[language] ?? null)
        : name === "secondStep"
          ? (SECOND_STEP[value]?.[language] ?? null)
          : null,
  },
);

export const roleSentences = {
  permission_letters: {
    en: "Only lowercase letters, numbers, dots and underscores allowed",
    da: "Kun små bogstaver, tal, punktum og understreg er tilladt",
  },
  permission_parts: {
    en: "Each part of the id begins with a letter or number, as in custom.action",
    da: "Hver del af id'et begynder med et bogstav eller tal, som i custom.action",
  },
} satisfies Sentences;
