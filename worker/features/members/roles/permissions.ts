import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Context, UserContext } from "../../../lib/context.ts";
import { errors } from "../../../lib/errors.ts";
import { guard } from "../../../lib/guard.ts";
import type { Access, DeclaredRoute } from "../../../lib/http/declared.ts";
import { type Permission, SYSTEM_PERMISSIONS } from "../../../lib/permissions.schema.ts";
import { record } from "../../../lib/record.ts";
import { invalidField } from "../../../lib/validation.ts";
import { customPermissions, roles } from "../members.table.ts";
import { SYSTEM_PERMISSION_TEXTS } from "./permissions.texts.ts";
import { atField, roleErrors } from "./roles.errors.ts";
import { facesOf, selectRoles } from "./roles.rows.ts";
import {
  type CreatePermissionInput,
  type PermissionHolder,
  type PermissionRecord,
  permissionRecord as permissionAnswer,
  type RouteAccess,
  type UpdatePermissionInput,
} from "./roles.schema.ts";
import { roleAudit } from "./roles.texts.ts";

const isSystem = (permission: string): permission is Permission =>
  Object.hasOwn(SYSTEM_PERMISSION_TEXTS, permission);

const { id, key, name, description, category, version } = customPermissions;
const columns = { id, key, name, description, category, version };
type PermissionRow = Pick<typeof customPermissions.$inferSelect, keyof typeof columns>;

function toPermission({ id: _, key: permission, ...rest }: PermissionRow, { actor }: Pick<Context, "actor">) {
  const mayWrite = actor.permissions.has("admin.permissions");
  const grant = actor.permissions.has(permission);
  const shown: PermissionRecord = {
    id: permission,
    ...rest,
    isSystem: false,
    can: { update: mayWrite, delete: mayWrite, grant },
  };
  return shown;
}

const ofOrganization = ({ actor }: Context, which?: SQL) =>
  and(eq(customPermissions.organizationId, actor.organizationId), which);

/** The one way to read and change a permission of the organization's own. */
const permissionRecord = record({
  table: customPermissions,
  select: (context, which) =>
    context.db
      .select({
        ...columns,
        /** Names of the roles that hold it, the administrator role apart, as JSON. */
        holders: sql<string>`(select json_group_array(roles.name) from roles
          where roles.organization_id = custom_permissions.organization_id and roles.key is not 'administrator'
            and exists (select 1 from json_each(roles.permissions) where value = custom_permissions.key))`.as(
          "holders",
        ),
      })
      .from(customPermissions)
      .where(ofOrganization(context, which)),
  answers: permissionAnswer,
  present: ({ holders: _, ...row }, context) => toPermission(row, context),
  nameOf: (row) => row.name,
  audit: roleAudit,
});

/** SQL: the id of the record that the API knows by a permission's id. @throws AppError system_permission */
function recordOf({ actor }: Context, permission: string): SQL {
  if (isSystem(permission)) throw roleErrors.system_permission({ permission });
  return sql`(select ${customPermissions.id} from ${customPermissions}
    where ${customPermissions.organizationId} = ${actor.organizationId} and ${customPermissions.key} = ${permission})`;
}

/** All permissions: the product's in their order, then the organization's own by id. */
export async function listPermissions(context: UserContext): Promise<PermissionRecord[]> {
  const { db, actor, language } = context;
  const own = await db.select(columns).from(customPermissions).where(ofOrganization(context)).orderBy(key);
  const ofProduct = SYSTEM_PERMISSIONS.map((permission) => {
    const text = SYSTEM_PERMISSION_TEXTS[permission];
    const can = { update: false, delete: false, grant: actor.permissions.has(permission) };
    const { category: of } = text;
    return { id: permission, ...text[language], category: of, isSystem: true, version: 0, can };
  });
  return [...ofProduct, ...own.map((row) => toPermission(row, context))];
}

/** The statement that changes what the administrator role stores, which has all permissions of the organization's own. */
const changeAdministrator = ({ db, actor, now }: Context, permissions: SQL) =>
  db.run(sql`update ${roles} set permissions = ${permissions}, updated_at = ${now.toISOString()},
    version = version + 1 where organization_id = ${actor.organizationId} and key = 'administrator'`);

/** Creates a permission, which the administrator role holds from then on. @throws AppError permission_exists */
export function createPermission(
  context: UserContext,
  input: CreatePermissionInput,
): Promise<PermissionRecord> {
  const { actor, now, language } = context;
  const { id: permission } = input;
  const taken = atField(roleErrors.permission_exists({ permission }), "id", language);
  if (isSystem(permission)) throw taken;
  const at = now.toISOString();
  return permissionRecord.create(context, {
    values: {
      organizationId: actor.organizationId,
      key: permission,
      name: input.name,
      description: input.description || null,
      category: input.category,
      createdAt: at,
      updatedAt: at,
    },
    name: input.name,
    audit: [{ action: "permission.created", details: { permission, category: input.category } }],
    also: () => [changeAdministrator(context, sql`json_insert(permissions, '$[#]', ${permission})`)],
    require: [guard(sql`${recordOf(context, permission)} is null`, taken)],
  });
}

/** Edits a permission of the organization's own. @throws AppError not_found, stale_version, system_permission */
export async function updatePermission(
  context: UserContext,
  permission: string,
  input: UpdatePermissionInput,
): Promise<PermissionRecord> {
  if (input.id !== undefined && input.id !== permission) throw invalidField("id", context.language);
  return permissionRecord.edit(context, recordOf(context, permission), input.version, (row) => {
    const set = {
      name: input.name ?? row.name,
      description: input.description === undefined ? row.description : input.description || null,
      category: input.category ?? row.category,
    };
    const details = {
      ...(set.name === row.name ? {} : { fromName: row.name, toName: set.name }),
      ...(set.description === row.description
        ? {}
        : { fromDescription: row.description, toDescription: set.description }),
      ...(set.category === row.category ? {} : { fromCategory: row.category, toCategory: set.category }),
    };
    if (Object.keys(details).length === 0) return null;
    return {
      set,
      audit: [{ action: "permission.updated", entity: { id: row.id, name: set.name }, details }],
    };
  });
}

/**
 * Deletes a permission that no role but the administrator's holds.
 * @throws AppError not_found, system_permission, permission_in_use
 */
export async function deletePermission(context: UserContext, permission: string): Promise<void> {
  const { organizationId } = context.actor;
  await permissionRecord.remove(context, recordOf(context, permission), (row) => {
    const holders = (JSON.parse(row.holders) as string[]).join(", ");
    if (holders) throw roleErrors.permission_in_use({ permission: row.name, roles: holders });
    return {
      require: [
        guard(
          sql`not exists (select 1 from ${roles}, json_each(${roles.permissions}) held
            where ${roles.organizationId} = ${organizationId} and ${roles.key} is not 'administrator'
              and held.value = ${permission})`,
          errors.stale_version({ name: row.name }),
        ),
      ],
      audit: [{ action: "permission.deleted", details: { permission, category: row.category } }],
      also: [
        changeAdministrator(
          context,
          sql`(select json_group_array(value) from json_each(permissions) where value <> ${permission})`,
        ),
      ],
    };
  });
}

/** The roles that hold a permission, highest priority first. @throws AppError not_found for one that is none */
export async function listHolders(context: UserContext, permission: string): Promise<PermissionHolder[]> {
  // The administrator role stores the organization's own permissions and holds the product's in any case.
  const rows = await selectRoles(
    context,
    sql`((${roles.key} is 'administrator' and ${Number(isSystem(permission))})
      or instr(${roles.permissions}, ${JSON.stringify(permission)}) > 0)`,
  ).orderBy(sql`${roles.priority} desc, ${roles.id}`);
  if (rows.length === 0) throw errors.not_found();
  return rows.map((row) => {
    const { id: roleId, key: roleKey, name: role, priority, people } = row;
    return { id: roleId, key: roleKey, name: role, priority, people, faces: facesOf(row) };
  });
}

const permissionsOfRoute = (access: Access): string[] => (access.kind === "permission" ? access.anyOf : []);

/** What each route of the API takes, by path. */
export const listRoutes = (declared: readonly DeclaredRoute[]): RouteAccess[] =>
  declared
    .map(({ method, path, access }) => ({
      ...{ method, path, access: access.kind },
      permissions: permissionsOfRoute(access),
    }))
    .sort((a, b) => `${a.path} ${a.method}`.localeCompare(`${b.path} ${b.method}`));
