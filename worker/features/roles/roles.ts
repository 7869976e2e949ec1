import { and, desc, eq, or, type SQL, sql } from "drizzle-orm";
import type { Actor } from "../../lib/actor.ts";
import type { Context, UserContext } from "../../lib/context.ts";
import type { Db } from "../../lib/db/client.ts";
import { named } from "../../lib/db/columns.ts";
import { defineErrors } from "../../lib/errors.ts";
import { type Guard, guard } from "../../lib/guard.ts";
import { SYSTEM_PERMISSIONS, type SystemRole } from "../../lib/permissions.schema.ts";
import type { Role } from "./roles.schema.ts";
import { discordRoleMappings, roles } from "./roles.table.ts";

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
  if (key === "administrator") for (const each of SYSTEM_PERMISSIONS) held.add(each);
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
  const holdsAll = SYSTEM_PERMISSIONS.every((each) => actor.permissions.has(each));
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

/** What a member sync needs to know of an organization's roles. */
export type RoleMapping = {
  /** Role id by Discord role id, with the mapping's and the role's priority. */
  byDiscordRole: Map<string, { roleId: number; priority: number; rolePriority: number; name: string }>;
  memberRoleId: number;
  administratorRoleId: number;
};

/** The statement that reads roles with what is mapped to them; `toRoleMapping` makes sense of its answer. */
export const selectMappings = (db: Db, organizationId: number) =>
  db
    .select({
      roleId: roles.id,
      key: roles.key,
      rolePriority: roles.priority,
      discordRoleId: discordRoleMappings.discordRoleId,
      name: discordRoleMappings.discordRoleName,
      priority: named(discordRoleMappings.priority, "mapping_priority"),
    })
    .from(roles)
    .leftJoin(discordRoleMappings, eq(discordRoleMappings.roleId, roles.id))
    .where(eq(roles.organizationId, organizationId));

/** What a member sync needs, from the answer of `selectMappings`. */
export function toRoleMapping(rows: Awaited<ReturnType<typeof selectMappings>>): RoleMapping {
  const idOf = (key: SystemRole) => rows.find((row) => row.key === key)?.roleId ?? -1;
  const byDiscordRole: RoleMapping["byDiscordRole"] = new Map();
  for (const { discordRoleId, name, priority, roleId, rolePriority } of rows) {
    if (discordRoleId === null) continue;
    byDiscordRole.set(discordRoleId, { roleId, priority: priority ?? 0, rolePriority, name: name ?? "" });
  }
  return { byDiscordRole, memberRoleId: idOf("member"), administratorRoleId: idOf("administrator") };
}

/** The statement that keeps the remembered names of mapped Discord roles true; writes only what differs. */
export const renameMappings = (db: Db, organizationId: number, rolesNow: { id: string; name: string }[]) =>
  db.run(sql`update ${discordRoleMappings} set discord_role_name = now.name
    from (select value ->> 'id' as id, value ->> 'name' as name from json_each(${JSON.stringify(rolesNow)})) as now
    where organization_id = ${organizationId} and discord_role_id = now.id and discord_role_name <> now.name`);

/** The statement that drops mappings of Discord roles that no longer exist. */
export const dropDeadMappings = (db: Db, organizationId: number, liveIds: string[]) =>
  db.run(sql`delete from ${discordRoleMappings} where organization_id = ${organizationId}
    and discord_role_id not in (select value from json_each(${JSON.stringify(liveIds)}))`);
