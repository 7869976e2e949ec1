/** Permissions that the product itself checks. An organization can add its own (`custom.…`); those are data. */
export const SYSTEM_PERMISSIONS = {
  "dashboard.view": "Dashboard",
  "members.read": "Members",
  "members.write": "Members",
  "prospects.read": "Prospects",
  "prospects.read_all": "Prospects",
  "prospects.write": "Prospects",
  "prospects.assign": "Prospects",
  "crm.team_overview": "CRM",
  "crm.assign": "CRM",
  "bots.read": "Discord",
  "bots.write": "Discord",
  "events.read": "Organization",
  "events.write": "Organization",
  "security.view": "Organization",
  "security.review": "Organization",
  "contracts.read": "Contracts",
  "contracts.write": "Contracts",
  "contracts.admin": "Contracts",
  "tools.view": "Tools",
  "admin.users": "Admin",
  "admin.system": "Admin",
  "admin.permissions": "Admin",
  "audit.read": "Admin",
} as const;

export type Permission = keyof typeof SYSTEM_PERMISSIONS;

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
