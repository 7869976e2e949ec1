import type { Language } from "./wire.schema.ts";

/** Permissions that the product itself checks. An organization can add its own (`custom.…`); those are data. */
export const SYSTEM_PERMISSIONS = [
  "dashboard.view",
  "roster.read",
  "members.read",
  "members.write",
  "prospects.read",
  "prospects.read_all",
  "prospects.write",
  "prospects.assign",
  "crm.team_overview",
  "crm.assign",
  "bots.read",
  "bots.write",
  "events.read",
  "events.write",
  "security.view",
  "security.review",
  "contracts.read",
  "contracts.write",
  "contracts.admin",
  "tools.view",
  "admin.users",
  "admin.system",
  "admin.permissions",
  "admin.restore",
  "audit.read",
] as const;

export type Permission = (typeof SYSTEM_PERMISSIONS)[number];

/** Categories of all permissions with their names, in the order in which they are shown. */
export const PERMISSION_CATEGORIES = {
  Dashboard: { en: "Dashboard", da: "Overblik" },
  Members: { en: "Members", da: "Medlemmer" },
  Prospects: { en: "Prospects", da: "Kandidater" },
  CRM: { en: "CRM", da: "CRM" },
  Tasks: { en: "Tasks", da: "Opgaver" },
  Organization: { en: "Organization", da: "Organisation" },
  Contracts: { en: "Contracts", da: "Kontrakter" },
  Tools: { en: "Tools", da: "Værktøjer" },
  Discord: { en: "Discord", da: "Discord" },
  Admin: { en: "Admin", da: "Administration" },
  Custom: { en: "Custom", da: "Egne" },
} as const satisfies Record<string, Record<Language, string>>;
export type PermissionCategory = keyof typeof PERMISSION_CATEGORIES;

/** Keys of the roles that every organization has; they can be renamed but not deleted. */
export const SYSTEM_ROLES = [
  "administrator",
  "officer",
  "crm_manager",
  "recruiter",
  "onboarding_team",
  "member",
] as const;
export type SystemRole = (typeof SYSTEM_ROLES)[number];
