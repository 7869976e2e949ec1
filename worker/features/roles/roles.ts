import { and, desc, eq, or, type SQL, sql } from "drizzle-orm";
import type { Actor } from "../../lib/actor.ts";
import type { Context, UserContext } from "../../lib/context.ts";
import { defineErrors } from "../../lib/errors.ts";
import { type Guard, guard } from "../../lib/guard.ts";
import { SYSTEM_PERMISSIONS, type SystemRole } from "../../lib/permissions.schema.ts";
import type { Role } from "./roles.schema.ts";
import { roles } from "./roles.table.ts";

const roleErrors = defineErrors({
  role_not_yours: {
    status: 403,
    en: "You cannot give the role {role}: it does not exist or stands above your own.",
    da: "Du kan ikke give rollen {role}: den findes ikke eller står over din egen.",
  },
});

/** What a role holds; the administrator role holds every permission, whatever its row says. */
export function permissionsOf(key: SystemRole | null, stored: readonly string[]): Set<string> {
  const held = new Set(stored);
  if (key === "administrator") for (const each of Object.keys(SYSTEM_PERMISSIONS)) held.add(each);
  return held;
}

/** The rank that a role gives: members below it can be changed by its holders (see `outranks`). */
export const rankOf = (key: SystemRole | null, priority: number): number =>
  key === "administrator" ? Number.POSITIVE_INFINITY : priority;

/**
 * SQL condition: the actor may give the role of a row to members. It stands at most at their own rank, and they
 * hold every permission in it themselves.
 */
function isGrantable(actor: Actor): SQL {
  const holdsAll = Object.keys(SYSTEM_PERMISSIONS).every((each) => actor.permissions.has(each));
  return sql`(${roles.priority} <= ${Math.min(actor.rank, Number.MAX_SAFE_INTEGER)}
    and (${roles.key} is not 'administrator' or ${Number(holdsAll)})
    and not exists (select 1 from json_each(${roles.permissions})
      where instr(${JSON.stringify([...actor.permissions])}, json_quote(value)) = 0))`;
}

/** The guard that the actor may give a role to members; otherwise role_not_yours. */
export const requireGrantable = (actor: Actor, roleId: number): Guard =>
  guard(
    sql`exists (select 1 from ${roles} where ${roles.id} = ${roleId}
      and ${roles.organizationId} = ${actor.organizationId} and ${isGrantable(actor)})`,
    roleErrors.role_not_yours({ role: roleId }),
  );

/** A role by name or key that the actor may give to members. @throws AppError role_not_yours */
export async function findGrantableRole({ db, actor }: Context, nameOrKey: string) {
  const rows = await db
    .select()
    .from(roles)
    .where(
      and(
        eq(roles.organizationId, actor.organizationId),
        or(eq(roles.key, nameOrKey), sql`${roles.name} = ${nameOrKey} collate nocase`),
        isGrantable(actor),
      ),
    );
  const role = rows.find((each) => each.key === nameOrKey) ?? rows[0];
  if (!role) throw roleErrors.role_not_yours({ role: nameOrKey });
  return role;
}

/** The organization's roles, highest priority first. */
export async function listRoles({ db, actor }: UserContext): Promise<Role[]> {
  const rows = await db
    .select({
      id: roles.id,
      key: roles.key,
      name: roles.name,
      priority: roles.priority,
      color: roles.color,
      isGrantable: sql<number>`${isGrantable(actor)}`,
    })
    .from(roles)
    .where(eq(roles.organizationId, actor.organizationId))
    .orderBy(desc(roles.priority), roles.id);
  return rows.map(({ isGrantable, ...role }) => ({ ...role, can: { grant: isGrantable === 1 } }));
}

/** SQL: a role's name, as history and audit keep it. */
export const roleName = (id: number): SQL =>
  sql`(select ${roles.name} from ${roles} where ${roles.id} = ${id})`;
