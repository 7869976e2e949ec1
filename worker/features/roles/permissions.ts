import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { changedDetails } from "../../lib/audit.ts";
import type { Context, MemberContext } from "../../lib/context.ts";
import { errors } from "../../lib/errors.ts";
import type { Feature } from "../../lib/feature.ts";
import { guard } from "../../lib/guard.ts";
import { type Permission, SYSTEM_PERMISSIONS } from "../../lib/permissions.schema.ts";
import type { Permissions, PermissionText } from "../../lib/permissions.ts";
import { record } from "../../lib/record.ts";
import { invalidField } from "../../lib/validation.ts";
import { isSystem, roleHolds } from "./held.ts";
import { HIGHEST_FIRST } from "./order.ts";
import { atField, roleErrors } from "./roles.errors.ts";
import { facesOf, selectRoles } from "./roles.rows.ts";
import type { CreatePermissionInput, PermissionRecord, UpdatePermissionInput } from "./roles.schema.ts";
import { permissionRecord as permissionAnswer } from "./roles.schema.ts";
import { customPermissions, roles } from "./roles.table.ts";
import { roleAudit } from "./roles.texts.ts";

/** The texts of the product's permissions, which features declare. @throws Error for an undeclared one */
export function permissionTexts(features: readonly Pick<Feature, "permissions">[]): PermissionTexts {
  const texts: Permissions = Object.assign({}, ...features.map(({ permissions }) => permissions));
  return SYSTEM_PERMISSIONS.map((id) => {
    const text = texts[id];
    if (!text) throw new Error(`No feature declares the permission ${id}.`);
    return { id, ...text };
  });
}
export type PermissionTexts = readonly (PermissionText & { id: Permission })[];

type PermissionRow = typeof customPermissions.$inferSelect;

function toPermission(row: PermissionRow, { actor }: Pick<Context, "actor">): PermissionRecord {
  const mayWrite = actor.permissions.has("admin.permissions");
  const can = { update: mayWrite, delete: mayWrite, grant: actor.permissions.has(row.key) };
  return { ...row, id: row.key, isSystem: false, can };
}

const ofOrganization = ({ actor }: Context, which?: SQL) =>
  and(eq(customPermissions.organizationId, actor.organizationId), which);

/** SQL: names of the roles that hold the permission of a row, without the administrator role, as JSON. */
const holders = sql<string>`(select json_group_array(roles.name) from roles
  where roles.organization_id = custom_permissions.organization_id and roles.key is not 'administrator'
    and exists (select 1 from json_each(roles.permissions) where value = custom_permissions.key))`;

const permissionRecord = record({
  table: customPermissions,
  select: (context, which) =>
    context.db
      .select({ ...getTableColumns(customPermissions), holders: holders.as("holders") })
      .from(customPermissions)
      .where(ofOrganization(context, which)),
  answers: permissionAnswer,
  present: (row, context) => toPermission(row, context),
  nameOf: (row) => row.name,
  audit: roleAudit,
});

/** SQL: the id of the row for the permission's id in the API. @throws AppError system_permission */
function recordOf({ actor }: Context, permission: string): SQL {
  if (isSystem(permission)) throw roleErrors.system_permission({ permission });
  return sql`(select ${customPermissions.id} from ${customPermissions}
    where ${customPermissions.organizationId} = ${actor.organizationId} and ${customPermissions.key} = ${permission})`;
}

/** The statement that reads the organization's own permissions, by id. */
export const selectCustomPermissions = (context: MemberContext) =>
  context.db.select().from(customPermissions).where(ofOrganization(context)).orderBy(customPermissions.key);

/** All permissions: the product's in their order, then the organization's own. */
export function toPermissions(
  context: MemberContext,
  texts: PermissionTexts,
  own: readonly PermissionRow[],
): PermissionRecord[] {
  const { actor, language } = context;
  const ofProduct = texts.map(({ id, category, [language]: [name, description] }) => {
    const can = { update: false, delete: false, grant: actor.permissions.has(id) };
    return { id, name, description, category, isSystem: true, version: 0, can };
  });
  return [...ofProduct, ...own.map((row) => toPermission(row, context))];
}

export const listPermissions = async (context: MemberContext, texts: PermissionTexts) =>
  toPermissions(context, texts, await selectCustomPermissions(context));

/** The statement that stores the administrator role's permissions: all of the organization's own. */
const changeAdministrator = ({ db, actor, now }: Context, permissions: SQL) =>
  db.run(sql`update ${roles} set permissions = ${permissions}, updated_at = ${now.toISOString()},
    version = version + 1 where organization_id = ${actor.organizationId} and key = 'administrator'`);

/** Creates a permission, which the administrator role holds from then on. @throws AppError permission_exists */
export function createPermission(context: MemberContext, input: CreatePermissionInput) {
  const { actor, now, language } = context;
  const { id: permission, name, category } = input;
  const taken = atField(roleErrors.permission_exists({ permission }), "id", language);
  if (isSystem(permission)) throw taken;
  const at = now.toISOString();
  const values = { organizationId: actor.organizationId, key: permission, name, category };
  return permissionRecord.create(context, {
    values: { ...values, description: input.description || null, createdAt: at, updatedAt: at },
    name,
    audit: [{ action: "permission.created", details: { permission, category } }],
    writeAfter: () => [changeAdministrator(context, sql`json_insert(permissions, '$[#]', ${permission})`)],
    checkBefore: [guard(sql`${recordOf(context, permission)} is null`, taken)],
  });
}

/**
 * Edits a permission of the organization's own.
 * @throws AppError invalid_input for another `sentId`, not_found, stale_version, system_permission
 */
export async function updatePermission(
  context: MemberContext,
  { id: permission, sentId, ...input }: UpdatePermissionInput & { id: string },
) {
  if (sentId !== undefined && sentId !== permission) throw invalidField("id", context.language);
  return permissionRecord.edit(context, recordOf(context, permission), input.version, (row) => {
    const set = {
      name: input.name ?? row.name,
      description: input.description === undefined ? row.description : input.description || null,
      category: input.category ?? row.category,
    };
    const details = changedDetails(row, set, ["name", "description", "category"]);
    if (!details) return null;
    const entity = { id: row.id, name: set.name };
    return { set, audit: [{ action: "permission.updated", entity, details }] };
  });
}

/**
 * Deletes a permission that no role holds except the administrator role.
 * @throws AppError not_found, system_permission, permission_in_use
 */
export async function deletePermission(context: MemberContext, { id: permission }: { id: string }) {
  const isUnheld = sql`not exists (select 1 from ${roles}, json_each(${roles.permissions}) held
    where ${roles.organizationId} = ${context.actor.organizationId} and ${roles.key} is not 'administrator'
      and held.value = ${permission})`;
  const others = sql`(select json_group_array(value) from json_each(permissions) where value <> ${permission})`;
  await permissionRecord.remove(context, recordOf(context, permission), (row) => {
    const heldBy = (JSON.parse(row.holders) as string[]).join(", ");
    if (heldBy) throw roleErrors.permission_in_use({ permission: row.name, roles: heldBy });
    return {
      checkBefore: [permissionRecord.guardRead(context, row, isUnheld)],
      audit: [{ action: "permission.deleted", details: { permission, category: row.category } }],
      writeAfter: [changeAdministrator(context, others)],
    };
  });
}

/** The roles that hold a permission, the highest first. @throws AppError not_found for an unknown permission */
export async function listHolders(context: MemberContext, { id: permission }: { id: string }) {
  const rows = await selectRoles(context, roleHolds(permission)).orderBy(...HIGHEST_FIRST);
  if (rows.length === 0) throw errors.not_found();
  return rows.map((row) => ({ ...row, faces: facesOf(row) }));
}
