import * as z from "zod/mini";
import { personName, text } from "../../lib/names.schema.ts";
import {
  PERMISSION_CATEGORIES,
  type PermissionCategory,
  type SystemRole,
} from "../../lib/permissions.schema.ts";
import { ignoredIdentity, recordId, version } from "../../lib/wire.schema.ts";

/** Categories of the organization's own permissions. */
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

/** The descriptions of system roles, in the reader's language until they are edited. */
export const SYSTEM_DESCRIPTIONS = {
  administrator: "Runs the organization; holds every permission.",
  officer: "Leads recruitment and operations.",
  crm_manager: "Keeps the recruitment pipeline moving.",
  recruiter: "Makes the first contact and completes the introduction.",
  onboarding_team: "Takes assigned newcomers through onboarding.",
  member: "An active member of the organization.",
} as const satisfies Record<SystemRole, string>;

const roleFace = z.object({ id: z.number(), name: z.string(), avatarUrl: z.nullable(z.string()) });

export const role = z.object({
  id: z.number(),
  organizationId: z.number(),
  /** Null for custom roles. */
  key: z.nullable(z.string()),
  name: z.string(),
  /** Only for readers with admin.users. */
  description: z.exactOptional(z.nullable(z.string())),
  /** Ids of its permissions, only for readers with admin.users. */
  permissions: z.exactOptional(z.array(z.string())),
  /** Its place in the order of roles, the highest first; 100 for the administrator role. */
  priority: z.number(),
  /** The style of its badge: `#rrggbb`, or the text of another client; DEFAULT_COLOR without one. */
  color: z.string(),
  isSystem: z.boolean(),
  /** Whether its holders need a second step, only for readers with admin.users. */
  requiresSecondFactor: z.exactOptional(z.boolean()),
  version: z.number(),
  /** Number of members who hold it, including inactive ones. */
  people: z.number(),
  /** At most three of these members: those seen last, in the order in which they joined. */
  faces: z.array(roleFace),
  /** Abilities of the reader; `grant` is to give it to members, `move` to change its place among others that they may move. */
  can: z.object({ update: z.boolean(), delete: z.boolean(), grant: z.boolean(), move: z.boolean() }),
});
export type Role = z.infer<typeof role>;

export const permissionRecord = z.object({
  id: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  category: z.enum(Object.keys(PERMISSION_CATEGORIES) as PermissionCategory[]),
  isSystem: z.boolean(),
  /** 0 for system permissions, which never change. */
  version: z.number(),
  /** Abilities of the reader; `grant` is to add it to roles and remove it from them. */
  can: z.object({ update: z.boolean(), delete: z.boolean(), grant: z.boolean() }),
});
export type PermissionRecord = z.infer<typeof permissionRecord>;

export const permissionHolder = z.pick(role, {
  id: true,
  key: true,
  name: true,
  priority: true,
  people: true,
  faces: true,
});
export type PermissionHolder = z.infer<typeof permissionHolder>;

/** The grey badge style of roles without a colour. */
export const DEFAULT_COLOR = "bg-gray-500/20 text-gray-300";

/** Whether the style of a role's badge is a colour as `#rrggbb`, and not another client's text. */
export const isHexColor = (color: string): boolean => /^#[0-9a-f]{6}$/i.test(color);

const name = personName(60);
const description = z.optional(z.nullable(text(300)));
const permissionId = z
  .string()
  .check(
    z.minLength(1),
    z.maxLength(64),
    z.regex(/^[a-z0-9._]+$/, { error: "permission_letters", abort: true }),
  );
/** The id of a new permission: words separated by dots. */
const newPermissionId = permissionId.check(
  z.regex(/^[a-z0-9][a-z0-9_]*(\.[a-z0-9][a-z0-9_]*)*$/, "permission_parts"),
);
const permissions = z.array(permissionId).check(z.maxLength(500));
/** An empty text and DEFAULT_COLOR mean no colour. */
const colorText = z.pipe(
  z.string().check(z.trim(), z.maxLength(200), z.regex(/^[ -~]*$/)),
  z.transform((text: string) => {
    if (text === "" || text === DEFAULT_COLOR) return null;
    return isHexColor(text) ? text.toLowerCase() : text;
  }),
);
const color = z.optional(z.nullable(colorText));
const isSystem = z.optional(z.literal(false));
const requiresSecondFactor = z.optional(z.boolean());
const organizationId = z.optional(recordId);

export const createRoleInput = z.strictObject({
  name,
  description,
  permissions: z._default(permissions, []),
  color,
  organizationId,
  isSystem,
  requiresSecondFactor,
  createdBy: ignoredIdentity,
});
export type CreateRoleInput = z.infer<typeof createRoleInput>;

/** An edit of the given fields. */
export const updateRoleInput = z.strictObject({
  name: z.optional(name),
  description,
  permissions: z.optional(permissions),
  color,
  organizationId,
  isSystem: z.optional(z.boolean()),
  requiresSecondFactor,
  updatedBy: ignoredIdentity,
  version,
});
export type UpdateRoleInput = z.infer<typeof updateRoleInput>;

const roleIds = z.array(recordId).check(z.maxLength(250));
/** Every role, the highest first; `was` is the order that this one changes. */
export const roleOrderInput = z.strictObject({ roles: roleIds, was: z.optional(roleIds) });
export type RoleOrderInput = z.infer<typeof roleOrderInput>;

export const createPermissionInput = z.strictObject({
  id: newPermissionId,
  name,
  description,
  category: z.enum(CUSTOM_CATEGORIES),
  isSystem,
  createdBy: ignoredIdentity,
});
export type CreatePermissionInput = z.infer<typeof createPermissionInput>;

const permissionEdit = z.strictObject({
  id: z.optional(permissionId),
  name: z.optional(name),
  description,
  category: z.optional(z.enum(CUSTOM_CATEGORIES)),
  isSystem,
  updatedBy: ignoredIdentity,
  version,
});
/** An edit of the given fields. Its `id` must equal the path's, and is renamed to `sentId`. */
export const updatePermissionInput = z.pipe(
  permissionEdit,
  z.transform(({ id: sentId, ...edit }: z.infer<typeof permissionEdit>) => ({ ...edit, sentId })),
);
export type UpdatePermissionInput = z.infer<typeof updatePermissionInput>;
