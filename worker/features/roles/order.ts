import { asc, desc, sql } from "drizzle-orm";
import type { MemberContext } from "../../lib/context.ts";
import { jsonList, type Statement } from "../../lib/db/client.ts";
import { errors } from "../../lib/errors.ts";
import { Changed, type Guard, guard, retrying, write } from "../../lib/guard.ts";
import type { SystemRole } from "../../lib/permissions.schema.ts";
import { permissionsOf } from "./held.ts";
import { roleErrors } from "./roles.errors.ts";
import { mayMove } from "./roles.policy.ts";
import { type RoleRow, selectRoles, toRole } from "./roles.rows.ts";
import type { Role, RoleOrderInput } from "./roles.schema.ts";
import { roles } from "./roles.table.ts";
import { roleAudit } from "./roles.texts.ts";

/** The order of roles, the highest first. Restored backups of before 0055 can hold equal priorities. */
export const HIGHEST_FIRST = [desc(roles.priority), asc(roles.id)];

export async function listRoles(context: MemberContext) {
  const rows = await selectRoles(context).orderBy(...HIGHEST_FIRST);
  return rows.map((row) => toRole(row, context));
}

/** The highest priority below the administrator role's. */
export const MOST = 99;

const staleOrder = ({ language }: MemberContext) =>
  errors.stale_version({ name: { en: "The order of roles", da: "Rollernes rækkefølge" }[language] });

type Placed = Pick<RoleRow, "id" | "name" | "priority" | "version" | "permissions"> & { key: string | null };

/** The priorities of roles in a new order: those that they have already, spread anew only where some are equal. */
function priorities(order: readonly Placed[]): number[] {
  const stored = order.map(({ priority }) => priority).sort((a, b) => b - a);
  const isApart = new Set(stored).size === stored.length;
  return isApart ? stored : stored.map((_, at) => Math.floor((MOST * (stored.length - at)) / stored.length));
}

/**
 * What a new order of an organization's roles writes; null for the present order.
 * @param before all roles, the highest first
 * @param after the same roles in the new order; the administrator role stays the highest wherever it stands
 * @throws AppError role_above_yours where a role changes its place that the actor may not move
 */
export function planOrder(
  context: MemberContext,
  before: readonly Placed[],
  after: readonly Placed[],
): { checkBefore: Guard[]; writeAfter: Statement[] } | null {
  const { db, actor, now } = context;
  const isBelow = ({ key }: Placed) => key !== "administrator";
  const [from, to] = [before.filter(isBelow), after.filter(isBelow)];
  const moved = to.filter(({ id }, at) => id !== from[at]?.id);
  if (moved.length === 0) return null;
  const beyond = moved.find((role) => {
    const { key, permissions } = role;
    return !mayMove(actor, role, [...permissionsOf(key as SystemRole | null, permissions)]);
  });
  if (beyond) throw roleErrors.role_above_yours({ role: beyond.name });
  const given = priorities(to);
  const changed = to.flatMap(({ id, priority }, at) =>
    priority === given[at] ? [] : [{ id, priority: given[at] }],
  );
  const namesOf = (order: readonly Placed[]) => order.map(({ name }) => name).join(", ");
  const details = { from: namesOf(from), to: namesOf(to) };
  const seen = before.map(({ id, version }) => `${id}:${version}`);
  const isAsRead = sql`not exists (select 1 from ${roles} where ${roles.organizationId} = ${actor.organizationId}
    and ${roles.id} || ':' || ${roles.version} not in ${jsonList(seen)})`;
  return {
    checkBefore: [guard(isAsRead, new Changed(staleOrder(context)))],
    writeAfter: [
      db.run(sql`update ${roles} set priority = wanted.value ->> 'priority', version = version + 1,
          updated_at = ${now.toISOString()}
        from json_each(${JSON.stringify(changed)}) as wanted where roles.id = wanted.value ->> 'id'`),
      roleAudit.write(context, { action: "role.ordered", details }),
    ],
  };
}

/**
 * Sets the order of all roles, which decides who may change whom and which role a person gets by their Discord roles.
 * @throws AppError not_found, stale_version for an order that is not the one of `was` or lacks a role, role_above_yours
 */
export const orderRoles = (context: MemberContext, { roles: ids, was }: RoleOrderInput): Promise<Role[]> =>
  retrying(async () => {
    const select = () => selectRoles(context).orderBy(...HIGHEST_FIRST);
    const before = await select();
    const byId = new Map(before.map((role) => [role.id, role]));
    const after = [...new Set(ids)].flatMap((id) => byId.get(id) ?? []);
    if (ids.some((id) => !byId.has(id))) throw errors.not_found();
    const isOther = was !== undefined && was.join() !== before.map(({ id }) => id).join();
    if (isOther || after.length < before.length) throw staleOrder(context);
    const plan = planOrder(context, before, after);
    const rows = plan
      ? ((await write(context.db, [...plan.checkBefore, ...plan.writeAfter, select()])).at(-1) as RoleRow[])
      : before;
    return rows.map((row) => toRole(row, context));
  });
