import type { Permission, PermissionCategory, SystemRole } from "./permissions.schema.ts";
import type { Language } from "./wire.schema.ts";

/** A permission as its feature declares it: in each language its name and what its holders can do. */
export type PermissionText = {
  category: PermissionCategory;
  /** System roles that hold it in a new organization, besides the administrator's, which holds every permission. */
  heldBy: readonly Exclude<SystemRole, "administrator">[];
} & Record<Language, readonly [name: string, description: string]>;

/** The permissions of a feature. */
export type Permissions = Readonly<Partial<Record<Permission, PermissionText>>>;

/** The roles that hold a permission which every member has. */
export const EVERY_ROLE = ["officer", "crm_manager", "recruiter", "onboarding_team", "member"] as const;
/** The roles that hold a permission which everyone in recruitment has. */
export const EVERY_TEAM = ["officer", "crm_manager", "recruiter", "onboarding_team"] as const;
