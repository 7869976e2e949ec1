import * as z from "zod/mini";
import { personName, text } from "../../../lib/names.schema.ts";
import type { SystemRole } from "../../../lib/permissions.schema.ts";
import { ignoredIdentity, recordId, version } from "../../../lib/wire.schema.ts";

/** Categories of the permissions that an organization makes up itself. */
export const CUSTOM_CATEGORIES = [
  "Custom",
  "Dashboard",
  "Members",
  "Prospects",
  "Tasks",
  "Discord",
  "Admin",
  "CRM",
] as const;
export type CustomCategory = (typeof CUSTOM_CATEGORIES)[number];

/** Categories of all permissions, in the order in which they are shown. */
export const PERMISSION_CATEGORIES = [
  "Dashboard",
  "Members",
  "Prospects",
  "CRM",
  "Tasks",
  "Organization",
  "Contracts",
  "Tools",
  "Discord",
  "Admin",
  "Custom",
] as const;
export type PermissionCategory = (typeof PERMISSION_CATEGORIES)[number];

/** What a new organization says of its system roles: readers get it in their language until it is edited. */
export const SYSTEM_DESCRIPTIONS = {
  administrator: "Runs the organization; holds every permission.",
  officer: "Leads recruitment and operations.",
  crm_manager: "Keeps the recruitment pipeline moving.",
  recruiter: "Makes the first contact and completes the introduction.",
  onboarding_team: "Takes assigned newcomers through onboarding.",
  member: "An active member of the organization.",
} as const satisfies Record<SystemRole, string>;

/** A member as one of those who hold a role. */
export const roleFace = z.object({ id: z.number(), name: z.string(), avatarUrl: z.nullable(z.string()) });
export type RoleFace = z.infer<typeof roleFace>;

/** A role of the organization, GET /api/roles/{orgId}: highest priority first. */
export const role = z.object({
  id: z.number(),
  /** Set on system roles alone. */
  key: z.nullable(z.string()),
  name: z.string(),
  /** Only for readers with admin.users. */
  description: z.exactOptional(z.nullable(z.string())),
  /** Ids of its permissions, only for readers with admin.users. */
  permissions: z.exactOptional(z.array(z.string())),
  priority: z.number(),
  /** `#rrggbb`, if it has one. */
  color: z.nullable(z.string()),
  isSystem: z.boolean(),
  version: z.number(),
  /** Number of members who hold it, inactive ones too. */
  people: z.number(),
  /** Up to three of them, last seen first. */
  faces: z.array(roleFace),
  /** What the reader may do with it; `grant` is giving it to members. */
  can: z.object({ update: z.boolean(), delete: z.boolean(), grant: z.boolean() }),
});
export type Role = z.infer<typeof role>;

/** A permission, GET /api/permissions. */
export const permissionRecord = z.object({
  id: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  category: z.enum(PERMISSION_CATEGORIES),
  isSystem: z.boolean(),
  /** 0 for system permissions, which never change. */
  version: z.number(),
  /** What the reader may do with it; `grant` is adding it to roles and taking it away. */
  can: z.object({ update: z.boolean(), delete: z.boolean(), grant: z.boolean() }),
});
export type PermissionRecord = z.infer<typeof permissionRecord>;

/** A role that holds a permission, GET /api/permissions/{id}/holders. */
export const permissionHolder = z.pick(role, {
  id: true,
  key: true,
  name: true,
  priority: true,
  people: true,
  faces: true,
});
export type PermissionHolder = z.infer<typeof permissionHolder>;

/** What a route of the API takes, GET /api/access/routes. */
export const routeAccess = z.object({
  method: z.string(),
  path: z.string(),
  access: z.enum(["public", "signed-in", "permission", "gateway"]),
  /** One of these is enough; empty unless `access` is permission. */
  permissions: z.array(z.string()),
});
export type RouteAccess = z.infer<typeof routeAccess>;

/** Priority of a new role where none is given, and the bounds of custom roles. */
export const DEFAULT_PRIORITY = 10;
export const PRIORITY_BOUNDS = { least: 1, most: 99 } as const;

const name = personName(60);
const description = z.optional(z.nullable(text(300)));
const permissionId = z.string().check(z.minLength(1), z.maxLength(64), z.regex(/^[a-z0-9._]+$/));
const permissions = z.array(permissionId).check(z.maxLength(500));
/** Other clients send style names here: those count as no colour. */
const color = z.optional(
  z.nullable(
    z.pipe(
      z.string().check(z.maxLength(200)),
      z.transform((text: string) => (/^#[0-9a-f]{6}$/i.test(text) ? text.toLowerCase() : null)),
    ),
  ),
);
const priority = z.optional(z.int().check(z.minimum(PRIORITY_BOUNDS.least), z.maximum(PRIORITY_BOUNDS.most)));
const isSystem = z.optional(z.literal(false));
const organizationId = z.optional(recordId);

export const createRoleInput = z.strictObject({
  name,
  description,
  permissions: z._default(permissions, []),
  color,
  priority,
  organizationId,
  isSystem,
  createdBy: ignoredIdentity,
});
export type CreateRoleInput = z.infer<typeof createRoleInput>;

/** What is left out stays as it is. System roles send their own priority or none. */
export const updateRoleInput = z.strictObject({
  name: z.optional(name),
  description,
  permissions: z.optional(permissions),
  color,
  priority: z.optional(z.int().check(z.minimum(PRIORITY_BOUNDS.least), z.maximum(100))),
  organizationId,
  isSystem: z.optional(z.boolean()),
  updatedBy: ignoredIdentity,
  version,
});
export type UpdateRoleInput = z.infer<typeof updateRoleInput>;

export const moveMembersInput = z.strictObject({ roleId: recordId });
export type MoveMembersInput = z.infer<typeof moveMembersInput>;

export const createPermissionInput = z.strictObject({
  id: permissionId,
  name,
  description,
  category: z.enum(CUSTOM_CATEGORIES),
  isSystem,
  createdBy: ignoredIdentity,
});
export type CreatePermissionInput = z.infer<typeof createPermissionInput>;

/** What is left out stays as it is; the id is the path's. */
export const updatePermissionInput = z.strictObject({
  id: z.optional(permissionId),
  name: z.optional(name),
  description,
  category: z.optional(z.enum(CUSTOM_CATEGORIES)),
  isSystem,
  updatedBy: ignoredIdentity,
  version,
});
export type UpdatePermissionInput = z.infer<typeof updatePermissionInput>;
