/**
 * Permissions that the product itself checks. An organization can add its own (`custom.…`); those are data.
 * Written once here: routes name them, roles are granted them, the browser only asks whether it holds them.
 */
export declare const SYSTEM_PERMISSIONS: {
  readonly "dashboard.view": "Dashboard";
  readonly "members.read": "Members";
  readonly "members.write": "Members";
  readonly "prospects.read": "Prospects";
  readonly "prospects.write": "Prospects";
  readonly "prospects.assign": "Prospects";
  readonly "crm.team_overview": "CRM";
  readonly "crm.assign": "CRM";
  readonly "bots.read": "Discord";
  readonly "bots.write": "Discord";
  readonly "events.read": "Organization";
  readonly "events.write": "Organization";
  readonly "security.view": "Organization";
  readonly "security.review": "Organization";
  readonly "contracts.read": "Contracts";
  readonly "contracts.write": "Contracts";
  readonly "contracts.admin": "Contracts";
  readonly "tools.view": "Tools";
  readonly "admin.users": "Admin";
  readonly "admin.system": "Admin";
  readonly "admin.permissions": "Admin";
  readonly "audit.read": "Admin";
};
export type Permission = keyof typeof SYSTEM_PERMISSIONS;
/** Keys of the roles that every organization has; they can be renamed but not deleted. */
export declare const SYSTEM_ROLES: readonly [
  "administrator",
  "officer",
  "crm_manager",
  "recruiter",
  "onboarding_team",
  "member",
];
export type SystemRole = (typeof SYSTEM_ROLES)[number];
