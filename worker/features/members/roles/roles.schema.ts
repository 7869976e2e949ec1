import * as z from "zod/mini";
import { personName, text } from "../../../lib/names.schema.ts";
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

/** A member as one of those who hold a role. */
export type RoleFace = { id: number; name: string; avatarUrl: string | null };

/** A role of the organization, GET /api/roles/{orgId}: highest priority first. */
export type Role = {
  id: number;
  /** Set on system roles alone. */
  key: string | null;
  name: string;
  /** Only for readers with admin.users. */
  description?: string | null;
  /** Ids of its permissions, only for readers with admin.users. */
  permissions?: string[];
  priority: number;
  /** `#rrggbb`, if it has one. */
  color: string | null;
  isSystem: boolean;
  version: number;
  /** Number of members who hold it, inactive ones too. */
  people: number;
  /** Up to three of them, last seen first. */
  faces: RoleFace[];
  /** What the reader may do with it; `grant` is giving it to members. */
  can: { update: boolean; delete: boolean; grant: boolean };
};

/** A permission, GET /api/permissions. */
export type PermissionRecord = {
  id: string;
  name: string;
  description: string | null;
  category: PermissionCategory;
  isSystem: boolean;
  /** 0 for system permissions, which never change. */
  version: number;
  /** What the reader may do with it; `grant` is adding it to roles and taking it away. */
  can: { update: boolean; delete: boolean; grant: boolean };
};

/** A role that holds a permission, GET /api/permissions/{id}/holders. */
export type PermissionHolder = Pick<Role, "id" | "key" | "name" | "priority" | "people" | "faces">;

/** What a route of the API takes, GET /api/access/routes. */
export type RouteAccess = {
  method: string;
  path: string;
  access: "public" | "signed-in" | "permission" | "gateway";
  /** One of these is enough; empty unless `access` is permission. */
  permissions: string[];
};

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
