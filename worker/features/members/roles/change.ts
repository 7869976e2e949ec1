import { eq, sql } from "drizzle-orm";
import { type Actor, outranks } from "../../../lib/actor.ts";
import type { AuditDetails } from "../../../lib/audit.table.ts";
import { changedDetails } from "../../../lib/audit.ts";
import type { UserContext } from "../../../lib/context.ts";
import { jsonList } from "../../../lib/db/client.ts";
import { errors } from "../../../lib/errors.ts";
import { type Guard, guard } from "../../../lib/guard.ts";
import { SYSTEM_PERMISSIONS } from "../../../lib/permissions.schema.ts";
import { invalidField } from "../../../lib/validation.ts";
import { users } from "../../users/index.ts";
import { memberErrors } from "../members.policy.ts";
import { insertHistory } from "../members.rows.ts";
import { customPermissions, members, roles } from "../members.table.ts";
import { memberAudit } from "../members.texts.ts";
import { requireGrantable, roleName } from "./grant.ts";
import { atField, roleErrors } from "./roles.errors.ts";
import { isChangeable } from "./roles.policy.ts";
import { heldBy, type RoleRow, roleRecord } from "./roles.rows.ts";
import {
  type CreateRoleInput,
  DEFAULT_PRIORITY,
  type MoveMembersInput,
  type Role,
  type UpdateRoleInput,
} from "./roles.schema.ts";

const SYSTEM: ReadonlySet<string> = new Set(SYSTEM_PERMISSIONS);

/** Refuses permissions that the actor does not hold. @throws AppError permission_not_yours */
function requireHeld({ actor, language }: UserContext, permissions: readonly string[]): void {
  const missing = permissions.filter((each) => !actor.permissions.has(each)).join(", ");
  if (missing)
    throw atField(roleErrors.permission_not_yours({ permissions: missing }), "permissions", language);
}

/** Refuses a priority above the actor's own. @throws AppError priority_above_yours */
function requirePriority({ actor, language }: UserContext, priority: number): void {
  if (priority > actor.rank)
    throw atField(roleErrors.priority_above_yours({ rank: actor.rank }), "priority", language);
}

/** The guards that permissions exist: those of the organization's own may be deleted at any time. */
function permissionsExist({ actor, language }: UserContext, permissions: readonly string[]): Guard[] {
  const custom = permissions.filter((each) => !SYSTEM.has(each));
  if (custom.length === 0) return [];
  const unknown = roleErrors.permission_unknown({ permissions: custom.join(", ") });
  return [
    guard(
      sql`(select count(*) from ${customPermissions} where ${customPermissions.organizationId} =
        ${actor.organizationId} and ${customPermissions.key} in ${jsonList(custom)}) = ${custom.length}`,
      atField(unknown, "permissions", language),
    ),
  ];
}

/** The guard that no other role has a name, in whatever case. */
const nameIsFree = ({ actor, language }: UserContext, name: string, id = 0): Guard =>
  guard(
    sql`not exists (select 1 from ${roles} where ${roles.organizationId} = ${actor.organizationId}
      and ${roles.name} = ${name} collate nocase and ${roles.id} <> ${id})`,
    atField(roleErrors.role_name_taken({ name }), "name", language),
  );

const listed = (permissions: readonly string[]): string | null => permissions.join(", ") || null;

/**
 * Creates a role that holds permissions of the actor, at their priority at most.
 * @throws AppError not_found for another organization, permission_not_yours, permission_unknown, priority_above_yours,
 * role_name_taken
 */
export function createRole(context: UserContext, input: CreateRoleInput): Promise<Role> {
  const { actor, now } = context;
  const { organizationId } = actor;
  if ((input.organizationId ?? organizationId) !== organizationId) throw errors.not_found();
  const { name, priority = Math.min(DEFAULT_PRIORITY, actor.rank) } = input;
  const permissions = [...new Set(input.permissions)];
  requirePriority(context, priority);
  requireHeld(context, permissions);
  const at = now.toISOString();
  const color = input.color ?? null;
  const description = input.description || null;
  return roleRecord.create(context, {
    values: {
      ...{ organizationId, name, description, permissions, priority, color },
      ...{ key: null, isSystem: false, createdAt: at, updatedAt: at },
    },
    name,
    require: [nameIsFree(context, name), ...permissionsExist(context, permissions)],
    audit: [{ action: "role.created", details: { priority, permissions: listed(permissions) } }],
  });
}

/** Refuses what the actor may not change. @throws AppError role_above_yours */
function requireChangeable(actor: Actor, row: RoleRow): void {
  if (!isChangeable(actor, row)) throw roleErrors.role_above_yours({ role: row.name });
}

/**
 * Edits a role up to the actor's own priority. Permissions that the actor does not hold stay as they are.
 * @throws AppError not_found, stale_version, role_above_yours, permission_not_yours, permission_unknown,
 * priority_above_yours, system_role_kept, administrator_complete, role_name_taken
 */
export const updateRole = (context: UserContext, id: number, input: UpdateRoleInput): Promise<Role> =>
  roleRecord.edit(context, id, input.version, (row) => {
    requireChangeable(context.actor, row);
    const held = heldBy(row);
    const wanted = input.permissions ? [...new Set(input.permissions)] : held;
    const added = wanted.filter((each) => !held.includes(each));
    const removed = held.filter((each) => !wanted.includes(each));
    const isOther = added.length + removed.length > 0;
    if (isOther && row.key === "administrator") throw roleErrors.administrator_complete({ role: row.name });
    requireHeld(context, [...added, ...removed]);
    const { priority = row.priority } = input;
    if (priority !== row.priority) {
      if (row.isSystem) throw roleErrors.system_role_kept({ role: row.name });
      requirePriority(context, priority);
    }
    const fields = {
      name: input.name ?? row.name,
      description: input.description === undefined ? row.description : input.description || null,
      color: input.color === undefined ? row.color : input.color,
      priority,
    };
    const changed = changedDetails(row, fields, ["name", "description", "color", "priority"]);
    if (!isOther && !changed) return null;
    const details: AuditDetails = { ...changed };
    if (added.length) details["added"] = listed(added);
    if (removed.length) details["removed"] = listed(removed);
    return {
      set: { ...fields, ...(isOther ? { permissions: wanted } : {}) },
      audit: [{ action: "role.updated", entity: { id: row.id, name: fields.name }, details }],
      require: [
        ...(fields.name !== row.name ? [nameIsFree(context, fields.name, row.id)] : []),
        ...permissionsExist(context, added),
      ],
    };
  });

/**
 * Deletes a role that nobody holds.
 * @throws AppError not_found, role_above_yours, system_role_kept, role_in_use, stale_version where it changed meanwhile
 */
export const deleteRole = (context: UserContext, id: number): Promise<void> =>
  roleRecord.remove(context, id, (row) => {
    const { name: role, people } = row;
    requireChangeable(context.actor, row);
    if (row.isSystem) throw roleErrors.system_role_kept({ role });
    if (people > 0) throw roleErrors.role_in_use({ role, count: people });
    return {
      require: [
        roleRecord.atVersion(row, errors.stale_version({ name: role })),
        guard(
          sql`not exists (select 1 from ${members} where ${members.roleId} = ${row.id})`,
          roleErrors.role_in_use({ role, count: 1 }),
        ),
      ],
      audit: [{ action: "role.deleted", details: { permissions: listed(row.permissions) } }],
    };
  });

/**
 * Gives everybody who holds a role another one, each with an entry in their history and the audit log; answers the
 * role that they held. The actor's own role is refused: with it every change of one's own membership, and every
 * change of administrators: only administrators outrank them.
 * @throws AppError not_found, own_membership, role_above_yours, role_not_yours
 */
export const moveMembers = (context: UserContext, id: number, { roleId }: MoveMembersInput): Promise<Role> =>
  roleRecord.edit(context, id, undefined, (row) => {
    const { db, actor, now, language } = context;
    if (roleId === row.id) throw invalidField("roleId", language);
    if (actor.role?.id === row.id) throw memberErrors.own_membership();
    if (!outranks(actor, row.priority)) throw roleErrors.role_above_yours({ role: row.name });
    if (row.people === 0) return null;
    const holders = sql`from ${members} where ${members.roleId} = ${row.id}`;
    const toRole = roleName(roleId);
    return {
      audit: [
        {
          action: "role.members_moved",
          details: sql`json_object('count', (select count(*) ${holders}), 'toRole', ${toRole})`,
        },
      ],
      also: [
        insertHistory(context, "role", sql`${members.id}, ${row.name}, ${toRole}, null ${holders}`),
        memberAudit.writeMany(context, "member.role", {
          id: sql`${members.id}`,
          name: sql`(select display_name from ${users} where ${users.id} = ${members.userId})`,
          details: sql`json_object('fromRole', ${row.name}, 'toRole', ${toRole})`,
          from: holders,
        }),
        db
          .update(members)
          .set({
            ...{ roleId, roleSource: "person", updatedAt: now.toISOString() },
            version: sql`${members.version} + 1`,
          })
          .where(eq(members.roleId, row.id)),
      ],
      require: [requireGrantable(actor, roleId, roleId)],
    };
  });
