import { type SQL, sql } from "drizzle-orm";
import type { Actor } from "../../lib/actor.ts";
import { changedDetails } from "../../lib/audit.ts";
import type { ById, MemberContext } from "../../lib/context.ts";
import { jsonList } from "../../lib/db/client.ts";
import { lowered } from "../../lib/db/search.ts";
import { errors } from "../../lib/errors.ts";
import { type Guard, guard } from "../../lib/guard.ts";
import { isSystem } from "./held.ts";
import { MOST } from "./order.ts";
import { atField, roleErrors } from "./roles.errors.ts";
import { isChangeable } from "./roles.policy.ts";
import { heldBy, type RoleRow, roleRecord } from "./roles.rows.ts";
import type { CreateRoleInput, Role, UpdateRoleInput } from "./roles.schema.ts";
import { customPermissions, roles } from "./roles.table.ts";

/** @throws AppError permission_not_yours for a permission that the actor does not hold */
function assertHeld({ actor, language }: MemberContext, wanted: readonly string[]): void {
  const permissions = wanted.filter((each) => !actor.permissions.has(each)).join(", ");
  if (permissions) throw atField(roleErrors.permission_not_yours({ permissions }), "permissions", language);
}

/** The guards that permissions exist: the organization's own can be deleted at any time. */
function guardPermissions({ actor, language }: MemberContext, permissions: readonly string[]): Guard[] {
  const custom = permissions.filter((each) => !isSystem(each));
  if (custom.length === 0) return [];
  const unknown = roleErrors.permission_unknown({ permissions: custom.join(", ") });
  const found = sql`(select count(*) from ${customPermissions}
    where organization_id = ${actor.organizationId} and key in ${jsonList(custom)})`;
  return [guard(sql`${found} = ${custom.length}`, atField(unknown, "permissions", language))];
}

/** The guard that no other role has this name, ignoring case. */
const guardFreeName = ({ actor, language }: MemberContext, name: string, id = 0): Guard =>
  guard(
    sql`not exists (select 1 from ${roles} where ${roles.organizationId} = ${actor.organizationId}
      and ${lowered(roles.name, name)} = ${name.toLowerCase()} and ${roles.id} <> ${id})`,
    atField(roleErrors.role_name_taken({ name }), "name", language),
  );

/** SQL: the priority below which a new role has the next: Member's, or that below the actor's own role where this is not higher. */
const priorityBelow = ({ actor }: MemberContext): SQL => sql`(select coalesce(max(priority), 0) from ${roles}
  where organization_id = ${actor.organizationId} and priority < min(${Math.min(actor.rank, MOST)},
    (select priority + 1 from ${roles} where organization_id = ${actor.organizationId} and key = 'member')))`;

/** SQL: the lowest free priority above `below`: roles in between move up by one for a new role. */
const freePriority = ({ actor }: MemberContext, below: SQL): SQL => sql`(select min(taken) + 1
  from (select ${below} as taken union all select priority from ${roles}
    where organization_id = ${actor.organizationId} and priority > ${below})
  where taken + 1 not in (select priority from ${roles} where organization_id = ${actor.organizationId}))`;

const listed = (permissions: readonly string[]): string | null => permissions.join(", ") || null;

/**
 * Creates a role with permissions that the actor holds, as the lowest above Member and below the actor's own.
 * @throws AppError not_found for another organization, permission_not_yours, permission_unknown, role_name_taken, roles_full
 */
export function createRole(context: MemberContext, input: CreateRoleInput): Promise<Role> {
  const { actor, now } = context;
  const { organizationId } = actor;
  if ((input.organizationId ?? organizationId) !== organizationId) throw errors.not_found();
  const { name } = input;
  const permissions = [...new Set(input.permissions)];
  assertHeld(context, permissions);
  const at = now.toISOString();
  const below = priorityBelow(context);
  const free = freePriority(context, below);
  const values = {
    organizationId,
    name,
    permissions,
    priority: sql`${below} + 1`,
    color: input.color ?? null,
  };
  return roleRecord.create(context, {
    values: {
      ...values,
      description: input.description || null,
      isSystem: false,
      requiresSecondFactor: input.requiresSecondFactor ?? false,
      createdAt: at,
      updatedAt: at,
    },
    name,
    checkBefore: [
      guardFreeName(context, name),
      ...guardPermissions(context, permissions),
      guard(sql`${free} <= ${MOST}`, roleErrors.roles_full()),
    ],
    writeBefore: [
      context.db.run(sql`update ${roles} set priority = priority + 1
        where organization_id = ${organizationId} and priority > ${below} and priority < ${free}`),
    ],
    audit: [
      {
        action: "role.created",
        details: {
          permissions: listed(permissions),
          ...(input.requiresSecondFactor ? { secondStep: "on" } : {}),
        },
      },
    ],
  });
}

/** @throws AppError role_above_yours for a role that the actor may not change */
function assertChangeable(actor: Actor, row: RoleRow): void {
  if (!isChangeable(actor, row)) throw roleErrors.role_above_yours({ role: row.name });
}

/**
 * Edits a role that stands no higher than the actor's own, except permissions that the actor does not hold.
 * @throws AppError not_found, stale_version, role_above_yours, permission_not_yours, permission_unknown,
 * administrator_complete, role_name_taken
 */
export const updateRole = (context: MemberContext, { id, ...input }: ById<UpdateRoleInput>): Promise<Role> =>
  roleRecord.edit(context, id, input.version, (row) => {
    assertChangeable(context.actor, row);
    const granted = heldBy(row);
    const wanted = input.permissions ? [...new Set(input.permissions)] : granted;
    const added = wanted.filter((each) => !granted.includes(each));
    const removed = granted.filter((each) => !wanted.includes(each));
    const { requiresSecondFactor = row.requiresSecondFactor } = input;
    const isAsked = requiresSecondFactor !== row.requiresSecondFactor;
    const isOther = added.length + removed.length > 0;
    if (isOther && row.key === "administrator") throw roleErrors.administrator_complete({ role: row.name });
    assertHeld(context, [...added, ...removed]);
    const fields = {
      name: input.name ?? row.name,
      description: input.description === undefined ? row.description : input.description || null,
      color: input.color === undefined ? row.color : input.color,
    };
    const changed = changedDetails(row, fields, ["name", "description", "color"]);
    if (!isOther && !isAsked && !changed) return null;
    const details = {
      ...changed,
      ...(added.length ? { added: listed(added) } : {}),
      ...(removed.length ? { removed: listed(removed) } : {}),
      ...(isAsked ? { secondStep: requiresSecondFactor ? "on" : "off" } : {}),
    };
    return {
      set: { ...fields, requiresSecondFactor, ...(isOther ? { permissions: wanted } : {}) },
      audit: [{ action: "role.updated", entity: { id: row.id, name: fields.name }, details }],
      checkBefore: [
        ...(fields.name !== row.name ? [guardFreeName(context, fields.name, row.id)] : []),
        ...guardPermissions(context, added),
      ],
    };
  });

/**
 * Deletes a role that no member holds.
 * @throws AppError not_found, role_above_yours, system_role_kept, role_in_use, stale_version when it changed meanwhile
 */
export const deleteRole = (context: MemberContext, { id }: ById): Promise<void> =>
  roleRecord.remove(context, id, (row) => {
    const { name: role, people } = row;
    assertChangeable(context.actor, row);
    if (row.isSystem) throw roleErrors.system_role_kept({ role });
    if (people > 0) throw roleErrors.role_in_use({ role, count: people });
    const isUnused = sql`not exists (select 1 from members where role_id = ${row.id})`;
    const inUse = roleErrors.role_in_use({ role, count: 1 });
    return {
      checkBefore: [roleRecord.guardVersion(context, row), guard(isUnused, inUse)],
      audit: [{ action: "role.deleted", details: { permissions: listed(row.permissions) } }],
    };
  });
